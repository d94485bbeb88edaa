import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDataset } from '../../site/content/read/read.ts';
import { googleReview } from '../support/archives.ts';
import { callScript } from '../support/call-command.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const csv = (text: string, name = 'export.csv') => importer.file(name, text);
const authors = () =>
  importer
    .published()
    .map(({ author }) => author)
    .sort();

describe('reviews that an export marks as not public are imported as unverified', () => {
  /** The header and rows of each export. Only `Ann` is public. */
  test.each([
    [
      'Judge.me',
      'title,body,rating,review_date,source,curated,reviewer_name,reply,reply_date\n,a,5,2024-01-02 10:12:00 UTC,web,ok,Ann,,\n,b,5,2024-01-03,web,spam,Ben,,\n',
    ],
    [
      'Loox',
      'id,status,rating,nickname,review,date,verified_purchase\n1,Active,5,Ann,a,2024-11-05T08:00:00.000Z,true\n2,Hidden,5,Ben,b,2024-11-05,true\n3,Pending,5,Cy,c,2024-11-05,true\n',
    ],
    [
      'Shopify Product Reviews',
      'product_handle,state,rating,title,author,body,reply,created_at,replied_at\nx,published,4,,Ann,a,,2023-06-01T10:00:00-04:00,\nx,unpublished,1,,Ben,b,,2023-06-02T10:00:00-04:00,\n',
    ],
    [
      'WooCommerce',
      'comment_ID,comment_author,comment_date,comment_content,comment_approved,rating\n1,Ann,2024-01-02 10:00:00,a,1,5\n2,Ben,2024-01-02 10:00:00,b,0,5\n3,Cy,2024-01-02 10:00:00,c,spam,5\n4,Di,2024-01-02 10:00:00,d,trash,5\n5,Ed,2024-01-02 10:00:00,e,post-trashed,5\n',
    ],
    [
      'Site Reviews',
      'date,rating,title,content,name,is_approved,is_pinned\n2023-01-13 12:01:13,5,,a,Ann,1,0\n2023-01-14 12:01:13,5,,b,Ben,0,0\n2023-01-15 12:01:13,5,,c,Cy,FALSE,1\n',
    ],
    [
      'Okendo',
      'Rating,Body,Reviewer Name,Date Created,Status\n5,a,Ann,2025-02-01,approved\n5,b,Ben,2025-02-01,pending\n5,c,Cy,2025-02-01,rejected\n',
    ],
    [
      'PowerReviews',
      'Review Id,Rating,Review Text,Review Date,Reviewer Name,Review Status\n1,5,a,2024-03-04,Ann,Approved\n2,5,b,2024-03-04,Ben,Rejected\n3,5,c,2024-03-04,Cy,Pending\n',
    ],
    [
      'a database with soft deletes',
      'id,created_at,rating,author,deleted_at\n1,2024-01-01,5,Ann,NULL\n2,2024-01-01,5,Ben,2024-02-03 10:00:00\n3,2024-01-01,5,Cy,1709460000\n',
    ],
    ['drafts', 'id,created_at,rating,author,published_at\n1,2024-01-01,5,Ann,2024-01-02\n2,2024-01-01,5,Ben,\n'],
    [
      'drafts that nobody marked as spam',
      'id,created_at,rating,author,published_at,is_spam\n1,2024-01-01,5,Ann,2024-01-02,0\n2,2024-01-01,5,Ben,,0\n',
    ],
    ['`published` as a yes or no next to a date', 'date,rating,author,published\n2024-01-01,5,Ann,true\n2024-01-01,5,Ben,false\n'],
    ['two columns', 'date,rating,author,Approved,Hidden\n2024-01-01,5,Ann,yes,no\n2024-01-01,5,Ben,yes,yes\n2024-01-01,5,Cy,no,no\n'],
    [
      "this service's own CSV",
      'id,date,rating,author,mentions_technicians,status\n01HKZV9K000000000000000001,2024-01-02,5,Ann,,approved\n01HKZV9K000000000000000002,2024-01-02,5,Ben,,pending\n',
    ],
  ])('%s', async (_what, text) => {
    const maps = text.includes('comment_ID') ? ['author=comment_author', 'date=comment_date', 'text=comment_content'] : [];
    const named = text.includes('nickname') ? ['author=nickname'] : text.includes('Date Created') ? ['date=Date Created'] : [];
    const report = await importer.bring(await csv(text), ...[...maps, ...named].flatMap((map) => ['--map', map]));
    const rows = text.trim().split('\n').length - 1;
    expect(report).toMatch(new RegExp(`^1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, ${rows - 1} not published$`, 'm'));
    expect(authors()).toEqual(['Ann']);
    expect((await importer.stored()).filter(({ verified }) => !verified)).toHaveLength(rows - 1);
    expect(readDataset(importer.content).leftOut).toEqual([{ reason: 'not public at the source', count: rows - 1 }]);
  });

  test('until the source shows them, unlike reviews that were never verified', async () => {
    const table = (ann: string, ben: string) =>
      csv(`id,date,rating,author,status,verified\n1,2024-01-02,5,Ann,${ann},true\n2,2024-01-02,5,Ben,${ben},false\n`);
    await importer.bring(await table('pending', 'approved'));
    const reasons = () => readDataset(importer.content).leftOut.map(({ reason }) => reason);
    expect(reasons()).toEqual(['not public at the source', 'not verified']);
    await importer.bring(await table('approved', 'approved'));
    expect([authors(), reasons()]).toEqual([['Ann'], ['not verified']]);
    expect(await readFile(importer.imported, 'utf8')).not.toContain('hidden_at_source');
  });

  test('JSON and NDJSON, wherever the field is', async () => {
    const record = (author: string, more: object) => ({ date: '2024-01-02', rating: 5, author, ...more });
    const records = [
      record('Ann', { status: 'approved', hidden: false, deleted_at: null, moderation: { status: 'published' } }),
      record('Ben', { status: 'pending' }),
      record('Cy', { hidden: true }),
      record('Di', { published: false }),
      record('Ed', { moderation: { moderationStatus: 'REJECTED' } }),
      record('Flo', { flags: ['spam'] }),
      record('Gus', { removed_at_source: '2024-02-03' }),
      record('Hal', { verified: false }),
      record('Ida', { status: '' }),
    ];
    for (const [name, text] of [
      ['a.json', JSON.stringify({ reviews: records }, null, 2)],
      ['a.ndjson', records.map((one) => JSON.stringify(one)).join('\n')],
    ] as const)
      await importer.bring(await importer.file(name, text));
    expect(authors()).toEqual(['Ann']);
  });

  test('and counted in a note with the column, its values and their lines', async () => {
    const file = await csv(
      'date,rating,author,status\n2024-01-01,5,A,spam\n2024-01-01,5,B,approved\n2024-01-01,5,C,Pending\n2024-01-01,x,D,spam\n2024-01-01,5,E,spam\n',
    );
    expect(await importer.bring(file)).toBe(
      [
        `note: ${file}: 3 reviews were not public at their source and come in unverified: status "spam" (line 2, line 6), "Pending" (line 4); if that is wrong, use --public COLUMN=VALUE or --ignore COLUMN`,
        `refused: ${file}:5: rating "x": not a whole number of stars from 1 to 5`,
        '1 added, 0 changed, 0 unchanged, 0 older versions, 1 refused, 3 not published',
        `written: ${importer.imported}; next: npm run build`,
      ].join('\n'),
    );
  });

  test('and noted even if another column has many mistakes', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `2024-01-01,5,A${index},bad,${index === 29 ? 'spam' : 'approved'}\n`);
    const file = await csv(`date,rating,author,avatar,status\n${rows.join('')}`);
    expect((await importer.bring(file)).split('\n').slice(0, 5)).toEqual([
      `note: ${file}: 1 review was not public at its source and comes in unverified: status "spam" (line 31); if that is wrong, use --public COLUMN=VALUE or --ignore COLUMN`,
      ...[2, 3, 4].map((line) => `note: ${file}:${line}: avatar "bad" is left out: not an absolute URL such as https://example.com/page`),
      `note: ${file}: avatar is left out in 27 more rows, too`,
    ]);
  });
});

describe('a platform that says what an empty flag means is believed, even if the flag is empty in every row', () => {
  const judgeMe = (author: string, published: boolean | null, curated: string) => ({
    id: author.length,
    body: 'a',
    rating: 5,
    created_at: '2024-01-02T00:00:00+00:00',
    reviewer: { name: author },
    curated,
    published,
    hidden: false,
  });

  test.each([
    ['Loox', 'id,status,rating,nickname,review,date,verified_purchase\n1,,5,Ann,a,2024-11-05,true\n2,,1,Ben,b,2024-11-05,true\n'],
    ["Judge.me's API", JSON.stringify({ reviews: [judgeMe('Ann', null, 'ok'), judgeMe('Benjamin', null, 'not-yet')] }, null, 1)],
  ])('%s', async (_what, text) => {
    expect(await importer.bring(await csv(text))).toMatch(
      /^0 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 2 not published$/m,
    );
    expect(authors()).toEqual([]);
  });

  test("and a value of Judge.me's API still decides", async () => {
    await importer.bring(await csv(JSON.stringify({ reviews: [judgeMe('Ann', true, 'not-yet'), judgeMe('Benjamin', null, 'ok')] })));
    expect(authors()).toEqual(['Ann']);
  });

  test('unlike one that says nothing about it', async () => {
    const yotpo = 'Review ID,Review Score,Review Creation Date,Review Content,Reviewer Display Name,Review Status,Published';
    await importer.bring(await csv(`${yotpo}\n1,5,2024-01-02,a,Ann,,\n2,1,2024-01-02,b,Ben,,\n`));
    expect(authors()).toEqual(['Ann', 'Ben']);
  });
});

describe('a review whose state changes at its source', () => {
  const state = (value: string, more = '') => csv(`source_id,date,rating,author,text,status\na,2024-01-01,5,Ann,words${more},${value}\n`);

  test('is published when it’s approved, and withdrawn when it’s hidden', async () => {
    await importer.bring(await state('pending'));
    expect(authors()).toEqual([]);
    expect(await importer.bring(await state('approved'))).toContain(
      '0 added, 1 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
    );
    expect(authors()).toEqual(['Ann']);
    expect(await importer.bring(await state('approved'))).toContain(
      '0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published',
    );
    await importer.bring(await state('hidden'));
    expect(authors()).toEqual([]);
    await importer.bring(await state('published'));
    expect(authors()).toEqual(['Ann']);
  });

  test('keeps what a person decided about it', async () => {
    const verify = (...args: readonly string[]) =>
      callScript('review', { CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir }, ['verify', 'Ann', ...args]);
    await importer.bring(await state('pending'));
    expect((await verify('--method', 'vouched')).code).toBe(0);
    await importer.bring(await state('spam', ' edited'));
    expect(importer.published()).toMatchObject([{ author: 'Ann', text: 'words edited' }]);
    expect((await verify('--no')).code).toBe(0);
    await importer.bring(await state('approved'));
    expect(authors()).toEqual([]);
  });

  test('isn’t affected by an export without a state, or by an older version', async () => {
    await importer.bring(await csv('source_id,date,rating,author,updated_at,status\na,2024-01-01,5,Ann,2024-02-02,hidden\n'));
    await importer.bring(await csv('source_id,date,rating,author\na,2024-01-01,5,Ann\n'));
    await importer.bring(await csv('source_id,date,rating,author,updated_at,status\na,2024-01-01,5,Ann,2024-02-01,approved\n'));
    expect(authors()).toEqual([]);
  });

  test('isn’t verified by an import with --unverified, but stays verified if it was', async () => {
    await importer.bring(await state('approved'), '--unverified');
    expect(authors()).toEqual([]);
    await importer.bring(await state('approved'));
    await importer.bring(await state('approved'), '--unverified');
    expect(authors()).toEqual(['Ann']);
  });

  test('is reported if it was written by hand', async () => {
    const file = path.join(importer.content, 'reviews/a.yaml');
    await importer.file(
      'content/reviews/a.yaml',
      '- { source_id: a, date: 2024-01-01, rating: 5, author: Ann, text: words, verified: true }\n',
    );
    expect(await importer.bring(await state('hidden'))).toContain(`differs from ${file}:1 [0], which was written by hand: change it there`);
    expect(authors()).toEqual(['Ann']);
  });
});

describe('a column of unclear meaning', () => {
  test('is asked about if its values look like a state, whatever its name', async () => {
    const file = await csv(
      'date,rating,author,Zustand,Laune\n2024-01-01,5,Ann,frei,gut\n2024-01-01,5,Ben,spam,gut\n2024-01-01,5,Cy,Pending,\n',
    );
    expect(await importer.run(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file}: nothing was imported, because these columns may mean that reviews were not public:\n  "Zustand" has "spam" (1), "Pending" (1): use --public "Zustand=VALUE" for each value under which a review was public, or --ignore "Zustand"\n`,
    });
    await importer.bring(file, '--public', 'Zustand=frei');
    expect(authors()).toEqual(['Ann']);
  });

  test('is asked about if its name looks like a state but its values are unknown', async () => {
    const file = await csv('date,rating,author,Review Status\n2024-01-01,5,Ann,2\n2024-01-01,5,Ben,3\n2024-01-01,5,Cy,2\n');
    await expect(importer.bring(file)).rejects.toThrow(
      '"Review Status" has "2" (2), "3" (1): use --public "Review Status=VALUE" for each value under which a review was public, or --ignore "Review Status"',
    );
    await importer.bring(file, '--public', 'Review Status=2');
    expect(authors()).toEqual(['Ann', 'Cy']);
    await importer.bring(file, '--ignore', 'Review Status');
    expect(authors()).toEqual(['Ann', 'Ben', 'Cy']);
  });

  test('is asked about in JSON, too, by its path', async () => {
    const file = await importer.file('a.json', '{\n"reviews":[{"date":"2024-01-02","rating":5,"author":"Ann","meta":{"state":"new"}}]}');
    await expect(importer.bring(file)).rejects.toThrow('"meta.state" has "new" (1): use --public "meta.state=VALUE"');
    await importer.bring(file, '--public', 'meta.state=new');
    expect(authors()).toEqual(['Ann']);
  });

  test.each(['not-yet', 'Not yet', 'unmoderated', 'not moderated', 'NOT_YET_CURATED'])(
    'is asked about if nobody has decided about a review, because some shops show such reviews: %s',
    async (value) => {
      for (const column of ['curated', 'status', 'Zustand', 'is_spam']) {
        const other = column === 'is_spam' ? '0' : 'ok';
        const file = await csv(`date,rating,author,${column}\n2024-01-01,5,Ann,${other}\n2024-01-01,1,Ben,${value}\n`);
        await expect(importer.bring(file)).rejects.toThrow(
          `"${column}" has "${value}" (1): use --public "${column}=VALUE" for each value under which a review was public`,
        );
      }
      await importer.bring(
        await csv(`date,rating,author,curated\n2024-01-01,5,Ann,ok\n2024-01-01,1,Ben,${value}\n`),
        '--public',
        'curated=ok',
      );
      expect(authors()).toEqual(['Ann']);
    },
  );

  test('means what --public says, against its usual meaning and ignoring case', async () => {
    const file = await csv('date,rating,author,curated,HIDDEN\n2024-01-01,5,Ann,ok,1\n2024-01-01,5,Ben,Not-Yet,\n2024-01-01,5,Cy,spam,\n');
    await importer.bring(file, '--public', 'curated=not-yet', '--public', 'HIDDEN=1');
    expect(authors()).toEqual(['Ann', 'Ben']);
  });

  test.each([
    ['status_id', ['1', '2', '3', 'approved'], 'status_id=2', ['2', 'approved']],
    ['deleted_by', ['', 'Lou', '0', '1'], 'deleted_by=', ['', '0']],
    ['Zustand', ['frei', 'spam', '1', '', 'published', 'neu'], 'Zustand=frei', ['frei', 'published']],
  ])('is public for the values of --public and for words that always mean public: %s', async (column, values, flag, expected) => {
    const file = await csv(`date,rating,author,${column}\n${values.map((value) => `2024-01-01,5,"${value} ",${value}\n`).join('')}`);
    await expect(importer.bring(file)).rejects.toThrow(`"${column}" has `);
    await importer.bring(file, '--public', flag);
    expect(authors()).toEqual(expected.map((value) => value || 'Anonymous').sort());
  });

  test('that marks reviews as not verified is also ignored with --ignore', async () => {
    const file = await csv('source_id,date,rating,author,source,is_verified\na,2024-01-01,5,Ann,web,0\nb,2024-01-01,5,Ben,web,1\n');
    expect(await importer.bring(file)).toMatch(
      /: 1 review is marked as not verified, so it is not published; if that is wrong, use --ignore COLUMN\n/,
    );
    expect(authors()).toEqual(['Ben']);
    await importer.bring(file, '--ignore', 'is_verified');
    expect(authors()).toEqual(['Ann', 'Ben']);
    const other = await newImporter();
    await other.bring(file, '--ignore', 'source', '--source', 'letters');
    expect(other.published()).toMatchObject([{ source: 'letters' }]);
  });

  test('is ignored with --ignore, and reviews that it hid are published', async () => {
    const file = await csv('source_id,date,rating,author,status\na,2024-01-01,5,Ann,pending\n');
    await importer.bring(file);
    expect(authors()).toEqual([]);
    expect(await importer.bring(file, '--ignore', 'status')).not.toContain('note:');
    expect(authors()).toEqual(['Ann']);
  });

  test('doesn’t publish drafts if it is ignored', async () => {
    const file = await csv(
      'date,rating,author,published_at,status\n2024-01-01,5,Ann,2024-01-02,7\n2024-01-01,5,Ben,,7\n2024-01-01,5,Cy,,approved\n',
    );
    await importer.bring(file, '--ignore', 'status');
    expect(authors()).toEqual(['Ann']);
  });

  test('that says that a review was public counts more than an empty cell of another column', async () => {
    const file = await csv('date,rating,author,published_at,status\n2024-01-01,5,Ann,2024-01-02,\n2024-01-01,5,Ben,,approved\n');
    await importer.bring(file);
    expect(authors()).toEqual(['Ann', 'Ben']);
  });

  test.each([
    [['--public', 'status'], 'import: --public status: give COLUMN=VALUE, such as --public "status=approved"'],
    [['--public', 'state=ok'], ': --public "state=VALUE": no such column; nothing was imported'],
  ])('%j is refused with a message', async (args, says) => {
    const file = await csv('date,rating,status\n2024-01-01,5,approved\n');
    await expect(async () => importer.bring(file, ...args)).rejects.toThrow(says);
  });
});

describe('a reply with a state at its source', () => {
  test.each([
    ['APPROVED', 'Thanks'],
    [undefined, 'Thanks'],
    ['REVIEW_REPLY_STATE_UNSPECIFIED', 'Thanks'],
    ['PENDING', null],
    ['REJECTED', null],
  ])('is only published if Google shows it: %s', async (reviewReplyState, text) => {
    const reply = { comment: 'Thanks', updateTime: '2024-01-03T00:00:00Z', reviewReplyState, policyViolation: 'SPAM' };
    const file = await importer.file('answer.json', JSON.stringify({ reviews: [{ ...googleReview({ id: 'a' }), reviewReply: reply }] }));
    const report = await importer.bring(file);
    expect(importer.published()).toMatchObject([{ owner_reply: text === null ? null : { text } }]);
    expect(
      report.includes(`1 reply was not public at its source and is left out: reviewReply.reviewReplyState "${reviewReplyState}"`),
    ).toBe(text === null);
  });

  test('is published once Google approves it, even with the same time, and left out if Google rejects it', async () => {
    const answer = async (reviewReplyState: string) => {
      const reviewReply = { comment: 'Thanks', updateTime: '2024-01-03T00:00:00Z', reviewReplyState };
      await importer.bring(
        await importer.file(`${reviewReplyState}.json`, JSON.stringify({ reviews: [{ ...googleReview({ id: 'a' }), reviewReply }] })),
      );
      return importer.published().map(({ owner_reply }) => owner_reply?.text);
    };
    expect(await answer('PENDING')).toEqual([undefined]);
    expect(await answer('APPROVED')).toEqual(['Thanks']);
    expect(await answer('APPROVED')).toEqual(['Thanks']);
    expect(await answer('REJECTED')).toEqual([undefined]);
  });

  test('isn’t asked about if there is no text', async () => {
    const file = await csv('date,rating,author,reply,reply_status\n2024-01-01,5,Ann,,needs one\n2024-01-01,5,Ben,Thanks,published\n');
    await importer.bring(file);
    expect(
      importer
        .published()
        .map(({ owner_reply }) => owner_reply?.text ?? null)
        .sort(),
    ).toEqual(['Thanks', null]);
    const other = await csv('date,rating,author,reply,reply_status\n2024-01-01,5,Ann,Thanks,needs one\n');
    await expect(importer.bring(other)).rejects.toThrow('use --public "reply_status=VALUE" for each value under which a reply was public');
  });

  test('is removed and restored as its state changes, in CSV, too', async () => {
    const reply = (state: string) =>
      csv(`source_id,date,rating,author,reply,reply_status\na,2024-01-01,5,Ann,Thanks,${state}\nb,2024-01-01,5,Ben,,\n`);
    await importer.bring(await reply('published'));
    expect(importer.published().map(({ owner_reply }) => owner_reply?.text)).toContain('Thanks');
    await importer.bring(await reply('rejected'));
    expect(importer.published().map(({ owner_reply }) => owner_reply)).toEqual([null, null]);
    await importer.bring(await reply('approved'));
    expect(importer.published().map(({ owner_reply }) => owner_reply?.text)).toContain('Thanks');
  });
});
