import type { SourceContext } from '../context.ts';
import type { Place } from '../doubt.ts';
import type { Incoming, Refused, Reply } from '../incoming.ts';
import type { Head, Raw, Records } from '../input/document.ts';
import type { OtherField } from '../moderation/moderation.ts';

/** A kind of export. The files are JSON or CSV (input/records.ts); each source parses their records and adapts them to reviews. */
export interface Source {
  /** Its name in content/imports.json. */
  readonly name: string;
  /** Its description in the help, one line. */
  readonly help: string;
  /** Whether `--complete` is allowed for it. */
  readonly canBeComplete: boolean;
  /** Recognizes its exports by their content. */
  recognize(head: Head): boolean;
  /** Starts reading a file. @throws ImportError with a question if a required column or key is missing */
  begin(name: string, file: Pick<Records, 'head' | 'records'>, context: SourceContext): FileAdapter;
}

export interface FileAdapter {
  /** Parses one record. */
  adapt(raw: Raw): Adapted;
  /** Returns notes about the file for the person who imports it, after the last record. */
  finish?(): readonly string[];
}

/** A record as a review, or as a reply to one. */
export interface Adapted {
  readonly result: Incoming | Refused | Reply;
  /** Its other fields, which may be about moderation. */
  readonly others: readonly OtherField[];
  /** The reviewed place. */
  readonly place?: Place | undefined;
}
