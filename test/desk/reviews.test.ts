import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';

const file = '2025.yaml';
const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const BEN = '01HPHS3M00D4RMPQ5Y2QXC2WK0';
const TEXT = `# Newest first.

- id: ${ANN}
  source: google
  date: 2025-02-14
  rating: 5
  author: Ann Zoë
  text: They were an hour late, but the panel work is spotless.
  verified: true # she called
  verification: { method: platform_account, verified_at: 2025-02-20 }

# Nobody knows Ben.
- id: ${BEN}
  source: direct
  date: 2025-01-02
  rating: 1
  author: <Ben> & "Co"
  text: Rude on the phone.
`;

let desk: OpenDesk;
let content: string;
const read = (name: string) => readFileSync(path.join(content, name), 'utf8');
const reviews = () => read(`reviews/${file}`);

beforeEach(async () => {
  const folders = await deskFolders('minimal');
  content = folders.CONTENT_DIR;
  const { mkdirSync } = await import('node:fs');
  mkdirSync(path.join(content, 'reviews'));
  writeFileSync(path.join(content, 'reviews', file), TEXT);
  desk = await openTestDesk({ ...folders, now: () => new Date('2025-03-01T12:00:00Z') });
});
afterEach(() => desk.close());

const page = async (path: string) => (await desk.get(path)).text();
const seen = async (id: string) => /name="seen" value="([^"]+)"/.exec(await page(`/reviews/${id}`))?.[1] ?? '';
/** Returns the IDs of the reviews in a list. */
const listed = async (query: string) =>
  [...(await page(`/reviews${query}`)).matchAll(/<li><p><a href="\/reviews\/(\w+)"/g)].map(([, id]) => id);

test('lists, searches and filters all reviews, published or not', async () => {
  expect(await listed('')).toEqual([ANN, BEN]);
  expect(await listed('?sort=lowest')).toEqual([BEN, ANN]);
  expect(await listed('?words=panels')).toEqual([ANN]);
  expect(await listed('?words=zoe')).toEqual([ANN]);
  expect(await listed('?words=rude')).toEqual([BEN]);
  expect(await listed('?stars=1')).toEqual([BEN]);
  expect(await listed('?source=google')).toEqual([ANN]);
  expect(await listed('?show=unanswered')).toEqual([ANN]);
  expect(await listed('?show=unverified')).toEqual([BEN]);
  expect(await listed('?show=unpublished')).toEqual([BEN]);
  expect(await listed('?words=nothing')).toEqual([]);
  expect(await listed('?stars=7&sort=constructor&show=toString&page=-1&about=%22%3E')).toEqual([ANN, BEN]);
  const html = await page('/reviews');
  expect(html).toContain('&lt;Ben&gt; &amp; &quot;Co&quot;');
  expect(html).toContain('Not published: nobody has verified it');
});

test('filters by a service area whose name has a colon', async () => {
  writeFileSync(path.join(content, 'service-areas.yaml'), '- { name: "Ballard: North", aliases: [the panel work] }\n');
  expect(await listed('?about=service_areas:Ballard: North')).toEqual([ANN]);
});

test('saves a reply without changing the rest of the file, and can remove it', async () => {
  const answer = await desk.post(`/reviews/${ANN}/reply`, {
    seen: await seen(ANN),
    text: 'Thank you, Ann.\r\nSorry for the wait.',
    date: '2025-03-01',
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('The reply is saved. Publish to show it.');
  expect(reviews()).toBe(
    TEXT.replace(
      'verified_at: 2025-02-20 }\n',
      'verified_at: 2025-02-20 }\n  owner_reply:\n    text: |-\n      Thank you, Ann.\n      Sorry for the wait.\n    date: 2025-03-01\n',
    ),
  );
  const removed = await desk.post(`/reviews/${ANN}/reply`, { seen: await seen(ANN), remove: 'yes' });
  expect(await removed.text()).toContain('The reply is removed.');
  expect(reviews()).toContain('owner_reply: null');
});

test.each([
  ['without text', { text: ' ', date: '2025-03-01' }, 'Fill this in.'],
  ['older than the review', { text: 'Hm', date: '2025-02-01' }, 'The reply can’t be older than the review.'],
  ['from the year 1025', { text: 'Hm', date: '1025-03-01' }, 'Choose a date between 1970 and today.'],
  ['in the future', { text: 'Hm', date: '2025-03-09' }, 'Choose a date between 1970 and today.'],
])('rejects a reply %s and keeps the entered date in the form', async (_name, given, error) => {
  const answer = await desk.post(`/reviews/${ANN}/reply`, { seen: await seen(ANN), ...given });
  const html = await answer.text();
  expect([answer.status, html.includes(error), html.includes(`value="${given.date}"`)]).toEqual([422, true, true]);
  expect(reviews()).toBe(TEXT);
});

test('asks before overwriting a reply that someone else added in the meantime', async () => {
  const old = await seen(ANN);
  const theirs = TEXT.replace(
    'verified: true # she called',
    'verified: true # she called\n  owner_reply: { text: Thanks., date: 2025-02-21 }',
  );
  writeFileSync(path.join(content, 'reviews', file), theirs);
  const answer = await desk.post(`/reviews/${ANN}/reply`, { seen: old, text: 'Thank you.', date: '2025-03-01' });
  const html = await answer.text();
  expect(answer.status).toBe(409);
  expect(html).toContain('<p class="words">Thank you.</p>');
  expect(html).toContain('<p class="words">Thanks.</p>');
  expect(reviews()).toBe(theirs);
  const again = await desk.post(`/reviews/${ANN}/reply`, { seen: await seen(ANN), text: 'Thank you.', date: '2025-03-01' });
  expect(again.status).toBe(200);
  expect(reviews()).toContain('Thank you.');
});

test('verifies a review by invoice without storing the invoice number', async () => {
  const missing = await desk.post(`/reviews/${BEN}/verify`, {
    seen: await seen(BEN),
    method: 'invoice',
    verified_on: '2025-02-01',
    reference: '',
  });
  expect(missing.status).toBe(422);
  expect(reviews()).toBe(TEXT);
  await desk.post(`/reviews/${BEN}/verify`, { seen: await seen(BEN), method: 'invoice', verified_on: '2025-02-01', reference: 'R-7781' });
  expect(reviews()).toMatch(/verified: true\n {2}verification:\n {4}method: invoice\n {4}verified_at: 2025-02-01\n {4}reference: \S+\n/);
  expect(reviews()).not.toContain('7781');
  await desk.post(`/reviews/${BEN}/verify`, { seen: await seen(BEN), method: 'none', verified_on: '2025-02-01', reference: '' });
  expect(await listed('?show=unverified')).toEqual([BEN]);
});

test('saves a correction to the analysis, and can remove it', async () => {
  await desk.post(`/reviews/${ANN}/analysis`, { quality: 'positive', service: 'not_mentioned', price: '', waiting: 'toString' });
  expect(read('corrections.yaml')).toBe(`- review: ${ANN}\n  aspects:\n    service: not_mentioned\n    quality: positive\n`);
  expect(await page(`/reviews/${ANN}`)).toContain('<option value="positive" selected>');
  await desk.post(`/reviews/${ANN}/analysis`, {});
  expect(() => read('corrections.yaml')).toThrow('ENOENT');
});

test('takes a review down in two steps, and first shows where it is quoted', async () => {
  writeFileSync(path.join(content, 'faq.yaml'), '- question: Are you good?\n  answer: '.concat('The panel work is spotless, says Ann.\n'));
  const first = await desk.post(`/reviews/${ANN}/takedown`, { reason: 'asked', note: 'She called.' });
  const html = await first.text();
  expect([first.status, reviews()]).toEqual([200, TEXT]);
  expect(html).toContain('panel work is spotless');
  expect(html).toContain('faq.yaml');
  const refused = await desk.post(`/reviews/${ANN}/takedown`, { reason: 'asked', note: 'She called.', confirmed: 'yes' });
  expect([refused.status, reviews()]).toEqual([422, TEXT]);
  const gone = await desk.post(`/reviews/${ANN}/takedown`, { reason: 'asked', note: 'She called.', confirmed: 'yes', keep: 'yes' });
  expect(gone.status).toBe(200);
  expect(reviews()).not.toContain('spotless');
  expect(read('takedowns.yaml')).toContain(`review: ${ANN}`);
  expect(await listed('')).toEqual([BEN]);
  expect((await desk.get(`/reviews/${ANN}`)).status).toBe(404);
});

test('adds a review that a customer gave to the business directly', async () => {
  const missing = await desk.post('/reviews/new', { date: '2025-02-30', rating: '', author: 'Cy', text: 'Good.', method: 'vouched' });
  const html = await missing.text();
  expect([missing.status, html.match(/class="error"/g)?.length, html.includes('value="Cy"')]).toEqual([422, 2, true]);
  const added = await desk.post('/reviews/new', { date: '2025-02-20', rating: '4', author: 'Cy', text: 'Good.', method: 'vouched' });
  expect(await added.text()).toContain('The review is added. Publish to show it.');
  expect(await listed('')).toHaveLength(3);
  expect(reviews()).toContain('author: Cy');
});

test('states the day of the experience, incentives and relations, and marks only what changed', async () => {
  const form = await page(`/reviews/${ANN}`);
  expect(form).toContain('Day of the experience');
  const given = { seen: await seen(ANN), experienced_at: '2025-02-10', incentive: 'unknown', relation: 'staff' };
  const answer = await desk.post(`/reviews/${ANN}/more`, given);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Saved. Publish to show it.');
  expect(reviews()).toContain('experienced_at: 2025-02-10\n  relation: staff');
  expect(reviews()).not.toContain('incentive');
  const refused = await desk.post(`/reviews/${ANN}/more`, { ...given, seen: await seen(ANN), experienced_at: '2030-01-01' });
  expect(refused.status).toBe(422);
  const stale = await desk.post(`/reviews/${ANN}/more`, { ...given, relation: 'none' });
  expect(stale.status).toBe(409);
  expect(await stale.text()).toContain('Relation: Works for the business');
});

test('shows ratings as stars, and replies from the list, which it comes back to', async () => {
  const list = await page('/reviews?sort=lowest');
  expect(list).toContain('<span class="stars" role="img" aria-label="1 out of 5 stars">★☆☆☆☆</span> <bdi>&lt;Ben&gt;');
  // Ben's review isn't published, so a reply to it wouldn't be either.
  expect([...list.matchAll(/action="\/reviews\/(\w+)\/reply"/g)].map(([, id]) => id)).toEqual([ANN]);
  expect(list).toMatch(/<details class="row"><summary>Reply<span class="hidden">: Ann Zoë<\/span><\/summary>/);
  expect(list).toMatch(/<details class="folded" open><summary>Filters<\/summary>/);
  expect(await page('/reviews?words=panels')).toMatch(/<details class="folded"><summary>Filters<\/summary>/);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(list)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const given = { seen: hidden('seen'), date: hidden('date'), back: hidden('back'), text: 'Thank you!' };
  const token = /name="token" value="([^"]+)"/.exec(list)?.[1] ?? '';
  const answer = await desk.send(`/reviews/${ANN}/reply`, { method: 'POST', body: new URLSearchParams({ ...given, token }) });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/reviews?sort=lowest&page=1#list']);
  expect(reviews()).toContain('owner_reply:\n    text: Thank you!\n    date: 2025-03-01\n');
  const again = await page('/reviews?sort=lowest');
  expect(again).toContain('The reply is saved. Publish to show it.');
  expect(again).toContain('<b>Your reply:</b> Thank you!');
});

test.each([
  ['google', null, 'Your reply appears on this site only, not on Google. <a href="https://business.google.com/reviews"'],
  [
    'google',
    'https://maps.app.goo.gl/abc',
    'not on Google. <a href="https://maps.app.goo.gl/abc" target="_blank" rel="noopener">Answer on Google, too</a>',
  ],
  ['yelp', null, 'Your reply appears on this site only, not on Yelp.</p>'],
  ['direct', null, 'Everyone can read it under the review.'],
])('a reply to a review from %s with the link %s says where it appears', async (source, url, said) => {
  const changed = TEXT.replace('source: google', `source: ${source}${url === null ? '' : `\n  source_url: ${url}`}`);
  writeFileSync(path.join(content, 'reviews', file), changed);
  expect(await page(`/reviews/${ANN}`)).toContain(said);
  expect(await page('/reviews')).toContain(said);
});

test('takes a review down for insults or threats', async () => {
  expect(await page(`/reviews/${ANN}/takedown`)).toContain('It contains insults or threats');
  await desk.post(`/reviews/${ANN}/takedown`, { reason: 'insults', confirmed: 'yes', keep: 'yes' });
  expect(read('takedowns.yaml')).toContain('reason: insults');
  expect(reviews()).not.toContain('spotless');
});
