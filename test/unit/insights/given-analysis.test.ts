import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDataset } from '../../../site/content/read/read.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

const REVIEW = '01M5DW3X00QPM5Y08NH51N7JF7';
let count = 0;

/** Creates a copy of the demo's content with one file added or replaced. */
function contentWith(name: string, bytes: string): string {
  const content = path.join(folder, String(count++));
  cpSync('content', content, { recursive: true });
  writeFileSync(path.join(content, name), bytes);
  return content;
}

const verdicts = (quote: string, review = REVIEW, polarity = 'negative') =>
  JSON.stringify({ model: 'other-1', reviews: [{ review, aspects: [{ aspect: 'punctuality', polarity, quote }] }] });

describe('verdicts from another model', () => {
  test('count for their review, with their quotes as ranges and the model’s name', () => {
    const dataset = readDataset(contentWith('verdicts-other.json', verdicts('nobody came, nobody called')));
    const [verdict] = toInsights(dataset).per_review[REVIEW]?.aspects ?? [];
    expect(verdict).toMatchObject({ id: 'punctuality', source: 'other-1' });
    const text = dataset.reviews.find(({ id }) => id === REVIEW)?.text ?? '';
    expect(verdict?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['nobody came, nobody called']);
  });

  test.each([
    ['a quote that is not in the text', verdicts('they were late'), 'which is not in the text of'],
    ['a review that does not exist', verdicts('x', '01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'which no review has'],
    ['an unknown polarity', verdicts('nobody came', REVIEW, 'bad'), 'write positive, neutral, negative, mixed'],
    ['no quote', verdicts(''), 'exactly as in'],
  ])('are rejected for %s, and the error contains the place', (_, bytes, message) => {
    const content = contentWith('verdicts.json', bytes);
    expect(() => readDataset(content)).toThrow(message);
    expect(() => readDataset(content)).toThrow(/verdicts\.json:\d+ reviews\[0\]/);
  });
});

describe('an editor’s file', () => {
  test('corrects aspects', () => {
    const content = contentWith(
      'corrections.yaml',
      `- review: ${REVIEW}\n  aspects:\n    punctuality: not_mentioned\n    pricing: mixed\n`,
    );
    const aspects = toInsights(readDataset(content)).per_review[REVIEW]?.aspects.map(({ id, polarity }) => [id, polarity]);
    expect(aspects).toContainEqual(['pricing', 'mixed']);
    expect(aspects?.some(([id]) => id === 'punctuality')).toBe(false);
  });

  test.each([
    ['aspects:\n    price: negative', 'price'],
    ['aspects:\n    pricing: awful', 'write positive, neutral, negative, mixed, not_mentioned'],
  ])('is rejected for %j', (line, message) => {
    expect(() => readDataset(contentWith('corrections.yaml', `- review: ${REVIEW}\n  ${line}\n`))).toThrow(message);
  });

  test('adds words for an aspect', () => {
    const content = contentWith('aspects.yaml', '- aspect: safety\n  negative: [walker]\n');
    const aspects = toInsights(readDataset(content)).per_review[REVIEW]?.aspects.map(({ id, polarity }) => [id, polarity]);
    expect(aspects).toContainEqual(['safety', 'negative']);
  });
});
