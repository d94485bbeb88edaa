import type { TakeoutFile } from './takeout-layout.ts';

/** A file that may hold reviews, in a folder, in an archive or by itself. Its bytes can be read once. */
export interface Document {
  /** The file, and its path inside of an archive, for messages. */
  readonly name: string;
  /** Its role in a Google Takeout; undefined elsewhere. */
  readonly takeout: TakeoutFile | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file in a container. */
export interface Listed {
  /** With slashes as separators. */
  readonly path: string;
  readonly modified: Date;
}

/** A folder or an archive: lists its files, and reads the wanted ones in the container's own order. */
export interface Container {
  list(): Promise<readonly Listed[]>;
  read(wanted: ReadonlySet<string>): AsyncIterable<Listed & { readonly bytes: AsyncIterable<Uint8Array> }>;
}
