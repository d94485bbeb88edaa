import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Gives the run a folder of its own for temporary files, and fails the run where tests leave something in it. */
export default function useOwnTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-reviews-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left ${left.length} entries in the temporary folder: ${left.slice(0, 20).join(', ')}`);
  };
}
