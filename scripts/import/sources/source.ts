import type { SourceContext } from '../context.ts';
import type { Incoming, Refused } from '../incoming.ts';
import type { Head, Raw } from '../input/record.ts';
import type { OtherField } from '../moderation/moderation.ts';

/** A kind of export. The files are JSON or CSV (input/records.ts); each source parses its records and adapts them to reviews. */
export interface Source {
  /** As content/imports.json names it. */
  readonly name: string;
  /** A line of the help: what it is. */
  readonly help: string;
  /** Whether `--complete` may be said of it. */
  readonly canBeComplete: boolean;
  /** Whether a file is one of its exports, by its content alone. */
  recognise(head: Head): boolean;
  /** Begins a file. Throws an ImportError with its `name` where it lacks what every review needs. */
  begin(name: string, head: Head, context: SourceContext): FileAdapter;
}

export interface FileAdapter {
  /** What the person who imports should know about the file. */
  readonly notes: readonly string[];
  /** Parses one record and turns it into a review. */
  adapt(raw: Raw): Incoming | Refused;
  /** What else stands in a record: fields that may say whether the review was public. */
  othersOf(raw: Raw): Iterable<OtherField>;
}
