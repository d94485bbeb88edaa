import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Linux: a file system in memory. */
const MEMORY = '/dev/shm';
/** Several times the most that a run's files take. */
const ROOM_BYTES = 4e9;

/** The folder for Chromium's own files. Chromium sometimes leaves one there if it exits between creating and unlinking it. */
export const BROWSER_FOLDER = 'chromium';

/** Whether an entry of the temporary folder is of a browser, which may run until the test process has ended. */
const isOfBrowser = (name: string) => name === BROWSER_FOLDER || name.startsWith('playwright');

/** Returns the folder for temporary files: in memory if it has room. Waiting for a disk takes a third of a run; no test is about disks. */
function temporaryPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** Gives the run its own folder for temporary files, and fails the run if tests leave something in it. */
export default function useOwnTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(temporaryPlace(), 'open-reviews-tests-'));
  // Lets programs that run as another user reach their own folders inside.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Otherwise, Node and its programs would keep compiled code in the temporary folder.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  return () => {
    const left = readdirSync(folder).filter((name) => !isOfBrowser(name));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left ${left.length} entries in the temporary folder: ${left.slice(0, 20).join(', ')}`);
  };
}
