import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reviewId } from '../../site/content/identity.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { root } from '../support/run-script.ts';

const exports = path.join(root, 'test/fixtures/exports');
const today = new Date().toISOString().slice(0, 10);

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const csv = (text: string) => importer.file('export.csv', text);
const key = async () => (await readFile(path.join(importer.dataDir, 'verification.key'), 'utf8')).trim();
const referenceOf = async (number: string) =>
  createHmac('sha256', await key())
    .update(number)
    .digest('hex');

describe('exports of other platforms', () => {
  test("Trustpilot: invitations are distinguished from accounts, and e-mail addresses aren't imported", async () => {
    const { stdout } = await importer.run(path.join(exports, 'trustpilot/reviews.csv'));
    expect(stdout).toBe(
      `3 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${importer.imported}; next: ${importer.typed} npm run build\n`,
    );
    expect(importer.published()).toMatchObject([
      { author: 'Chloé', date: '2024-03-04', rating: 4, text: null, verification: { method: 'invitation' } },
      { author: 'Ben', rating: 2, text: 'Too late\nThree weeks later.', verification: { method: 'platform_account' } },
      {
        author: 'Ann B.',
        source: 'trustpilot',
        source_url: 'https://www.trustpilot.com/reviews/65a1',
        text: 'Thanks\nCame on time, "really".\r\nSecond line.',
        owner_reply: { text: 'Our pleasure.', date: '2024-01-03' },
        verification: { method: 'invitation', verified_at: today },
      },
    ]);
    expect(await readFile(importer.imported, 'utf8')).not.toMatch(/mail\.example|4711/);
    expect((await importer.stored()).at(-1)?.verification?.reference).toBe(await referenceOf('4711'));
  });
});

test('a CSV reply without a date doesn’t get the date of its review', async () => {
  await importer.run(await csv('source_id,date,rating,reply_text,reply_date\na,2024-01-04,5,Thanks,\nb,2024-01-03,5,Thanks,2024-01-05\n'));
  expect(importer.published().map(({ owner_reply }) => owner_reply)).toEqual([
    { text: 'Thanks', date: null },
    { text: 'Thanks', date: '2024-01-05' },
  ]);
});

describe('exports of review plug-ins can be imported as they are', () => {
  const ONE = '1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published';

  test.each([
    [
      'Loox',
      'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase\n1,Active,5,a@b.example,Ann,Ann Brandvold,words,2024-01-02T08:00:00.000Z,8,dress,,M,true\n',
    ],
    [
      'WooCommerce, by WebToffee',
      'comment_ID,comment_post_ID,comment_author,comment_author_email,comment_date,comment_date_gmt,comment_content,comment_approved,comment_parent,rating\n1,5,Ann,a@x.example,2024-01-02 10:00:00,2024-01-03 01:00:00,words,1,0,5\n',
    ],
    [
      'Site Reviews',
      'date,date_gmt,rating,title,content,name,email,avatar,ip_address,terms,is_approved,is_pinned,is_verified,response,assigned_posts,score\n2024-01-02 12:01:13,2024-01-02 20:01:13,5,,words,Ann,m@x.example,https://gravatar.example/a.png,198.51.100.2,1,1,0,1,,,0\n',
    ],
    [
      'Okendo',
      'Review ID,Product ID,Product Name,Rating,Title,Body,Reviewer Name,Is Verified Buyer,Date Created,Status\nr1,gid://shopify/Product/5,Hidden Lamp,5,,words,Ann,TRUE,2024-01-02,approved\n',
    ],
    [
      'Yotpo',
      'Product ID,Review Score,Reviewer Display Name,Review Content,Review Creation Date,Reviewer Email,Published\n9,5,Ann,words,2024-01-02,y@x.example,true\n',
    ],
    [
      'PowerReviews',
      'Review Id,Page Id,Review Display,Review Title,Review Date,Review Location,Review Text,Rating,Verified Buyer,Review Status\n3,4,Ann,,01/02/2024,"Hidden Hills, CA",words,5,Yes,Approved\n',
      '--dates',
      'mdy',
    ],
    [
      'X-Cart',
      'product,review,response,rating,additionDate,responseDate,reviewerName,email,status\nS,words,,5,2 Jan 2024,,Ann,ann@x.example,Approved\n',
    ],
    ['Magento', 'review_id,created_at,status_id,title,detail,nickname,rating\n1,2024-01-02 10:00:00,1,,words,Ann,5\n'],
  ])('%s', async (_what, text, ...args) => {
    expect(await importer.bring(await csv(text), ...args)).toContain(ONE);
    expect(importer.published()).toMatchObject([{ date: '2024-01-02', rating: 5, author: 'Ann', text: 'words' }]);
  });

  test('including their values for unverified buyers', async () => {
    const values = ['buyer', 'verified-purchase', 'Verified Buyer', 'nothing', 'unverified', 'f'];
    const rows = values.map((value, index) => `${index},2024-01-02,5,${value}\n`).join('');
    const file = await csv(`id,date,rating,verified\n${rows}`);
    expect(await importer.bring(file)).toMatch(
      /^note: .*: 3 reviews are marked as not verified, so they are not published; if that is wrong, use --ignore COLUMN$/m,
    );
    expect(importer.published()).toHaveLength(3);
  });
});

describe('CSV with other column names', () => {
  test('is mapped with --map', async () => {
    const file = await csv('Datum;Sterne;Kunde;Bewertung\n2024-01-02;4;Änne;Gut\n');
    const maps = ['date="Datum"', 'rating=Sterne', 'author=Kunde', 'text=Bewertung'].map((map) => map.replaceAll('"', ''));
    expect(await importer.counts(file, ...maps.flatMap((map) => ['--map', map]))).toBe(
      '1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
    );
    expect(importer.published()).toMatchObject([{ rating: 4, author: 'Änne', text: 'Gut' }]);
  });

  test('in any script leaves out unknown columns and reports them', async () => {
    expect(await importer.bring(await csv('date,rating,状態\n2024-01-02,4,R-17\n'))).toContain('the column "状態" is not imported');
    expect(importer.published()).toMatchObject([{ verification: { method: 'vouched' } }]);
  });

  test('without a text column prints how to map one', async () => {
    const says = async (header: string) =>
      (await importer.bring(await csv(`date,rating,author,${header}\n2024-01-02,4,A,Fine,x\n`))).split('\n');
    const advice = expect.stringContaining(': no column for text; if one has what customers wrote, add --map text="ITS NAME"');
    expect(await says('Laune,Zustand')).toContainEqual(advice);
    expect(await says('text,Zustand')).not.toContainEqual(advice);
  });

  test('without an author column prints how to map one', async () => {
    const says = async (header: string) =>
      (await importer.bring(await csv(`date,rating,text,${header}\n2024-01-02,4,Fine,A,x\n`))).split('\n');
    const advice = expect.stringContaining(
      ': no column for author, so nobody is named; if one has the customers\' names, add --map author="ITS NAME"',
    );
    expect(await says('Patient,Zustand')).toContainEqual(advice);
    expect(await says('author,Zustand')).not.toContainEqual(advice);
  });

  test('is mapped with --map even if another column has the usual name', async () => {
    const file = await csv('date,rating,author,text,private note\n2024-01-02,4,A,public,private\n');
    await importer.run(file, '--map', 'text=private note');
    expect(importer.published()).toMatchObject([{ text: 'private' }]);
  });

  test.each([
    [['--map', 'stars=Sterne'], 'import: --map stars=Sterne: give OURS="THEIRS", where OURS is one of date, rating, author, text, '],
    [['--map', 'rating=Stars'], '--map rating="Stars": no such column; the columns are "Datum", "Sterne"\n'],
    [['--map', 'rating=Stern'], '--map rating="Stern": no such column; did you mean "Sterne"?\n'],
    [['--verification', 'hearsay'], 'import: --verification hearsay: give platform_account, invoice, invitation, vouched\n'],
    [['--complete', '--partial'], 'import: --complete and --partial contradict each other; use only one\n'],
  ])('is refused with %j and a message that explains the fix', async (args, says) => {
    const { code, stderr } = await importer.run(await csv('Datum,Sterne\n'), ...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });
});

describe('how a review was verified', () => {
  test('is `vouched` unless a column or --verification specifies it', async () => {
    await importer.run(
      await csv(
        'source_id,date,rating,verification_method,verified_at\na,2024-01-04,5,,\nb,2024-01-03,5,invitation,2024-02-01\nc,2024-01-02,5,,2024-02-02\n',
      ),
    );
    expect(importer.published().map(({ verification }) => verification)).toEqual([
      { method: 'vouched', verified_at: today },
      { method: 'invitation', verified_at: '2024-02-01' },
      { method: 'vouched', verified_at: '2024-02-02' },
    ]);
    const other = await newImporter();
    await other.run(await other.file('a.csv', 'date,rating\n2024-01-04,5\n'), '--verification', 'invitation');
    expect(other.published()[0]?.verification.method).toBe('invitation');
  });

  test('can be an invoice number, of which only a keyed hash is stored', async () => {
    const file = await csv(
      'source_id,date,rating,author,invoice\na,2024-01-04,5,Ann,R-2024-7\nb,2024-01-03,5,Ben,\nc,2024-01-02,4,Cy,r-2024-7 \n',
    );
    const { stdout } = await importer.run(file);
    expect(stdout).toContain('note: 2 reviews name the same invoice or job: 2024-01-04 5/5 Ann; 2024-01-02 4/5 Cy\n');
    const [ann, ben] = await importer.stored();
    expect([ann?.verification, ben?.verification]).toMatchObject([
      { method: 'invoice', reference: await referenceOf('R-2024-7') },
      { method: 'vouched' },
    ]);
    expect((await stat(path.join(importer.dataDir, 'verification.key'))).mode & 0o777).toBe(0o600);
    expect(await importer.counts(file)).toBe('0 added, 0 changed, 3 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(await readFile(importer.imported, 'utf8')).not.toContain('2024-7');
  });

  test('keeps its first date if a later import has a better method', async () => {
    await importer.run(await csv('source_id,date,rating,verified_at,verification_method\na,2024-01-04,5,2024-01-05,vouched\n'));
    expect(await importer.counts(await csv('source_id,date,rating,job_number\na,2024-01-04,5,17\n'))).toMatch(/^0 added, 1 changed/);
    expect(importer.published()[0]?.verification).toEqual({ method: 'invoice', verified_at: '2024-01-05' });
    expect(await importer.counts(await csv('source_id,date,rating\na,2024-01-04,5\n'))).toMatch(/^0 added, 0 changed/);
  });

  test('a dry run creates no key, and an invalid key is an error', async () => {
    const file = await csv('date,rating,invoice\n2024-01-04,5,17\n');
    expect((await importer.run(file, '--dry-run')).stdout).toContain('1 added');
    expect(existsSync(importer.dataDir)).toBe(false);
    await mkdir(importer.dataDir);
    await writeFile(path.join(importer.dataDir, 'verification.key'), 'short\n');
    expect((await importer.run(file)).stderr).toMatch(/verification\.key contains no key; restore it from a backup/);
  });
});

describe('decisions that people made are kept', () => {
  test('a key that was edited by hand is never overwritten', async () => {
    await importer.run(await csv('source_id,date,rating,author,text\na,2024-01-04,5,Ann Brandvold,Old text\n'));
    const edited = (await readFile(importer.imported, 'utf8'))
      .replace('"Ann Brandvold"', '"Ann B."')
      .replace('"verified":true', '"verified":true,"edited":["author"]');
    await writeFile(importer.imported, edited);
    await importer.run(await csv('source_id,date,rating,author,text\na,2024-01-04,4,Ann Brandvold,New text\n'));
    expect(importer.published()).toMatchObject([{ author: 'Ann B.', rating: 4, text: 'New text' }]);
  });

  test('a reformatted file can be imported into', async () => {
    const file = await csv('source_id,date,rating\na,2024-01-04,5\nb,2024-01-03,4\n');
    await importer.run(file);
    await writeFile(importer.imported, JSON.stringify(await importer.stored(), null, 4));
    expect(await importer.counts(file)).toBe('0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(await importer.counts(await csv('source_id,date,rating\nc,2024-01-04,5\n'))).toMatch(/^1 added/);
    expect(importer.published()).toHaveLength(3);
  });

  test.each([
    ['its id', (id: string) => `- review: ${id}\n  date: 2024-02-01\n`],
    [
      'its identity at the source, under another id',
      (_id: string) => `- review: 01HKZV9K000000000000000000\n  identity: ${sha256('letters\na')}\n  date: 2024-02-01\n`,
    ],
    [
      'its id, although its date has changed at the source',
      (_id: string) => `- review: ${reviewId('2023-12-31', 'letters', 'a')}\n  date: 2024-02-01\n`,
    ],
  ])('a review that was taken down is kept out by %s', async (_by, takedowns) => {
    const file = await csv('source_id,date,rating\na,2024-01-04,5\nb,2024-01-03,4\n');
    await writeFile(path.join(importer.content, 'takedowns.yaml'), takedowns(reviewId('2024-01-04', 'letters', 'a')));
    expect((await importer.run(file, '--source', 'letters')).stdout).toContain(
      '1 kept out: taken down (takedowns.yaml)\n1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 1 not published\n',
    );
    expect(importer.published()).toHaveLength(1);
  });
});

describe('--dry-run', () => {
  test('shows the old and new value of each changed key, and only the part of a long text that differs', async () => {
    const long = 'The crew came on time and rewired the whole kitchen while we were away on holiday in the mountains.';
    await importer.run(await csv(`source_id,date,rating,author,text\na,2024-01-04,5,Ann,${long}\nb,2024-01-03,4,Ben,\n`));
    const next = await csv(
      `source_id,date,rating,author,text\na,2024-01-04,4,Ann,${long.replace('kitchen', 'bathroom')}\nc,2024-01-05,3,Cy,\n`,
    );
    const before = await readFile(importer.imported);
    expect((await importer.run(next, '--complete', '--dry-run')).stdout).toBe(
      [
        '+ 2024-01-05 3/5 Cy',
        '~ 2024-01-04 4/5 Ann',
        '    rating: 5 -> 4',
        '    text: …ired the whole kitchen while we were … -> …ired the whole bathroom while we were …',
        '- 2024-01-03 4/5 Ben',
        "1 review would be marked as removed at the source: this export doesn't have it",
        'policy.yaml says whether reviews that were removed at their source are published (removed_at_source)',
        '1 added, 1 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
        'dry run: nothing was written\n',
      ].join('\n'),
    );
    expect(await readFile(importer.imported)).toEqual(before);
  });

  test('shows twenty additions and counts the rest', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `${index + 1},2024-01-04,5\n`).join('');
    const { stdout } = await importer.run(await csv(`source_id,date,rating\n${rows}`), '--dry-run');
    expect(stdout.split('\n').slice(19, 22)).toEqual([
      '+ 2024-01-04 5/5 Anonymous',
      '  ... and 5 more',
      '25 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
    ]);
  });
});

describe('a crash between the two files that an import writes', () => {
  test('is fixed by running the same import again', async () => {
    const file = await csv('source_id,date,rating\na,2024-01-04,5\n');
    await importer.run(file, '--complete');
    const reviews = await readFile(importer.imported);
    await rm(importer.imported);
    expect(await importer.counts(file, '--complete')).toMatch(/^1 added/);
    expect(await readFile(importer.imported)).toEqual(reviews);
    expect((JSON.parse(await importer.read('imports.json')) as { added: number }[]).map(({ added }) => added)).toEqual([1, 1]);
  });
});
