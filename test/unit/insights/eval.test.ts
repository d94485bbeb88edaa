import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { againstStars, figuresOf, readGoldItems } from '../../../scripts/lab/eval/score.ts';
import { readGold } from '../../../scripts/lab/train/gold.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const evaluate = (...args: readonly string[]) =>
  execFileSync(process.execPath, ['scripts/lab/eval.ts', '--quick', ...args], { encoding: 'utf8' });

test('the development half, of which nothing was learned, stays above its floors', () => {
  const items = readGold('test/gold', 'development') ?? [];
  const { precision, recall, polarity } = figuresOf(readGoldItems(items, false));
  expect(precision).toBeGreaterThan(0.85);
  expect(recall).toBeGreaterThan(0.65);
  expect(polarity.accuracy).toBeGreaterThan(0.85);
  expect(polarity.negativeF1).toBeGreaterThan(0.85);
  expect(figuresOf(againstStars(readGoldItems(items, true))).polarity.accuracy).toBeGreaterThan(0.75);
});

test('an absent half is reported as absent, never as passed', () => {
  const output = evaluate('--gold', folder, '--sealed');
  expect(output).toContain('development half of the invented set: absent');
  expect(output).toContain('sealed half of the invented set: absent');
});

test('the sealed half is read only when asked for, and its texts are never printed', () => {
  const gold = path.join(folder, 'gold');
  mkdirSync(gold, { recursive: true });
  copyFileSync('test/gold/development.jsonl', path.join(gold, 'sealed.jsonl'));
  expect(evaluate('--gold', gold)).not.toContain('sealed half');
  const output = evaluate('--gold', gold, '--sealed');
  expect(output).toContain('sealed half of the invented set: 260 texts');
  for (const { text } of readGold('test/gold', 'development') ?? []) expect(output).not.toContain(text);
});

test('a polarity counts for an aspect that is found, and found and right together for both', () => {
  const reads = [
    { gold: new Map([['pricing', 'negative'] as const]), found: new Map([['pricing', 'positive'] as const]), stars: 5 },
    { gold: new Map([['safety', 'positive'] as const]), found: new Map([['safety', 'positive'] as const]), stars: undefined },
    { gold: new Map(), found: new Map([['punctuality', 'positive'] as const]), stars: undefined },
  ];
  expect(figuresOf(reads)).toMatchObject({ labels: 2, precision: 2 / 3, recall: 1, polarity: { accuracy: 0.5 }, foundAndRight: 0.4 });
  expect(againstStars(reads)).toHaveLength(1);
});
