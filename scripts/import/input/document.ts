import type { Place } from '../doubt.ts';
import type { TakeoutFile } from './takeout-layout.ts';

/** A file that may contain reviews, in a folder, in an archive or by itself. */
export interface Document {
  /** The file, and its path inside of an archive, for messages. */
  readonly name: string;
  /** Its role in a Google Takeout; undefined for other files. */
  readonly takeout: TakeoutFile | undefined;
  readonly bytes: Uint8Array;
}

/** A record of a file: a JSON value, or the cells of a CSV row. */
export interface Raw {
  /** File and line, or file and position in it, for messages. */
  readonly place: string;
  readonly value: unknown;
  /** The page that it is part of, if the file may be one page of many. */
  readonly page?: Page;
}

/** A page of a paginated API. */
export interface Page {
  /** For messages. */
  readonly name: string;
  /** Whether another page follows. */
  hasNext: boolean;
  /** The scope of its reviews: each page of Google's API is for one location. Undefined until one of its reviews has been read. */
  scope?: string | undefined;
}

/** The part of a file by which a source recognizes it: the first JSON record (undefined if there is none) or the CSV header. */
export type Head = { readonly format: 'json'; readonly record: unknown } | { readonly format: 'csv'; readonly header: readonly string[] };

export interface Records {
  readonly head: Head;
  /** Throws an ImportError if a record is malformed. */
  readonly records: Iterable<Raw>;
  /** The pages, including those without records. */
  readonly pages: readonly Page[];
  /** The businesses that the file names outside of its records. */
  readonly places: readonly Place[];
}
