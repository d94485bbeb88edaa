import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnDetails } from '../../site/content/privacy/contact-details.ts';
import { countryCode } from '../../site/content/privacy/phone-countries.ts';
import { countMasked, entryPublisher, masker } from '../../site/content/privacy/published-entry.ts';
import { policyFile, type ReviewEntry } from '../../site/content/schemas.ts';
import { maskKind, review } from '../../site/contract/review.ts';
import { masksIn } from '../../site/messages/languages.ts';
import { isRelease } from '../support/release-test.ts';

const own: OwnDetails = {
  telephone: '+1-360-555-0142',
  email: 'hello@harborandpine.example',
  address: { street_address: '418 Cannery Street', locality: 'Port Alder', region: 'WA', postal_code: '98300', country: 'US' },
};
const mask = masker(maskKind.options, own);
const masks = masksIn('en');
const [P, E, S] = [masks.phone, masks.email, masks.street_address];
const inCountry = (country: string) =>
  masker(maskKind.options, { telephone: null, email: null, address: { ...own.address, country } as never });

test('the schema of a review describes the English masks', () => {
  expect(review.shape.text.description).toContain([P, E, S].join(', '));
});

describe('phone numbers are masked', () => {
  test.each([
    ['Call 360-555-0177 now', `Call ${P} now`],
    ['(360) 555-0177 ext. 4', P],
    ['360.555.0177, any time', `${P}, any time`],
    ['3605550177', P],
    ['360 555 0177', P],
    ['+1 360 555 0177', P],
    ['1-800-555-0199 is their line', `${P} is their line`],
    ['+44 20 7946 0958', P],
    ['+49 30 901820', P],
    ['４１５-５５５-０１３２', P],
    ['360-555-0177 or 360-555-0178', `${P} or ${P}`],
    ['at 11:30 or 360 555 0177.', `at 11:30 or ${P}.`],
    ['my license number is on the card, my phone 360-555-0177', `my license number is on the card, my phone ${P}`],
    ['(555) 123-4567 or 555-123-4567', `${P} or ${P}`],
    ['5551234567', P],
    ['+1 (555) 010-0199', P],
    ['1-555-0100', P],
    ['360‑555‑0177', P],
    ['My cell (360 555 0177) works', `My cell (${P}) works`],
    ['[3605550177]', `[${P}]`],
    ['text me 555-0177', `text me ${P}`],
    ['Call Dave at 241-0177.', `Call Dave at ${P}.`],
    ['her cell is 241-0177', `her cell is ${P}`],
  ])('%j', (text, expected) => expect(mask(text)).toBe(expected));

  test.each([
    ['GB', '020 7946 0958 or 01632 960123', `${P} or ${P}`],
    ['GB', 'mobile: 07700 900123', `mobile: ${P}`],
    ['FR', '01 42 68 53 00 ou 01.42.68.53.00', `${P} ou ${P}`],
    ['United Kingdom', 'ring 01632 960123', `ring ${P}`],
    ['AU', '0412 345 678 or (02) 5550 1234', `${P} or ${P}`],
    ['Germany', 'Tel. 030 901820', `Tel. ${P}`],
    ['nowhere', '360-555-0177', P],
  ])('as written in %s: %j', (country, text, expected) => expect(inCountry(country)(text)).toBe(expected));

  test.each([
    ['GB', 'on 01.02.2024 10:30, 01/02/2024 and 0 1 2 3 4 5 6 7 8 9'],
    ['DE', 'vom 05.06.2023-07.08.2023, 0.25 0.50 1.75'],
  ])('but dates and other numbers in %s are not: %j', (country, text) => expect(inCountry(country)(text)).toBe(text));

  test.each<readonly [string, string | undefined]>([
    ['US', 'US'],
    ['us', 'US'],
    ['USA', 'US'],
    ['GBR', 'GB'],
    ['esp', 'ES'],
    ['AUT', 'AT'],
    ['UK', 'GB'],
    ['New Zealand', 'NZ'],
    ['Atlantis', undefined],
  ])('for the country %s, read as %s', (written, code) => expect(countryCode(written)).toBe(code));
});

describe('e-mail addresses are masked', () => {
  test.each([
    ['ann@example.com.', `${E}.`],
    ['Ann.Baker+hp@mail.example.org, please', `${E}, please`],
    ['<josé@correo.example>', `<${E}>`],
    ['ann@example.co.uk', E],
    ['mailto:ann@example.com', `mailto:${E}`],
    ['3605550177@text.example', E],
    ['jane&co@example.com', E],
    ['ann@gmail', E],
    ['ann@gmail,com', E],
    ['ann (at) example (dot) com', E],
    ['ann [dot] baker [at] example [dot] org', E],
    ['ann[at]example.com', E],
    ['ann {at} example dot com', E],
    ['ann @ example.com', E],
    ['e-mail me: ann at example dot com', `e-mail me: ${E}`],
    ['ann.baker at example dot org', E],
    ['ann dot baker at gmail dot com', E],
    ['annb77 at gmail.com', E],
  ])('%j', (text, expected) => expect(mask(text)).toBe(expected));
});

describe('street addresses are masked', () => {
  test.each([
    ['I live at 12 Oak Street.', `I live at ${S}.`],
    ['12 Oak St. in Millbrook', `${S} in Millbrook`],
    ['12B N. Harbor View Drive, Apt 4, Millbrook', `${S}, Millbrook`],
    ['44 elm street is where', `${S} is where`],
    ['We live at 9 kettle ridge rd.', `We live at ${S}.`],
    ['our place, 15 harbor view dr, is', `our place, ${S}, is`],
    ['900 Martin Luther King Jr. Blvd', S],
    ['500 E. Broadway', S],
    ['at 12 OAK STREET', `at ${S}`],
    ['1600 42nd Ave NE #5', S],
    ['1200 ne 42nd st', S],
    ['1200 NE 42nd', S],
    ['123 1/2 Main St', S],
    ['9 New Street', S],
    ['22 Second Ave', S],
    ['60 Old Mill Rd', S],
    ['7 St. Mary’s Road', S],
    ['2 Elm Ct.', `${S}.`],
    ['No. 4 Cannery Row', S],
    ['3 Wallaby Way, Sydney', `${S}, Sydney`],
    ['5/12 High St, Carlton', `${S}, Carlton`],
    ['221B Baker Street', S],
    ['14, The Crescent', S],
    ['Flat 2, 14 High Street, Ely CB7 4AA', S],
    ['10 Downing St, London SW1A 2AA', S],
    ['Level 3, 100 George St', S],
    ['Flat 3/22 Baker Street', S],
    ['Suite 200, 1500 Harbor Blvd', S],
    ['Unit 9, Upper Tansy Road, tenant says', `${S}, tenant says`],
    ['4512 State Route 9', S],
    ['88 County Road 12', S],
    ['45 Avenue B', S],
    ['1180 Avenue of the Americas', S],
    ['PO Box 12', S],
    ['P.O. Box 981, Port Alder', `${S}, Port Alder`],
    ['Hauptstraße 12', S],
    ['Lange Allee 4a', S],
    ['Dorpsstraat 3', S],
    ['12 bis, rue de la Paix', S],
    ['Calle Mayor 12', S],
    ['418 Oak Street and 418 Cannery Street', `${S} and 418 Cannery Street`],
  ])('%j', (text, expected) => expect(mask(text)).toBe(expected));
});

describe('nothing is masked in', () => {
  test.each([
    '$1,450.00 and $240, or 1,200 dollars',
    'a check for $3605550177',
    'a 200 amp panel on Main Street',
    'it was as easy as 1-2-3',
    '1 2 3 4 5 6 7 8 9 10, ready or not',
    '12/14/2024 at 8:30, done by 10:50 pm',
    '2024-03-14 10:30',
    'born 03/04/1951',
    'from 1999-2004',
    'since 2019 Harbor Street has flooded',
    'in 1912 Oak Street was dirt',
    'On May 5 Main Street was closed',
    'permit 2024031234',
    'permit no. 360-555-1234',
    'license #4155550177',
    'serial 4155550132',
    'model QO240-1000, part number 415-555-0132',
    'job #4155550132',
    'ISBN 978-0-306-40615-7',
    'breaker 17, slots 2-4-6-8',
    'open 24/7',
    '24/7 Emergency Road Service',
    '5 star work, 5 stars, 10/10',
    '911, 811 and 211',
    '12-2 Romex down the street, 14/2 and 12/3 cable',
    '2 way street',
    'the 100 block of Main Street',
    'Main Street, the corner of 5th Avenue',
    'Exit 12 Main Street, bus 44 Main Street',
    'at 10 called dr smith',
    '50 ft gravel drive, 18 wheeler drive',
    '12 Broadway shows',
    '2 Square D breakers, 15 Decora Outlets Way too expensive',
    'a 1960 Ranch House on Park Place',
    'order 112-1234567-1234567',
    'code 210.8(A), NEC 2023 article 230-70',
    'rated 5.0 at yelp dot com',
    'a 20 minute drive, a 3 Hour Drive, a 10 mile way',
    'it took 3 guys to close the road',
    '3 cars in our street',
    '12 city street lights',
    'Lot 5 things at once',
    'junction box 12',
    'on Highway 9, off Route 66, by Interstate 5',
    'Number 17. The hum was a transformer',
    'Booked for Weds 10-12. At 1:30 I called',
    'Marcus came on day 4 and Dr. Lee on day 5',
    'Grange No. 88',
    '48.0125, -122.6190',
    '2500-3000 sq ft, 212 200 1000 sq ft',
    'quotes ran 400-1200 dollars',
    '60A circuit, 42 ft of conduit, 2 @ 60A',
    'I bought it at amazon dot com',
    'found them at example.com',
    'look at yelp dot com',
    '@harborpine on the socials',
    'https://example.com/12/oak-street',
    'we are at home. dot the i',
  ])('%j', (text) => expect(mask(text)).toBe(text));

  test.each([
    'call 360-555-0142',
    '(360) 555-0142',
    '+1 (360) 555 0142',
    '360-555-0142 ext. 4',
    'call 555-0142',
    'Hello@HarborAndPine.example',
    'hello at harborandpine dot example',
    '418 Cannery Street',
    '418 Cannery St, upstairs',
    '418 cannery street',
  ])('the business’s own %j', (text) => expect(mask(text)).toBe(text));
});

test('the business’s other phone numbers stay, however they are written', () => {
  const british = masker(['phone'], { ...own, telephone: '+44 113 496 0142', other_telephones: ['+44 (0)113 496 0143'] }, ['GB']);
  const text = 'Direct line +44 (0)113 496 0143, or 0113 496 0143, or the office on 0113 496 0142.';
  expect(british(`${text} Mine is 0113 496 0144.`)).toBe(`${text} Mine is ${P}.`);
});

describe('masking', () => {
  const text = 'Call 360-555-0177 or write to ann@example.com, 12 Oak Street.';

  test.each([
    [['phone'], `Call ${P} or write to ann@example.com, 12 Oak Street.`],
    [['email'], `Call 360-555-0177 or write to ${E}, 12 Oak Street.`],
    [['street_address'], `Call 360-555-0177 or write to ann@example.com, ${S}.`],
    [[], text],
  ] as const)('of %j leaves other details unchanged', (kinds, expected) => expect(masker(kinds, own)(text)).toBe(expected));

  test('uses and counts the masks of the site’s language', () => {
    const entry = { author: 'Ann', author_avatar_url: null, text: `${text} 360-555-0178`, owner_reply: null } as ReviewEntry;
    const publishIn = (language: string) => entryPublisher(policyFile.parse({}), { ...own, name: 'A', language }, [])(entry);
    expect(publishIn('es-MX').text).toBe(
      'Call [número de teléfono] or write to [dirección de correo], [dirección postal]. [número de teléfono]',
    );
    expect(publishIn('de').text).toBe(`Call ${P} or write to ${E}, ${S}. ${P}`);
    for (const language of ['en', 'es-MX'])
      expect(countMasked([publishIn(language)], policyFile.parse({}), language)).toEqual({ phone: 2, email: 1, street_address: 1 });
  });

  test('leaves the masks of another language alone', () => {
    const spanish = masker(maskKind.options, own, ['US', 'ES'], 'es');
    for (const written of [spanish(text), mask(text)]) expect([mask(written), spanish(written)]).toEqual([written, written]);
  });

  const details = fc.constantFrom(
    ...['360-555-0177', '555-0177', 'ann@example.com', 'ann at gmail dot com', '12 Oak Street', 'PO Box 9', '(360) 555-0142', 'Unit 4'],
    ...['call', 'at', 'dot', 'com', 'Street', 'Road', 'No.', '12', '360', '0177', '@', '-', ',', '.', ' ', '\n', '#', '[', ']', P, E, S],
  );
  const anyText = fc.array(fc.oneof(details, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 14 });
  const join = (parts: readonly string[]) => parts.join(parts.length % 2 === 0 ? ' ' : '');

  test('masked text again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (parts) => {
        const masked = mask(join(parts));
        expect(mask(masked)).toBe(masked);
      }),
      { numRuns: isRelease ? 3000 : 500 },
    );
  });

  test.each(['kr', 'Paid in USD', 'EUR', '$'])('masks a phone number below a line that ends with %s', (line) => {
    expect(mask(`${line}\n360-555-0177`)).toBe(`${line}\n${P}`);
  });

  test('keeps the text around a phone number unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ,;!?]{0,40}$/), fc.stringMatching(/^[a-z ,;!?]{0,40}$/), (before, after) => {
        expect(mask(`${before}\n360-555-0177\n${after}`)).toBe(`${before}\n${P}\n${after}`);
      }),
    );
  });

  test('leaves text without digits, "@" and "at" unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const plain = any.replace(/[\p{Nd}@]|at/giu, '');
        expect(mask(plain)).toBe(plain);
      }),
    );
  });

  test('takes less than ten seconds of processor time for long repetitive texts', () => {
    const long = ['12 Ab '.repeat(2000), 'a.'.repeat(5000), '12-'.repeat(4500), 'x at y dot '.repeat(1500), '1 '.repeat(5000)];
    const started = process.cpuUsage();
    for (const one of long) mask(one);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
  });
});
