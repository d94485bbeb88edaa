import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withContentLock } from '../../site/content/write/lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OLD = new Date('2020-01-01T00:00:00Z');

test('a command that works for long renews its lock, so nobody takes it over', async () => {
  const folder = temporaryFolder();
  const lock = path.join(folder, '.content.lock');
  await withContentLock(
    folder,
    async () => {
      await utimes(lock, OLD, OLD);
      await expect.poll(async () => (await stat(lock)).mtimeMs, { timeout: 60_000 }).toBeGreaterThan(OLD.getTime());
      await expect(withContentLock(folder, async () => 'mine', { patience: 0 })).rejects.toThrow(
        `content: another command (process ${process.pid}) is still running; wait for it, or remove ${lock}`,
      );
    },
    { renewal: 5 },
  );
  expect(await withContentLock(folder, async () => 'mine', { patience: 0 })).toBe('mine');
});

test('a lock that nobody renews is taken over, although a process has the id of its holder', async () => {
  const folder = temporaryFolder();
  const lock = path.join(folder, '.content.lock');
  await writeFile(lock, `${process.pid} 0011223344556677\n`);
  await expect(withContentLock(folder, async () => 'mine', { patience: 0 })).rejects.toThrow('is still running');
  await utimes(lock, OLD, OLD);
  expect(await withContentLock(folder, async () => 'mine', { patience: 0 })).toBe('mine');
});
