import { readWatch, writeWatch } from '../import/watch.ts';

/** Dismisses a waiting export without importing it, so it isn't read again. Returns false if it isn't waiting. */
export async function dismissWaiting(dataDir: string, sha256: string, now: Date): Promise<boolean> {
  const state = await readWatch(dataDir);
  const found = state?.waiting.find((one) => one.sha256 === sha256);
  if (state === undefined || found === undefined) return false;
  const settled = { files: found.files, sha256, at: now.toISOString(), outcome: 'ignored' as const, report: found.message };
  const waiting = state.waiting.filter((one) => one !== found);
  await writeWatch(dataDir, { ...state, waiting, done: [...state.done, settled] });
  return true;
}
