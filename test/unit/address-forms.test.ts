import { describe, expect, test } from 'vitest';
import { masker } from '../../site/content/privacy/published-entry.ts';
import { masksIn } from '../../site/messages/languages.ts';

const M = masksIn('en').street_address;
const nobody = { telephone: null, email: null, address: null };
const mask = masker(['street_address'], nobody, ['GB']);

describe('an address is masked whole, with the places between its street and its postcode', () => {
  test.each<readonly [country: string, addresses: readonly string[]]>([
    [
      'GB',
      [
        '14 Cotswold Road, Bedminster, Bristol BS3 4NX',
        '14 Cotswold Rd, Bedminster, Bristol, BS3 4NX',
        '14 cotswold road, bedminster, bristol bs3 4nx',
        '14 Cotswold Road\nBedminster\nBristol\nBS3 4NX',
        'Flat 2, 7 Park Terrace, Newcastle upon Tyne NE1 8AB',
        '3 Mill Lane, Little Compton, Moreton-in-Marsh, Glos GL56 0RX',
        '221B Baker Street, Marylebone, London NW1 6XE',
        '10 High St, St. Albans, Herts AL3 4DG',
        '5 The Avenue, Headingley, Leeds LS6',
      ],
    ],
    [
      'IE',
      [
        '12 Main Street, Ranelagh, Dublin 6, D06 X2Y4',
        'Apt 4, 3 Grand Canal Quay, Dublin 2, D02 XY45',
        '7 Patrick Street, Ballyphehane, Co. Cork, T12 W8FP',
        '18 Shop Street, Galway, H91 K7E2',
        '9 Church Road, Malahide, County Dublin K36 F2A1',
      ],
    ],
    [
      'NL',
      [
        'Keizersgracht 123, 1015 CJ Amsterdam',
        'Dorpsstraat 3, 2712 AB Zoetermeer',
        'Lange Voorhout 12a, 2514 EE Den Haag',
        'Prinsengracht 263-2, 1016 GV Amsterdam',
        'Parkweg 8, Noord, 1032AB Amsterdam',
      ],
    ],
    [
      'CA',
      [
        '24 Sussex Drive, Ottawa, ON K1M 1M4',
        '123 Main St W, Hamilton, ON L8P 1A1',
        '5-120 King Street East, Kitchener, Ontario N2G 2L1',
        'Unit 9, 88 Harbour Rd, North Vancouver, BC V7L 4K8',
        '1234 rue Sainte-Catherine Ouest, Montréal, QC H3G 1P5',
        '12 Elm Ave, Halifax NS B3H4R2',
      ],
    ],
    [
      'US',
      [
        '12 Elm St, Apt 4, Springfield, IL 62704-1234',
        '350 5th Ave, Apt 5B, Brooklyn, New York, NY 11215',
        '1600 Harbor View Drive, Millbrook, Washington 98300',
        '88 County Road 12, Port Alder, WA 98300',
        '77 Oak Ln\nPort Alder, WA 98300',
        '51 Franklin St, Fifth Floor, Boston, MA\n02110-1301',
      ],
    ],
    [
      'DE',
      [
        'Hauptstraße 12, 10115 Berlin',
        'Berliner Str. 5a, 12345 Berlin',
        'Lange Allee 4, 50667 Köln',
        'Am Markt 3, 04109 Leipzig',
        'Unter den Linden 77, 10117 Berlin',
        'Müllerstr. 7, D-13353 Berlin',
      ],
    ],
    [
      'ES',
      [
        'Calle Mayor 12, 3º B, 28013 Madrid',
        'C/ Colón, 15, bajo, 46004 Valencia',
        'Avda. de la Constitución, nº 4, 41001 Sevilla',
        'Passeig de Gràcia 43, 2º 1ª, 08007 Barcelona',
        'Plaza del Pilar 3, Casco Antiguo, 50003 Zaragoza',
      ],
    ],
    [
      'FR',
      [
        '12 bis, rue de la Paix, 75002 Paris',
        '5 avenue Victor Hugo, 69006 Lyon',
        '2 place Bellecour, 69002 Lyon',
        '14, boulevard Saint-Germain, 75005 Paris',
        '8 impasse des Lilas, Les Minimes, 31200 Toulouse',
      ],
    ],
  ])('%s', (_, addresses) => {
    expect(addresses.map((address) => [address, mask(`We moved to ${address}. Lovely!`)])).toEqual(
      addresses.map((address) => [address, `We moved to ${M}. Lovely!`]),
    );
  });
});

describe('a full postcode by itself is masked', () => {
  test.each([
    ['I am in BS3 4NX, near the park', `I am in ${M}, near the park`],
    ['they cover LS8 1DW and sw1a 2aa', `they cover ${M} and ${M}`],
    ['my postcode is bs34nx', `my postcode is ${M}`],
    ['Rose Cottage, Church Lane, Leeds, LS81DW', `Rose Cottage, Church Lane, Leeds, ${M}`],
    ['Post code M2 8GB', `Post code ${M}`],
    ['Glenview, Ballyhooly, P51 A2E3', `Glenview, Ballyhooly, ${M}`],
    ['Eircode: D08X2Y4', `Eircode: ${M}`],
    ['we live in k1a 0b1', `we live in ${M}`],
    ['up in V5X-3L9', `up in ${M}`],
    ['my postal code K1A0B1', `my postal code ${M}`],
    ['Ons adres: 1012 AB', `Ons adres: ${M}`],
    ['Jordaan,\n1015 CJ Amsterdam', `Jordaan,\n${M} Amsterdam`],
  ])('%j', (text, expected) => expect(mask(text)).toBe(expected));

  test('a Dutch one in a Dutch business’s reviews', () => {
    const dutch = masker(['street_address'], nobody, ['NL']);
    expect(dutch('Wij wonen op 1012 AB en zijn blij, sinds 2021 VW-rijders, 1500 KM verder.')).toBe(
      `Wij wonen op ${M} en zijn blij, sinds 2021 VW-rijders, 1500 KM verder.`,
    );
  });
});

test.each([
  'outward codes such as BS3, SW1A, M1, D08, H91, K1A and 1012',
  'Part No. A1 2BC, part no. BS3 4NX, model LS8 1DW',
  'SKU M5V 3L9, order number K1A 0B1, ref. D08 X2Y4',
  'booking code BS3 4NX, promo code: LS8 1DW',
  'a MacBook M2 8GB, a Galaxy S10 8GB, a BMW M3 4WD, an M1 1TB',
  'E14 5W and GU10 5W bulbs, GU10 2PK, B22 caps',
  'a 2021 VW Golf, a 1200 SQ ft house, 5000 BTU, in 2019 AD',
  'the panel 1200 GE, 1500 KM from here, 2400 MW',
  'D12 FREE, D12 2000, X42 best',
  'the Lumix DC25AN, the LS81DW, the UE43RU',
  'order #BS3 4NX, www.example.com/BS3 4NX',
  'we use B12 5ML, it cost £3 4NX',
  'so to1 2be or not, and pe3 sessions',
  'Table 5, Leeds was fine; 12 Leeds fans',
  'Ich war am Montag 3 mal dort, am Markt 5 Minuten',
  'Am Markt 3 mal gewesen',
  'They offer 5 place settings, 2 avenue options, 3 cours de yoga',
])('nothing is masked in %j', (text) => expect(mask(text)).toBe(text));

test('the business’s own postcode and address stay, and those of customers beside them don’t', () => {
  const address = { street_address: '9 North Street', locality: 'Bristol', region: null, postal_code: 'BS3 1EN', country: 'GB' };
  const own = masker(['street_address'], { ...nobody, address });
  for (const text of ['at 9 North Street, Bedminster, Bristol BS3 1EN', 'in BS31EN', 'postcode bs3 1en']) expect(own(text)).toBe(text);
  expect(own('at 9 North Street, Bristol BS3 1EN, not BS3 1EP or 9 North Road, Bristol BS3 1EN')).toBe(
    `at 9 North Street, Bristol BS3 1EN, not ${M} or ${M}`,
  );
});
