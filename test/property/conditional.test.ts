import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluatePreconditions, formatHttpDate, parseHttpDate, selectRange } from '../../sidecar/http/representation.ts';

const opaque = fc
  .string({ unit: fc.constantFrom('a', 'b', ',', ' !', '~', '\xff', 'W/'), maxLength: 4 })
  .map((text) => `"${text.replaceAll(' ', '')}"`);
const tag = fc.record({ weak: fc.boolean(), opaque });
type Tag = { readonly weak: boolean; readonly opaque: string };
const list = fc.oneof(fc.constant('*' as const), fc.array(tag, { minLength: 1, maxLength: 3 }));
type List = '*' | readonly Tag[];
const print = (tags: List) => (tags === '*' ? '*' : tags.map(({ weak, opaque }) => (weak ? 'W/' : '') + opaque).join(' , '));
const seconds = fc.integer({ min: 1_000_000_000, max: 1_000_000_004 });

/** RFC 9110 13.2.2, step by step, for GET of a resource that exists. */
function model(
  etag: string,
  modified: number,
  ifMatch: List | null,
  ifUnmodified: number | null,
  ifNoneMatch: List | null,
  ifModified: number | null,
) {
  if (ifMatch !== null) {
    if (ifMatch !== '*' && !ifMatch.some(({ weak, opaque }) => !weak && opaque === etag)) return 'failed';
  } else if (ifUnmodified !== null && modified > ifUnmodified) return 'failed';
  if (ifNoneMatch !== null) {
    return ifNoneMatch === '*' || ifNoneMatch.some(({ opaque }) => opaque === etag) ? 'not-modified' : 'proceed';
  }
  return ifModified !== null && modified <= ifModified ? 'not-modified' : 'proceed';
}

test('preconditions are evaluated in the order and with the comparisons of RFC 9110 13.2.2', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 });
  fc.assert(
    fc.property(
      opaque,
      seconds,
      maybe(list),
      maybe(seconds),
      maybe(list),
      maybe(seconds),
      (etag, modified, match, unmodified, none, since) => {
        const headers = {
          ...(match === null ? {} : { 'if-match': print(match) }),
          ...(unmodified === null ? {} : { 'if-unmodified-since': formatHttpDate(unmodified) }),
          ...(none === null ? {} : { 'if-none-match': print(none) }),
          ...(since === null ? {} : { 'if-modified-since': formatHttpDate(since) }),
        };
        expect(evaluatePreconditions(headers, { etag, modified })).toBe(model(etag, modified, match, unmodified, none, since));
      },
    ),
    { numRuns: 5000 },
  );
});

test('all three formats of an HTTP-date are parsed to the right second', () => {
  const long = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  // A two-digit year is at most fifty years in the future, or else in the past.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_900_000_000 }), (time) => {
      const date = new Date(time * 1000);
      const text = date.toUTCString();
      const [, day = '', month = '', year = '', clock = ''] = /, (\d\d) (\w{3}) (\d{4}) (\S+) GMT$/.exec(text) ?? [];
      expect(formatHttpDate(time)).toBe(text);
      expect(parseHttpDate(text)).toBe(time);
      expect(parseHttpDate(`${text.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`)).toBe(time);
      if (Number(year) > 1980) expect(parseHttpDate(`${long[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${clock} GMT`)).toBe(time);
    }),
  );
});

test('an invalid HTTP-date is ignored', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      (text) => {
        fc.pre(!/ GMT$|^\w{3} \w{3} [ \d]\d /.test(text));
        expect(parseHttpDate(text)).toBeUndefined();
        expect(evaluatePreconditions({ 'if-modified-since': text, 'if-unmodified-since': text }, { etag: '"a"', modified: 1 })).toBe(
          'proceed',
        );
      },
    ),
  );
});

test.each([
  'Mon, 04 Mar 2024 24:00:01 GMT',
  'Mon, 32 Mar 2024 00:00:00 GMT',
  'Mon, 30 Feb 2024 00:00:00 GMT',
  'mon, 04 mar 2024 00:00:00 gmt',
  'Mon, 04 Mar 2024 00:00:00 PST',
  'Mon, 4 Mar 2024 00:00:00 GMT',
  '0',
  '1709510400',
  '',
])('%j is not a valid HTTP-date', (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});

test('a byte range selects the same bytes as slicing by RFC 9110 14.1.2', () => {
  const position = fc.option(fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), position, position, (length, from, to) => {
      const range = selectRange({ range: `bytes=${from ?? ''}-${to ?? ''}` }, { etag: '"a"', modified: 0 }, length);
      if ((from === null && to === null) || (from !== null && to !== null && to < from)) {
        expect(range).toBeUndefined();
        return;
      }
      const all = Array.from({ length }, (_, index) => index);
      const wanted = from === null ? (to === 0 ? [] : all.slice(-(to as number))) : all.slice(from, to === null ? undefined : to + 1);
      expect(range).toEqual(wanted.length === 0 ? 'unsatisfiable' : { first: wanted[0], last: wanted.at(-1) });
    }),
    { numRuns: 1000 },
  );
});

test.each(['bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'bytes=', 'bytes=-', '0-1', 'bytes=0', 'bytes=--1'])(
  'the range %j is ignored',
  (range) => {
    expect(selectRange({ range }, { etag: '"a"', modified: 0 }, 10)).toBeUndefined();
  },
);
