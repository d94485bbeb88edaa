import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportError } from '../../scripts/import/questions.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { roundsOf } from '../support/release-test.ts';
import { withBusiness } from '../support/with-business.ts';

const NOW = new Date('2025-01-01');
const RUNS = roundsOf(300);

const publishedIn = (folder: string) => readDataset(folder).reviews.map(({ author }) => author);

/** Names and values of columns with which real exports mark whether a review was public. */
const STATES = [
  'status',
  'state',
  'curated',
  'review_status',
  'comment_approved',
  'approved',
  'is_approved',
  'published',
  'visibility',
  'moderation_status',
];
const FLAGS = ['hidden', 'is_spam', 'deleted_at', 'rejected', 'isPending', 'archived_at', 'is_private'];
const NAMELESS = ['Zustand', 'column 7', 'Notiz', 'x', '状態'];

const HIDDEN = [
  'spam',
  'pending',
  'hidden',
  'rejected',
  'unpublished',
  'not-yet',
  'trash',
  'Not approved',
  'awaiting moderation',
  'unapproved',
  'deleted',
  'private',
  'draft',
  'on hold',
  'archived',
  'en attente',
  'abgelehnt',
];
const NO = ['0', 'false', 'no', '', 'n', 'FALSE'];
const YES = ['1', 'true', 'yes', 'y', '2024-02-03', '2024-02-03 10:00:00', '1709460000'];

const restyle = (text: string) =>
  fc
    .tuple(fc.constantFrom('as it is', 'upper', 'lower', 'title'), fc.constantFrom('', ' ', '  '), fc.constantFrom('', ' ', '!'))
    .map(([style, before, after]) => {
      const styled =
        style === 'upper'
          ? text.toUpperCase()
          : style === 'lower'
            ? text.toLowerCase()
            : style === 'title'
              ? text.charAt(0).toUpperCase() + text.slice(1)
              : text;
      return text === '' ? '' : before + styled + after;
    });
const oneOf = (values: readonly string[]) => fc.constantFrom(...values).chain(restyle);
const nameOf = (values: readonly string[]) =>
  fc
    .constantFrom(...values)
    .chain((name) =>
      fc.constantFrom(
        name,
        name.toUpperCase(),
        name.replaceAll('_', ' '),
        name.replaceAll('_', ''),
        name.charAt(0).toUpperCase() + name.slice(1),
      ),
    );

/**
 * A column, with its values for a review that wasn't public and for one that was. `isState`: it says that reviews were public, unlike
 * `is_spam`, which only says that nothing is against them.
 */
const moderated = fc.oneof(
  fc.record({
    isState: fc.constant(true),
    name: nameOf(STATES),
    hidden: fc.oneof({ weight: 3, arbitrary: oneOf([...HIDDEN, ...NO]) }, { weight: 1, arbitrary: fc.constant('') }),
    shown: fc.constantFrom('approved', 'Published', '1', 'TRUE', 'ok'),
  }),
  fc.record({
    isState: fc.constant(false),
    name: nameOf(FLAGS),
    hidden: oneOf([...HIDDEN, ...YES]),
    shown: fc.constantFrom('0', 'false', '', 'no', 'NULL'),
  }),
  fc.record({
    isState: fc.constant(false),
    name: fc.constantFrom(...NAMELESS),
    hidden: oneOf(HIDDEN),
    shown: fc.constantFrom('approved', 'fine', '1', ''),
  }),
);

const table = fc.record({
  columns: fc.uniqueArray(moderated, { minLength: 1, maxLength: 3, selector: ({ name }) => name.toLowerCase() }),
  /** For each row, which of the columns mark it as not public. */
  rows: fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  order: fc.infiniteStream(fc.nat()),
  format: fc.constantFrom(',', ';', '\t', 'json', 'ndjson'),
  hasVerified: fc.boolean(),
});
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

/** The value of a column in a row. */
const cellOf = ({ columns, rows }: Table, row: number, column: number) => columns[column]?.[rows[row]?.[column] ? 'hidden' : 'shown'] ?? '';

/**
 * Whether a column marks a row as not public. An empty cell only does if the column has values in other rows and if no other column of the
 * row says that the review was public.
 */
function marksAsHidden(given: Table, row: number, column: number): boolean {
  if (!given.rows[row]?.[column]) return false;
  if (cellOf(given, row, column) !== '') return true;
  const isUsed = given.rows.some((_, other) => cellOf(given, other, column) !== '');
  const isSaidElsewhere = given.columns.some((_, other) => other !== column && given.columns[other]?.isState && !given.rows[row]?.[other]);
  return isUsed && !isSaidElsewhere;
}

function print(given: Table): string {
  const { columns, rows, order, format, hasVerified } = given;
  const records = rows.map((_, index) => [
    ['date', '2024-01-02'],
    ['rating', '5'],
    ['author', `A${index}`],
    ['source_id', `id-${index}`],
    ...(hasVerified ? [['verified', 'true']] : []),
    ...columns.map(({ name }, column) => [name, cellOf(given, index, column)]),
  ]);
  const [first = []] = records;
  const shuffled = first.map((_, place) => ({ place, key: order.next().value ?? 0 })).sort((a, b) => a.key - b.key);
  const inOrder = records.map((record) => shuffled.map(({ place }) => record[place] ?? []));
  if (format === 'json' || format === 'ndjson') {
    const objects = inOrder.map((record) =>
      JSON.stringify({ ...Object.fromEntries(record), rating: 5, ...(hasVerified ? { verified: true } : {}) }),
    );
    return format === 'json' ? `[\n${objects.join(',\n')}\n]` : objects.join('\n');
  }
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  return [shuffled.map(({ place }) => cell(first[place]?.[0])), ...inOrder.map((record) => record.map(([, value]) => cell(value)))]
    .map((cells) => cells.join(format))
    .join('\n');
}

test('a record that any column marks as not public is never published, and the import asks about unclear columns', async () => {
  const outcomes = { asked: 0, taken: 0, shown: 0 };
  await fc.assert(
    fc.asyncProperty(table, async (given) => {
      await withBusiness(NOW, async (folder, bring) => {
        const isPublic = given.rows.map((_, row) => given.columns.every((__, column) => !marksAsHidden(given, row, column)));
        const published = await bring(print(given)).then(
          () => publishedIn(folder),
          (error: unknown) => {
            expect(error).toBeInstanceOf(ImportError);
            expect(String(error)).toMatch(/--public ".+=.*" for each value .* or --ignore "/s);
            return undefined;
          },
        );
        outcomes[published === undefined ? 'asked' : 'taken'] += 1;
        if (published === undefined) return;
        const allowed = isPublic.flatMap((one, index) => (one ? [`A${index}`] : []));
        expect(allowed).toEqual(expect.arrayContaining(published));
        // If all columns are known, a record is published if none of them marks it as not public.
        if (given.columns.every(({ name }) => !NAMELESS.includes(name))) expect([...published].sort()).toEqual(allowed);
        outcomes.shown += published.length;
      });
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(RUNS / 15);
});

/** `no state`: an export whose states are all empty, which says nothing. */
const change = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('approved', 'pending', 'spam', 'published', '', 'no state') },
  { weight: 1, arbitrary: fc.constantFrom('by hand: shown', 'by hand: hidden') },
);

test('the last state at the source decides whether a review is published, until somebody decides by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      await withBusiness(NOW, async (folder, bring) => {
        let expected = false;
        let isDecided = false;
        const bringState = (ann: string, ben: string) =>
          bring(`source_id,date,rating,author,status\na,2024-01-02,5,Ann,${ann}\nb,2024-01-01,5,Ben,${ben}\n`);
        await bringState('pending', 'spam');
        for (const one of changes) {
          if (one.startsWith('by hand')) {
            const file = path.join(folder, 'reviews/imported.json');
            const [{ edited: _, ...review }, ben] = JSON.parse(await readFile(file, 'utf8'));
            expected = one.endsWith('shown');
            isDecided = true;
            await writeFile(file, JSON.stringify([{ ...review, verified: expected, edited: ['verified'] }, ben]));
          } else if (one === 'no state') await bringState('', '');
          else {
            await bringState(one, 'spam');
            if (!isDecided) expected = one === 'approved' || one === 'published';
          }
          expect(publishedIn(folder)).toEqual(expected ? ['Ann'] : []);
        }
      });
    }),
    { numRuns: roundsOf(30) },
  );
});
