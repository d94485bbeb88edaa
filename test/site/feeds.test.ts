import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { readDataset } from '../../site/content/read/read.ts';
import { printBadge } from '../../site/documents/embed.ts';
import { printAtomFeed, printJsonFeed } from '../../site/documents/feeds.ts';
import { drawImage } from '../../site/documents/images.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const site = { baseUrl: 'https://shop.example', hubUrl: 'https://shop.example/hub' };

interface Item {
  readonly title: string;
  readonly content_text: string;
  readonly date_published: string;
  readonly date_modified: string;
}
interface Atom {
  readonly '@_xml:lang': string;
  readonly title: string;
  readonly updated: string;
  readonly entry: readonly { readonly content: { readonly '#text': string }; readonly updated: string }[];
}

let shops = 0;

/** Returns the feeds and images of a shop with these reviews. */
async function feedsOf(business: string, reviews: readonly object[]) {
  const content = path.join(folder, String(++shops));
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  await writeFile(path.join(content, 'business.yaml'), business);
  await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
  const dataset = readDataset(content);
  const xml = printAtomFeed(dataset, site);
  const { feed } = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' }).parse(xml) as { feed: Atom };
  const { items } = JSON.parse(printJsonFeed(dataset, site)) as { items: readonly Item[] };
  return { feed, items, badge: printBadge(dataset), image: drawImage(dataset), content };
}

const review = (source_id: string, more: object = {}) => ({
  source_id,
  source: 'google',
  date: '2025-03-01',
  rating: 5,
  author: 'Ann',
  text: 'On time.\nClean.',
  verified: true,
  ...more,
});
const english = 'name: Acme\n';
const spanish = 'name: Casa Luz\nlanguage: es-MX\ntype: Restaurant\n';

test('the Atom feed declares its language', async () => {
  expect((await feedsOf(spanish, [review('a')])).feed['@_xml:lang']).toBe('es-MX');
  expect((await feedsOf(english, [])).feed['@_xml:lang']).toBe('en');
});

test('an entry contains the rating, the source and the reply in the language of the business', async () => {
  const reviews = [
    review('a', { owner_reply: { text: 'Thanks & bye.', date: '2025-03-04' } }),
    review('b', { source: 'direct', rating: 1, text: null, date: '2025-02-01' }),
  ];
  const { items, feed } = await feedsOf(english, reviews);
  expect(items.map(({ content_text }) => content_text)).toEqual([
    'On time.\nClean.\n\n5 of 5 stars, Google\n\nAcme replied: Thanks & bye.',
    'Ann gave this business 1 star (rating only).\n\n1 of 5 stars, sent to the business',
  ]);
  expect(feed.entry[0]?.content['#text']).toBe(
    'On time.<br/>\nClean.<br/>\n<br/>\n5 of 5 stars, Google<br/>\n<br/>\nAcme replied: Thanks &amp; bye.',
  );
  const own = await feedsOf(spanish, reviews);
  expect(own.feed.title).toBe('Opiniones sobre Casa Luz');
  expect(own.items.map(({ title, content_text }) => [title, content_text])).toEqual([
    ['5 estrellas de Ann', 'On time.\nClean.\n\n5 de 5 estrellas, Google\n\nCasa Luz respondió: Thanks & bye.'],
    ['1 estrella de Ann', 'Ann dio a este negocio 1 estrella (solo valoración).\n\n1 de 5 estrellas, enviada al negocio'],
  ]);
});

test('an entry’s update date is the latest known date of its review, its reply and its last change at the source', async () => {
  const { items, feed } = await feedsOf(english, [
    review('a'),
    review('b', { owner_reply: { text: 'Thanks.', date: '2025-04-02' } }),
    review('c', { source_updated_at: '2025-05-03T23:30:00-02:00', owner_reply: { text: 'Thanks.', date: '2025-04-02' } }),
    review('d', { source_updated_at: '2025-02-01T10:00:00Z' }),
    review('e', { owner_reply: { text: 'Thanks.' } }),
  ]);
  const days = ['2025-03-01', '2025-03-01', '2025-03-01', '2025-04-02', '2025-05-04'];
  expect(items.map(({ date_modified }) => date_modified).sort()).toEqual(days.map((day) => `${day}T00:00:00Z`));
  expect(feed.entry.map(({ updated }) => updated).sort()).toEqual(days.map((day) => `${day}T00:00:00.000Z`));
});

test('a reply to a review outside the feed doesn’t change the feed’s update date', async () => {
  const newest = Array.from({ length: 50 }, (_, index) => review(`new ${index}`));
  const old = review('old', { date: '2020-01-01', owner_reply: { text: 'At last.', date: '2026-01-01' } });
  expect((await feedsOf(english, [...newest, old])).feed.updated).toBe('2025-03-01T00:00:00.000Z');
});

test('the badge and the sharing image are in the language of the business and show if there are no reviews yet', async () => {
  const { badge, image } = await feedsOf(
    spanish.replace('es-MX', 'es'),
    ['a', 'b', 'c', 'd', 'e'].map((id) => review(id, { rating: id < 'c' ? 5 : 4 })),
  );
  expect(badge).toContain('<title>Casa Luz: 4,4 de 5 en 5 opiniones verificadas</title>');
  expect(badge).toContain('>5 opiniones verificadas</text>');
  expect(image).toContain('>Lo que dicen los clientes de</text>');
  expect(image).toContain('>de 5 en 5 opiniones verificadas</text>');
  const few = await feedsOf(english, [review('a'), review('b', { rating: 4 })]);
  expect(few.badge).toContain('<title>Acme: 2 verified reviews</title>');
  expect([few.badge, few.image].join('')).not.toContain('>4.5<');
  const empty = await feedsOf(english, []);
  expect(empty.badge).toContain('<title>Acme: no reviews yet</title>');
  expect(empty.badge).not.toContain('>0 ');
  expect(empty.image).toContain('>no reviews yet</text>');
});

test('the bars in the sharing image are proportional to the share of each star rating', async () => {
  const ratings = [5, 5, 5, 5, 5, 5, 4, 4, 1, 1, 1];
  const { image } = await feedsOf(
    spanish,
    ratings.map((rating, index) => review(`a${index}`, { rating })),
  );
  const widths = [...image.matchAll(/<rect x="726"[^>]* width="(\d+)" height="14"/g)].map(([, width]) => Number(width));
  const tracks = widths.filter((_, index) => index % 2 === 0);
  const bars = widths.filter((_, index) => index % 2 === 1);
  expect(tracks).toEqual([390, 390, 390, 390, 390]);
  expect(bars).toEqual(
    [5, 4, 3, 2, 1].map((stars) => Math.round((ratings.filter((rating) => rating === stars).length / ratings.length) * 390)),
  );
});
