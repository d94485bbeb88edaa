import type { TakeoutFile } from './takeout-layout.ts';

/** One file that may hold reviews, in a folder, in an archive or on its own. Its bytes can be read once. */
export interface Document {
  /** As messages name it: the file, and the path inside of an archive. */
  readonly name: string;
  /** What it is in a Google Takeout; undefined elsewhere. */
  readonly takeout: TakeoutFile | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file inside of a container, before it is read. */
export interface Listed {
  /** With slashes. */
  readonly path: string;
  readonly modified: Date;
}

/** A folder or an archive: what it holds, and the bytes of what is wanted of it, in the container's own order. */
export interface Container {
  list(): Promise<readonly Listed[]>;
  read(wanted: ReadonlySet<string>): AsyncIterable<Listed & { readonly bytes: AsyncIterable<Uint8Array> }>;
}
