import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeSinceFiles } from '../../scripts/build/generation.ts';
import { fileLinker } from '../../scripts/content/write-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BELOW = 'api/reviews/since';

/** Writes the files of one review from 2024-01-01 and the 30 days after it, in a file system whose files have up to `most` names. */
function writeMonth(most: number) {
  const stage = temporaryFolder();
  mkdirSync(path.join(stage, BELOW), { recursive: true });
  writeFileSync(path.join(stage, BELOW, '2024-01-31'), 'no review');
  writeFileSync(path.join(stage, BELOW, '2024-01-01'), 'one review');
  const link: typeof linkSync = (existing, fresh) => {
    if (statSync(existing).nlink >= most) throw Object.assign(new Error('too many links'), { code: 'EMLINK' });
    linkSync(existing, fresh);
  };
  const answers = [
    { date: '2024-01-31', matched: 0, chain: 'a', modified: 1_700_000_000 },
    { date: '2024-01-01', matched: 1, chain: 'b', modified: 1_600_000_000 },
  ];
  const printed = new Map([
    ['a', '2024-01-31'],
    ['b', '2024-01-01'],
  ]);
  writeSinceFiles(stage, { first: '2024-01-01', last: '2024-01-31' }, answers, printed, fileLinker(link));
  return readdirSync(path.join(stage, BELOW)).map((name) => {
    const file = path.join(stage, BELOW, name);
    const { ino, mtimeMs } = statSync(file);
    return { name, ino, modified: mtimeMs / 1000, text: readFileSync(file, 'utf8') };
  });
}

test.each([
  [1_000, 2],
  [30, 2],
  [10, 4],
  [2, 16],
  [1, 31],
])('files with equal bytes and times share as few files on disk as a limit of %i links allows', (most, expected) => {
  const files = writeMonth(most);
  expect([files.length, new Set(files.map(({ ino }) => ino)).size]).toEqual([31, expected]);
  expect(files.filter(({ text, modified }) => text === 'no review' && modified === 1_700_000_000)).toHaveLength(30);
  expect(files.filter(({ text, modified }) => text === 'one review' && modified === 1_600_000_000)).toHaveLength(1);
});
