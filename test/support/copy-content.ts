import { cp } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Workshop {
  readonly folder: string;
  /** A copy of the fixture that may be edited. */
  readonly content: string;
  readonly dist: string;
}

/** Makes a folder for a test that edits content and builds it. */
export async function workshop(fixture: string): Promise<Workshop> {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  await cp(path.join(root, 'test/fixtures', fixture), content, { recursive: true });
  return { folder, content, dist: path.join(folder, 'dist') };
}
