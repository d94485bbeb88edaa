import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { polarityFigures } from '../../../scripts/lab/eval/figures.ts';
import { readGold } from '../../../scripts/lab/eval/gold.ts';
import { contradictions, enginePairs, readItems, scoreDetection } from '../../../scripts/lab/eval/score.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const evaluate = (...args: readonly string[]) => execFileSync(process.execPath, ['scripts/lab/eval.ts', ...args], { encoding: 'utf8' });

test('the development half stays above its floors', () => {
  const reads = readItems(readGold('test/gold', 'development') ?? []);
  const detection = scoreDetection(reads);
  expect(detection.precision).toBeGreaterThan(0.9);
  expect(detection.recall).toBeGreaterThan(0.9);
  const polarity = polarityFigures(enginePairs(reads, 'verdicts'));
  expect(polarity.accuracy).toBeGreaterThan(0.9);
  expect(polarity.macroF1).toBeGreaterThan(0.75);
  expect(polarity.negativeF1).toBeGreaterThan(0.9);
  expect(polarityFigures(enginePairs(contradictions(reads), 'verdicts')).accuracy).toBeGreaterThan(0.8);
});

test('an absent half is reported as absent, never as passed', () => {
  const output = evaluate('--gold', folder);
  expect(output).toContain('development half: absent');
  expect(output).toContain('sealed half: absent');
});

test('--errors never prints a text of the sealed half', () => {
  const gold = path.join(folder, 'gold');
  execFileSync('mkdir', ['-p', gold]);
  copyFileSync('test/gold/development.jsonl', path.join(gold, 'sealed.jsonl'));
  const output = evaluate('--gold', gold, '--errors');
  expect(output).toMatch(/errors: \d+ missed, \d+ extra, \d+ polarity/);
  for (const { text } of readGold('test/gold', 'development') ?? []) expect(output).not.toContain(text);
});

test('reads the format of SemEval-2014 Task 4, and leaves conflict out', () => {
  const file = path.join(folder, 'terms.xml');
  const terms = [
    '<aspectTerm term="food" polarity="positive" from="4" to="8"/>',
    '<aspectTerm term="service" polarity="negative" from="27" to="34"/>',
    '<aspectTerm term="it" polarity="conflict" from="0" to="2"/>',
  ];
  const sentence = `<sentence id="1"><text>The food was good &amp; hot, the service awful.</text><aspectTerms>${terms.join('\n')}</aspectTerms></sentence>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<sentences>\n ${sentence}\n <sentence id="2"><text>Hm.</text></sentence>\n</sentences>\n`);
  expect(evaluate('--semeval', file)).toMatch(/2 terms[\s\S]*engine {4}accuracy 1\.000/);
});

test('reads a table of targets', () => {
  const file = path.join(folder, 'terms.tsv');
  writeFileSync(file, 'text\ttarget\tfrom\tto\tpolarity\nThe food was great.\tfood\t4\t8\tpositive\n');
  expect(evaluate('--tsv', file)).toMatch(/1 terms[\s\S]*accuracy 1\.000/);
});
