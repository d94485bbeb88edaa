import { expect, test } from 'vitest';
import { stateOf } from '../../scripts/import/moderation-words.ts';
import { readDay } from '../../scripts/import/values.ts';
import { typeOfCategory } from '../../site/content/business-types.ts';
import { countryCode } from '../../site/content/privacy/phone-countries.ts';
import { masker } from '../../site/content/privacy/published-entry.ts';

/** The ways in which a name arrives: with accents or without, composed or not, in capitals, and with letters that others type as two. */
const spellings = (name: string, plain: string) => [name, name.normalize('NFD'), name.toUpperCase(), plain, plain.toUpperCase()];

test.each(spellings('peluquería', 'peluqueria'))('%s is a hair salon', (category) => expect(typeOfCategory(category)).toBe('HairSalon'));

test.each(spellings('Österreich', 'Osterreich'))('%s is AT', (country) => expect(countryCode(country)).toBe('AT'));

test.each(spellings('veröffentlicht', 'veroffentlicht'))('%s is public', (value) => expect(stateOf('state', value)).toBe('public'));

test.each(spellings('14 août 2025', '14 aout 2025'))('%s is a date', (date) =>
  expect(readDay(date, { order: 'ymd' })).toEqual({ value: '2025-08-14' }),
);

test.each(spellings('Lange Straße 5', 'Lange Strasse 5'))('%s stays in texts if it is the address of the business', (street) => {
  const address = { street_address: 'Lange Straße 5', locality: null, region: null, postal_code: null, country: 'DE' };
  const mask = masker(['street_address'], { telephone: null, email: null, address }, ['DE']);
  expect(mask(`They are at ${street}.`)).toBe(`They are at ${street}.`);
});
