import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Dataset } from '../../site/content/dataset.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { policyFile } from '../../site/content/schemas.ts';
import { printReviews } from '../../site/documents/json.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const business = `name: A
telephone: "360-555-0142"
address: { street_address: 418 Cannery Street, country: US }
`;

/** One review of each kind that a policy affects. */
const reviews = `
- { source_id: platform, source: google, date: 2024-01-09, rating: 5, author: Ann Baker, author_avatar_url: "https://a.example/a.png", text: "Call 360-555-0177 or ann@example.com.", verified: true, verification: { method: platform_account, verified_at: 2024-01-12 } }
- { source_id: invoice, date: 2024-01-08, rating: 4, author: 360-555-0177, text: "At 12 Oak Street they were on time.", owner_reply: { text: "Ours is 360-555-0142, mine 360-555-0178.", date: 2024-01-09 }, verified: true, verification: { method: invoice, verified_at: 2024-01-08, reference: 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 } }
- { source_id: invitation, date: 2024-01-07, rating: 3, author: Kim, verified: true, verification: { method: invitation } }
- { source_id: vouched, date: 2024-01-06, rating: 2, author: Lee Ng, verified: true }
- { source_id: gone, source: yelp, date: 2024-01-05, rating: 1, author: Max Roe, verified: true, verification: { method: platform_account }, removed_at_source: 2024-06-01 }
- { source_id: unverified, date: 2024-01-04, rating: 1, author: Nobody }
- { id: 01HK53E5006T9K93VCVBJV8MJ9, source_id: down, date: 2024-01-03, rating: 1, author: Private, verified: true }
`;
const takedowns = `
- { review: 01HK53E5006T9K93VCVBJV8MJ9, date: 2024-02-01 }
- { review: 01HJXYZ8006T9K93VCVBJV8MJ9, date: 2024-02-02, note: never in this content }
`;

let count = 0;
function read(policy: string, more: Readonly<Record<string, string>> = {}): Dataset {
  const content = path.join(folder, String(count++));
  mkdirSync(path.join(content, 'reviews'), { recursive: true });
  const files = { 'business.yaml': business, 'policy.yaml': policy, 'takedowns.yaml': takedowns, 'reviews/all.yaml': reviews, ...more };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(content, name), text);
  return readDataset(content);
}
const authors = (dataset: Dataset) => dataset.reviews.map(({ author }) => author);

test.each(['0113 496 0123', '+44 113 496 0123'])('the business’s number %s is never masked, however it is written', (telephone) => {
  const reply = 'Ring 0113 496 0123, +44 (0)113 496 0123, 0044 113 4960123, (0113) 496-0123 or 01134960123, not 0113 496 0456.';
  const dataset = read('', {
    'business.yaml': `name: A\ntelephone: "${telephone}"\naddress: { country: England }\n`,
    'reviews/all.yaml': `- { source_id: a, date: 2024-01-09, rating: 5, author: A, text: "${reply}", owner_reply: { text: "${reply}" }, verified: true }\n`,
  });
  const shown = reply.replace('0113 496 0456', '[phone number]');
  expect(dataset.reviews).toMatchObject([{ text: shown, owner_reply: { text: shown } }]);
});

test('the business’s other numbers stay in replies, but aren’t published as its own', () => {
  const dataset = read('', { 'business.yaml': `${business}other_telephones: ["+1 360 555 0178"]\n` });
  expect(dataset.reviews[1]?.owner_reply?.text).toBe('Ours is 360-555-0142, mine 360-555-0178.');
  expect(dataset.business).not.toHaveProperty('other_telephones');
});

describe('without a policy', () => {
  const dataset = read('# the defaults\n');

  test('every verification method counts, and reviews removed at the source are left out', () => {
    expect(authors(dataset)).toEqual(['Ann Baker', 'A customer', 'Kim', 'Lee Ng']);
    expect(dataset.leftOut).toEqual([
      { reason: 'not verified', count: 1 },
      { reason: 'removed at the source', count: 1 },
      { reason: 'taken down', count: 2 },
    ]);
  });

  test('each review shows how and when it was verified, but nothing of the invoice', () => {
    expect(dataset.reviews.map(({ verification }) => verification)).toEqual([
      { method: 'platform_account', verified_at: '2024-01-12' },
      { method: 'invoice', verified_at: '2024-01-08' },
      { method: 'invitation', verified_at: null },
      { method: 'vouched', verified_at: null },
    ]);
    expect(String(printReviews(dataset))).not.toContain('5feceb66');
  });

  test('contact details are masked and counted, except the business’s own', () => {
    expect(dataset.reviews.slice(0, 2).map(({ text, owner_reply }) => [text, owner_reply?.text])).toEqual([
      ['Call [phone number] or [e-mail address].', undefined],
      ['At [street address] they were on time.', 'Ours is 360-555-0142, mine [phone number].'],
    ]);
    expect(dataset.masked).toEqual({ phone: 2, email: 1, street_address: 1 });
    expect(dataset.reviews[0]?.author_avatar_url).toBe('https://a.example/a.png');
  });
});

describe('a policy', () => {
  test('sets which verification methods count; reviews with other methods are counted as left out', () => {
    const dataset = read('verification: [platform_account, invoice]\n');
    expect(authors(dataset)).toEqual(['Ann Baker', 'A customer']);
    expect(dataset.leftOut[1]).toEqual({ reason: 'verified in a way that does not count here', count: 2 });
    expect(dataset.aggregateRating).toMatchObject({ rating_value: 4.5, review_count: 2 });
  });

  test.each([
    ['initials', ['Ann B.', 'A customer', 'Kim', 'Lee N.']],
    ['hidden', ['A customer', 'A customer', 'A customer', 'A customer']],
  ])('with names: %s changes names and removes pictures', (names, expected) => {
    const dataset = read(`names: ${names}\n`);
    expect(authors(dataset)).toEqual(expected);
    expect(dataset.reviews.map(({ author_avatar_url }) => author_avatar_url)).toEqual([null, null, null, null]);
  });

  test.each([
    ['initials', 'Ms. B., thank you.'],
    ['hidden', '[name], thank you.'],
  ])('with names: %s also changes the author’s name in a reply', (names, expected) => {
    const replied = reviews.replace(
      'or ann@example.com."',
      'or ann@example.com.", owner_reply: { text: "Ms. Baker, thank you.", date: 2024-01-10 }',
    );
    expect(read(`names: ${names}\n`, { 'reviews/all.yaml': replied }).reviews[0]?.owner_reply?.text).toBe(expected);
  });

  test('can mask only some kinds of contact details, or none', () => {
    expect(read('mask: [email]\n').masked).toEqual({ phone: 0, email: 1, street_address: 0 });
    const plain = read('mask: []\n');
    expect(plain.masked).toEqual({ phone: 0, email: 0, street_address: 0 });
    expect(plain.reviews[0]?.text).toBe('Call 360-555-0177 or ann@example.com.');
    expect(plain.reviews[1]?.author).toBe('360-555-0177');
  });

  test('can publish reviews removed at the source, and keeps the date of removal', () => {
    const dataset = read('removed_at_source: publish\n');
    expect(authors(dataset)).toContain('Max Roe');
    const gone = dataset.reviews.find(({ author }) => author === 'Max Roe');
    expect(gone?.removed_at_source).toBe('2024-06-01');
    expect(dataset.leftOut.map(({ reason }) => reason)).not.toContain('removed at the source');
  });
});

test('the content guide, the template and the demo show the default policy', () => {
  const [, example = ''] =
    readFileSync(path.join(root, 'site/content/README.md'), 'utf8').match(/```yaml\n(# verification:[^`]*)```/) ?? [];
  const policyOf = (folder: string) => parse(readFileSync(path.join(root, folder, 'policy.yaml'), 'utf8'));
  // A list of methods would leave out the reviews of later ones.
  const { verification: _all, ...usual } = policyFile.parse({});
  expect(parse(example)).toEqual(usual);
  // The first import that finds removed reviews asks what to do with them, unless the policy decides.
  const unset = { sources: {}, well_known: {}, removed_at_source: usual.removed_at_source };
  expect(policyOf('scripts/new/template')).not.toHaveProperty('removed_at_source');
  // A draft isn't published: it has no day on which it was accepted.
  const draft = { text: expect.any(String) };
  expect({ ...policyOf('scripts/new/template'), ...unset }).toEqual({ ...usual, fake_reviews: draft, incentives: draft });
  // The demo's reviews are invented, so nobody else has rights to them.
  const sources = expect.objectContaining({ google: { rights: expect.any(String), license: 'MIT' } });
  const accepted = { ...draft, accepted: '2026-11-02' };
  const stated = { report: 'hello@harborandpine.example', report_days: 7, fake_reviews: accepted, incentives: accepted };
  expect({ well_known: {}, ...policyOf('content') }).toEqual({ ...usual, markup: 'all', sources, ...stated });
});

test('a correction or verdict for a review that was taken down is not an error', () => {
  const dataset = read('', {
    'corrections.yaml': '- { review: 01HJXYZ8006T9K93VCVBJV8MJ9, aspects: { cleanliness: positive } }\n',
    'verdicts.json': JSON.stringify({
      model: 'm',
      reviews: [{ review: '01HJXYZ8006T9K93VCVBJV8MJ9', aspects: [{ aspect: 'cleanliness', polarity: 'positive', quote: 'cheap' }] }],
    }),
  });
  expect(dataset.reviews).toHaveLength(4);
});

test('quotes of other models refer to the published text', () => {
  const id = read('').reviews[0]?.id;
  const verdicts = {
    model: 'm',
    reviews: [{ review: id, aspects: [{ aspect: 'communication', polarity: 'positive', quote: 'Call [phone number]' }] }],
  };
  const given = read('', { 'verdicts.json': JSON.stringify(verdicts) }).analysis?.verdicts.get(id ?? '');
  expect(given?.[0]?.ranges).toEqual([{ start: 0, end: 19 }]);
});

test.each(['', 'names: initials\n', 'names: hidden\n', 'removed_at_source: publish\n'])(
  'publishing already published reviews again under %j gives the same bytes',
  (policy) => {
    const published = read(policy);
    const entries = published.reviews.map(({ mentions: _, removed_at_source: gone, ...entry }) => ({
      ...entry,
      ...(gone !== null && { removed_at_source: gone }),
    }));
    const again = read(policy, { 'reviews/all.yaml': '', 'reviews/back.json': JSON.stringify(entries) });
    expect(String(printReviews(again))).toBe(String(printReviews(published)));
    expect(again.masked).toEqual(published.masked);
  },
);
