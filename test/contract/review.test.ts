import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planTakedown, readTakedowns } from '../../scripts/content/takedown-files.ts';
import { verificationReference } from '../../scripts/content/verification-key.ts';
import { readDataset, readWrittenReviews } from '../../site/content/read/read.ts';
import { callScript } from '../support/call-command.ts';
import { isRelease, releaseTest, withReleaseCases } from '../support/release-test.ts';
import { root, runScript, type ScriptResult, startScript } from '../support/run-script.ts';
import { hasTerminal, runOnTerminal } from '../support/terminal.ts';

let folder: string;
let content: string;
let dataDir: string;

const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const files: Readonly<Record<string, string>> = {
  'business.yaml': 'name: Acme\n',
  'reviews/2024.yaml': `# Newest first.

- source_id: ben
  date: 2024-05-07
  rating: 2
  author: Ben
  text: "Late." # as always
  verified: true

# Ann phones a lot.
- id: ${ANN}
  source_id: ann
  source_url: https://maps.example/ann
  date: 2024-02-14
  rating: 5
  author: Ann Zoë
  text: Panel work, on time.
  verified: false   # who is she?
`,
  'reviews/one.md': '---\nsource_id: one\ndate: 2023-01-01\nrating: 4\nauthor: Solo\nverified: true\n---\n\nSwept up.\n',
  'reviews/imported.json': `[
{"id":"01GMV2S20094JZQQ9XDVXKN0AB","source":"google","source_id":"g-1","date":"2022-12-21","rating":5,"author":"Im Port","text":"Great.","verified":true},
{"id":"01GKAMT600M6BXV27WMAE7Z6CD","source":"google","source_id":"g-2","date":"2022-12-02","rating":1,"author":"Im Port","verified":true}
]
`,
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'open reviews review '));
  content = path.join(folder, 'content');
  dataDir = path.join(folder, 'data');
  mkdirSync(path.join(content, 'reviews'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(content, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

const variables = () => ({ CONTENT_DIR: content, DATA_DIR: dataDir });
const typed = () => `CONTENT_DIR='${content}' DATA_DIR='${dataDir}'`;
const review = (...args: readonly string[]): Promise<ScriptResult> => callScript('review', variables(), args);
const spawnReview = (...args: readonly string[]): Promise<ScriptResult> => runScript('review', variables(), root, args);
const textOf = (name: string) => readFileSync(path.join(content, name), 'utf8');
const write = (name: string, text: string) => writeFileSync(path.join(content, name), text);
const published = (author: string) => readDataset(content).reviews.find((one) => one.author === author);
const entryOf = (author: string) => readWrittenReviews(content).find(({ entry }) => entry.author === author)?.entry;

/** Returns the lines that only `after` has (`added`) and those that only `before` has (`gone`). */
function changed(before: string, after: string): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return { added: fresh.filter((line) => !old.includes(line)), gone: old.filter((line) => !fresh.includes(line)) };
}

describe('npm run review -- add', () => {
  const flags = ['add', '--date', '2024-03-01', '--rating', '5', '--author', 'Zed', '--text', 'Came at once:\nsaved us.'];

  test('adds the review to the file of its year, in order of date, and publishes it', async () => {
    const result = await review(...flags, '--source', 'Google', '--source-url', 'https://maps.example/zed');
    expect(result).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^[0-9A-Z]{26} is in .*reviews\/2024\.yaml: verified \(vouched\)\nnext: CONTENT_DIR='.*\/content' DATA_DIR='.*\/data' npm run build\n$/,
      ),
    });
    expect(changed(files['reviews/2024.yaml'] ?? '', textOf('reviews/2024.yaml')).gone).toEqual([]);
    expect(readWrittenReviews(content).map(({ entry }) => entry.date)).toEqual([
      '2024-05-07',
      '2024-03-01',
      '2024-02-14',
      '2022-12-21',
      '2022-12-02',
      '2023-01-01',
    ]);
    expect(published('Zed')).toMatchObject({
      date: '2024-03-01',
      rating: 5,
      text: 'Came at once:\nsaved us.',
      source: 'google',
      source_url: 'https://maps.example/zed',
      verification: { method: 'vouched', verified_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    });
  });

  test('creates the file of a year, or a separate file if that name is taken', async () => {
    await review('add', '--date', '2021-06-01', '--rating', '3', '--author', 'Early');
    expect(textOf('reviews/2021.yaml')).toMatch(/^# Reviews from 2021, newest first\.\n\n- id: /);
    write('reviews/2020.yaml', 'source_id: x\ndate: 2020-01-01\nrating: 1\nauthor: X\n');
    await review('add', '--date', '2020-06-01', '--rating', '3', '--author', 'Own');
    expect(readdirSync(path.join(content, 'reviews')).filter((name) => name.startsWith('2020-'))).toHaveLength(1);
    expect(published('Own')).toMatchObject({ date: '2020-06-01', text: null });
  });

  test('--unverified leaves the review unpublished, and --reference verifies it by invoice', async () => {
    await review(...flags, '--unverified');
    expect(published('Zed')).toBeUndefined();
    await review('add', '--date', '2024-03-02', '--rating', '5', '--author', 'Inv', '--reference', '10482');
    expect(entryOf('Inv')?.verification).toMatchObject({ method: 'invoice', reference: await verificationReference(dataDir, '10482') });
  });

  test('--dry-run changes nothing', async () => {
    expect((await review(...flags, '--dry-run')).stdout).toMatch(/dry run: nothing was written\n$/);
    expect(textOf('reviews/2024.yaml')).toBe(files['reviews/2024.yaml']);
  });

  test('reports all missing and invalid values at once', async () => {
    expect(await review('add', '--rating', '6', '--source-url', 'maps')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'review add: --rating "6": write a whole number from 1 to 5; --source-url "maps": write an absolute URL such as https://example.com/page; --date is missing (the date of the review, such as 2025-03-14); --author is missing (the name to show, such as Ann B.)\n',
    });
  });

  test('refuses a review that already exists or was taken down', async () => {
    const known = ['add', '--date', '2024-05-07', '--rating', '2', '--author', 'Ben', '--source-id', 'ben'];
    expect((await review(...known)).stderr).toMatch(/^review add: this review already exists: .*2024\.yaml:3\n$/);
    await review('takedown', 'ben');
    expect((await review(...known.with(2, '2024-05-08'))).stderr).toMatch(/^review add: this review was taken down on /);
  });

  test('keeps all reviews that several commands add at once', async () => {
    const count = isRelease ? 4 : 2;
    const results = await Promise.all(Array.from({ length: count }, (_, index) => spawnReview(...flags.with(6, `Zed ${index}`))));
    expect(results.map(({ code }) => code)).toEqual(Array(count).fill(0));
    expect(readWrittenReviews(content)).toHaveLength(5 + count);
    expect(readdirSync(content).filter((name) => name.startsWith('.'))).toEqual(['.content.lock']);
  });
});

describe('npm run review -- reply', () => {
  test.each<readonly [what: string, reference: string]>([
    ['its id', ANN],
    ['the beginning of its id, in lower case', ANN.slice(0, 10).toLowerCase()],
    ['the address of its page', `https://reviews.example/reviews/${ANN}/`],
    ['its id at the source', 'ann'],
    ['its address at the source', 'https://maps.example/ann'],
    ['words that only it has', 'zoe PANEL'],
  ])('finds a review by %s', async (_what, reference) => {
    const result = await review('reply', reference, '--text', 'Thanks: Ann.', '--date', '2024-02-15');
    expect(result).toEqual({
      code: 0,
      stderr: '',
      stdout: `${ANN}  2024-02-14  5/5  Ann Zoë: Panel work, on time.\n${content}/reviews/2024.yaml:11: reply of 2024-02-15: Thanks: Ann.\nnext: ${typed()} npm run build\n`,
    });
    expect(textOf('reviews/2024.yaml')).toBe(
      `${files['reviews/2024.yaml']}  owner_reply:\n    text: "Thanks: Ann."\n    date: 2024-02-15\n`,
    );
  });

  test('adds a reply to the front matter of Markdown, replaces it only with --replace, and removes it', async () => {
    await review('reply', 'swept', '--text', 'Ok.', '--date', '2023-02-01');
    expect(textOf('reviews/one.md')).toBe(
      files['reviews/one.md']?.replace('verified: true\n', 'verified: true\nowner_reply:\n  text: Ok.\n  date: 2023-02-01\n'),
    );
    const again = ['reply', 'swept', '--text', 'Thanks.', '--date', '2023-02-02'];
    expect(await review(...again)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'review reply: it already has a reply from 2023-02-01: "Ok."; nothing was changed. Add --replace to replace it\n',
    });
    expect((await review(...again, '--replace')).code).toBe(0);
    expect(published('Solo')?.owner_reply).toEqual({ text: 'Thanks.', date: '2023-02-02' });
    await review('reply', 'swept', '--remove');
    expect(published('Solo')?.owner_reply).toBeNull();
  });

  test('marks the reply to an imported review as edited, and changes only its line', async () => {
    await review('reply', 'g-2', '--text', 'Sorry.', '--date', '2022-12-03');
    const { added, gone } = changed(files['reviews/imported.json'] ?? '', textOf('reviews/imported.json'));
    expect([added.length, gone.length]).toEqual([1, 1]);
    expect(added[0]).toBe(
      '{"id":"01GKAMT600M6BXV27WMAE7Z6CD","source":"google","source_id":"g-2","date":"2022-12-02","rating":1,"author":"Im Port","owner_reply":{"text":"Sorry.","date":"2022-12-03"},"verified":true,"edited":["owner_reply"]}',
    );
  });

  test('lists all matching reviews, newest first, if there are several', async () => {
    expect(await review('reply', 'port', '--text', 'x')).toEqual({
      code: 1,
      stdout: '',
      stderr: `review reply: "port" matches more than one review; be more specific
  01GMV2S20094JZQQ9XDVXKN0AB  2022-12-21  5/5  Im Port: Great.
  01GKAMT600M6BXV27WMAE7Z6CD  2022-12-02  1/5  Im Port
`,
    });
  });

  test.each<readonly [args: readonly string[], says: string]>([
    [
      [],
      'review reply: REVIEW is missing (its id, the URL of its page, or words that only it contains); --text is missing (your reply, such as Thank you, Ann.)\n',
    ],
    [['nobody', '--text', 'x'], 'review reply: no review matches "nobody"; find it with: TYPED npm run review -- list --search WORDS\n'],
    [['ann', '--text', 'x', '--date', '2024-02-13'], 'review reply: --date 2024-02-13 is before the date of the review, 2024-02-14\n'],
    [['ann', '--text', 'x', '--date', '2024-02-30'], 'review reply: --date "2024-02-30": must be a valid date (YYYY-MM-DD)\n'],
  ])('refuses %j with the reason', async (args, says) => {
    expect(await review('reply', ...args)).toEqual({ code: 1, stdout: '', stderr: says.replace('TYPED', typed()) });
  });
});

describe('npm run review -- verify', () => {
  test('stores the number only as a hash, keeps the comment after the old value, and publishes the review', async () => {
    const result = await review('verify', 'ann', '--method', 'invoice', '--reference', 'job 10482', '--date', '2024-02-20');
    const reference = await verificationReference(dataDir, ' JOB  10482');
    expect(result.stdout).toContain('verified (invoice) on 2024-02-20');
    expect(textOf('reviews/2024.yaml')).toBe(
      `${files['reviews/2024.yaml']?.replace('verified: false   #', 'verified: true   #')}  verification:\n    method: invoice\n    verified_at: 2024-02-20\n    reference: ${reference}\n`,
    );
    expect(published('Ann Zoë')?.verification).toEqual({ method: 'invoice', verified_at: '2024-02-20' });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (/\.(yaml|json|md|key)$/.test(name)) expect(readFileSync(file, 'utf8')).not.toContain('10482');
    }
  });

  test('prints a note if the same number verifies another review', async () => {
    await review('verify', 'ann', '--method', 'invoice', '--reference', '1');
    expect((await review('verify', 'ben', '--method', 'invoice', '--reference', '1')).stdout).toContain(
      `note: the same number verifies ${ANN}`,
    );
  });

  test('--no unpublishes an imported review and marks it as edited', async () => {
    const result = await review('verify', 'g-1', '--no');
    expect(result.stdout).toContain('not verified, so it is not published');
    expect(entryOf('Im Port')).toMatchObject({ verified: false, edited: ['verified'] });
    await review('verify', 'g-1', '--method', 'invitation', '--date', '2023-01-01');
    expect(entryOf('Im Port')).toMatchObject({
      verified: true,
      verification: { method: 'invitation', verified_at: '2023-01-01' },
      edited: ['verified', 'verification'],
    });
  });

  test('prints a note if the policy doesn’t accept the method', async () => {
    write('policy.yaml', 'verification: [invoice]\n');
    const { stdout } = await review('verify', 'ann', '--method', 'vouched');
    expect(stdout).toContain("note: policy.yaml doesn't accept vouched, so the review is not published\n");
  });

  test('--dry-run creates no key and leaves the review unchanged', async () => {
    expect((await review('verify', 'ann', '--method', 'invoice', '--reference', '1', '--dry-run')).stdout).toContain('nothing was written');
    expect([existsSync(dataDir), textOf('reviews/2024.yaml')]).toEqual([false, files['reviews/2024.yaml']]);
  });

  test.each<readonly [args: readonly string[], says: RegExp]>([
    [['ann', '--method', 'vouched', '--date', '2999-01-01'], /^review verify: --date "2999-01-01": is in the future; today is /],
    [['ann', '--method', 'vouched', '--date', '1024-01-01'], /^review verify: --date "1024-01-01": write a date from 1970 to 2099/],
    [['ann'], /^review verify: --method is missing/],
    [['ann', '--method', 'invoice'], /^review verify: --reference is missing/],
    [['ann', '--method', 'magic'], /^review verify: --method "magic": write one of platform_account, invoice, invitation, vouched\n$/],
    [['ann', '--method', 'vouched', '--reference', '1'], /^review verify: --reference needs the method invoice\n$/],
    [['ann', '--methode', 'vouched'], /^review verify: Unknown option '--methode'/],
  ])('refuses %j with the reason', async (args, says) => {
    const { code, stderr } = await review('verify', ...args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
  });
});

describe('npm run review -- takedown', () => {
  const withTraces = () => {
    write('corrections.yaml', `# Ours.\n- review: ${ANN}\n  note: Hers.\n\n- review: 01GMV2S20094JZQQ9XDVXKN0AB\n  note: His.\n`);
    write(
      'verdicts.json',
      JSON.stringify({
        model: 'm',
        reviews: [{ review: ANN, aspects: [{ aspect: 'communication', polarity: 'positive', quote: 'on time' }] }],
      }),
    );
  };

  test('removes every trace of the reviews except ids and hashes, and counts them as taken down', async () => {
    withTraces();
    const result = await review('takedown', 'ann', 'g-2', '--reason', 'asked', '--note', 'own wish', '--date', '2024-06-01');
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('takedowns.yaml: 2 on the list\n');
    expect(result.stdout).toContain('corrections.yaml: 1 correction removed\n');
    expect(result.stdout).toContain(`next: ${typed()} npm run build -- --purge`);
    for (const name of readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))) {
      expect(textOf(name)).not.toMatch(/Zoë|on time|Hers/);
    }
    expect(changed(files['reviews/2024.yaml'] ?? '', textOf('reviews/2024.yaml')).added).toEqual([]);
    expect(textOf('reviews/imported.json')).toBe(`[\n${(files['reviews/imported.json'] ?? '').split('\n')[1]?.replace(/,$/, '')}\n]\n`);
    expect(await readTakedowns(content)).toEqual([
      {
        review: ANN,
        identity: createHash('sha256').update('direct\nann').digest('hex'),
        author_and_text: createHash('sha256').update('annzoë\npanelworkontime').digest('hex'),
        date: '2024-06-01',
        reason: 'asked',
        note: 'own wish',
      },
      {
        review: '01GKAMT600M6BXV27WMAE7Z6CD',
        identity: createHash('sha256').update('google\ng-2').digest('hex'),
        date: '2024-06-01',
        reason: 'asked',
        note: 'own wish',
      },
    ]);
    expect(readDataset(content).absences.get(ANN)).toEqual({ type: 'taken_down', reason: 'asked' });
    expect(readDataset(content).leftOut).toEqual([{ reason: 'taken down', count: 2 }]);
  });

  test('refuses a reason that the log doesn’t know, and reads an older free-text reason as other', async () => {
    const { code, stderr } = await review('takedown', 'ann', '--reason', 'own wish');
    expect([code, stderr]).toEqual([
      1,
      'review takedown: --reason "own wish": write one of asked, legal, personal_data, insults, fake, mistake, other\n',
    ]);
    write('takedowns.yaml', `- review: ${ANN}\n  date: 2024-06-01\n  note: Her own wish.\n`);
    expect(readDataset(content).absences.get(ANN)).toEqual({ type: 'taken_down', reason: 'other' });
  });

  test('hides the review from its first step on, and leaves valid content after every step', async () => {
    withTraces();
    await review('verify', 'ann', '--method', 'vouched');
    const [hers] = readWrittenReviews(content).filter(({ entry }) => entry.id === ANN);
    const steps = await planTakedown(content, hers ? [hers] : [], [{ review: ANN, date: '2024-06-01' }], []);
    expect(steps.map(({ file }) => path.basename(file))).toEqual(['takedowns.yaml', 'corrections.yaml', 'verdicts.json', '2024.yaml']);
    expect(published('Ann Zoë')).toBeDefined();
    for (const { file, text } of steps) {
      writeFileSync(file, text ?? '');
      expect(published('Ann Zoë')).toBeUndefined();
    }
  });

  test('finishes an interrupted takedown when repeated, and reports one that is already done', async () => {
    write('takedowns.yaml', `- review: ${ANN}\n  date: 2024-06-01\n`);
    expect((await review('takedown', ANN)).stdout).toContain('2024.yaml: 1 review removed');
    expect(await readTakedowns(content)).toHaveLength(1);
    expect((await review('takedown', ANN)).stdout).toBe(`${ANN} was already taken down on 2024-06-01\n`);
  });

  test('deletes drafts that killed commands left behind', async () => {
    write('reviews/.2024.yaml.0123456789ab.draft', 'Panel work, on time.');
    await review('takedown', 'ann');
    expect(readdirSync(path.join(content, 'reviews')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('deletes the file of a single review, but not with --dry-run', async () => {
    const dry = await review('takedown', 'swept', '--dry-run');
    expect(dry.stdout).toMatch(/one\.md: the file is removed\nreason: other.*\ndry run: nothing was written\n$/);
    expect([existsSync(path.join(content, 'reviews/one.md')), existsSync(path.join(content, 'takedowns.yaml'))]).toEqual([true, false]);
    await review('takedown', 'swept');
    expect(existsSync(path.join(content, 'reviews/one.md'))).toBe(false);
  });

  test.each<readonly [when: string, place: string, pattern: RegExp]>(
    withReleaseCases(
      'npm run review -- takedown leaves valid content if it’s killed when it takes its lock or writes the list of takedowns',
      [['writes the reviews', 'reviews', /2024\.yaml/]],
      [
        ['takes its lock', '', /^\.content\.lock/],
        ['writes the list of takedowns', '', /takedowns\.yaml/],
      ],
    ),
  )('leaves valid content and a free lock if it’s killed when it %s', async (_when, place, pattern) => {
    const { child, ended } = startScript('review', variables(), root, ['takedown', ANN, 'ben']);
    const watcher = watch(path.join(content, place), (_event, name) => pattern.test(name ?? '') && child.kill('SIGKILL'));
    await ended;
    watcher.close();
    readDataset(content);
    await review('takedown', ANN, 'ben');
    expect(readWrittenReviews(content)).toHaveLength(3);
  });
});

describe('npm run review -- list and show', () => {
  test('list prints every review with its location, newest first, and filters with --unverified and --search', async () => {
    const { stdout } = await review('list');
    expect(stdout.split('\n').map((line) => line.slice(28, 38))).toEqual([
      '2024-05-07',
      '2024-02-14',
      '2023-01-01',
      '2022-12-21',
      '2022-12-02',
      '',
      '',
    ]);
    expect((await review('list', '--unverified')).stdout).toBe(
      `${ANN}  2024-02-14  5/5  Ann Zoë: Panel work, on time.  (${content}/reviews/2024.yaml:11, not verified)\n1 of 5 reviews\n`,
    );
    expect((await review('list', '--search', 'port great')).stdout).toMatch(/\n1 of 5 reviews\n$/);
  });

  test('show prints a review as written, and whether it’s published', async () => {
    const { stdout } = await review('show', 'ann');
    expect(stdout).toContain('author: Ann Zoë\n');
    expect(stdout).toMatch(/in .*2024\.yaml:11; not published\n$/);
  });

  test('review without a command lists all commands', async () => {
    const { code, stderr } = await review();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^review: write add, reply, verify, takedown, list, show\n/)]);
  });
});

describe.skipIf(!hasTerminal)('on a terminal (needs Debian’s bsdutils)', () => {
  test('add asks for missing values, explains an invalid answer, and writes the review', async () => {
    const { code, screen } = await runOnTerminal(
      'review',
      variables(),
      ['add', '--author', 'Tess', '--source', 'direct'],
      [
        [/the date of the review/, 'soon\r'],
        [/must be a valid date/, '\u0015'],
        [/must be a valid date/, '2024-04-04\r'],
        [/stars, 1 to 5/, '4\r'],
        [/what the customer wrote/, 'Quick work.\r\rAnd clean.'],
        [/And clean/, '\t\r'],
        [/its id there/, '\r'],
        [/its URL there/, '\r'],
        [/how you know/, 'invoice\r'],
        [/number of the invoice/, '10482\r'],
      ],
    );
    expect([code, screen]).toEqual([0, expect.stringMatching(/next: CONTENT_DIR=.* npm run build/)]);
    expect(published('Tess')).toMatchObject({
      date: '2024-04-04',
      rating: 4,
      text: 'Quick work.\n\nAnd clean.',
      verification: { method: 'invoice' },
    });
  });

  releaseTest('verify asks for the review and the method', async () => {
    const { code } = await runOnTerminal(
      'review',
      variables(),
      ['verify'],
      [
        [/Which review/, 'Zoë'],
        [/Zoë.*Zoë/s, '\r'],
        [/How do you know/, '\r'],
        [/number of the invoice/, '77\r'],
      ],
    );
    expect(code).toBe(0);
    expect(entryOf('Ann Zoë')?.verification?.reference).toBe(await verificationReference(dataDir, '77'));
  });

  releaseTest('takedown asks before it removes copies under other ids, even with --reason', async () => {
    const copies = ['copy-1', 'copy-2'].map(
      (id) => `- { source_id: ${id}, date: 2021-01-01, rating: 5, author: Copy, text: The same twenty letters. }\n`,
    );
    write('reviews/2021.yaml', copies.join(''));
    const before = readWrittenReviews(content).length;
    const { code, screen } = await runOnTerminal(
      'review',
      variables(),
      ['takedown', 'copy-1', '--reason', 'asked'],
      [[/Remove these 2 for good\?/, 'n']],
    );
    expect([code, screen]).toEqual([1, expect.stringContaining('also removed, because it has the same author and words')]);
    expect(readWrittenReviews(content)).toHaveLength(before);
  });

  test('takedown asks before it removes anything', async () => {
    const refused = await runOnTerminal(
      'review',
      variables(),
      ['takedown', 'ann'],
      [
        [/Why\?/, '\r'],
        [/A note\?/, '\r'],
        [/for good\?/, 'n'],
      ],
    );
    expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('nothing was changed')]);
    expect(textOf('reviews/2024.yaml')).toBe(files['reviews/2024.yaml']);
    const agreed = await runOnTerminal(
      'review',
      variables(),
      ['takedown', 'ann'],
      [
        [/Why\?/, '\u001b[B\r'],
        [/A note\?/, 'own wish\r'],
        [/for good\?/, 'y'],
      ],
    );
    expect(agreed.code).toBe(0);
    expect(entryOf('Ann Zoë')).toBeUndefined();
    expect(await readTakedowns(content)).toMatchObject([{ review: ANN, reason: 'legal', note: 'own wish' }]);
  });

  releaseTest('Ctrl-C at a question of takedown changes nothing', async () => {
    const cancelled = await runOnTerminal('review', variables(), ['takedown', 'ann'], [[/Why\?/, '\u0003']]);
    expect([cancelled.code, cancelled.screen]).toEqual([1, expect.stringContaining('canceled; nothing was changed')]);
    expect(textOf('reviews/2024.yaml')).toBe(files['reviews/2024.yaml']);
  });
});
