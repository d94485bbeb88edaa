import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../scripts/build/build.ts';
import { remindersFor } from '../../scripts/check-content/reminders.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { practiceDocument } from '../../site/contract/practice.ts';
import { buildSite } from '../support/build-site.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { printDocuments } from '../support/print-documents.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The statement on how a business collects, verifies and publishes reviews: as data, on the page, and what a country's rules ask besides.

const id = (number: number) => `01HKNWZVG06T9K93VCVBJV8M${String(number).padStart(2, '0')}`;
const review = (number: number, more: string) =>
  `- { id: ${id(number)}, source: google, date: 2024-01-${String(number).padStart(2, '0')}, rating: ${(number % 5) + 1}, author: Ann ${number}, text: Fine work., ${more} }\n`;

/** Nine reviews: two aren't verified, one was removed at its source. */
const reviews = [
  review(
    10,
    'verified: true, verification: { method: invoice, verified_at: 2024-02-01 }, experienced_at: 2024-01-01, incentive: none, relation: none',
  ),
  review(11, 'verified: true, experienced_at: 2023-12-12, incentive: offered, relation: staff'),
  review(12, 'verified: true, experienced_at: 2023-12-12, relation: relative'),
  review(13, 'verified: true, verification: { method: platform_account }'),
  review(
    14,
    'verified: true, changed_by_business: [{ field: rating, date: 2024-02-01, at_source: "4" }, { field: text, date: 2024-02-01, at_source: x }]',
  ),
  review(15, 'verified: true, removed_at_source: 2024-03-01'),
  review(16, 'verified: true, removed_at_source: 2024-03-01'),
  review(17, 'verified: false'),
  review(18, 'verified: false'),
].join('');

const folderOf = (business: string, policy = '') => {
  const folder = path.join(temporaryFolder(), 'content');
  mkdirSync(path.join(folder, 'reviews'), { recursive: true });
  writeFileSync(path.join(folder, 'business.yaml'), business);
  writeFileSync(path.join(folder, 'policy.yaml'), policy);
  writeFileSync(path.join(folder, 'reviews/all.yaml'), reviews);
  return folder;
};

const practiceOf = async (content: string) => {
  const dist = path.join(content, '../dist');
  await buildDocuments(content, dist);
  return practiceDocument.strict().parse(JSON.parse(readFileSync(path.join(dist, 'review-practice.json'), 'utf8')));
};

const STATED = `
report: https://acme.example/report
report_days: 7
removed_at_source: publish
fake_reviews: { text: We buy no reviews., accepted: 2026-03-01 }
incentives: { text: A draft that nobody accepted. }
`;

test('C51: counts every value, and states what the business has not stated', async () => {
  const practice = await practiceOf(folderOf('name: Acme\n'));
  const { verification, completeness, changes, rating_and_order, incentive, relation, experience } = practice;
  const { fake_review_policy, incentive_policy, reports } = practice;
  expect(verification).toMatchObject({
    review_counts: { invoice: 1, invitation: 0, platform_account: 1, vouched: 3 },
    undated: 4,
    linked: 0,
  });
  expect(completeness).toMatchObject({
    published: 5,
    left_out: { not_public_at_source: 0, not_verified: 2, method_not_accepted: 0, removed_at_source: 2, taken_down: 0 },
    removed_at_source: { rule: 'leave_out', days: [{ date: '2024-03-01', review_count: 2 }] },
  });
  expect(completeness.statements).toEqual([
    '5 reviews are published, and 4 aren’t.',
    'Not published: 2 not marked as verified and 2 removed at the source.',
    'Older reviews that were never imported aren’t counted here.',
    'Removals of published reviews are recorded in the log of this site.',
    'If the site where a review was posted no longer has it, we leave it out, because its author may have withdrawn it.',
    'So far: 2 reviews missing from the export of March 1, 2024.',
  ]);
  expect(changes).toEqual({
    question: 'Did the business itself change, alter or correct reviews, such as their stars?',
    statements: [
      '1 published review is recorded as changed by the business after it was imported.',
      'Changed fields: rating (1) and text (1).',
      'Only changes to imported reviews are recorded as such.',
    ],
    changed_by_business: 1,
    fields: { rating: 1, text: 1 },
  });
  expect(rating_and_order.statements.slice(0, 2)).toEqual([
    'The average is the mean of the stars of all published reviews. Each review counts once, whatever its age or source.',
    'The average includes 2 reviews for which something was offered, or which are by people close to the business.',
  ]);
  expect(incentive.review_counts).toEqual({ none: 1, offered: 1, unknown: 3 });
  expect(relation.review_counts).toEqual({ none: 1, staff: 1, relative: 1, unknown: 2 });
  expect(fake_review_policy).toEqual({ statements: ['Acme hasn’t stated a policy on fake reviews.'], policy: null });
  expect(incentive_policy.policy).toBe(null);
  expect(reports).toEqual({
    statements: ['Acme hasn’t stated an e-mail address or a form for reports, or how soon it answers.'],
    contact: null,
    answered_within_days: null,
  });
  expect(experience).toMatchObject({ known: 3, unknown: 2, oldest: '2023-12-12', newest: '2024-01-01', written_within_30_days: 2 });
});

test('C51: publishes a policy only once it was accepted with a date', async () => {
  const { completeness, fake_review_policy, incentive_policy, reports } = await practiceOf(folderOf('name: Acme\n', STATED));
  expect(fake_review_policy).toEqual({
    statements: ['We buy no reviews.', 'Stated on March 1, 2026.'],
    policy: { text: 'We buy no reviews.', stated_on: '2026-03-01' },
  });
  expect(incentive_policy).toEqual({ statements: ['Acme hasn’t stated a policy on rewards for reviews.'], policy: null });
  expect(reports).toMatchObject({ contact: 'https://acme.example/report', answered_within_days: 7 });
  expect(completeness).toMatchObject({
    published: 7,
    removed_at_source: { rule: 'publish', days: [{ date: '2024-03-01', review_count: 2 }] },
  });
});

test('a policy that is accepted on a later day is published from that day on, by the clock of the build', async () => {
  const content = folderOf('name: Acme\n', STATED.replaceAll('2026-03-01', '2026-11-12'));
  const environment = {
    BASE_URL: NOBODY,
    CONTENT_DIR: content,
    DIST_DIR: path.join(content, '../dist'),
    DATA_DIR: path.join(content, '../data'),
  };
  const statedOn = async (time: string, variables: Readonly<Record<string, string>> = {}) => {
    const options = { environment: readEnvironment({ ...environment, ...variables }), onProgress: () => {}, print: printDocuments };
    await build({ ...options, now: () => Date.parse(time) });
    const practice = practiceDocument.parse(JSON.parse(readFileSync(path.join(environment.DIST_DIR, 'review-practice.json'), 'utf8')));
    return [practice.fake_review_policy.policy?.stated_on, practice.fake_review_policy.statements[0]];
  };
  // It's still November 11 everywhere; an hour later, November 12 begins in the Pacific.
  expect(await statedOn('2026-11-11T09:30:00Z')).toEqual([undefined, 'Acme hasn’t stated a policy on fake reviews.']);
  expect(await statedOn('2026-11-11T10:30:00Z')).toEqual(['2026-11-12', 'We buy no reviews.']);
  expect(await statedOn('2026-11-11T09:30:00Z', { SOURCE_DATE_EPOCH: '1762853400' })).toEqual(['2026-11-12', 'We buy no reviews.']);
});

test('counts takedowns by their reason, and names the business as the law knows it', async () => {
  const content = folderOf('name: Acme\nlegal_name: Acme Electric LLC\n');
  const takedown = (number: number, reason: string) => `- { review: ${id(number)}, date: 2024-05-01${reason} }\n`;
  writeFileSync(
    path.join(content, 'takedowns.yaml'),
    [takedown(30, ', reason: asked'), takedown(31, ', reason: fake'), takedown(32, ', reason: fake'), takedown(33, '')].join(''),
  );
  const { completeness, incentive_policy, publisher } = await practiceOf(content);
  expect(incentive_policy.statements).toEqual(['Acme hasn’t stated a policy on rewards for reviews.']);
  expect(completeness.left_out.taken_down).toBe(4);
  expect(completeness.takedowns).toEqual({ asked: 1, insults: 0, legal: 0, personal_data: 0, fake: 2, mistake: 0, other: 1 });
  expect(completeness.statements).toContain(
    'Takedowns by reason: “The customer asked for it” (1), “It isn’t from a customer” (2), and “Another reason” (1).',
  );
  expect(publisher).toEqual({
    statements: ['Acme publishes this site. The reviews are about its own work.', 'The legal name of Acme is Acme Electric LLC.'],
    name: 'Acme',
    legal_name: 'Acme Electric LLC',
    url: null,
  });
});

test('states first that a business is invented', async () => {
  const { publisher } = await practiceOf(folderOf('name: Acme\nnotice: Acme is invented.\n'));
  expect(publisher.statements).toEqual(['Acme is invented.', 'Acme publishes this site. The reviews are about its own work.']);
});

test('has nothing to count without reviews', async () => {
  const content = folderOf('name: Acme\n');
  writeFileSync(path.join(content, 'reviews/all.yaml'), '[]\n');
  const { completeness, incentive, experience } = await practiceOf(content);
  expect(completeness.statements[0]).toBe('No reviews are published, and none in our files are left out.');
  expect(incentive).toMatchObject({ statements: ['No reviews are published.'], review_counts: { none: 0, offered: 0, unknown: 0 } });
  expect(experience).toMatchObject({ statements: ['No reviews are published.'], known: 0, oldest: null, newest: null });
});

test('C51: the page has the same statements, and the home page says who publishes the site', async () => {
  for (const [business, published] of [
    ['name: Acme\n', 'Published by Acme about its own work'],
    ['name: Talleres Pérez\nlanguage: es\n', 'Publicado por Talleres Pérez sobre su propio trabajo'],
  ] as const) {
    const content = folderOf(business, STATED);
    const dist = path.join(content, '../dist');
    await buildSite(content, dist);
    const read = (file: string) => readFileSync(path.join(dist, file), 'utf8');
    const parts = Object.values(JSON.parse(read('review-practice.json')) as Record<string, { statements: string[] }>);
    const page = read('how-it-works/index.html').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    for (const { statements } of parts) expect(page).toContain(`<p>${statements.join(' ')}</p>`);
    expect(read('index.html')).toContain(published);
  }
});

test('the page tells customers what happens if they delete their review at its source', async () => {
  for (const [policy, expected] of [
    [
      '',
      'edit or delete it where you posted it. It changes here the next time the business imports its reviews. If you gave it to Acme directly, ask Acme.',
    ],
    [
      'removed_at_source: publish\n',
      'edit it where you posted it. It changes here the next time the business imports its reviews. If you gave it to Acme directly, ask Acme. If you delete it there, it stays here with a note until Acme takes it down.',
    ],
  ] as const) {
    const content = folderOf('name: Acme\n', policy);
    const dist = path.join(content, '../dist');
    await buildSite(content, dist);
    const page = readFileSync(path.join(dist, 'how-it-works/index.html'), 'utf8');
    expect(page).toContain(`If you wrote a review and want to change it, ${expected} `);
    expect(page).toContain(
      'No rule here looks at stars, but the business decides which reviews it marks as verified and which it takes down.',
    );
  }
});

test('the home page says how many labeled reviews its average includes', async () => {
  const content = folderOf('name: Acme\n');
  const dist = path.join(content, '../dist');
  const sentence = 'The average includes 2 reviews for which something was offered, or which are by people close to the business.';
  for (const isLabeled of [true, false]) {
    if (!isLabeled)
      writeFileSync(path.join(content, 'reviews/all.yaml'), [10, 13, 14].map((number) => review(number, 'verified: true')).join(''));
    await buildSite(content, dist);
    expect(readFileSync(path.join(dist, 'index.html'), 'utf8').includes(`<a href="/how-it-works/">${sentence}</a>`)).toBe(isLabeled);
  }
});

test('the home page promises no review that the business has not marked as verified', async () => {
  const content = folderOf('name: Acme\n');
  const dist = path.join(content, '../dist');
  for (const entries of [review(10, 'verified: true'), '[]\n']) {
    writeFileSync(path.join(content, 'reviews/all.yaml'), entries);
    await buildSite(content, dist);
    const home = readFileSync(path.join(dist, 'index.html'), 'utf8');
    expect(home).toContain('Reviews appear here once Acme has marked them as verified.');
    expect(home).not.toMatch(/good or bad|in full|word for word/);
  }
});

const COUNTRIES = [
  ['US', 'Electrician', ['2 reviews without a statement whether owners', '2 reviews aren’t marked as verified']],
  [
    'GB',
    'Electrician',
    ['a policy on fake reviews and on incentives', 'where to report a review', '3 reviews without a statement whether'],
  ],
  ['ES', 'Restaurant', ['4 reviews that the business itself hasn’t matched']],
  [
    'IT',
    'Restaurant',
    [
      '4 reviews that the business',
      '2 reviews without the day',
      '1 review written more than 30 days',
      '5 reviews older than two',
      '1 review written for a reward',
    ],
  ],
  [
    'IT',
    'IceCreamShop',
    [
      '4 reviews that the business',
      '2 reviews without the day',
      '1 review written more than 30 days',
      '5 reviews older than two',
      '1 review written for a reward',
    ],
  ],
  ['IT', 'Electrician', ['4 reviews that the business itself hasn’t matched']],
  ['CA', 'Electrician', []],
] as const;

test.each(COUNTRIES)(
  'reminds a business in %s (%s) of what its rules ask and the content does not answer',
  async (country, type, found) => {
    const content = folderOf(`name: Acme\ntype: ${type}\naddress: { country: ${country} }\n`);
    const { code, stdout } = await callScript('check-content', { CONTENT_DIR: content });
    expect(code).toBe(0);
    for (const words of found) expect(stdout).toContain(words);
    expect(stdout.includes('reminders of what the rules of your country ask (not all of it, and not legal advice)')).toBe(found.length > 0);
    expect(stdout.match(/^ {4}https:/gm)?.length ?? 0).toBe(found.length);
    expect(stdout).not.toMatch(/complian/i);
  },
);

test('a reminder names the rule and where to read it', async () => {
  const { stdout } = await callScript('check-content', {
    CONTENT_DIR: folderOf('name: Acme\ntype: Restaurant\naddress: { country: IT }\n'),
  });
  expect(stdout).toContain('(law 34 of March 11, 2026, articles 18 to 23), on restaurants and tourism: 1 review written for a reward\n');
  expect(stdout).toContain('    https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:legge:2026-03-11;34\n');
});

test('a review is older than two years from the day after its second anniversary, also across a leap day', () => {
  const content = folderOf('name: Acme\ntype: Restaurant\naddress: { country: IT }\n');
  writeFileSync(path.join(content, 'reviews/all.yaml'), review(10, 'verified: true, experienced_at: 2024-01-10'));
  const asksOn = (today: string) => remindersFor(readDataset(content), today).map(({ ask }) => ask);
  expect(asksOn('2026-01-10')).toEqual(['matched']);
  expect(asksOn('2026-01-11')).toEqual(['matched', 'old']);
});

test('warns of stated policies that newer reviews and changes may contradict, until they are accepted again', async () => {
  const policy = (more: string) =>
    `fake_reviews: { text: We edit none.${more} }\nincentives:\n  text: We never offer anything.\n${more.replace(', ', '  ')}\n`;
  const warnings = async (more: string) =>
    (await callScript('check-content', { CONTENT_DIR: folderOf('name: Acme\n', policy(more)) })).stdout;
  const stated = await warnings(', accepted: 2024-01-10');
  expect(stated).toContain(
    'policy.yaml:1 fake_reviews.text: found a policy accepted on 2024-01-10, and since then 2 published reviews that you changed or that staff wrote; make sure that the text is true, and accept it again',
  );
  expect(stated).toContain(
    'policy.yaml:3 incentives.text: found a policy accepted on 2024-01-10, and since then 1 published review for which something was offered; make sure that the text is true, and accept it again',
  );
  const later = await warnings(', accepted: 2024-01-11');
  expect(later).toContain('since then 1 published review that you changed or that staff wrote');
  expect(later).not.toContain('for which something was offered');
  for (const other of ['', ', accepted: 2099-03-01', ', accepted: 2024-02-01']) expect(await warnings(other)).not.toContain('since then');
});

test('an answered question is no reminder', async () => {
  const content = folderOf('name: Acme\naddress: { country: GB }\n', STATED.replace('accepted. }', 'accepted., accepted: 2026-03-01 }'));
  const { stdout } = await callScript('check-content', { CONTENT_DIR: content });
  expect(stdout).not.toContain('a policy on fake reviews');
  expect(stdout).not.toContain('where to report');
});
