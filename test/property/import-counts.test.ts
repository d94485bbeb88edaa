import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportError } from '../../scripts/import/questions.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { roundsOf } from '../support/release-test.ts';
import { withBusiness } from '../support/with-business.ts';

const NOW = new Date('2025-06-01');
const RUNS = roundsOf(150);

const mostly = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });

const cell = {
  source_id: mostly(['', 'a', 'b', 'c', 'd'], ['0', '1.02345E+17']),
  date: mostly(['2024-01-02', '2024-01-03', 'Mar 3, 2024'], ['3/14/2024', '', 'soon', '2 weeks ago', '0001-01-01', '2999-01-01']),
  rating: mostly(['1', '2', '3', '4', '5', '8/10', '★★☆☆☆'], ['4.5', '', 'good']),
  author: mostly(['Ann', 'Ann', 'Ann', 'Ben'], ['', 'nan']),
  text: mostly(['', 'Fine work', 'Late', 'Two\nlines'], ['He said "great"', '(Translated by Google) Good (Original) Bueno', '#N/A']),
  status: mostly(['approved'], ['pending', 'spam', '']),
  reply: fc.constantFrom('', 'Thanks'),
  reply_date: mostly(['', '2024-02-02'], ['someday']),
  updated_at: mostly(['', '2024-02-02', '2024-03-03T10:00:00Z'], ['later']),
};
type Cells = { readonly [column in keyof typeof cell]: string };
const COLUMNS = Object.keys(cell) as (keyof typeof cell)[];

const row: fc.Arbitrary<Cells> = fc.oneof(
  { weight: 8, arbitrary: fc.record(cell) },
  { weight: 1, arbitrary: fc.constant(Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Cells) },
);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A table; `damage` puts a line after a row that can't be read as one. */
const table = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  format: fc.constantFrom(',', ';', '\t', 'json', 'ndjson'),
  damage: fc.array(fc.constantFrom('', '', '', '2024-01-02,"x" y', 'x,y,z,1,2,3,4,5,6,7,8,9', '7'), { maxLength: 12 }),
});
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

const isEmpty = (one: Cells) => Object.values(one).every((value) => value === '');

/** The text of a table, and how many of its rows aren't empty. */
function print({ rows, format, damage }: Table): readonly [text: string, filled: number] {
  const filled = rows.filter((one) => !isEmpty(one)).length;
  if (format === 'json') return [JSON.stringify({ reviews: [...rows, ...damage.map(() => 7)] }, null, 1), filled + damage.length];
  if (format === 'ndjson') return [rows.map((one) => JSON.stringify(one)).join('\n'), filled];
  const wrong = format === ',' ? damage : [];
  const lines = rows.flatMap((one, index) => [COLUMNS.map((column) => quoted(one[column])).join(format), wrong[index] ?? []].flat());
  return [`${COLUMNS.join(format)}\n${lines.join('\n')}\n`, filled + wrong.slice(0, rows.length).filter((line) => line !== '').length];
}

const numbersOf = (report: string) => (/^\d+ added.*$/m.exec(report)?.[0].match(/\d+/g) ?? []).map(Number);

test('each row that isn’t empty is counted once, over several imports', async () => {
  const seen = new Array<number>(6).fill(0);
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(table, table, async (first, second) => {
      await withBusiness(NOW, async (folder, bring) => {
        for (const one of [first, first, second]) {
          const [text, filled] = print(one);
          const before = readDataset(folder).reviews.length;
          const report = await bring(text).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ImportError);
            return undefined;
          });
          if (report === undefined) {
            asked += 1;
            expect(readDataset(folder).reviews).toHaveLength(before);
            continue;
          }
          const numbers = numbersOf(report);
          expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(filled);
          for (const [index, count] of numbers.entries()) seen[index] = (seen[index] ?? 0) + count;
        }
      });
    }),
    { numRuns: RUNS },
  );
  // Every class occurs, and few tables are questions.
  expect(seen.filter((count) => count > RUNS / 30)).toHaveLength(6);
  expect(asked).toBeLessThan(RUNS);
});

/** Ratings on a scale, in a column, beside one with the average of the place or other numbers from 1 to 5. */
const scaled = fc
  .constantFrom(5, 10, 100, 7)
  .chain((best) =>
    fc.record({
      best: fc.constant(best),
      // Values up to 5 on a longer scale can't be told from stars.
      values: fc
        .array(fc.integer({ min: 1, max: best }), { minLength: 2, maxLength: 6 })
        .filter((values) => best === 5 || Math.max(...values) > 5),
      name: fc.constantFrom('rating', 'stars', 'score', 'review_rating', 'Score (out of 5)'),
      other: fc.constantFrom(undefined, 'rating', 'overall_rating', 'stars'),
      average: fc.constantFrom('5', '4.6', 'varying'),
    }),
  )
  .filter(({ name, other, best }) => name !== other && (best === 5 || !name.includes('out of')))
  // A column with one value beside one that varies counts as the place's average, even if it isn't.
  .filter(({ average, values }) => average !== 'varying' || new Set(values).size > 1)
  // A score beside another column of ratings is about something else, unless it varies and the other doesn't.
  .filter(
    ({ average, other, name, values }) =>
      other === undefined || !/score/i.test(name) || (average !== 'varying' && new Set(values).size > 1),
  );

test('what is imported, at once or by following a hint, has the right stars', async () => {
  const outcomes = { taken: 0, hinted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(scaled, async ({ best, values, name, other, average }) => {
      await withBusiness(NOW, async (folder, bring) => {
        const rows = values.map((value, index) => {
          const beside = average === 'varying' ? String(1 + ((index * 2) % 5)) : average;
          return [`2024-01-${10 + index}`, `A${index}`, String(value), ...(other === undefined ? [] : [beside])];
        });
        const text = [['date', 'author', name, ...(other === undefined ? [] : [other])], ...rows]
          .map((cells) => cells.join(','))
          .join('\n');
        const args: string[] = [];
        for (let turn = 0; turn < 3; turn++) {
          const problem = await bring(text, ...args).then(
            () => undefined,
            (error: unknown) => {
              expect(error).toBeInstanceOf(ImportError);
              return String(error);
            },
          );
          if (problem === undefined) {
            const stars = values.map((value) => (best === 5 ? value : Math.max(1, Math.round((value * 5) / best))));
            const found = new Map(readDataset(folder).reviews.map(({ author, rating }) => [author, rating]));
            for (const [author, rating] of found) expect([author, rating]).toEqual([author, stars[Number(author.slice(1))]]);
            outcomes[turn === 0 ? 'taken' : 'hinted'] += 1;
            return;
          }
          const [, condition, scale] = /If (\d+) is the best possible value, add --scale (\d+)/.exec(problem) ?? [];
          // A hint with a condition only holds if the condition does; a choice of columns recommends none.
          if (scale !== undefined && Number(condition) === best) args.push('--scale', scale);
          else if (/2 columns may have the rating/.test(problem) && !args.includes('--map')) args.push('--map', `rating=${name}`);
          else if (/Add --scale with the best possible value/.test(problem)) args.push('--scale', String(best));
          else break;
        }
        outcomes.refused += 1;
        expect(readDataset(folder).reviews).toEqual([]);
      });
    }),
    { numRuns: RUNS },
  );
  expect(outcomes.taken).toBeGreaterThan(RUNS / 10);
  expect(outcomes.hinted).toBeGreaterThan(RUNS / 10);
});
