import { expect, test } from 'vitest';
import { type CatalogEntry, mentionFinder, mentionsIn } from '../../site/content/mentions.ts';

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
