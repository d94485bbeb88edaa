import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContent } from '../../scripts/check-content/warnings.ts';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { withContentLock } from '../../scripts/content/lock.ts';
import { readTakedowns } from '../../scripts/content/takedown-files.ts';
import { writeWhole } from '../../scripts/content/write-file.ts';
import { buildHere } from '../../scripts/desk/build/build-here.ts';
import { type Desk, openDesk } from '../../scripts/desk/desk.ts';
import { planImport } from '../../scripts/import/plan.ts';
import { folderReader } from '../../scripts/log/previous-log.ts';
import { addReview } from '../../scripts/review/add.ts';
import { replyTo, unverifyReview } from '../../scripts/review/change.ts';
import { takeDownReviews } from '../../scripts/review/takedown.ts';
import { reviewId } from '../../site/content/identity.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { audit } from '../../site/log/audit.ts';
import { makeMortal, runUntilKilled } from '../support/mortal.ts';
import { printDocuments } from '../support/print-documents.ts';
import { roundsOf } from '../support/release-test.ts';
import { commandEnvironment, dataFolder, NOBODY } from '../support/run-script.ts';

/** The number of random sequences after those in INTERRUPTED. DESK_HISTORIES overrides it. */
const RUNS = Number(process.env['DESK_HISTORIES'] ?? roundsOf(6));
/** Sequences in which the content still has a taken-down review when the desk goes back to an earlier state. */
const INTERRUPTED: Step[][] = [
  [
    { act: { do: 'publish' }, kill: null },
    { act: { do: 'import', by: 'desk' }, kill: null },
    { act: { do: 'takedown', by: 'desk', which: 0 }, kill: 9 },
    { act: { do: 'go back', which: 0 }, kill: null },
  ],
  [
    { act: { do: 'import', by: 'desk' }, kill: null },
    { act: { do: 'takedown', by: 'desk', which: 0 }, kill: 9 },
    { act: { do: 'import', by: 'desk' }, kill: null },
    { act: { do: 'business', by: 'desk' }, kill: null },
    { act: { do: 'undo', which: 1 }, kill: null },
  ],
];

const which = fc.nat({ max: 5 });
/** Who acts: the desk, or a command that runs beside it. */
const by = fc.constantFrom('desk' as const, 'command' as const);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('import' as const), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reply' as const), by, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unverify' as const), by, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('business' as const), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quote' as const), by, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('takedown' as const), by, which }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go back' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);
/** An act, and before which of its file changes it is killed, if at all. */
const step = fc.record({ act, kill: fc.option(fc.oneof(fc.integer({ min: 5, max: 30 }), fc.nat({ max: 90 })), { freq: 2 }) });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface PlainReview {
  readonly text: string | null;
  readonly reply: string | null;
  readonly verified: boolean;
}

/** The data in the content, however its files are written. */
interface Plain {
  readonly reviews: Readonly<Record<string, PlainReview>>;
  readonly description: string;
  readonly faq: string;
}

class Story {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'desk history '));
  readonly content = path.join(this.folder, 'content');
  readonly data = dataFolder(path.join(this.folder, 'data'));
  readonly dist = path.join(this.folder, 'dist');
  readonly told: string[] = [];
  /** The ids and texts of reviews that were taken down. */
  readonly gone = new Map<string, string>();
  /** The content in each state. */
  readonly #states = new Map<number, Plain>();
  #plain: Plain = { reviews: {}, description: 'A shop.', faq: '' };
  #desk: Desk | undefined;
  #count = 0;

  readonly #settings = {
    ...readEnvironment(commandEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: this.content, DATA_DIR: this.data, DIST_DIR: this.dist })),
    commandLine: commandLineFor({}),
  };
  readonly #place = { contentDir: this.content, dataDir: this.data, today: '2026-01-01', latest: '2026-01-01' };

  async open(): Promise<Desk> {
    this.#desk ??= await openDesk({
      settings: this.#settings,
      now: () => new Date('2026-01-01'),
      closing: new AbortController().signal,
      build: (environment, task, onProgress) => buildHere(environment, { ...task, purge: false }, onProgress, printDocuments),
    });
    return this.#desk;
  }

  async begin(): Promise<void> {
    await writeWhole(path.join(this.content, 'business.yaml'), 'name: Acme\ndescription: A shop.\n');
    await this.#check();
  }

  async take({ act, kill }: Step): Promise<void> {
    this.told.push(JSON.stringify({ ...act, kill }));
    if (act.do === 'reopen') this.#desk = undefined;
    const desk = await this.open();
    this.#states.set(await desk.history.current('outside'), this.#plain);
    const planned = await this.#plan(act, desk);
    if (planned === undefined) return;
    const folders = [this.content, this.data, path.dirname(this.dist)];
    const isKilled = await runUntilKilled(kill ?? Number.POSITIVE_INFINITY, folders, planned.work);
    if (isKilled) {
      this.told.push('  killed');
      if (!('by' in act) || act.by === 'desk') this.#desk = undefined;
      await (await this.open()).history.current('outside');
    }
    for (const { review } of await readTakedowns(this.content)) {
      const text = this.#plain.reviews[review]?.text;
      if (text) this.gone.set(review, text);
    }
    const [before, after] = [this.#without(this.#plain), this.#without(planned.after)];
    const found = this.#read();
    if (!isDeepStrictEqual(found, after) && !(isKilled && isDeepStrictEqual(found, before))) expect(found).toEqual(after);
    this.#plain = found;
    await this.#check();
  }

  /** Returns the work of an act and the content after it, or undefined if the act isn't possible. */
  async #plan(act: Step['act'], desk: Desk): Promise<{ work: () => Promise<unknown>; after: Plain } | undefined> {
    const plain = this.#plain;
    const run = (work: () => Promise<unknown>, final = false) =>
      'by' in act && act.by === 'desk' ? () => desk.history.act('outside', act.do, work, { final }) : work;
    const ids = Object.keys(plain.reviews);
    const id = 'which' in act ? (ids[act.which % ids.length] ?? '') : '';
    const review = plain.reviews[id];
    const change = (changed: Partial<PlainReview>): Plain => ({
      ...plain,
      reviews: { ...plain.reviews, [id]: { ...(review as PlainReview), ...changed } },
    });
    switch (act.do) {
      case 'add': {
        const [sourceId, text] = [`a${this.#count++}`, this.#text()];
        const given = { date: '2025-01-01', rating: '4', author: `Ann ${sourceId}`, text, 'source-id': sourceId };
        const reviews = { ...plain.reviews, [reviewId('2025-01-01', 'direct', sourceId)]: { text, reply: null, verified: true } };
        return { work: run(() => addReview(this.#place, given, true)), after: { ...plain, reviews } };
      }
      case 'import': {
        const records = [1, 2].map(() => ({
          source: 'yelp',
          source_id: `y${this.#count++}`,
          date: '2025-02-02',
          rating: 2,
          author: 'Ben',
          text: this.#text(),
        }));
        const file = path.join(this.folder, 'export.ndjson');
        writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
        const added = records.map(({ source, source_id, date, text }) => [
          reviewId(date, source, source_id),
          { text, reply: null, verified: true },
        ]);
        const work = async () => {
          const plan = await planImport({ files: [file], settings: this.#settings });
          await plan.carryOut();
        };
        return { work: run(work), after: { ...plain, reviews: { ...plain.reviews, ...Object.fromEntries(added) } } };
      }
      case 'business': {
        const description = `A shop, version ${this.#count++}.`;
        const file = path.join(this.content, 'business.yaml');
        const work = () => withContentLock(this.content, () => writeWhole(file, `name: Acme\ndescription: ${description}\n`));
        return { work: run(work), after: { ...plain, description } };
      }
      case 'undo':
      case 'go back': {
        const entries = await desk.history.list();
        const end = entries.findIndex(({ published }) => published);
        const choice = (
          act.do === 'undo' ? entries.slice(0, end === -1 ? undefined : end) : entries.filter(({ published }) => published)
        ).filter(({ canGoBack }) => canGoBack);
        const entry = choice[act.which % choice.length];
        if (entry === undefined) return undefined;
        const target = entry.published ? entry.to : entry.from;
        const after = this.#states.get(target);
        if (after === undefined) throw new Error(`state ${target} is unknown`);
        const seen = await desk.history.current('outside');
        return { work: () => desk.history.goBack(target, seen, { outside: 'outside', did: act.do, changed: 'changed' }), after };
      }
      case 'publish':
        return {
          work: () =>
            desk.history.publish('outside', 'publish', () =>
              desk.build(this.#settings, { isPreview: false, purge: false }, () => {}, desk.closing),
            ),
          after: plain,
        };
      case 'reopen':
        return undefined;
    }
    if (review === undefined) return undefined;
    if (act.do === 'reply') {
      const reply = `Thank you, number ${this.#count++}.`;
      return { work: run(() => replyTo(this.#place, id, { text: reply }, true)), after: change({ reply }) };
    }
    if (act.do === 'unverify') return { work: run(() => unverifyReview(this.#place, id)), after: change({ verified: false }) };
    if (act.do === 'quote') {
      const faq = `- question: What do customers say?\n  answer: ${JSON.stringify(`They say: ${review.text}`)}\n`;
      return {
        work: run(() => withContentLock(this.content, () => writeWhole(path.join(this.content, 'faq.yaml'), faq))),
        after: { ...plain, faq },
      };
    }
    const { [id]: _gone, ...reviews } = plain.reviews;
    // A takedown is refused and changes nothing if something quotes the text.
    const isQuoted = plain.faq.includes(review.text ?? '');
    return { work: run(() => takeDownReviews(this.#place, [id], {}, false), true), after: isQuoted ? plain : { ...plain, reviews } };
  }

  /** Returns a text that shares no words with others, so nothing else quotes it. */
  #text(): string {
    const number = this.#count++;
    return `${['Marvelous', 'panels', 'glowed', 'quietly', 'under', 'bridges'].map((word) => word + number).join(' ')}.`;
  }

  /** Reads the content without taken-down reviews, which an interrupted takedown may leave in it. */
  #read(): Plain {
    const written = readWrittenReviews(this.content).map(({ entry }): [string, PlainReview] => [
      entry.id,
      { text: entry.text, reply: entry.owner_reply?.text ?? null, verified: entry.verified },
    ]);
    const read = (name: string) => {
      try {
        return readFileSync(path.join(this.content, name), 'utf8');
      } catch {
        return '';
      }
    };
    const description = /description: (.*)/.exec(read('business.yaml'))?.[1] ?? '';
    return this.#without({ reviews: Object.fromEntries(written), description, faq: read('faq.yaml') });
  }

  #without({ reviews, description, faq }: Plain): Plain {
    const left = Object.entries(reviews).filter(([id]) => !this.gone.has(id));
    return { reviews: Object.fromEntries(left.sort(([a], [b]) => (a < b ? -1 : 1))), description, faq };
  }

  /** Checks that the content has no problems, and that no file that the desk keeps contains a taken-down text. */
  async #check(): Promise<void> {
    const desk = await this.open();
    this.#states.set(await desk.history.current('outside'), this.#plain);
    expect((await checkContent(this.content, '2026-01-01', commandLineFor({}))).problems).toBeUndefined();
    const kept = readdirSync(path.join(this.data, 'desk'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of kept) {
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
      for (const words of this.gone.values())
        if (text.includes(words)) throw new Error(`${entry.parentPath}/${entry.name} contains ${words}`);
    }
  }

  /** Publishes the content, and checks that exactly its verified reviews are public and that the log verifies. */
  async end(): Promise<void> {
    this.#desk = undefined;
    await this.take({ act: { do: 'publish' }, kill: null });
    const { log, findings } = await audit(folderReader(realpathSync(this.dist)));
    expect(log.checkpoint.size).toBeGreaterThanOrEqual(0);
    // Going back removes reviews without an explanation, as if they were deleted by hand.
    expect(findings.filter(({ kind }) => kind !== 'unexplained')).toEqual([]);
    const published = JSON.parse(readFileSync(path.join(this.dist, 'reviews.json'), 'utf8')).reviews as { id: string; text: string }[];
    const expected = Object.entries(this.#plain.reviews).filter(([, { verified }]) => verified);
    expect(published.map(({ id, text }) => [id, text]).sort()).toEqual(expected.map(([id, { text }]) => [id, text]).sort());
  }
}

test('the content stays intact and takedowns stay in force after random acts, undos and kills of the desk and commands', async () => {
  const restore = makeMortal();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
        const story = new Story();
        try {
          await story.begin();
          for (const one of steps) await story.take(one);
          await story.end();
        } catch (error) {
          throw new Error(`${story.told.join('\n')}\n${(error as Error).stack}`);
        } finally {
          rmSync(story.folder, { recursive: true, force: true });
        }
      }),
      { numRuns: INTERRUPTED.length + RUNS, examples: INTERRUPTED.map((steps): [Step[]] => [steps]) },
    );
  } finally {
    await restore();
  }
});
