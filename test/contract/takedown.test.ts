import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readTakedowns } from '../../scripts/content/takedown-files.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { readDataset, readWrittenReviews } from '../../site/content/read/read.ts';
import { type CalledCommand, callScript } from '../support/call-command.ts';
import type { ScriptResult } from '../support/run-script.ts';

let folder: string;
let content: string;

const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const BEN = '01HQVMZ100MF6GH5BNBQKC9XD9';
const WORDS =
  'They didn’t call, came three hours late and left our white carpet black. Ring me at (360) 555-0177 if you need proof. Never again!';
const files: Readonly<Record<string, string>> = {
  'business.yaml': 'name: Acme\n',
  'reviews/2024.yaml': `- id: ${ANN}
  source_id: ann
  date: 2024-02-14
  rating: 1
  author: Ann Zoë
  text: ${WORDS}
  owner_reply: { text: "Sorry that we came three hours late and left our white carpet black.", date: 2024-02-15 }
  verified: true

- id: ${BEN}
  source_id: ben
  date: 2024-02-28
  rating: 2
  author: Ben
  text: If you need proof that they came three hours late, ask me.
  verified: true
`,
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'open reviews takedown '));
  content = path.join(folder, 'content');
  for (const [name, text] of Object.entries(files)) write(name, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
  writeFileSync(path.join(content, name), text);
}

const variables = () => ({ CONTENT_DIR: content, DATA_DIR: path.join(folder, 'data') });
const run = async (script: CalledCommand, ...args: readonly string[]): Promise<ScriptResult> => {
  const { code, stdout, stderr } = await callScript(script, variables(), args);
  return { code, stdout: stdout.replaceAll(`${folder}/`, ''), stderr: stderr.replaceAll(`${folder}/`, '') };
};
const takedown = (...args: readonly string[]) => run('review', 'takedown', ...args);
const names = () => readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => /^[^.].*\.\w+$/.test(name));
const bytes = () => Object.fromEntries(names().map((name) => [name, readFileSync(path.join(content, name), 'latin1')]));

/** Expects a takedown of Ann's review to be refused without changing anything, and returns the quotes that it lists. */
async function quotes(...args: readonly string[]): Promise<readonly string[]> {
  const before = bytes();
  const { code, stdout, stderr } = await takedown(ANN, ...args);
  expect([code, stdout, bytes()]).toEqual([1, '', before]);
  const [first, ...lines] = stderr.trimEnd().split('\n');
  expect(first).toBe('review takedown: nothing was changed, because other places share words with the review:');
  expect(lines.pop()).toBe('Remove or rewrite these passages and run the command again, or add --keep if they are your own words.');
  return lines.map((line) => line.trim());
}

describe('a quote from a review to be taken down', () => {
  test.each<readonly [where: string, name: string, text: string, says: string]>([
    [
      'the summary, with other punctuation and case',
      'summary.md',
      'People like us.\n\nBut: “…**came** _three_ hours LATE, and\nleft our white carpet black.” Sad.\n',
      'content/summary.md:3: "came** _three_ hours LATE, and left our white carpet black"',
    ],
    [
      'a comment in the summary',
      'summary.md',
      "<!-- they didn't call, came three hours -->\nFine.\n",
      'content/summary.md:1: "they didn\'t call, came three hours"',
    ],
    [
      'the questions, across two lines',
      'faq.yaml',
      '- question: Late?\n  answer: >-\n    One wrote: and left our white\n    carpet black. It was soot.\n',
      'content/faq.yaml:3: "and left our white carpet black"',
    ],
    [
      'the questions as JSON with escapes',
      'faq.json',
      '[{"question":"Q","answer":"They\\u00a0didn\\u2019t call,\\ncame three hours"}]',
      'content/faq.json:1: "They didn’t call, came three hours"',
    ],
    [
      'a correction of another review',
      'corrections.yaml',
      `- review: ${ANN}\n  note: Left our white carpet black, she says.\n- review: ${BEN}\n  note: He doesn't say "left our white carpet black".\n`,
      'content/corrections.yaml:4: "left our white carpet black"',
    ],
    [
      'the words for an aspect',
      'aspects.yaml',
      '- aspect: cleanliness\n  negative: [left our white carpet black]\n',
      'content/aspects.yaml:2: "left our white carpet black"',
    ],
    [
      'the notice on every page',
      'business.yaml',
      'name: Acme\nnotice: We never left our white carpet black.\n',
      'content/business.yaml:2: "left our white carpet black"',
    ],
    [
      'the note of an earlier takedown',
      'takedowns.yaml',
      '- review: 01GMV2S20094JZQQ9XDVXKN0AB\n  date: 2023-01-01\n  note: left our white carpet black\n',
      'content/takedowns.yaml:3: "left our white carpet black"',
    ],
    [
      'the reply to another review',
      'reviews/more.yaml',
      '- source_id: c\n  date: 2024-01-01\n  rating: 5\n  author: C\n  owner_reply:\n    text: Not like those where we left our white carpet black!\n    date: 2024-03-02\n',
      'content/reviews/more.yaml:1 [0].owner_reply: "left our white carpet black"',
    ],
    [
      'a comment among the reviews',
      'reviews/more.yaml',
      '# She says: left our white\n# carpet black.\n- source_id: c\n  date: 2024-01-01\n  rating: 5\n  author: C\n',
      'content/reviews/more.yaml:1: "left our white # carpet black"',
    ],
    [
      'a comment above the review',
      'reviews/2024.yaml',
      `# Newest first.\n# Left our white carpet black: soot.\n${files['reviews/2024.yaml']?.split('\n\n')[0]}\n`,
      'content/reviews/2024.yaml:2: "Left our white carpet black"',
    ],
    [
      'the summary, as the policy publishes it',
      'summary.md',
      'Ring me at [phone number] if you need to.\n',
      'content/summary.md:1: "Ring me at [phone number] if you need"',
    ],
  ])('in %s is reported with its location, and nothing changes', async (_where, name, text, says) => {
    write(name, text);
    expect(await quotes()).toEqual([says]);
  });

  test.each<readonly [what: string, name: string, text: string]>([
    ['four of its words', 'summary.md', 'Somebody left our white carpet as it was.\n'],
    ['an alias of a service', 'services.yaml', '- id: a\n  name: A\n  aliases: ["x", "left our white carpet black"]\n'],
    ['the description', 'business.yaml', 'name: Acme\ndescription: We never left our white carpet black.\n'],
    ['everyday words', 'faq.yaml', '- question: Did they call when they came late?\n  answer: Ring me at any time if you need proof.\n'],
    [
      'an older reply',
      'reviews/more.yaml',
      '- source_id: c\n  date: 2024-01-01\n  rating: 5\n  author: C\n  owner_reply: { text: We left our white carpet black., date: 2024-02-13 }\n',
    ],
    ['words that another person’s review also has', 'summary.md', 'He says that they came three hours late, if you need proof that.\n'],
    ['its own correction', 'corrections.yaml', `- review: ${ANN}\n  note: Left our white carpet black, she says.\n`],
    [
      'its own verdicts',
      'verdicts.json',
      JSON.stringify({
        model: 'm',
        reviews: [{ review: ANN, aspects: [{ aspect: 'cleanliness', polarity: 'negative', quote: 'left our white carpet black' }] }],
      }),
    ],
  ])('isn’t found in %s', async (_what, name, text) => {
    write(name, text);
    expect(await takedown(ANN)).toMatchObject({ code: 0, stderr: '' });
  });

  test('is reported in all files at once; once it’s removed, the takedown leaves none of the text', async () => {
    write('summary.md', 'They left our white carpet black.\nAnd they came three hours late and left.\n');
    write('faq.yaml', '- question: Is it true that you left our white carpet black?\n  answer: No.\n');
    expect(await quotes('--dry-run')).toEqual([
      'content/faq.yaml:1: "left our white carpet black"',
      'content/summary.md:1: "left our white carpet black"',
      'content/summary.md:2: "came three hours late and left"',
    ]);
    write('summary.md', 'Some wait long.\n');
    write('faq.yaml', '[]\n');
    expect((await takedown(ANN)).code).toBe(0);
    for (const name of names()) expect(readFileSync(path.join(content, name), 'utf8')).not.toMatch(/white|carpet|Zoë/i);
  });

  test('is reported but doesn’t stop a takedown with --keep or --reason legal', async () => {
    write('summary.md', 'They left our white carpet black.\n');
    const stays =
      'These passages share words with what was removed. Edit them now if they quote it:\n  content/summary.md:1: "left our white carpet black"\n';
    expect(await takedown(ANN, '--reason', 'legal', '--dry-run')).toMatchObject({ code: 0, stdout: expect.stringContaining(stays) });
    expect(await takedown(ANN, '--keep')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(stays) });
    expect(readDataset(content).reviews.map(({ author }) => author)).toEqual(['Ben']);
    expect(readFileSync(path.join(content, 'summary.md'), 'utf8')).toBe('They left our white carpet black.\n');
  });

  test('isn’t found in a file older than the review', async () => {
    write('summary.md', 'They left our white carpet black.\n');
    const before = new Date('2024-02-12T00:00:00Z');
    utimesSync(path.join(content, 'summary.md'), before, before);
    expect((await takedown(ANN)).code).toBe(0);
  });

  test('a takedown without --reason prints the reason that the log will show', async () => {
    expect((await takedown(BEN)).stdout).toContain('\nreason: other, which the log will show; use --reason to choose another one\n');
    expect((await takedown(ANN, '--reason', 'asked')).stdout).not.toContain('reason: other');
  });

  test('in the note on the takedown is reported', async () => {
    expect(await quotes('--note', 'She wrote "left our white carpet black", which hurts.')).toEqual([
      '--note: "left our white carpet black"',
    ]);
  });

  test.each([
    ['Brilliant electricians!', 'We are brilliant electricians.\n', ['content/summary.md:1: "brilliant electricians"']],
    ['Nice electricians!', 'We are nice electricians.\n', undefined],
    [
      '来てくれてすぐに直してくれました。本当に助かりました',
      '「すぐに直してくれました。本当に」と。\n',
      ['content/summary.md:1: "すぐに直してくれました。本当に"'],
    ],
  ])('from a text that is short or has no spaces needs 20 characters: %s', async (text, summary, expected) => {
    write('reviews/2024.yaml', `- { id: ${ANN}, date: 2024-02-14, rating: 1, author: Ann, verified: true, text: "${text}" }\n`);
    write('summary.md', summary);
    if (expected) expect(await quotes()).toEqual(expected);
    else expect((await takedown(ANN)).code).toBe(0);
  });
});

const copy = (more: Readonly<Record<string, string>> = {}) =>
  Object.entries({ source_id: 'copy', source: 'yelp', date: '2023-05-05', rating: '1', author: 'ann  ZOË', verified: 'true', ...more })
    .map(([key, value], index) => `${index === 0 ? '- ' : '  '}${key}: ${value}\n`)
    .join('');
/** Ann's words as another platform shows them. */
const RESTYLED = WORDS.toUpperCase().replaceAll(' ', '  ').replace('’', "'").replace('!', '…');

describe('a review that was taken down', () => {
  test('is removed with its copy under another id, which is reported', async () => {
    write('reviews/yelp.yaml', copy({ text: JSON.stringify(RESTYLED) }));
    const { stdout } = await takedown(ANN);
    expect(stdout).toMatch(/^also removed, because it has the same author and words or the same source id: [0-9A-Z]{26} {2}2023-05-05/);
    expect(stdout).toContain('content/takedowns.yaml: 2 on the list\n');
    expect(readWrittenReviews(content).map(({ entry }) => entry.author)).toEqual(['Ben']);
  });

  test('can’t be added again, with an error that names its entry and its copy’s; --dry-run lists the copy', async () => {
    write('reviews/yelp.yaml', copy({ text: JSON.stringify(RESTYLED) }));
    expect((await takedown(ANN, '--dry-run')).stdout).toMatch(/^also removed, .* 2023-05-05 /);
    await takedown(ANN);
    const [, other] = await readTakedowns(content);
    const { stderr } = await run('review', 'add', '--date', '2024-03-01', '--rating', '1', '--author', 'Ann Zoë', '--text', WORDS);
    expect(stderr).toMatch(
      new RegExp(`taken down on [-\\d]{10}; to publish it again, remove ${ANN} and ${other?.review} from content/takedowns\\.yaml\n$`),
    );
  });

  test('leaves no words in takedowns.yaml, and no hash if its text is shorter than 20 characters', async () => {
    write(
      'reviews/short.yaml',
      '- { source_id: s, date: 2024-01-01, rating: 5, author: Sue, verified: true, text: "Nineteen letters ok" }\n',
    );
    await takedown(ANN, 'sue');
    const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const hash = createHash('sha256')
      .update(`${fold('Ann Zoë')}\n${fold(WORDS)}`)
      .digest('hex');
    expect((await readTakedowns(content)).map(({ author_and_text }) => author_and_text)).toEqual([hash, undefined]);
    expect(readFileSync(path.join(content, 'takedowns.yaml'), 'utf8')).not.toMatch(/Ann|carpet|Sue|letters/);
  });

  test.each<readonly [what: string, author: string, text: string, isOut: boolean]>([
    ['the same', 'Ann Zoë', WORDS, true],
    ['in other letters and punctuation', 'ＡＮＮ zoë', RESTYLED, true],
    ['another author', 'Ann Zimmer', WORDS, false],
    ['another text', 'Ann Zoë', `${WORDS} Twice.`, false],
  ])('is recognized by author and text in content, imports and review add: %s', async (_what, author, text, isOut) => {
    await takedown(ANN);
    write('reviews/hand.yaml', copy({ author, text: JSON.stringify(text) }));
    const dataset = readDataset(content);
    expect([dataset.reviews.length, dataset.leftOut]).toEqual([isOut ? 1 : 2, [{ reason: 'taken down', count: 1 }]]);
    const found = (await run('check-content')).stdout;
    expect(found.includes("which was taken down and isn't published, but its text is still here")).toBe(isOut);
    rmSync(path.join(content, 'reviews/hand.yaml'));

    const csv = path.join(folder, 'export.csv');
    writeFileSync(csv, `source,source_id,date,rating,author,text\nyelp,y-1,2022-01-01,1,${author},"${text}"\n`);
    const { stdout } = await run('import', csv);
    expect(stdout).toContain(isOut ? '1 kept out: taken down (takedowns.yaml)\n0 added' : '1 added');
    expect(readWrittenReviews(content)).toHaveLength(isOut ? 1 : 2);

    const added = await run('review', 'add', '--date', '2024-03-01', '--rating', '1', '--author', author, '--text', `${text} `);
    expect(added.stderr).toMatch(
      isOut ? /^review add: this review was taken down on \d{4}-\d\d-\d\d; to publish it again, remove 01HPHS3M/ : /^$/,
    );
  });

  test('is left out by its source and source_id, whatever its date, author and text', async () => {
    await takedown(ANN);
    write('reviews/hand.yaml', '- { source_id: ann, date: 2020-01-01, rating: 1, author: Anybody, text: Other., verified: true }\n');
    expect(readDataset(content).reviews.map(({ author }) => author)).toEqual(['Ben']);
  });

  test('stops an import that is running at the time', async () => {
    const file = path.join(folder, 'export.csv');
    writeFileSync(file, 'source,source_id,date,rating,author\nyelp,y-1,2022-01-01,1,Zed\n');
    const step = () => write('takedowns.yaml', `- review: ${ANN}\n  date: 2024-06-01\n`);
    const surroundings = {
      contentDir: content,
      dataDir: folder,
      now: new Date(),
      progress: { step, end: () => {} },
      commandLine: commandLineFor({}),
    };
    await expect(importReviews(readArguments([file]), surroundings)).rejects.toThrow(
      `${content}/takedowns.yaml: changed during the import; nothing was imported. Run it again`,
    );
    expect(names().sort()).toEqual(['business.yaml', 'reviews/2024.yaml', 'takedowns.yaml']);
  });

  test('is left out by a takedowns.yaml that was written by hand', async () => {
    write('takedowns.yaml', `- review: ${ANN}\n  date: 2024-06-01\n`);
    expect(readDataset(content).leftOut).toEqual([{ reason: 'taken down', count: 1 }]);
    expect((await takedown(ANN)).code).toBe(0);
    expect(await readTakedowns(content)).toEqual([{ review: ANN, date: '2024-06-01' }]);
  });
});
