import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ContentError } from '../../site/content/problems.ts';
import { isContent } from '../../site/content/read/content-files.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { publish } from '../../site/integration.ts';
import { type Publication, readPublication } from '../../site/publication.ts';

/** The current content: its publication, or the problem that prevents one. */
export type ContentState =
  | { readonly publication: Publication; readonly problem?: undefined }
  | { readonly publication?: undefined; readonly problem: string };

/** Content that is being edited. */
export interface EditedContent {
  /** Reads the content again if a file has changed since it was read last. */
  now(): ContentState;
}

/** Watches the content of `environment` and publishes its latest version to pages. `onRead` is called after each read. */
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
    const publication = readPublication(environment);
    publish(publication);
    return { publication };
  } catch (error) {
    if (error instanceof ContentError) return { problem: error.message };
    return { problem: `content: ${(error as Error).message}` };
  }
}

/** A fingerprint of the content: names, sizes and modification times of all its files. */
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
