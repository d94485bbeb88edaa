import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProportion } from '../../../sidecar/mcp/tools/answer-parts.ts';
import { readDataset } from '../../../site/content/read/read.ts';
import type { InsightsDocument } from '../../../site/contract/insights.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { scoreBesideStars, starsOf } from '../../../site/insights/stars.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Written {
  readonly rating: number;
  readonly text: string;
}

const folder = temporaryFolder();
const idOf = (index: number) => `01H${String(1e9 - index).padStart(23, '0')}`;
let businesses = 0;

/** Returns the insights of a plumber with these reviews, given newest first. */
async function insightsOf(reviews: readonly Written[]): Promise<InsightsDocument> {
  const content = path.join(folder, String(businesses++));
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  const items = reviews.map(({ rating, text }, index) => ({
    id: idOf(index),
    date: '2025-01-01',
    rating,
    author: 'Sam',
    verified: true,
    text,
  }));
  await writeFile(path.join(content, 'business.yaml'), 'name: Acme\ntype: Plumber\n');
  await writeFile(path.join(content, 'reviews/all.yaml'), JSON.stringify(items));
  await writeFile(path.join(content, 'technicians.yaml'), JSON.stringify([{ name: 'Dana Whitfield', role: 'Plumber', aliases: ['Dana'] }]));
  await writeFile(path.join(content, 'services.yaml'), JSON.stringify([{ id: 'drains', name: 'Drains', aliases: ['drain'] }]));
  await writeFile(path.join(content, 'service-areas.yaml'), JSON.stringify([{ name: 'Millbrook' }]));
  return toInsights(readDataset(content));
}

const SILENT = 'Dana got up our hill at first light.';
const POLITE = 'Dana was polite and friendly.';

describe('a person praised in seven of ten reviews', () => {
  const praised = Array.from({ length: 7 }, () => ({ rating: 5, text: POLITE }));
  const figures = { mention_count: 10, rating_value: 4.2, positive_count: 7, negative_count: 0, critical_count: 3 };

  test('has no score if the critical reviews have no verdict; they are listed with the sentence', async () => {
    const silent = [2, 3, 2].map((rating) => ({ rating, text: `We waited. ${SILENT}` }));
    const { technicians } = (await insightsOf([...silent, ...praised])).entities;
    expect(technicians[0]).toMatchObject({
      ...figures,
      rating_distribution: { '1': 0, '2': 2, '3': 1, '4': 0, '5': 7 },
      critical_without_verdict_count: 3,
      critical_mentions: [0, 1, 2].map((index) => ({ review_id: idOf(index), start: 11, end: 47 })),
      score: null,
      score_against_stars: null,
    });
  });
});

describe('the score', () => {
  const said = (polarity: 'positive' | 'negative' | 'unclear' | undefined, rating: number, times: number) =>
    Array.from({ length: times }, () => ({ rating, polarity }));
  const counts = (positive_count: number, negative_count: number) => ({
    positive_count,
    neutral_count: 0,
    mixed_count: 0,
    negative_count,
    unclear_count: 0,
  });

  test.each([
    ['is null with four verdicts', counts(4, 0), said('positive', 5, 4), null, null],
    ['is a number with five verdicts', counts(5, 0), said('positive', 5, 5), 1, 'agrees'],
    [
      'is a number if fewer than a fifth of the reviews are critical without a clear verdict',
      counts(5, 2),
      [...said('positive', 5, 5), ...said('negative', 1, 2), ...said('unclear', 1, 1)],
      0.43,
      'agrees',
    ],
    [
      'is null if a fifth are',
      counts(7, 1),
      [...said('positive', 5, 7), ...said('negative', 1, 1), ...said('unclear', 1, 1), ...said(undefined, 1, 1)],
      null,
      null,
    ],
    [
      'is higher than the stars if they are on the other side of three',
      counts(5, 4),
      [...said('positive', 3, 5), ...said('negative', 2, 4)],
      0.11,
      'higher',
    ],
    ['is lower than the stars if they are more than one star away', counts(2, 3), said('positive', 5, 5), -0.2, 'lower'],
  ] as const)('%s', (_, verdicts, mentions, score, score_against_stars) => {
    expect(scoreBesideStars(verdicts, starsOf(mentions))).toEqual({ score, score_against_stars });
  });
});

const sentence = fc.constantFrom(
  SILENT,
  POLITE,
  'Dana was rude to my wife.',
  'They fixed the drain quickly and left a mess.',
  'The drain in Millbrook is fine now.',
  'Fair price, lovely people in Millbrook.',
  'Two other companies never called back.',
  'Muy contentos con Dana y con todo el trabajo que hizo.',
);
const business = fc.array(
  fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    text: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  }),
  { maxLength: 14 },
);

// Searches the texts for the names, and gets the critical reviews without a verdict from a business that only has critical reviews.
test('figures by stars match an independent count for random businesses', async () => {
  await fc.assert(
    fc.asyncProperty(business, async (reviews) => {
      const isCritical = ({ rating }: Written) => rating < 4;
      const [all, critical] = [await insightsOf(reviews), await insightsOf(reviews.filter(isCritical))];
      const named = [
        [/Dana/, ({ entities }: InsightsDocument) => entities.technicians[0]],
        [/drain/, ({ entities }: InsightsDocument) => entities.services[0]],
        [/Millbrook/, ({ entities }: InsightsDocument) => entities.service_areas[0]],
      ] as const;
      for (const [name, entityOf] of named) {
        const naming = reviews.filter(({ text }) => name.test(text));
        const found = entityOf(all);
        const alone = entityOf(critical);
        if (!found || !alone) throw new Error('The entry is missing.');
        expect(found.mention_count).toBe(naming.length);
        const given = naming.map(({ rating }) => rating);
        expect(Object.entries(found.rating_distribution).flatMap(([stars, count]) => Array(count).fill(Number(stars)))).toEqual(
          given.sort(),
        );
        expect(found.critical_count).toBe(naming.filter(isCritical).length);
        const silent = alone.mention_count - alone.positive_count - alone.neutral_count - alone.mixed_count - alone.negative_count;
        expect(found.critical_without_verdict_count).toBe(silent);
        expect(found.critical_mentions.length).toBe(silent);
        const texts = new Map(reviews.map((review, index) => [idOf(index), review]));
        for (const { review_id, start, end } of found.critical_mentions) {
          expect(texts.get(review_id)?.rating).toBeLessThan(4);
          expect(texts.get(review_id)?.text.slice(start, end)).toMatch(name);
        }
      }
      for (const aspect of all.aspects) {
        const verdicts = reviews.filter((_, index) => all.per_review[idOf(index)]?.aspects.some(({ id }) => id === aspect.id));
        expect(Object.values(aspect.rating_distribution)).toEqual(
          [1, 2, 3, 4, 5].map((stars) => verdicts.filter(({ rating }) => rating === stars).length),
        );
        expect(aspect.critical_count).toBe(verdicts.filter(isCritical).length);
      }
    }),
    { numRuns: 25 },
  );
});

test('every prefix of the quotes has praise and criticism in proportion, to within one quote', () => {
  const count = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(count, count, (positive, negative) => {
      const quotes = [...Array(positive).fill('positive'), ...Array(negative).fill('negative')].map(
        (polarity: 'positive' | 'negative') => ({ polarity }),
      );
      const ordered = inProportion(quotes, { positive, negative, mixed: 0, neutral: 0 });
      for (let end = 1; end <= ordered.length; end++) {
        const praise = ordered.slice(0, end).filter(({ polarity }) => polarity === 'positive').length;
        expect(Math.abs(praise - (end * positive) / (positive + negative))).toBeLessThanOrEqual(1);
      }
    }),
  );
});
