import { describe, expect, test } from 'vitest';
import { fitModel, toLessons } from '../../../scripts/lab/train/fit-model.ts';
import { type Example, fitTable } from '../../../scripts/lab/train/fit-table.ts';
import { fitLogistic } from '../../../scripts/lab/train/logistic.ts';
import { readPractice } from '../../../scripts/lab/train/practice.ts';
import { decodeVector, encodeVector, readVectors } from '../../../scripts/lab/train/vectors.ts';
import { keysOf, toGrams } from '../../../site/analysis/model/grams.ts';
import { learned, weigh } from '../../../site/analysis/model/model.ts';
import { keysFor } from '../../../site/analysis/model/polarity.ts';
import { soften } from '../../../site/analysis/model/presence.ts';
import { encodeLevels, readTable, scoreOf, sumLevels } from '../../../site/analysis/model/weight-table.ts';
import { compileCues } from '../../../site/analysis/text/evidence.ts';
import { toSentences } from '../../../site/analysis/text/sentences.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { readText } from '../../../site/analysis/text/verdicts.ts';

const gramsOf = (text: string) => toSentences(tokenize(text), text).flatMap(toGrams);

describe('grams', () => {
  test('are the word, its stem, and the pair with the next stem; the first one opens', () => {
    expect(gramsOf('Leaking pipes!').map(keysOf)).toEqual([
      ['=leaking', 'leak', 'leak pip', '^ leak'],
      ['=pipes', 'pip', 'pip $'],
    ]);
  });

  test('sums of money and numbers stand for their kind', () =>
    expect(gramsOf('Paid $450 for 2').map(({ word }) => word)).toEqual(['paid', '<money>', 'for', '<number>']));

  test('a word behind a negator has keys of its own for polarity', () => {
    const [, late] = gramsOf('Never late.');
    expect(late && keysFor('punctuality', late)).toEqual(['!late', 'punctuality:!late', 'late $']);
  });
});

describe('weights', () => {
  const table = readTable({ bias: [0.5, -1], step: 0.25, rows: [`late ${encodeLevels([4, -8])}`, `not late ${encodeLevels([0, 31])}`] });

  test('levels go from -32 to 31 and stop there', () => expect(encodeLevels([-99, -32, 0, 31, 99])).toBe('AAg//'));

  test('add up over the keys of a place', () => expect([...sumLevels(table, ['late', 'not late', 'unknown'])]).toEqual([4, 23]));

  test('are divided by the square root of how many places there are', () => {
    const places = ['late', 'x', 'x', 'x'].map((key) => sumLevels(table, [key]));
    expect(scoreOf(table, places)).toEqual([0.5 + (0.25 * 4) / 2, -1 - (0.25 * 8) / 2]);
  });

  test('are rounded to three decimals with their bias', () => expect(weigh([0.5, 0.25, -1], [1 / 3, 1])).toBe(-0.583));

  test('soften is odd, and 0.7 at its half', () => {
    expect(soften(0, 4)).toBe(0);
    expect(soften(4, 4)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(soften(-4, 4)).toBe(-soften(4, 4));
  });
});

describe('learning', () => {
  const row = (...values: readonly number[]) => ({ at: Int32Array.from(values.keys()), values: Float64Array.from(values) });

  test('finds the minimum: the gradient there is 0', () => {
    const rows = [row(1, 0), row(1, 1), row(0, 1), row(1, -1)];
    const isCase = [true, true, false, false];
    const weights = fitLogistic({ rows, isCase, counts: [1, 1, 1, 1], size: 2, strength: 10 });
    const pulls = rows.map(({ values }, index) => {
      const margin = (isCase[index] ? 1 : -1) * ((values[0] ?? 0) * (weights[0] ?? 0) + (values[1] ?? 0) * (weights[1] ?? 0));
      return ((isCase[index] ? -1 : 1) * 10) / (1 + Math.exp(margin));
    });
    for (const axis of [0, 1]) {
      const gradient = (weights[axis] ?? 0) + rows.reduce((sum, { values }, index) => sum + (pulls[index] ?? 0) * (values[axis] ?? 0), 0);
      expect(Math.abs(gradient)).toBeLessThan(0.05);
    }
  });

  test('a word that no example uses gets weight from its neighbours in meaning', () => {
    const example = (word: string, yes: boolean): Example => ({ amounts: [[`=${word}`, 1]], answers: [yes], counts: [1] });
    const vectors = new Map([
      ['rude', [1, 0]],
      ['impolite', [0.9, 0.1]],
      ['kind', [-1, 0]],
      ['caring', [-0.9, 0.1]],
    ]);
    const table = readTable(
      fitTable([example('rude', true), example('rude', true), example('kind', false), example('kind', false)], { vectors }),
    );
    expect(sumLevels(table, ['=impolite'])[0]).toBeGreaterThan(0);
    expect(sumLevels(table, ['=caring'])[0]).toBeLessThan(0);
  });

  test('the same texts give the same bytes', () => {
    const lessons = toLessons(readPractice().filter((_, index) => index % 300 === 0));
    const vectors = new Map([...readVectors()].slice(0, 500));
    expect(JSON.stringify(fitModel(lessons, vectors))).toBe(JSON.stringify(fitModel(lessons, vectors)));
  });

  test('a vector keeps its direction through its code', () => {
    const vector = Array.from({ length: 100 }, (_, axis) => ((axis % 7) - 3) / 20);
    const decoded = decodeVector(encodeVector(vector));
    for (const [axis, value] of vector.entries()) expect(Math.abs((decoded[axis] ?? 0) - value)).toBeLessThan(0.031);
  });
});

describe('reading with weights', () => {
  const cues = compileCues();

  test('finds what no phrase names, and quotes the sentence', () => {
    const text = 'We moved in. Bits of plaster in the sugar bowl and grit between my teeth.';
    const [verdict] = readText(text, cues, undefined).verdicts;
    expect(verdict).toMatchObject({ id: 'cleanliness', polarity: 'negative' });
    expect(verdict?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Bits of plaster in the sugar bowl and grit between my teeth.',
    ]);
  });

  test('another model reads otherwise', () => {
    const blind = { ...learned, presence: learned.presence.map((weight, index) => (index === learned.presence.length - 1 ? -99 : weight)) };
    expect(readText('They never showed up.', cues, undefined, blind).verdicts).toEqual([]);
  });
});
