import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { buildSite } from '../support/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reviews = `
- { id: 01HKNWZVG06T9K93VCVBJV8MJ1, source: google, source_url: "https://maps.example/1", date: 2024-01-09, rating: 5, author: Ann Baker, text: "Call 360-555-0177 or ann@example.com.", verified: true, verification: { method: platform_account, verified_at: 2024-01-12 } }
- { id: 01HKKAJCG06T9K93VCVBJV8MJ2, date: 2024-01-08, rating: 4, author: Ben Cole, text: "At 12 Oak Street they were on time.", verified: true, verification: { method: invoice, verified_at: 2024-01-08 } }
- { id: 01HKGR4XG06T9K93VCVBJV8MJ3, date: 2024-01-07, rating: 2, author: Lee Ng, verified: true }
- { id: 01HKE5QEG06T9K93VCVBJV8MJ4, source: yelp, source_url: "https://yelp.example/4", date: 2024-01-06, rating: 1, author: Max Roe, verified: true, verification: { method: platform_account }, removed_at_source: 2024-06-01 }
- { id: 01HKBK9ZG06T9K93VCVBJV8MJ5, date: 2024-01-05, rating: 1, author: Nobody }
`;
const takedowns = '- { review: 01HK53E5006T9K93VCVBJV8MJ9, date: 2024-02-01, note: a secret }\n';
const strict =
  'verification: [platform_account, invoice]\nnames: initials\nmask: [phone]\nremoved_at_source: publish\nindexed: first_party\n';

interface Site {
  readonly report: string;
  readonly text: (file: string) => Promise<string>;
  /** Returns a page's text without markup. */
  readonly words: (file: string) => Promise<string>;
}

let folder = '';
let usual: Site;
let other: Site;

async function build(name: string, policy: string | undefined): Promise<Site> {
  const content = path.join(folder, name, 'content');
  const dist = path.join(folder, name, 'dist');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  const files = { 'business.yaml': 'name: A & Sons\n', 'takedowns.yaml': takedowns, 'reviews/all.yaml': reviews };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(content, file), text);
  if (policy !== undefined) await writeFile(path.join(content, 'policy.yaml'), policy);
  const report = await buildSite(content, dist);
  const text = (file: string) => readFile(path.join(dist, file), 'utf8');
  const words = async (file: string) => (await text(file)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return { report, text, words };
}

beforeAll(async () => {
  folder = temporaryFolder();
  [usual, other] = await Promise.all([build('usual', undefined), build('other', strict)]);
});

const published = async (site: Site) => (JSON.parse(await site.text('reviews.json')) as ReviewsDocument).reviews;

test('each document says since when a published review is no longer at its source', async () => {
  const day = '2024-06-01';
  const byAuthor = (await published(other)).map(({ author, removed_at_source }) => [author, removed_at_source]);
  expect(byAuthor.filter(([, gone]) => gone !== null)).toEqual([['Max R.', day]]);
  const { items } = JSON.parse(await other.text('api/feed.json')) as { items: { _review: { removed_at_source: string | null } }[] };
  expect(items.flatMap(({ _review }) => _review.removed_at_source ?? [])).toEqual([day]);
  const [header = '', ...rows] = (await other.text('reviews.csv')).trim().split('\r\n');
  const column = header.split(',').indexOf('removed_at_source');
  expect(rows.map((row) => row.split(',')[column]).filter(Boolean)).toEqual([day]);
});

describe('without a policy.yaml', () => {
  test('the build reports what is verified, left out and masked', () => {
    expect(usual.report).toContain(
      [
        'verified: 1 platform_account, 1 invoice, 1 vouched',
        'left out: 1 not verified',
        'left out: 1 removed at the source',
        'left out: 1 taken down',
        'masked: 1 phone number, 1 e-mail address, 1 street address\n',
      ].join('\n'),
    );
  });

  test('the how-it-works page shows the same numbers', async () => {
    const words = await usual.words('how-it-works/index.html');
    expect(words).toMatch(
      /Matched to an invoice .+? publish it\. 1 Invited customer .+? 0 Posted from a platform account .+? 1 Vouched for by the business The business says .+? 1 “Verified” is/,
    );
    expect(words).toContain('For 1 review the date of verification wasn’t recorded.');
    expect(words).toContain('We show names as they are in the business’s records.');
    expect(words).toContain('So far it has found 1 phone number, 1 e-mail address, and 1 street address.');
    expect(words).toContain('1 review not marked as verified, for example because the business can’t tell whether it is from a customer.');
    expect(words).toContain('1 review removed from the site where it was posted, so we removed it too.');
    expect(words).toContain('1 review taken down permanently');
  });

  test('each review shows how it was verified in a few words, which open the details with a link to an explanation', async () => {
    expect(await usual.text('reviews/index.html')).toContain('<details class="fine how"><summary>Platform account</summary>');
    expect(await usual.text('reviews/01HKNWZVG06T9K93VCVBJV8MJ1/index.html')).toContain('<details class="fine how" open><summary>');
    for (const file of ['reviews/index.html', 'reviews/01HKNWZVG06T9K93VCVBJV8MJ1/index.html'])
      expect(await usual.text(file)).toContain(
        '<a href="/how-it-works/#verified">Posted from a Google account, recorded January 12, 2024</a>',
      );
    expect(await usual.words('reviews/index.html')).toMatch(
      /Ben Cole .+? Matched to an invoice, recorded January 8, 2024 .+? Lee Ng .+? Vouched for by the business/,
    );
  });

  test('the home page counts reviews by verification and removals, and links to the proof', async () => {
    expect(await usual.words('index.html')).toContain(
      'How these reviews were verified 1 matched to an invoice 1 posted from a Google account 1 vouched for by the business No removals since the log began; 3 reviews aren’t published See the proof',
    );
    expect(await usual.text('index.html')).toContain('<a href="/proof/">See the proof</a>');
  });

  test('embed.json and llms.txt have the same labels', async () => {
    const { reviews } = JSON.parse(await usual.text('embed.json'));
    expect(reviews.map(({ verification }: { verification: string }) => verification)).toEqual([
      'Posted from a Google account',
      'Matched to an invoice',
    ]);
    expect(await usual.text('llms.txt')).toContain(
      'How the reviews were verified:\n- Matched to an invoice: 1 review\n- Posted from a Google account: 1 review\n- Vouched for by the business: 1 review\n',
    );
  });

  test('reviews.csv and llms-full.txt contain the verification, too', async () => {
    const rows = parse(await usual.text('reviews.csv'), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ verification_method, verified_at }) => [verification_method, verified_at])).toEqual([
      ['platform_account', '2024-01-12'],
      ['invoice', '2024-01-08'],
      ['vouched', ''],
    ]);
    expect(await usual.text('llms-full.txt')).toContain('Matched to an invoice, recorded January 8, 2024\n');
  });

  test.each([
    'reviews.json',
    'reviews.csv',
    'reviews.ndjson',
    'insights.json',
    'api/feed.json',
    'feed.xml',
    'llms-full.txt',
    'embed.json',
    'index.html',
  ])('%s contains no contact details, no reasons for takedowns and no left-out reviews', async (file) => {
    expect(await usual.text(file)).not.toMatch(/0177|ann@|12 Oak|a secret|Max Roe|Nobody|01HK53E5006T9K93VCVBJV8MJ9/);
  });
});

describe('a strict policy', () => {
  test('changes what is published', async () => {
    expect((await published(other)).map(({ author, text }) => [author, text])).toEqual([
      ['Ann B.', 'Call [phone number] or ann@example.com.'],
      ['Ben C.', 'At 12 Oak Street they were on time.'],
      ['Max R.', null],
    ]);
    expect(await other.text('feed.xml')).not.toMatch(/Baker|Cole|Roe/);
  });

  test('is explained on the how-it-works page, with numbers', async () => {
    const words = await other.words('how-it-works/index.html');
    expect(words).toMatch(/Vouched for by the business .+? not accepted here “Verified” is/);
    expect(words).toContain('We show customers’ first name and an initial, such as “Ann B.”');
    expect(words).toContain('with one exception: a program looks in all texts for other people’s phone numbers and replaces');
    expect(words).toContain('So far it has found 1 phone number.');
    expect(words).toContain(
      '1 review with a kind of verification that isn’t accepted here: invited customer or vouched for by the business.',
    );
    expect(words).toContain('1 published review was missing from a later export of the site where it was posted. Its page shows this.');
  });

  test('keeps platform reviews and lists that show them out of search engines, but not the home page', async () => {
    const review = 'reviews/01HKE5QEG06T9K93VCVBJV8MJ4/index.html';
    for (const page of [review, 'reviews/index.html']) {
      expect(await other.text(page)).toContain('<meta name="robots" content="noindex">');
      expect(await usual.text(page).catch(() => '')).not.toContain('noindex');
    }
    for (const page of ['index.html', 'how-it-works/index.html']) expect(await other.text(page)).not.toContain('noindex');
    expect(await other.text('sitemap.xml')).not.toContain('01HKE5QEG06T9K93VCVBJV8MJ4');
  });

  test('publishes a review that was removed at its source with a note and without a link', async () => {
    const page = await other.text('reviews/01HKE5QEG06T9K93VCVBJV8MJ4/index.html');
    expect(page).toContain('Missing from the export of <time datetime="2024-06-01">June 1, 2024</time>');
    expect(page).not.toContain('href="https://yelp.example/4"');
  });
});
