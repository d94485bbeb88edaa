/** A record as the file has it: a value of JSON, or the cells of a CSV row. */
export interface Raw {
  /** File and line, or file and place in it, for messages. */
  readonly place: string;
  readonly value: unknown;
  /** The list that it stands in, where that could be one page of many. */
  readonly page?: Page;
}

/** One answer of an API. */
export interface Page {
  /** As messages name it. */
  readonly name: string;
  /** Whether it names a page after it: known when all of it is read. */
  hasNext: boolean;
}

/** By what a source recognises its files: the first record of JSON, undefined where its list is empty, or the header of CSV. */
export type Head = { readonly format: 'json'; readonly record: unknown } | { readonly format: 'csv'; readonly header: readonly string[] };

export interface Records {
  readonly head: Head;
  readonly records: AsyncIterable<Raw>;
  /** The pages among them, those without a record included: complete when all records are read. */
  readonly pages: readonly Page[];
}
