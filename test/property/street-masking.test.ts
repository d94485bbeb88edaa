import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { masker } from '../../site/content/privacy/published-entry.ts';
import { masksIn } from '../../site/messages/languages.ts';

const masks = masksIn('en');

const mask = masker(['street_address'], { telephone: null, email: null, address: null });

const one = (words: string) => fc.constantFrom(...words.split('|'));
const maybe = (parts: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), parts);
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));
const number = fc.integer({ min: 1, max: 399 }).map(String);

const english = join(
  maybe(one('Flat 3, |Flat B, |Apt 4, |Unit 12, |Flat 2, ')),
  number,
  maybe(one('a|B')),
  one(' Park| Old Mill| Elm| St. Mary’s| Harbor View'),
  one(
    ' Street| St| Road| Rd| Lane| Avenue| Ave| Terrace| Court| Crescent| Drive| Way| Close| Place| Square| Hill| Grove| Gardens| Walk| Rise| View| Row| Plaza| Villas| Mount| Croft| Fold| Garth| Chase| Mead| Meadows| Mansions| Cottages| Wynd| Brae| Grange| Dene| Glade| Glen',
  ),
  maybe(one(', Flat 3| Flat 3|, Apt 4| #5|, Unit 2B')),
  maybe(
    one(
      ' LS8 1DW|, Leeds LS8 1DW|, Leeds LS8|, Leeds, LS8 1DW|, York YO24 1AR|, Millbrook, WA 98300|, Carlton VIC 3053|, Ottawa, ON K1A 0B1',
    ),
  ),
);
const spanish = join(
  one(
    'calle |Calle |CALLE |C/ |C/|c/ |Cl. |avenida |Avenida |Avda. |Av. |plaza |Plaza |Pza. |paseo |Paseo |Pº |camino |Camino |carretera |Ctra. |travesía |Ronda |glorieta |callejón |pasaje |Rambla |Urb. |Vía |Carrer |Plaça |Passeig |Avinguda ',
  ),
  maybe(one('de |de la |del |de los ')),
  one('Colón|Mayor|Constitución|Blasco Ibáñez|Doctor Fleming|San Juan de Dios|2 de Mayo|Marqués de Sotelo'),
  one(' |, | nº |, nº | n.º |, núm. | número '),
  number,
  maybe(one('A| bis|-17')),
  maybe(
    one(
      ', 3ºB|, 3º B|, 3º| 2º izda.|, 2º dcha|, 3º 2ª|, piso 3|, piso 3º, puerta 4|, pta. 4|, esc. 2, 1º A|, portal 2, bajo B|, ático|, bajo izquierda| - 3º B',
    ),
  ),
  maybe(one(', 46004 Valencia| 46004 Valencia|, 46004| - 07001 Palma de Mallorca|, 20001 San Sebastián')),
);

describe('a street address is masked completely, however it is written', () => {
  const around = fc.constantFrom('I live at #.', '#', '(#)', 'Vivo en la #, y volveré.', 'They came to #\nand left');

  test.each([
    ['English', english],
    ['Spanish', spanish],
  ])('%s', (_, addresses) => {
    fc.assert(
      fc.property(addresses, around, (address, text) => {
        // The period in "izda." or "Rd." may be part of the address.
        const [masked, expected] = [mask(text.replace('#', address)), text.replace('#', masks.street_address)];
        expect([address, masked.replaceAll('.', '')]).toEqual([address, expected.replaceAll('.', '')]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['Vivo en la calle Colón 15, 3ºB', `Vivo en la ${masks.street_address}`],
    ['vivo en la calle colón 15, 3º b', `vivo en la ${masks.street_address}`],
    ['Gran Vía 12, 4º 2ª', masks.street_address],
    ['14 The Mount, York', `${masks.street_address}, York`],
    ['5 The Avenue, Leeds LS8', masks.street_address],
    ['Hauptstraße 12, 10115 Berlin', masks.street_address],
    ['12 rue de la Paix, 75002 Paris', masks.street_address],
    ['Via Garibaldi 12, 00153 Roma', masks.street_address],
  ])('%s', (text, expected) => expect(mask(text)).toBe(expected));
});

test.each([
  '3 stars',
  'Room 5 place',
  'on the road 2 hours',
  'They came via London 3 times, and via Leeds 2 hours late.',
  'We stayed at the Plaza Hotel 2 nights.',
  'Avenida Palace 5 estrellas',
  'We were at table 4 on the Terrace.',
  'We rented 3 villas and 2 cottages near the park.',
  'en la plaza 3 horas',
  'por la calle Colón 3 veces',
  'Está 2 calles más abajo, a 5 minutos de la Plaza Mayor.',
  'Fuimos a la Plaza Mayor 2 veces.',
  'en la Calle Mayor a las 3',
  'planta 3, puerta 4',
  'mesa 5 en la plaza',
  'Feria de la Plaza Mayor 2023',
  'en la calle somos 3.',
  'calle abajo 20 metros',
  'a la Plaza Mayor 3,5 km',
  'Camino de Santiago 30 días',
  'El paseo 10/10, la Rambla 10 de 10.',
  'La Ronda 3 de la liga',
  'Pagué 46004 pesos en Valencia.',
])('text without an address stays unmasked: %j', (text) => expect(mask(text)).toBe(text));

test('an address that only starts like the business’s own is masked', () => {
  const address = { street_address: 'Calle Colón 1', locality: null, region: null, postal_code: null, country: null };
  const text = masker(['street_address'], { telephone: null, email: null, address })('Vivo en C/ Colón 15.');
  expect(text).toBe(`Vivo en ${masks.street_address}.`);
});

test.each([
  ['Calle Colón 15', 'Estamos en C/ Colón, 15.'],
  ['C/ Colón, nº 15', 'Estamos en la calle Colón 15, bajo.'],
  ['Avda. de la Constitución 3', 'avenida de la Constitucion 3'],
  ['5 The Avenue', '5 The Avenue, Leeds LS8'],
])('the business’s own address %s isn’t masked in %j', (street_address, text) => {
  const address = { street_address, locality: null, region: null, postal_code: null, country: null };
  expect(masker(['street_address'], { telephone: null, email: null, address })(text)).toBe(text);
});
