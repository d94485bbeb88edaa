import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from './run-script.ts';

export interface Workshop {
  readonly folder: string;
  /** A copy of the fixture that may be edited. */
  readonly content: string;
  readonly dist: string;
  remove(): Promise<void>;
}

/** A folder of its own for a test that edits content and builds it. */
export async function workshop(fixture: string): Promise<Workshop> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open reviews '));
  const content = path.join(folder, 'content');
  await cp(path.join(root, 'test/fixtures', fixture), content, { recursive: true });
  return { folder, content, dist: path.join(folder, 'dist'), remove: () => rm(folder, { recursive: true, force: true }) };
}
