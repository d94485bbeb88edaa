import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSecret } from '../../site/shared/secret-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a secret is only accessible to its owner, and no other file is left behind', async () => {
  const folder = path.join(temporaryFolder(), 'not there yet');
  expect(await createSecret(path.join(folder, 'a.key'), 'secret\n')).toBe('secret\n');
  expect(readdirSync(folder)).toEqual(['a.key']);
  expect(statSync(path.join(folder, 'a.key')).mode & 0o777).toBe(0o600);
});

test('an existing file is kept, and its contents are returned', async () => {
  const file = path.join(temporaryFolder(), 'a.key');
  writeFileSync(file, 'first\n');
  expect([await createSecret(file, 'second\n'), readFileSync(file, 'utf8')]).toEqual(['first\n', 'first\n']);
});

test('concurrent calls all get the same secret', async () => {
  const folder = temporaryFolder();
  const created = await Promise.all(Array.from({ length: 20 }, (_, index) => createSecret(path.join(folder, 'a.key'), `${index}\n`)));
  expect(new Set(created)).toEqual(new Set([readFileSync(path.join(folder, 'a.key'), 'utf8')]));
  expect(readdirSync(folder)).toEqual(['a.key']);
});
