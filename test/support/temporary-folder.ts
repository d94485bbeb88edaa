import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folders = new Set<string>();

/** Makes a folder with a space in its path, which is removed when the test file or the script that asked for it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open reviews '));
  folders.add(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.clear();
}

process.once('exit', removeTemporaryFolders);
