import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const memory = path.resolve('scripts/build/memory.ts');

/** Whether an object that nobody holds is still there after `collectGarbage`, in a process of its own: what it sets holds for a whole process. */
async function livesOn(reviews: number, bytes: number): Promise<string> {
  const script = `
    import { setImmediate } from 'node:timers/promises';
    import { collectAfter, saveMemory } from ${JSON.stringify(memory)};
    saveMemory(${reviews});
    const garbage = (() => new WeakRef({}))();
    await setImmediate();
    collectAfter(${bytes});
    console.log(garbage.deref() !== undefined);`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return (await run(process.execPath, args)).stdout.trim();
}

test.each([
  { reviews: 20_000, bytes: 10_000_000, lives: 'false' },
  { reviews: 20_000, bytes: 9_999_999, lives: 'true' },
  { reviews: 19_999, bytes: 10_000_000, lives: 'true' },
])('of $reviews reviews, garbage is collected behind a file of $bytes bytes: it lives on, $lives', async ({ reviews, bytes, lives }) => {
  expect(await livesOn(reviews, bytes)).toBe(lives);
});
