import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import { generationDocument } from '../../site/contract/generation.ts';
import { insightsDocument } from '../../site/contract/insights.ts';
import { type Review, review } from '../../site/contract/review.ts';
import { type ReviewsDocument, reviewList, reviewsDocument } from '../../site/contract/reviews-document.ts';
import { ask } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { jsonFeedSchema } from '../third-party/json-feed.ts';

const PYTHON = '/usr/bin/python3';
const feedparserMissing = spawnSync(PYTHON, ['-c', 'import feedparser']).status !== 0;

interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly items: readonly Record<string, unknown>[];
}

describe.each(['minimal', 'corner', 'demo'] as const)('%s', (site) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve({ DIST_DIR: inject('dists')[site] });
  });
  afterAll(() => server.close());
  const text = async (path: string) => (await ask(server.url, path)).text;
  const reviews = async () => JSON.parse(await text('/reviews.json')) as ReviewsDocument;
  const jsonFeed = async () => JSON.parse(await text('/api/feed.json')) as JsonFeed;

  test.each<readonly [string, z.ZodType]>([
    ['/reviews.json', reviewsDocument],
    ['/insights.json', insightsDocument],
    ['/generation.json', generationDocument],
    ['/api/reviews/since/2023-01-01', reviewList],
    ['/api/reviews/search?min_rating=2&limit=100', reviewList],
  ])('%s has exactly the fields of its schema', async (path, document) => {
    const value = JSON.parse(await text(path));
    expect(document.parse(value)).toEqual(value);
  });

  test('every review has every field, in the same order', async () => {
    for (const one of (await reviews()).reviews) expect(Object.keys(one)).toEqual(Object.keys(review.shape));
  });

  test('reviews are sorted by date and then by id, both descending', async () => {
    const keys = (await reviews()).reviews.map(({ date, id }) => `${date} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('the time in a review’s id is its date', async () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    for (const { id, date } of (await reviews()).reviews) {
      const ms = [...id.slice(0, 10)].reduce((sum, letter) => sum * 32 + alphabet.indexOf(letter), 0);
      expect(new Date(ms).toISOString().slice(0, 10)).toBe(date);
    }
  });

  test('the aggregate rating matches the reviews', async () => {
    const document = await reviews();
    const ratings = document.reviews.map(({ rating }) => rating);
    const count = (stars: number) => ratings.filter((rating) => rating === stars).length;
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
    expect(document.aggregate_rating).toEqual({
      rating_value: ratings.length === 0 ? null : expect.closeTo(mean, 2),
      review_count: ratings.length,
      best_rating: 5,
      worst_rating: 1,
      distribution: { '1': count(1), '2': count(2), '3': count(3), '4': count(4), '5': count(5) },
    });
  });

  test('mentions contain only names from the catalog, in its order', async () => {
    const { business, reviews: all } = await reviews();
    const known = {
      technicians: business.technicians.map(({ name }) => name),
      services: business.services.map(({ id }) => id),
      service_areas: business.service_areas,
    };
    for (const { mentions } of all) {
      for (const kind of ['technicians', 'services', 'service_areas'] as const) {
        expect(known[kind]).toEqual(expect.arrayContaining(mentions[kind]));
        expect(mentions[kind]).toEqual(known[kind].filter((name) => mentions[kind].includes(name)));
      }
    }
  });

  test('insights.json counts the same reviews', async () => {
    const { reviews: all } = await reviews();
    const insights = insightsDocument.parse(JSON.parse(await text('/insights.json')));
    const newest = all
      .flatMap(({ date, owner_reply }) => [date, ...(owner_reply?.date ? [owner_reply.date] : [])])
      .sort()
      .at(-1);
    expect(insights.review_count).toBe(all.length);
    expect(insights.generated_at).toBe(newest === undefined ? null : `${newest}T00:00:00Z`);
    expect(insights.date_range).toEqual(all.length === 0 ? null : { earliest: all.at(-1)?.date, latest: all[0]?.date });
    expect(insights.temporal.monthly.reduce((sum, { review_count }) => sum + review_count, 0)).toBe(all.length);
    for (const { name, mention_count } of insights.entities.technicians) {
      expect(mention_count).toBe(all.filter(({ mentions }) => mentions.technicians.includes(name)).length);
    }
  });

  test('feed.json is a valid JSON Feed 1.1 with the 50 newest reviews', async () => {
    const feed = await jsonFeed();
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const valid = ajv.compile(jsonFeedSchema);
    valid(feed);
    expect(valid.errors).toBeNull();
    const newest = (await reviews()).reviews.slice(0, 50);
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
    expect(feed.items.map(({ id }) => id)).toEqual(newest.map(({ id }) => `http://reviews.localhost:9/reviews/${id}/`));
    expect(feed.items.map(({ _review }) => _review)).toEqual(
      newest.map(({ rating, source, verified, verification, changed_by_business, mentions, owner_reply, ...more }) => ({
        rating,
        source,
        verified,
        verification,
        changed_by_business,
        mentions,
        owner_reply,
        removed_at_source: more.removed_at_source,
        experienced_at: more.experienced_at,
        incentive: more.incentive,
        relation: more.relation,
      })),
    );
  });

  test('the url of every feed item leads to a page', async () => {
    for (const { url } of (await jsonFeed()).items) {
      const answer = await ask(server.url, new URL(String(url)).pathname);
      expect([url, answer.status, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
    }
  });

  test('feed.xml is well-formed Atom with links to itself, its hub and the site', async () => {
    const xml = await text('/feed.xml');
    expect(XMLValidator.validate(xml)).toBe(true);
    const { feed } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'link' }).parse(xml);
    expect(feed.link).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rel: 'self', href: 'http://reviews.localhost:9/feed.xml' }),
        expect.objectContaining({ rel: 'hub', href: 'http://reviews.localhost:9/api/websub/hub' }),
        expect.objectContaining({ rel: 'alternate', href: 'http://reviews.localhost:9/' }),
      ]),
    );
  });

  test.skipIf(feedparserMissing)('feed.xml has the same items as feed.json when read by feedparser (python3-feedparser)', async () => {
    const script = `
import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
print(json.dumps({'bozo': bool(feed.bozo), 'title': feed.feed.title, 'language': feed.feed.get('language'), 'entries': [
  {'id': e.id, 'link': e.link, 'published': e.published, 'updated': e.updated, 'author': e.author,
   'tags': [t.term for t in e.get('tags', [])]} for e in feed.entries]}))`;
    const { stdout } = await promisify(execFile)(PYTHON, ['-c', script, `${server.url}/feed.xml`], { maxBuffer: 1e8 });
    const atom = JSON.parse(stdout) as { bozo: boolean; title: string; entries: { published: string; updated: string }[] };
    const feed = await jsonFeed();
    const seconds = (time: unknown) => Date.parse(String(time)) / 1000;
    // XML can't hold every character that JSON can.
    const plain = (value: unknown) => String(value).replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
    expect([atom.bozo, atom.title]).toEqual([false, feed.title]);
    expect(atom.entries.map((entry) => ({ ...entry, published: seconds(entry.published), updated: seconds(entry.updated) }))).toEqual(
      feed.items.map(({ id, url, date_published, date_modified, authors, tags }) => ({
        id,
        link: url,
        published: seconds(date_published),
        updated: seconds(date_modified),
        author: plain((authors as { name: string }[])[0]?.name),
        tags,
      })),
    );
  });
});

describe('corner shop', () => {
  let server: TestServer;
  let published: readonly Review[];
  beforeAll(async () => {
    server = await serve({ DIST_DIR: inject('dists').corner });
    published = (JSON.parse((await ask(server.url, '/reviews.json')).text) as ReviewsDocument).reviews;
  });
  afterAll(() => server.close());
  const by = (author: string) => published.find((one) => one.author === author);

  test('the documents contain no unverified reviews', async () => {
    for (const path of ['/reviews.json', '/api/feed.json', '/feed.xml', '/insights.json', '/api/reviews/since/2022-01-01']) {
      const { text } = await ask(server.url, path);
      expect(text).not.toMatch(/Competitor|Do not publish|Nor this/);
    }
    expect(published).toHaveLength(11);
  });

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: a customer's text
  test('texts keep every character, in composed and well-formed Unicode', () => {
    expect(by('José')?.text).toBe('José Núñez fixed the café.');
    expect(by('Half')?.text).toBe('half an emoji: \ufffd and a whole one: 👩‍🔧');
    expect(by('Control\u0007 Freak')?.text).toBe(
      'bell \u0007 null \u0000 escape \u001b[31m unit \u001f delete \u007f next \u0085 line\u2028paragraph\u2029 noncharacters \ufffe\uffff end',
    );
    expect(by('🎃 Jack 🎃')?.text).toBe('👍🏽👩‍🔧⚡️ Sparkling! STRASSE Straße İstanbul ΣΊΣΥΦΟΣ Σίσυφος ﬁx naïve');
    expect(by('n'.repeat(300))?.text).toBe(`${'a'.repeat(4999)}!`);
    expect(by("Robert'); DROP TABLE reviews;--")?.text).toBe(
      '<script>alert("1")</script> & <b>bold</b> &amp; ]]> <!-- comment --> {{ braces }} ${dollars}\nA second line.\n\nA paragraph with "quotes", \'apostrophes\', a \\backslash and a trailing tab\t.',
    );
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: a customer's text

  test('the business is published with every key, and null for unknown values', async () => {
    const { business } = JSON.parse((await ask(server.url, '/reviews.json')).text);
    expect(business).toEqual({
      name: 'Corner <Shop> & Søn "Electric"',
      legal_name: 'Corner Shop LLC',
      description: 'Sells & repairs <lamps>.',
      url: 'https://corner.example/',
      telephone: '+1-555-0100',
      email: 'hello@corner.example',
      address: { street_address: '1 Corner Street', locality: 'Smallville', region: 'KS', postal_code: '00501', country: 'US' },
      geo: { latitude: -0.5, longitude: 180 },
      opening_hours: [{ days: ['Monday', 'Friday'], opens: '08:00', closes: '17:00' }],
      license: { number: '007', authority: 'Town of Smallville' },
      founded: 1999,
      services: [
        { id: 'panel-upgrade', name: 'Panel upgrade' },
        { id: 'lighting', name: 'Lighting' },
        { id: 'never-asked-for', name: 'Lightning rods' },
      ],
      technicians: [
        { name: 'José Núñez', role: 'Master electrician' },
        { name: 'Will Hope', role: null },
      ],
      service_areas: ['Smallville'],
      same_as: ['https://maps.example/corner'],
    });
  });

  test('the feed item of a rating-only review contains its reply, whose date is date_modified', async () => {
    const feed = JSON.parse((await ask(server.url, '/api/feed.json')).text);
    const { id } = by('Leap <b>Day</b>') as Review;
    expect(feed.items[2]).toEqual({
      id: `http://reviews.localhost:9/reviews/${id}/`,
      url: `http://reviews.localhost:9/reviews/${id}/`,
      external_url: 'https://maps.example/review/leap-day?a=1&b=2',
      title: '4 stars from Leap <b>Day</b>',
      content_text:
        'Leap <b>Day</b> gave this business 4 stars (rating only).\n\n4 of 5 stars, Google\n\nCorner <Shop> & Søn "Electric" replied: Thank you, Leap & family!',
      date_published: '2024-02-29T00:00:00Z',
      date_modified: '2024-03-04T00:00:00Z',
      authors: [{ name: 'Leap <b>Day</b>', avatar: 'https://maps.example/avatar/1.png' }],
      tags: ['4-star'],
      _review: {
        rating: 4,
        source: 'google',
        verified: true,
        verification: { method: 'vouched', verified_at: null },
        changed_by_business: [],
        mentions: { technicians: [], services: [], service_areas: [] },
        owner_reply: { text: 'Thank you, Leap & family!', date: '2024-03-04' },
        removed_at_source: null,
        experienced_at: null,
        incentive: 'unknown',
        relation: 'unknown',
      },
    });
    expect(feed).toMatchObject({
      title: 'Reviews of Corner <Shop> & Søn "Electric"',
      home_page_url: 'http://reviews.localhost:9/',
      feed_url: 'http://reviews.localhost:9/api/feed.json',
      language: 'en-GB',
      authors: [{ name: 'Corner <Shop> & Søn "Electric"', url: 'https://corner.example/' }],
      hubs: [{ type: 'WebSub', url: 'http://reviews.localhost:9/api/websub/hub' }],
    });
  });

  test('a reply without a date is published and changes no dates', async () => {
    const reply = { text: 'Nobody wrote down when we said sorry.', date: null };
    const { id, owner_reply } = by('Same Day B') as Review;
    expect(owner_reply).toEqual(reply);
    const { items } = JSON.parse((await ask(server.url, '/api/feed.json')).text) as {
      items: { url: string; date_modified: string; _review: object }[];
    };
    expect(items.find(({ url }) => url.includes(id))).toMatchObject({
      date_modified: '2024-03-01T00:00:00Z',
      _review: { owner_reply: reply },
    });
    expect((await ask(server.url, '/reviews.csv')).text).toContain('Nobody wrote down when we said sorry.,,');
    expect((await ask(server.url, '/llms-full.txt')).text).toContain(`The business replied:\n\n> ${reply.text}\n`);
    expect((await ask(server.url, '/sitemap.xml')).text).toContain(`/reviews/${id}/</loc><lastmod>2024-03-01</lastmod>`);
    const page = (await ask(server.url, `/reviews/${id}/`)).text;
    expect(page).toMatch(/ replied<\/p>\s*<p class="said" dir="auto">Nobody wrote down/);
    expect(page).toContain(`"comment":{"@type":"Comment","text":"${reply.text}"}`);
  });

  test('HTML in a review is escaped in Atom', async () => {
    const { text } = await ask(server.url, '/feed.xml');
    const { feed } = new XMLParser({ ignoreAttributes: false, processEntities: true, cdataPropName: 'cdata' }).parse(text);
    expect(JSON.stringify(feed.entry[3])).not.toMatch(/<script|<b>/);
    expect(JSON.stringify(feed.entry[3])).toContain('&lt;script&gt;');
  });
});

test('the demo business has at least 120 reviews over 5 years, with replies, rating-only reviews and every number of stars', async () => {
  const server = await serve({ DIST_DIR: inject('dists').demo });
  const { reviews, aggregate_rating } = JSON.parse((await ask(server.url, '/reviews.json')).text) as ReviewsDocument;
  await server.close();
  expect(reviews.length).toBeGreaterThanOrEqual(120);
  expect(Date.parse(reviews[0]?.date ?? '') - Date.parse(reviews.at(-1)?.date ?? '')).toBeGreaterThan(5 * 365 * 86_400_000);
  expect(reviews.some(({ text }) => text === null)).toBe(true);
  expect(reviews.some(({ owner_reply }) => owner_reply !== null)).toBe(true);
  expect(Math.min(...Object.values(aggregate_rating.distribution))).toBeGreaterThan(0);
});
