import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withContentLock } from '../../scripts/content/lock.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('commands in one process wait for each other, and fail with a message if that takes too long', async () => {
  const folder = temporaryFolder();
  const order: string[] = [];
  const slow = withContentLock(folder, async () => {
    await expect(withContentLock(folder, async () => 'mine', 0)).rejects.toThrow(
      `content: another command is still running in ${folder}; wait for it`,
    );
    await wait(100);
    order.push('first');
  });
  await Promise.all([slow, withContentLock(folder, async () => order.push('second'))]);
  expect(order).toEqual(['first', 'second']);
  await expect(withContentLock(folder, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await withContentLock(folder, async () => 'mine', 0)).toBe('mine');
});

test('a lock ends with its process, even if the process is killed', async () => {
  const folder = temporaryFolder();
  const module = JSON.stringify(path.join(root, 'scripts/content/lock.ts'));
  const program = `import { withContentLock } from ${module};
    await withContentLock(process.argv[1], () => new Promise((resolve) => { console.log('locked'); setTimeout(resolve, 600_000); }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  await expect(withContentLock(folder, async () => 'mine', 0)).rejects.toThrow('is still running');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await withContentLock(folder, async () => 'mine', 0)).toBe('mine');
});

test('the error for a missing folder contains its path', async () => {
  const missing = path.join(temporaryFolder(), 'missing');
  await expect(withContentLock(missing, async () => 'mine')).rejects.toThrow(
    `${missing}: found no such folder; create a folder there, or set the path to another one`,
  );
});
