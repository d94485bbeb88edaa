import { describe, expect, test } from 'vitest';
import type { CatalogEntry } from '../../site/content/catalog.ts';
import { mentionFinder, mentionsIn } from '../../site/content/mentions.ts';

const entry = (kind: CatalogEntry['kind'], key: string, name: string, ...aliases: string[]): CatalogEntry => ({
  kind,
  key,
  name,
  aliases,
});
const entries = [
  entry('technicians', 'Dana Whitfield', 'Dana Whitfield', 'Dana'),
  entry('technicians', 'Will Okafor', 'Will Okafor', 'Will'),
  entry('technicians', 'Tomasz Zieliński', 'Tomasz Zieliński', 'Tom Z.'),
  entry('services', 'panel-upgrade', 'Panel upgrade', 'fuse box', 'new panel'),
  entry('services', 'ev', 'EV charger', "electrician's kit"),
  entry('service_areas', 'Fern Hollow', 'Fern Hollow'),
];
const find = mentionFinder(entries);
const keys = (text: string) => Object.values(mentionsIn(text, find, entries)).flat();

test.each<readonly [text: string, keys: readonly string[]]>([
  ['Dana came.', ['Dana Whitfield']],
  ['DANA WHITFIELD and dana again', ['Dana Whitfield']],
  ['Danae and Jordana', []],
  ['Tomasz Zieliński was kind', ['Tomasz Zieliński']],
  ['two fuse boxes, a fuse-box and EV  chargers', ['panel-upgrade', 'ev']],
  ['the electrician’s kit', ['ev']],
  ['panels upgraded', []],
  ['I will call again', []],
  ['Will they come?', []],
  ['Will was great', ['Will Okafor']],
  ['Thanks to Will', ['Will Okafor']],
  ['will was great', []],
  ['Will Okafor', ['Will Okafor']],
  ['There was a wasp nest. Will saw it.', ['Will Okafor']],
  ['Will measured the run twice', ['Will Okafor']],
  ['Will texts her when he is late', ['Will Okafor']],
  ['When somebody did come (Will) he was late', ['Will Okafor']],
  ['Will you are an artist', ['Will Okafor']],
  ['Will definitely hire again', []],
  ['Will always call them first', []],
  ['My husband Will wanted to do it himself', []],
  ['our neighbor Dana recommended them', []],
  ['a new panel in Fern Hollow by Dana', ['Dana Whitfield', 'panel-upgrade', 'Fern Hollow']],
  ['Fern\nHollow', ['Fern Hollow']],
  ['', []],
])('%j mentions %j', (text, expected) => {
  expect(keys(text)).toEqual(expected);
});

test.each<readonly [text: string, found: number]>([
  ['I switched to Roundhay.', 0],
  ['Roundhay were kind.', 0],
  ['Friendly practice in Roundhay.', 1],
  ['The best near north Roundhay', 1],
  ['We moved to Roundhay in May.', 1],
  ['I go to Roundhay Dental, and booked in Roundhay Dental itself.', 0],
  ['They came to Oakwood.', 1],
])('an area that is part of the business’s name only counts if the text means the place: %s', (text, found) => {
  const areas = [entry('service_areas', 'Roundhay', 'Roundhay'), entry('service_areas', 'Oakwood', 'Oakwood')];
  expect(mentionFinder(areas, 'Roundhay Dental')(text)).toHaveLength(found);
});

test('a rating without text mentions nothing', () => {
  expect(mentionsIn(null, find, entries)).toEqual({ technicians: [], services: [], service_areas: [] });
});

test('an empty catalog finds nothing', () => {
  expect(mentionFinder([])('Dana')).toEqual([]);
});

test('ranges cover the names in the text', () => {
  const text = 'So Dana fitted the new panel.';
  expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Dana', 'new panel']);
});

describe('people are found by first or family name', () => {
  const clinic = [
    ...['Monique Adeyemi', 'Dr. Salma Haddad', 'Will Hope', 'Chen Wei Baker', 'Ana López', 'Ana Ruiz', 'Tom Alder', 'Prof. Jordan'].map(
      (name) => entry('technicians', name, name),
    ),
    entry('technicians', 'Robin Young', 'Robin Young', 'Robin'),
    entry('services', 'salma', 'Salma facial'),
    entry('service_areas', 'Port Alder', 'Port Alder'),
  ];
  const findHere = mentionFinder(clinic, 'Jordan & Co');
  const people = (text: string, author = '') => mentionsIn(text, findHere, clinic, author).technicians;

  test.each<readonly [text: string, people: readonly string[]]>([
    ['Monique was wonderful.', ['Monique Adeyemi']],
    ['Ask for Monique!', ['Monique Adeyemi']],
    ['Great service. Thank you Monique.', ['Monique Adeyemi']],
    ['MONIQUE WAS GREAT', ['Monique Adeyemi']],
    ['Monique A. did my nails', ['Monique Adeyemi']],
    ['Monique and Will stayed late', ['Monique Adeyemi', 'Will Hope']],
    ['My appointment with Monique went well. I left Monique a tip.', ['Monique Adeyemi']],
    ['Monique siempre nos atiende bien, Monique fue muy amable', ['Monique Adeyemi']],
    ['Dr. Haddad took her time', ['Dr. Salma Haddad']],
    ['dr haddad took her time', ['Dr. Salma Haddad']],
    ['Dra. Haddad me explicó todo', ['Dr. Salma Haddad']],
    ['Haddad explained it', ['Dr. Salma Haddad']],
    ['Salma Haddad, thanks', ['Dr. Salma Haddad']],
    ['Mr. Baker was late', ['Chen Wei Baker']],
    ['Thanks to Will', ['Will Hope']],
    ['Robin came', ['Robin Young']],
  ])('%j: %j', (text, expected) => expect(people(text)).toEqual(expected));

  test.each<readonly [reason: string, text: string]>([
    ['there are two', 'Ana was lovely, thank you Ana'],
    ['it is also in a service', 'Salma was lovely'],
    ['it is also in an area', 'Alder was lovely, thanks Alder'],
    ['it is also the business', 'Jordan was lovely'],
    ['it is also a word', 'The Baker was closed. Baker explained it. Young people came.'],
    ['it is also a word', 'Will you come? I hope they will. Hope was lost.'],
    ['nothing shows whom it means', 'So, Monique.'],
    ['it is in lower case', 'monique was here'],
    ['it is another word', 'Moniques were here, the Haddads came'],
    ['she signed', 'Best cut ever.\n– Monique, Bristol'],
    ['she signed', 'Best cut ever. — Monique'],
    ['she signed', 'Kind regards,\nMonique T.'],
    ['she is a relative', 'My daughter Monique was nervous. Monique explained that it hurt.'],
    ['she is a relative', 'Monique, my daughter, was nervous'],
    ['she is a guest', 'It was Monique’s birthday. Monique was happy.'],
    ['she is a guest', 'Monique loved her cake'],
    ['she is a companion', 'I went with Monique. Monique and I loved it'],
    ['she has another family name', 'Thanks to Monique Dubois. Monique was great.'],
    ['he has another first name', 'Dr. Omar Haddad was great'],
    ['she has another initial', 'Monique B. did my nails'],
  ])('but not if %s: %j', (_, text) => expect(people(text)).toEqual([]));

  test('nor if the author has that name', () => {
    expect(people('Monique was nervous, but it was fine', 'Monique Taylor')).toEqual([]);
  });

  test('a namesake in the catalog takes nothing from names in full', () => {
    expect(people('Ana Ruiz and Ana López')).toEqual(['Ana López', 'Ana Ruiz']);
  });
});

describe('services are found in regular inflections', () => {
  const services = [
    entry('services', 'rewire', 'Rewire'),
    entry('services', 'light', 'light'),
    entry('services', 'battery', 'Battery swap', 'battery'),
    entry('services', 'tap', 'tap'),
    entry('services', 'tire', 'tire'),
    entry('services', 'lighting', 'Lighting'),
    entry('services', 'cut', 'Haircuts'),
  ];
  const findHere = mentionFinder(services);
  test.each<readonly [text: string, services: readonly string[]]>([
    ['They rewired it, rewiring takes days', ['rewire']],
    ['new lights', ['light']],
    ['the lighting', ['lighting']],
    ['lightly, lighter, delight, enlighten, lightening', []],
    ['batteries, battery-swapped', ['battery']],
    ['two taps, tapped, tapping', ['tap']],
    ['tape, taped, tapestry', []],
    ['new tires, I was tired, so tiring', ['tire']],
    ['a haircut', ['cut']],
    ['rewirement, prewired', []],
  ])('%j: %j', (text, expected) => expect(mentionsIn(text, findHere, services).services).toEqual(expected));
});

describe('names in scripts without spaces are found inside sentences', () => {
  const names = [
    entry('technicians', '佐藤 美咲', '佐藤 美咲', '佐藤'),
    entry('technicians', '王小明', '王小明'),
    entry('technicians', 'สมชาย', 'สมชาย'),
    entry('services', 'cut', 'カット', '散髪'),
    entry('services', 'massage', 'นวดเท้า'),
    entry('service_areas', '渋谷', '渋谷'),
    entry('services', 'wifi', 'Wi-Fi設置'),
  ];
  const findHere = mentionFinder(names);
  test.each<readonly [text: string, keys: readonly string[]]>([
    ['担当の佐藤さんにカットをお願いしました。', ['佐藤 美咲', 'cut']],
    ['美咲先生は親切でした', ['佐藤 美咲']],
    ['渋谷で一番。散髪が上手', ['cut', '渋谷']],
    ['感谢王小明师傅', ['王小明']],
    ['คุณสมชายนวดเท้าดีมาก', ['สมชาย', 'massage']],
    ['ショートカットとカットソー', []],
    ['自宅のWi-Fi設置は早い、NWi-Fi設置', ['wifi']],
  ])('%j: %j', (text, expected) => expect(Object.values(mentionsIn(text, findHere, names)).flat()).toEqual(expected));
});
