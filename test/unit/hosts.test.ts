import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printHostFiles } from '../../scripts/hosts/host-files.ts';
import { CALENDAR_DATE, headerRules, prefixesAfter, prefixesBefore } from '../../scripts/hosts/host-rules.ts';
import { mediaTypeOf } from '../../site/contract/paths.ts';
import { isCalendarDate } from '../../site/shared/dates.ts';

const date = fc
  .integer({ min: 0, max: 2_932_896 + 719_528 })
  .map((days) => new Date((days - 719_528) * 86_400_000).toISOString().slice(0, 10));
const near = fc.tuple(date, fc.integer({ min: -800, max: 800 })).map(([from, days]) => {
  const time = Date.parse(from) + days * 86_400_000;
  return [
    from,
    time < Date.parse('0000-01-01') || time > Date.parse('9999-12-31') ? from : new Date(time).toISOString().slice(0, 10),
  ] as const;
});
const startsWithOne = (prefixes: readonly string[], day: string) => prefixes.filter((prefix) => day.startsWith(prefix)).length;

describe('date prefixes', () => {
  test('before a date match each earlier date exactly once and no other date', () => {
    fc.assert(
      fc.property(near, ([first, day]) => {
        expect(startsWithOne(prefixesBefore(first), day)).toBe(day < first ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  test('after a date match each later date exactly once and no other date', () => {
    fc.assert(
      fc.property(near, ([last, day]) => {
        expect(startsWithOne(prefixesAfter(last), day)).toBe(day > last ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });
});

const file = { sha256: '', modified: 0, identity: { bytes: 1, etag: '"1"' } };
const PATHS = [
  '/',
  '/reviews.json',
  '/insights.json',
  '/api/feed.json',
  '/feed.xml',
  '/404.html',
  '/docs/',
  '/docs/search/',
  '/reviews/01A/',
  '/reviews/words.json',
  '/reviews/01A.tlog-proof',
  '/_astro/a.b.css',
  '/robots.txt',
];
const generation = (first: string | null, last: string | null, written: boolean) => ({
  files: Object.fromEntries(PATHS.map((path) => [path, file])),
  since: {
    first,
    last,
    answers: [
      { date: last ?? '9999-12-31', matched: 0, chain: 'a', modified: 0, file },
      ...(first === null ? [] : [{ date: first, matched: 1, chain: 'b', modified: 0, ...(written ? { file } : {}) }]),
    ],
  },
});
const input = (first: string | null, last: string | null, written = true, sidecarUrl?: string) => ({
  generation: generation(first, last, written),
  baseUrl: 'https://a.example',
  hubUrl: 'https://a.example/api/websub/hub',
  sidecarUrl,
});
const matches = (pattern: string, path: string) => {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? path === pattern : path.startsWith(start) && path.endsWith(end);
};

test('every published path has header rules, and no Content-Type but its own', () => {
  const rules = headerRules(input('2022-02-28', '2025-12-31'));
  for (const path of [...PATHS, '/generation.json', '/api/reviews/since/2024-01-01']) {
    const own = rules.filter(({ pattern }) => matches(pattern, path));
    expect([path, own.length > 0]).toEqual([path, true]);
    const types = own.flatMap(({ headers }) => headers['Content-Type'] ?? []);
    const isMixed = path.startsWith('/_astro/') || (path.endsWith('/') && path !== '/');
    expect([path, types]).toEqual([path, isMixed ? [] : [mediaTypeOf(path)]]);
  }
  expect(rules.find(({ pattern }) => pattern === '/feed.xml')?.headers).toMatchObject({
    'Content-Type': 'application/atom+xml; charset=utf-8',
    Link: '<https://a.example/api/websub/hub>; rel="hub", <https://a.example/feed.xml>; rel="self"',
  });
});

const redirectsOf = (host: ReturnType<typeof input>) =>
  (printHostFiles(host)['_redirects'] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ') as [from: string, to: string, status: string]);

test('redirects never match a date with a file, and send every other date to the file with its answer', () => {
  fc.assert(
    fc.property(near, date, ([first, day], other) => {
      const last = [first, day, other].sort().at(-1) as string;
      const rules = redirectsOf(input(first, last));
      for (const one of [first, last, day, other]) {
        const found = rules.filter(([from]) => matches(from, `/api/reviews/since/${one}`)).map(([, to, status]) => `${to} ${status}`);
        expect(found).toEqual(one < first ? [`/api/reviews/since/${first} 200`] : one > last ? [`/api/reviews/since/${last} 200`] : []);
      }
    }),
    { numRuns: 1000 },
  );
});

test('dates without a file and searches go to the sidecar if its URL is known', () => {
  const rules = redirectsOf(input('2022-02-28', '2025-12-31', false, 'https://sidecar.example'));
  const of = (path: string) => rules.filter(([from]) => matches(from, path)).map(([, to, status]) => `${to} ${status}`);
  expect(of('/api/reviews/since/2021-05-05')).toEqual([
    'https://sidecar.example/api/reviews/since/2021:splat 200',
    'https://sidecar.example/api/reviews/since/2021:splat 307',
  ]);
  expect(of('/api/reviews/since/2022-02-28')).not.toEqual([]);
  expect(of('/api/reviews/since/2022-03-01')).toEqual([]);
  expect(of('/api/reviews/search')).toEqual([
    'https://sidecar.example/api/reviews/search 200',
    'https://sidecar.example/api/reviews/search 307',
  ]);
});

test('with a base path, the rules for files omit it, and the URLs of the sidecar and the feed include it', () => {
  const beneath = { ...input('2022-02-28', '2025-12-31', true, 'https://sidecar.example'), baseUrl: 'https://a.example/voices' };
  const rules = redirectsOf(beneath);
  expect(rules.filter(([from]) => from === '/api/reviews/search').map(([, to]) => to)).toEqual([
    'https://sidecar.example/voices/api/reviews/search',
    'https://sidecar.example/voices/api/reviews/search',
  ]);
  expect(rules.find(([from]) => matches(from, '/api/reviews/since/2021-05-05'))?.[1]).toBe('/api/reviews/since/2022-02-28');
  expect(headerRules(beneath).find(({ pattern }) => pattern === '/feed.xml')?.headers['Link']).toContain(
    '<https://a.example/voices/feed.xml>; rel="self"',
  );
});

test('without reviews, every date goes to the only answer', () => {
  const rules = redirectsOf(input(null, null));
  for (const day of ['0000-01-01', '2024-02-29', '9999-12-30']) {
    expect(rules.filter(([from]) => matches(from, `/api/reviews/since/${day}`)).map(([, to]) => to)).toEqual([
      '/api/reviews/since/9999-12-31',
    ]);
  }
});

test('the regular expression of dates matches those of the calendar and nothing else', () => {
  const pattern = new RegExp(`^${CALENDAR_DATE}$`);
  const digits = fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0'));
  const day = fc.tuple(digits, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }));
  const printed = day.map(([year, ...rest]) => [year, ...rest.map((part) => String(part).padStart(2, '0'))].join('-'));
  const leap = digits.map((year) => `${year}-02-29`);
  fc.assert(
    fc.property(fc.oneof(printed, leap, date), (one) => {
      expect([one, pattern.test(one)]).toEqual([one, isCalendarDate(one)]);
    }),
    { numRuns: 5000 },
  );
});
