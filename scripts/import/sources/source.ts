import type { Place } from '../confirm.ts';
import type { SourceContext } from '../context.ts';
import type { Incoming, Refused, Reply } from '../incoming.ts';
import type { Head, Raw } from '../input/document.ts';
import type { OtherField } from '../moderation/moderation.ts';

/** A kind of export. The files are JSON or CSV (input/records.ts); each source parses their records and adapts them to reviews. */
export interface Source {
  /** Its name in content/imports.json. */
  readonly name: string;
  /** Its description in the help, one line. */
  readonly help: string;
  /** Whether `--complete` is allowed for it. */
  readonly canBeComplete: boolean;
  /** Recognises its exports by their content. */
  recognise(head: Head): boolean;
  /** Begins a file. Throws an ImportError with its `name` where a required column or key is missing. */
  begin(name: string, head: Head, context: SourceContext): FileAdapter;
}

export interface FileAdapter {
  /** Notes about the file for the person who imports. */
  readonly notes: readonly string[];
  /** Parses one record and converts it into a review, or a reply to one. */
  adapt(raw: Raw): Incoming | Refused | Reply;
  /** The places that the records were of, after all records. */
  places?(): readonly Place[];
  /** Notes that need all records. */
  finish?(): readonly string[];
  /** The other fields of a record, which may be about moderation. */
  othersOf(raw: Raw): Iterable<OtherField>;
}
