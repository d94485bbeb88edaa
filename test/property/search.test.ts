import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSearch, indexAnalysis, indexReviews } from '../../sidecar/search/search.ts';
import type { AspectVerdict, ReviewInsight } from '../../site/contract/insights.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { nextPageQuery, parseSearch, type SearchQuery, searchQuery } from '../../site/contract/search-query.ts';
import { numberForms } from '../../site/shared/text.ts';
import { aReview } from '../support/a-review.ts';
import { roundsOf } from '../support/release-test.ts';

/** Composes a text (NFC) and uppercases each letter, so texts that look the same except for case become equal. */
const seen = (text: string) =>
  [...text.normalize('NFC')]
    .map((letter) => letter.toLowerCase().toUpperCase())
    .join('')
    .normalize('NFC');
const contains = (text: string | null, query: string) => text !== null && seen(text).includes(seen(query));

const members = (set: Uint32Array, size: number) =>
  Array.from({ length: size }, (_, index) => index).filter((index) => ((set[index >>> 5] ?? 0) >>> (index & 31)) & 1);

/** A few characters, so queries often match: both cases, symbols, combining marks, letters that grow, and both directions. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...['a', 'A', 'b', 'e', 's', 'S', 'ss', 'ß', 'ẞ', 'é', 'e\u0301', '\u0301', '\u0323', 'İ', 'i', 'ı', 'I', '\u0307', 'Σ', 'σ', 'ς'],
      ...[
        ' ',
        '  ',
        '.',
        '-',
        "'",
        '\n',
        '\u0000',
        '\u200d',
        '\u202e',
        '👩',
        '👩‍🔧',
        '🏽',
        'ﬁ',
        'f',
        '1',
        '٣',
        '中',
        'שׁ',
        'ש',
        '\u05c1',
        'ǆ',
        'ᾳ',
        '가',
        'ᄀ',
        'ᅡ',
        'Å',
        'Å',
        'ŉ',
        '™',
        '℃',
        '№',
        '①',
        '𝐆',
        '𠮷',
        '𐐀',
        '𐐨',
      ],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));
const text = fc.oneof({ weight: 5, arbitrary: hostile }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) });
const wellFormed = (value: string) => value.isWellFormed() && value !== '';

/** Returns up to eight consecutive characters of one of the texts. */
function partOf(texts: readonly string[], [which, from, length]: readonly [number, number, number]): string {
  const letters = [...(texts[which % texts.length] as string)];
  const start = from % (letters.length + 1);
  return letters.slice(start, start + 1 + (length % 8)).join('');
}

const containing = async (texts: readonly (string | null)[], query: string) =>
  (await indexReviews(texts.map((text) => aReview({ text })))).texts.containing(query);

const someParameters = fc.dictionary(
  fc.constantFrom(...searchQuery.keyof().options, 'unknown'),
  fc.constantFrom(
    '1',
    '5',
    '6',
    '0',
    '2.5',
    '-1',
    '',
    '2024-02-29',
    '2025-02-30',
    'pricing:negative',
    'oldest',
    "it's 10 % / más",
    'x'.repeat(201),
  ),
);

describe('search parameters', () => {
  test('give the same query or the same issues as the full schema, in its order', () => {
    fc.assert(
      fc.property(someParameters, (given) => {
        const parsed = parseSearch(new URLSearchParams(given));
        const numeric = ['rating', 'min_rating', 'max_rating', 'offset', 'limit'];
        const isNumber = (name: string, value: string) => numeric.includes(name) && /^-?\d+(\.\d+)?$/.test(value);
        const typed = Object.entries(given).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]);
        const { success, data, error } = searchQuery.safeParse(Object.fromEntries(typed));
        const found = 'issues' in parsed ? parsed.issues.map(({ path }) => path) : parsed.query;
        expect(JSON.stringify(found)).toBe(JSON.stringify(success ? data : error.issues.map(({ path }) => path)));
      }),
    );
  });

  test('for the next page are encoded like URLSearchParams encodes them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 100 }), (query, limit) => {
        expect(nextPageQuery({ query, limit })).toBe(String(new URLSearchParams({ query, limit: `${limit}`, offset: `${limit}` })));
      }),
    );
  });
});

describe('the text index', () => {
  test('finds exactly the texts that contain the query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 12 }), text.filter(wellFormed), async (texts, query) => {
        const found = members(await containing(texts, query), texts.length);
        expect(found).toEqual(texts.flatMap((one, index) => (contains(one, query) ? [index] : [])));
      }),
      { numRuns: roundsOf(3000) },
    );
  });

  test('finds a text by any part of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        async (texts, which, from, length) => {
          const query = partOf(
            texts.map((one) => one.normalize('NFC')),
            [which, from, length],
          );
          fc.pre(wellFormed(query));
          const found = members(await containing(texts, query), texts.length);
          expect(found).toEqual(texts.flatMap((one, index) => (contains(one, query) ? [index] : [])));
        },
      ),
      { numRuns: roundsOf(3000) },
    );
  });

  test.each<readonly [text: string, query: string, found: boolean]>([
    ['Straße', 'STRASSE', true],
    ['STRASSE', 'straße', true],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ', true],
    ['İstanbul', 'i̇stanbul', true],
    ['café', 'cafe\u0301', true],
    ['cafe\u0301', 'CAFÉ', true],
    ['café', 'cafe', false],
    ['ﬁx', 'FIX', true],
    ['a-b', 'a b', false],
    ['a  b', 'a b', false],
    ['a\nb', 'a\nb', true],
    ['no problem.', 'PROBLEM.', true],
    ['100%', '0%', true],
    ['abc', 'abcd', false],
    ['', 'a', false],
  ])('%j contains %j: %s', async (one, query, found) => {
    expect(members(await containing([one], query), 1)).toEqual(found ? [0] : []);
  });
});

const entities = {
  technicians: [
    { name: 'José Núñez', aliases: ['Jose', 'Pepe'] },
    { name: 'Will', aliases: [] },
    { name: 'Nobody', aliases: ['Nemo'] },
  ],
  services: [
    { id: 'panel-upgrade', name: 'Panel upgrade', aliases: ['fuse box'] },
    { id: 'lighting', name: 'Lighting', aliases: [] },
  ],
  service_areas: [{ name: 'Saint-Élan', aliases: ['St Elan'] }],
} as unknown as Parameters<typeof createSearch>[1];

const day = fc.integer({ min: 0, max: 40 }).map((days) => new Date(Date.UTC(2024, 1, 10 + days)).toISOString().slice(0, 10));
const review = fc.record({
  id: fc.string({ unit: fc.constantFrom('0', '1', 'A', 'Z'), minLength: 4, maxLength: 4 }),
  date: day,
  rating: fc.integer({ min: 1, max: 5 }),
  text: fc.option(hostile),
  mentions: fc.record({
    technicians: fc.subarray(['José Núñez', 'Will']),
    services: fc.subarray(['panel-upgrade', 'lighting']),
    service_areas: fc.subarray(['Saint-Élan']),
  }),
  source: fc.constantFrom('google', 'Yelp'),
  verification: fc.record({ method: fc.constantFrom('invoice', 'vouched') }),
  owner_reply: fc.option(fc.record({ text: hostile })),
  author: hostile,
  changed_by_business: fc.constant([]),
  incentive: fc.constantFrom('none', 'offered', 'unknown'),
  relation: fc.constantFrom('none', 'staff', 'relative', 'unknown'),
});
const filters = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  min_rating: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.double({ min: 1, max: 5, noNaN: true })),
  since: day,
  until: day,
  query: hostile.filter(wellFormed),
  mentions_technician: fc.constantFrom('José Núñez', 'JOSE\u0301 NÚÑEZ', 'pepe', 'will', 'nemo', 'Jos', 'nobody at all', '__proto__'),
  mentions_service: fc.constantFrom('panel-upgrade', 'PANEL UPGRADE', 'Fuse Box', 'lighting', 'box', 'constructor'),
  max_rating: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.double({ min: 1, max: 5, noNaN: true })),
  area: fc.constantFrom('saint-élan', 'ST ELAN', 'Elan'),
  source: fc.constantFrom('GOOGLE', 'yelp', 'pigeon'),
  language: fc.constantFrom('es', 'EN', 'xx'),
  has_reply: fc.boolean(),
  in: fc.constantFrom('text', 'reply', 'author', 'all'),
  incentive: fc.constantFrom('none', 'offered', 'unknown'),
  relation: fc.constantFrom('none', 'staff', 'relative', 'unknown'),
  verification: fc.constantFrom('invoice', 'vouched', 'invitation'),
  aspect: fc.constantFrom('pricing', 'pricing:negative', 'safety'),
  sort: fc.constantFrom('newest', 'oldest', 'highest', 'lowest'),
  offset: fc.integer({ min: 0, max: 40 }),
  words: fc.oneof(fc.constantFrom('a', 'SS b', 'é, s', 'É ss', 'as', '.', '👩‍🔧', 'f 1'), hostile.filter(wellFormed)),
});
/** Some of the filters, few enough for reviews to match. */
const query = fc
  .tuple(filters, fc.integer({ min: 1, max: 100 }), fc.func(fc.integer({ min: 0, max: 3 })))
  .map(
    ([all, limit, chance]) => ({ limit, ...Object.fromEntries(Object.entries(all).filter(([name]) => chance(name) === 0)) }) as SearchQuery,
  );

/** What a review is about: one-star reviews criticize the price in English, five-star reviews praise it in Spanish. */
const verdictOf = ({ rating }: Review) => (rating === 1 ? 'negative' : rating === 5 ? 'positive' : undefined);
const languageOf = ({ rating }: Review) => (rating === 1 ? 'en' : rating === 5 ? 'es' : undefined);
const aspectsOf = (one: Review) => (verdictOf(one) ? ['pricing', `pricing:${verdictOf(one)}`] : []);

/** Returns the words of a text as people type them: removes case, then accents, then everything between words. */
const typed = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
const hasWords = (text: string | null, words: string) =>
  typed(words).length > 0 && typed(words).every((word) => typed(text ?? '').some((one) => numberForms(word).includes(one)));

/** Puts reviews, which come newest first, in the requested order. */
function inOrder(reviews: readonly Review[], sort: SearchQuery['sort']): readonly Review[] {
  if (sort === 'oldest') return reviews.toReversed();
  if (sort === 'highest') return reviews.toSorted((a, b) => b.rating - a.rating);
  return sort === 'lowest' ? reviews.toSorted((a, b) => a.rating - b.rating) : reviews;
}

/** Applies the filters of C27 one after the other. */
function filter(reviews: readonly Review[], asked: SearchQuery) {
  const {
    rating,
    min_rating,
    max_rating,
    since,
    until,
    query: part,
    words,
    mentions_technician,
    mentions_service,
    area,
    source,
    language,
    has_reply,
    aspect,
    incentive,
    relation,
    verification,
  } = asked;
  const partsOf = (one: Review) => {
    const parts = { text: one.text, reply: one.owner_reply?.text ?? null, author: one.author };
    return asked.in === 'all' ? Object.values(parts) : [parts[asked.in ?? 'text']];
  };
  const technicians = {
    'JOSÉ NÚÑEZ': 'José Núñez',
    JOSE: 'José Núñez',
    PEPE: 'José Núñez',
    WILL: 'Will',
    NOBODY: 'Nobody',
    NEMO: 'Nobody',
  };
  const services = {
    'PANEL-UPGRADE': 'panel-upgrade',
    'PANEL UPGRADE': 'panel-upgrade',
    'FUSE BOX': 'panel-upgrade',
    LIGHTING: 'lighting',
  };
  const areas = { 'SAINT-ÉLAN': 'Saint-Élan', 'ST ELAN': 'Saint-Élan' };
  const named = (known: Record<string, string>, name: string) =>
    Object.hasOwn(known, seen(name)) ? (known[seen(name)] as string) : undefined;
  const mentions = (found: readonly string[], known: Record<string, string>, name: string) => {
    const key = named(known, name);
    return key !== undefined && found.includes(key);
  };
  return reviews
    .filter((one) => rating === undefined || one.rating === rating)
    .filter((one) => min_rating === undefined || one.rating >= min_rating)
    .filter((one) => max_rating === undefined || one.rating <= max_rating)
    .filter((one) => area === undefined || mentions(one.mentions.service_areas, areas, area))
    .filter((one) => source === undefined || seen(one.source) === seen(source))
    .filter((one) => language === undefined || languageOf(one) === language.toLowerCase())
    .filter((one) => has_reply === undefined || (one.owner_reply !== null) === has_reply)
    .filter((one) => incentive === undefined || one.incentive === incentive)
    .filter((one) => verification === undefined || one.verification.method === verification)
    .filter((one) => relation === undefined || one.relation === relation)
    .filter((one) => aspect === undefined || aspectsOf(one).includes(aspect))
    .filter((one) => since === undefined || one.date >= since)
    .filter((one) => until === undefined || one.date <= until)
    .filter((one) => part === undefined || partsOf(one).some((text) => contains(text, part)))
    .filter((one) => words === undefined || hasWords(partsOf(one).join(' '), words))
    .filter((one) => mentions_technician === undefined || mentions(one.mentions.technicians, technicians, mentions_technician))
    .filter((one) => mentions_service === undefined || mentions(one.mentions.services, services, mentions_service));
}

/** Returns the indexes of the texts in which a search finds these words. */
async function withWords(texts: readonly (string | null)[], words: string) {
  const search = await searchOver(texts.map((text) => aReview({ text })));
  return search({ limit: 100, words } as SearchQuery).indexes;
}

test.each<readonly [text: string, words: string]>([
  ['ᾳ', 'ᾳ'],
  ['ᾳ', 'ΑΙ'],
  ['ᾳ', 'αι'],
  ["s'Σ", 'σ'],
  ['ΝΊΚΟΣ', 'νικοσ'],
  ['行ったのは𠮷野家です', '行ったのは𠮷野家です'],
  ['at №5', 'No5'],
  ['𝐆reat', 'great'],
  ['20℃x', 'cx'],
])('%j matches the words %j', async (text, words) => {
  expect(await withWords([text], words)).toEqual([0]);
});

test('a search for words finds exactly the texts that contain them', async () => {
  const places = fc.tuple(fc.nat(), fc.nat(), fc.nat());
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), places, async (texts, place) => {
      const words = partOf(texts, place);
      fc.pre(wellFormed(words));
      expect(await withWords(texts, words)).toEqual(texts.flatMap((one, index) => (hasWords(one, words) ? [index] : [])));
    }),
    { numRuns: roundsOf(3000) },
  );
});

const searchOver = async (reviews: readonly Review[]) => createSearch(await indexReviews(reviews), entities);

test('a search gives the same results as filtering the reviews one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(review, { maxLength: 70 }), fc.array(query, { minLength: 1, maxLength: 5 }), async (some, queries) => {
      const reviews = (some as unknown as Review[]).sort(newestFirst);
      const search = await searchOver(reviews);
      // The index asks for the reviews in order. Their ids may repeat here.
      const next = reviews.values();
      const analysis = await indexAnalysis(reviews, () => {
        const one = next.next().value as Review;
        const polarity = verdictOf(one);
        return (
          polarity && {
            aspects: [{ id: 'pricing', polarity } as AspectVerdict],
            language: languageOf(one) ?? null,
            sentiment: { polarity } as ReviewInsight['sentiment'],
          }
        );
      });
      expect(reviews.map((_, index) => analysis.polarityAt(index))).toEqual(reviews.map(verdictOf));
      for (const one of queries) {
        const expected = inOrder(filter(reviews, one), one.sort);
        const { matched, stars, indexes } = search(one, analysis);
        const { offset = 0, limit } = one;
        const total = expected.reduce((sum, { rating }) => sum + rating, 0);
        const page = expected.slice(offset, offset + limit);
        expect([matched, stars(), indexes.map((index) => reviews[index])]).toEqual([expected.length, total, page]);
      }
    }),
    { numRuns: roundsOf(1000) },
  );
});
