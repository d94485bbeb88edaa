import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Gives the run a folder of its own for temporary files, and fails the run where tests leave something in it. */
export default function useOwnTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-reviews-tests-'));
  process.env['TMPDIR'] = folder;
  // Node and its programs would keep compiled code in the temporary folder.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  return () => {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left ${left.length} entries in the temporary folder: ${left.slice(0, 20).join(', ')}`);
  };
}
