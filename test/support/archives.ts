import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { ZipFile } from 'yazl';
import { root } from './run-script.ts';

/** The texts of files by path, with slashes. */
export type Files = Readonly<Record<string, string>>;

/** Returns a zip archive of `files`, each last modified at `modified`. */
export function zipOf(files: Files, modified: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, { mtime: modified });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** Returns the same as a gzipped tar archive. */
export async function tgzOf(files: Files, modified: Date): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, text]) => ({
    header: { name, size: Buffer.byteLength(text), mtime: modified },
    body: text,
  }));
  return gzipSync(await packTar(entries));
}

/** Returns the files of a fixture in test/fixtures/exports. */
export function exportFixture(name: string): Files {
  const folder = path.join(root, 'test/fixtures/exports', name);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map(({ parentPath, name: file }) => path.join(parentPath, file)).sort();
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}

export interface GoogleReview {
  readonly id: string;
  readonly stars?: string;
  readonly comment?: string;
  readonly author?: string;
  readonly created?: string;
  readonly updated?: string;
  readonly reply?: { readonly comment: string; readonly updateTime: string };
}

/** Returns a review in the format of Google's exports. */
export function googleReview(
  { id, stars = 'FIVE', comment, author = 'Ann', created = '2024-01-01T00:00:00Z', updated, reply }: GoogleReview,
  location = '20',
) {
  return {
    name: `accounts/1/locations/${location}/reviews/${id}`,
    reviewer: { displayName: author },
    starRating: stars,
    ...(comment === undefined ? {} : { comment }),
    createTime: created,
    updateTime: updated ?? created,
    ...(reply === undefined ? {} : { reviewReply: reply }),
  };
}

/** Returns the path and text of a Takeout's file with `reviews`. */
export function takeoutOf(reviews: readonly GoogleReview[], location = '20'): Files {
  const folder = `Takeout/Google Business Profile/account-1/location-${location}`;
  return { [`${folder}/reviews.json`]: JSON.stringify({ reviews: reviews.map((review) => googleReview(review, location)) }) };
}
