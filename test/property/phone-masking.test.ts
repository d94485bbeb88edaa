import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { phoneCountriesOf } from '../../site/content/privacy/phone-countries.ts';
import { masker } from '../../site/content/privacy/published-entry.ts';
import { masksIn } from '../../site/messages/languages.ts';
import { roundsOf } from '../support/release-test.ts';

const masks = masksIn('en');

const COUNTRIES =
  'US CA GB IE AU NZ ZA IN SG ES MX AR CO CL PE DE AT CH FR BE NL IT PT BR SE NO DK FI PL CZ SK HU RO GR TR JP KR HK IL'.split(
    ' ',
  ) as CountryCode[];

/** Ways to write a valid number, with the digit grouping of its country. */
const SPELLINGS: Readonly<Record<string, (number: NonNullable<ReturnType<typeof getExampleNumber>>) => string>> = {
  national: (number) => number.formatNational(),
  international: (number) => number.formatInternational(),
  'E.164': (number) => number.number,
  'with 00': (number) => `00${number.formatInternational().slice(1)}`,
  'with dots': (number) =>
    number
      .formatNational()
      .replace(/[()]/g, '')
      .replace(/[\s-]+/g, '.'),
  'with hyphens': (number) =>
    number
      .formatNational()
      .replace(/[()]/g, '')
      .replace(/[\s-]+/g, '-'),
  'digits alone': (number) => number.formatNational().replace(/\D/g, ''),
  // Only for countries that dial a 0 first. Hungary dials 06.
  'with a zero in brackets': (number) =>
    /^\(?0/.test(number.formatNational()) && number.country !== 'HU'
      ? `+${number.countryCallingCode} (0) ${number.nationalNumber}`
      : number.number,
  'with an extension': (number) => `${number.formatNational()} ext. 12`,
};

const around = fc.constantFrom(
  'Ring me on # any time',
  'Mi móvil: #.',
  '#',
  'Call (#) or not',
  'Am 14.03.2024 kam er, Tel. #, 1.450,00 € bezahlt',
  '# - Ann',
);
const spelling = fc.constantFrom(...Object.keys(SPELLINGS));

/** A valid mobile number of a country: the library's example with different last digits. */
const numberOf = (country: CountryCode) =>
  fc.integer({ min: 0, max: 999 }).map((last) => {
    const example = getExampleNumber(country, examples) as NonNullable<ReturnType<typeof getExampleNumber>>;
    const other = parsePhoneNumberFromString(`${example.number.slice(0, -3)}${String(last).padStart(3, '0')}`);
    return other?.isValid() ? other : example;
  });

const business = { telephone: null, email: null, address: null };
const inCountry = new Map(COUNTRIES.map((country) => [country, masker(['phone'], business, [country])]));
const anywhere = masker(['phone'], business);

describe('phone numbers are masked', () => {
  const written = (country: CountryCode) => fc.tuple(numberOf(country), spelling, around);

  test.each(COUNTRIES)('from %s, in every format, for a business there', (country) => {
    fc.assert(
      fc.property(written(country), ([number, how, text]) => {
        const masked = inCountry.get(country)?.(text.replace('#', SPELLINGS[how]?.(number) ?? ''));
        expect([how, masked]).toEqual([how, text.replace('#', masks.phone)]);
      }),
      { numRuns: roundsOf(60) },
    );
  });

  test('from all of these countries, if the country of the business is unknown', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...COUNTRIES)
          .chain((country) => fc.tuple(numberOf(country), fc.constantFrom('international', 'E.164', 'national'))),
        ([number, how]) => {
          expect(anywhere(`Ring me on ${SPELLINGS[how]?.(number)} any time`)).toBe(`Ring me on ${masks.phone} any time`);
        },
      ),
      { numRuns: roundsOf(150) },
    );
  });
});

test.each(COUNTRIES)('the phone number of a business in %s isn’t masked, in any format', (country) => {
  fc.assert(
    fc.property(numberOf(country), spelling, spelling, (number, given, found) => {
      const own = { ...business, telephone: SPELLINGS[given]?.(number) ?? null };
      const text = `Call us on ${SPELLINGS[found]?.(number)}, any day.`;
      expect([given, masker(['phone'], own, [country])(text)]).toEqual([given, text]);
    }),
    { numRuns: roundsOf(60) },
  );
});

/** Texts whose numbers aren't phone numbers. */
const NO_PHONE_NUMBERS = [
  'I paid $1,450.00, €1.450,00, £240 and 12.500 kr for it.',
  'It cost 1 250 000 Ft, 10 000 000 pesos or 3500000 kr.',
  'On 14/03/2024, 14.03.2024, 03-14-2024 and 2024-03-14 10:30 they came.',
  'From 08:00 to 17:30, 2019-2020, 2023/2024 and 1999 2004.',
  'Model QO240-1000, model 61234567, part number 612-345-678.',
  'Modelo n.º 612345678, Modell 0171 2345678, Seriennummer 612345678.',
  'License 612345678, licencia n.º 0612345678, permit no. 07700900123.',
  'Order #612345678, order number 07700 900123, pedido 612345678, Bestellnummer 0171 2345678.',
  'Invoice 20240314, Rechnung Nr. 2024 0314 12, factura 0012345678, facture n° 06 12 34 56 78.',
  'VAT 123456789, IBAN ES9121000418450200051332, ISBN 978-0-306-40615-7.',
  'They drove 120 km, used 2500 kWh and moved 1200300 kg.',
  '1 2 3 4 5 6 7 8 9, and 10/10 or 5.0 for 24/7.',
];

describe('other numbers stay unmasked', () => {
  test.each(COUNTRIES)('for a business in %s', (country) => {
    for (const text of NO_PHONE_NUMBERS) expect(inCountry.get(country)?.(text)).toBe(text);
  });

  test('if the country is unknown', () => {
    for (const text of NO_PHONE_NUMBERS) expect(anywhere(text)).toBe(text);
  });
});

test.each([
  [{ address: { country: 'England' } }, ['GB'], 'content'],
  [{ address: { country: 'U.K.' } }, ['GB'], 'content'],
  [{ address: { country: 'Deutschland' } }, ['DE'], 'content'],
  [{ address: { country: 'España' }, telephone: '+44 113 496 0123' }, ['ES'], 'content'],
  [{ telephone: '+44 113 496 0123' }, ['GB'], 'telephone or language'],
  [{ telephone: '0034 612 345 678', language: 'en-GB' }, ['ES', 'GB'], 'telephone or language'],
  [{ telephone: '0113 496 0123', language: 'en-GB' }, ['GB'], 'telephone or language'],
  [{ language: 'de' }, ['DE', 'AT', 'CH', 'LU'], 'nothing'],
] as const)('%j gives the phone countries %j, from %s', (given, codes, from) => {
  expect(phoneCountriesOf({ address: null, telephone: null, ...given })).toEqual({ codes, from });
});
