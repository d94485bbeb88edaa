import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verificationReference } from '../../site/content/write/verification-key.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a number becomes a keyed hash, the same for the same number however it is spaced and cased', async () => {
  const dataDir = path.join(temporaryFolder(), 'not there yet');
  const reference = await verificationReference(dataDir, 'INV 10482');
  expect(reference).toMatch(/^[0-9a-f]{64}$/);
  expect(await verificationReference(dataDir, '  inv   10482 ')).toBe(reference);
  expect(await verificationReference(dataDir, 'INV 10483')).not.toBe(reference);
  expect(await verificationReference(temporaryFolder(), 'INV 10482')).not.toBe(reference);
});

test('a dry run makes no key, and uses the one that is there', async () => {
  const dataDir = temporaryFolder();
  expect(await verificationReference(dataDir, '1', false)).not.toBe(await verificationReference(dataDir, '1', false));
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await verificationReference(dataDir, '1')).toBe(await verificationReference(dataDir, '1', false));
});

test('the key is its owner’s alone, and nothing lies beside it', async () => {
  const dataDir = temporaryFolder();
  await verificationReference(dataDir, '1');
  expect(readdirSync(dataDir)).toEqual(['verification.key']);
  expect(statSync(path.join(dataDir, 'verification.key')).mode & 0o777).toBe(0o600);
});

test('commands that need the key for the first time at once agree on one', async () => {
  const dataDir = temporaryFolder();
  const references = await Promise.all(Array.from({ length: 20 }, () => verificationReference(dataDir, '1')));
  expect(new Set(references).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['verification.key']);
});

test('a damaged key stops with what to do, and is left as it is', async () => {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, 'verification.key');
  writeFileSync(file, 'short\n');
  chmodSync(file, 0o600);
  await expect(verificationReference(dataDir, '1')).rejects.toThrow(
    `verification: ${file} contains no key; restore it from a backup, or delete it and verify by invoice numbers again`,
  );
  expect(readFileSync(file, 'utf8')).toBe('short\n');
});
