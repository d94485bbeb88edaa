import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../site/log/bytes.ts';
import { roundsOf } from '../support/release-test.ts';

// Examples from RFC 8785: 3.2.2 (serialization), 3.2.3 (sorting), appendix B (numbers).
test.each<readonly [what: string, value: unknown, canonical: string]>([
  [
    'values as ECMAScript prints them',
    JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    'keys in the order of their UTF-16 code units',
    {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    },
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  ['minus zero as zero', -0, '0'],
  ['the smallest number', 5e-324, '5e-324'],
  ['the largest number', 1.7976931348623157e308, '1.7976931348623157e+308'],
  ['the largest exact integer', 2 ** 53, '9007199254740992'],
  ['numbers up to 10^21 without an exponent', Number('999999999999999900000'), '999999999999999900000'],
  ['numbers from 10^21 on with an exponent', 1e21, '1e+21'],
  ['small numbers without an exponent', 9.999999999999997e-7, '9.999999999999997e-7'],
])('canonical JSON prints %s', (_, value, canonical) => {
  expect(canonicalJson(value)).toBe(canonical);
});

test.each([
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a lone surrogate', '\ud800'],
  ['a lone surrogate in a key', { '\udead': 1 }],
  ['undefined', { key: undefined }],
])('canonical JSON rejects %s', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('canonical JSON matches a third-party implementation and survives a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const canonical = canonicalJson(value);
      expect(canonical).toBe(canonicalize(value));
      expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
    }),
    { numRuns: roundsOf(500) },
  );
});
