import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ContentError } from '../../site/content/problems.ts';
import { isContent } from '../../site/content/read/content-files.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { type Publication, readPublication } from '../../site/publication.ts';

/** The content as it is now: what it publishes, or what keeps it from being published. */
export type ContentState =
  | { readonly publication: Publication; readonly problem?: undefined }
  | { readonly publication?: undefined; readonly problem: string };

/** Content that people are editing. */
export interface EditedContent {
  /** Reads the content again if a file has changed since the last reading. */
  now(): ContentState;
}

/** Follows the content of `environment`; each new reading is what the pages of this process print. `onRead` is told of it. */
export function followContent(environment: Environment, onRead: (reading: ContentState) => void): EditedContent {
  let known: { readonly stamp: string; readonly reading: ContentState } | undefined;
  return {
    now: () => {
      const stamp = stampOf(environment.CONTENT_DIR);
      if (known?.stamp !== stamp) {
        known = { stamp, reading: read(environment) };
        onRead(known.reading);
      }
      return known.reading;
    },
  };
}

function read(environment: Environment): ContentState {
  try {
    return { publication: readPublication(environment) };
  } catch (error) {
    if (error instanceof ContentError) return { problem: error.message };
    return { problem: `content: ${(error as Error).message}` };
  }
}

/** Names, sizes and times of all files that hold content: other bytes, another stamp. */
function stampOf(folder: string): string {
  const stamps = listFiles(folder).map((name) => {
    const found = statSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
    return `${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`;
  });
  return stamps.join('\n');
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isContent).sort();
  } catch {
    return [];
  }
}
