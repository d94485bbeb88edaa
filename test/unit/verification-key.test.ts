import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verificationReference } from '../../scripts/content/verification-key.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a number becomes a keyed hash that ignores case and extra spaces', async () => {
  const dataDir = path.join(temporaryFolder(), 'not there yet');
  const reference = await verificationReference(dataDir, 'INV 10482');
  expect(reference).toMatch(/^[0-9a-f]{64}$/);
  expect(await verificationReference(dataDir, '  inv   10482 ')).toBe(reference);
  expect(await verificationReference(dataDir, 'INV 10483')).not.toBe(reference);
  expect(await verificationReference(temporaryFolder(), 'INV 10482')).not.toBe(reference);
});

test('a dry run creates no key, but uses an existing one', async () => {
  const dataDir = temporaryFolder();
  expect(await verificationReference(dataDir, '1', false)).not.toBe(await verificationReference(dataDir, '1', false));
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await verificationReference(dataDir, '1')).toBe(await verificationReference(dataDir, '1', false));
});

test('the key is only accessible to its owner, and no other file is left behind', async () => {
  const dataDir = temporaryFolder();
  await verificationReference(dataDir, '1');
  expect(readdirSync(dataDir)).toEqual(['verification.key']);
  expect(statSync(path.join(dataDir, 'verification.key')).mode & 0o777).toBe(0o600);
});

test('commands that first need the key at the same time share one', async () => {
  const dataDir = temporaryFolder();
  const references = await Promise.all(Array.from({ length: 20 }, () => verificationReference(dataDir, '1')));
  expect(new Set(references).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['verification.key']);
});

test('a damaged key is reported with a fix and left unchanged', async () => {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, 'verification.key');
  writeFileSync(file, 'short\n');
  chmodSync(file, 0o600);
  await expect(verificationReference(dataDir, '1')).rejects.toThrow(
    `verification: ${file} contains no key; restore it from a backup, or delete it and verify by invoice numbers again`,
  );
  expect(readFileSync(file, 'utf8')).toBe('short\n');
});
