import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isHeldOut, readKeys, sentenceStarts } from '../../../scripts/lab/train/choose-texts.ts';
import { packs, readRealSet } from '../../../scripts/lab/train/real-labels.ts';

const items = readRealSet();
const keysFile = process.env['HELD_OUT_KEYS'];

test('every id is unique', () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test('every quote is one or more words of its text', () => {
  const quotes = items.flatMap(({ id, text, ...labels }) =>
    (['a', 'b', 'settled'] as const).flatMap((who) => {
      const entries = [...labels[who].home, ...labels[who].general];
      return entries.map(({ from, to }) => ({ id, who, quote: text.slice(from, to), length: to - from }));
    }),
  );
  expect(quotes.length).toBeGreaterThan(20_000);
  expect(quotes.filter(({ quote, length }) => quote.length !== length || quote !== quote.trim() || !/\w/.test(quote))).toEqual([]);
});

test('a sentence has at most one settled entry for each aspect', () => {
  const sentences = items.filter(({ kind }) => kind === 'sentence');
  for (const pack of ['home', 'general'] as const) {
    const twice = sentences.filter(({ settled }) => new Set(settled[pack].map(({ aspect }) => aspect)).size < settled[pack].length);
    expect(twice.map(({ id }) => id)).toEqual([]);
  }
});

test.skipIf(keysFile === undefined)('no text or sentence has a key in HELD_OUT_KEYS', () => {
  const keys = readKeys(keysFile ?? '');
  expect(keys.size).toBeGreaterThan(0);
  expect(items.filter(({ text }) => isHeldOut(text, keys)).map(({ id }) => id)).toEqual([]);
});

test('the README has the figures that the command prints', () => {
  const printed = execFileSync(process.execPath, ['scripts/lab/train/real-agreement.ts'], { encoding: 'utf8' });
  expect(printed).toContain(packs.general.at(-1));
  expect(readFileSync('test/gold/real/README.md', 'utf8')).toContain(printed.trim());
});

test.each([
  ['one line. Two sentences', [0, 10]],
  ['\nA line\n\nand another. And more', [1, 9, 22]],
])('the sentences of %j begin at %j', (text, starts) => {
  expect(sentenceStarts(text)).toEqual(starts);
});
