import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from '../../scripts/build/build.ts';
import type { PrintSite } from '../../scripts/build/print.ts';
import { purge, withStage } from '../../scripts/build/swap.ts';
import { checkContent } from '../../scripts/check-content/warnings.ts';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { readTakedowns } from '../../scripts/content/takedown-files.ts';
import { makeBackup, restoreBackup } from '../../scripts/deploy/backup.ts';
import { DeskHistory } from '../../scripts/desk/history.ts';
import { planImport } from '../../scripts/import/plan.ts';
import { undoImport } from '../../scripts/import/undo.ts';
import { folderReader } from '../../scripts/log/previous-log.ts';
import { takeDownReviews } from '../../scripts/review/takedown.ts';
import { reviewId } from '../../site/content/identity.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { audit } from '../../site/log/audit.ts';
import { callScript } from '../support/call-command.ts';
import { countChanges, type Fault, makeMortal, runUntil } from '../support/mortal.ts';
import { printTexts } from '../support/print-documents.ts';
import { commandEnvironment, dataFolder, NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY = '2026-01-01';
/** The name of a backup that was made then. */
const BACKUP = '20260101T000000Z';
const now = () => new Date(DAY);
const ANN = reviewId('2025-02-02', 'yelp', 'ann');
const WORDS = ['Marvelous panels glowed', 'Ann Zoë'];
const entry = (source_id: string, text: string, author = 'Ben') => ({
  source: 'yelp',
  source_id,
  date: '2025-02-02',
  rating: 2,
  author,
  text,
});

/** The folders of a business, all below one. */
class Shop {
  readonly folder: string;
  readonly variables: Readonly<Record<'CONTENT_DIR' | 'DATA_DIR' | 'DIST_DIR' | 'CACHE_DIR' | 'BASE_URL', string>>;

  constructor(folder: string) {
    const at = (name: string) => path.join(folder, name);
    this.folder = folder;
    this.variables = {
      CONTENT_DIR: at('content'),
      DATA_DIR: at('data'),
      DIST_DIR: at('dist'),
      CACHE_DIR: at('cache'),
      BASE_URL: NOBODY,
    };
  }

  get content(): string {
    return this.variables.CONTENT_DIR;
  }
  get data(): string {
    return this.variables.DATA_DIR;
  }
  get dist(): string {
    return this.variables.DIST_DIR;
  }
  get settings() {
    return { ...readEnvironment(commandEnvironment(this.variables)), commandLine: commandLineFor({}) };
  }
  get history(): DeskHistory {
    return new DeskHistory({ contentDir: this.content, dataDir: this.data, now });
  }

  async import(name: string, entries: readonly object[]): Promise<void> {
    const file = path.join(this.folder, '..', `${name}.ndjson`);
    await writeFile(file, entries.map((one) => JSON.stringify(one)).join('\n'));
    await (await planImport({ files: [file], settings: this.settings, now: now() })).carryOut();
  }

  takeDown() {
    const place = { contentDir: this.content, dataDir: this.data, today: DAY, latest: DAY };
    return takeDownReviews(place, [ANN], { reason: 'asked' }, true);
  }

  async publish(): Promise<void> {
    await build({ environment: this.settings, now: () => now().getTime(), onProgress: () => {}, print });
  }

  /** The ids of the reviews in the content. */
  ids(): readonly string[] {
    return readWrittenReviews(this.content)
      .map(({ entry: { id } }) => id)
      .sort();
  }

  /** The files below the folder, except whole backups, that contain words of the review to take down. */
  telling(): readonly string[] {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const files = entries.map((one) => path.join(one.parentPath, one.name)).filter((file) => !/backups\/\d{8}T\d{6}Z\//.test(file));
    return files.filter((file) => WORDS.some((words) => readFileSync(file, 'utf8').includes(words)));
  }
}

/** Like printSite, works in CACHE_DIR first. */
const print: PrintSite = (publication, stage, environment) =>
  withStage(environment.CACHE_DIR, ['site'], async ([site = '']) => {
    await printTexts(publication, site, environment);
    await rename(site, stage);
  });

/** Makes a business whose content, states, older generation, verdicts and corrections have the words of a review. */
async function openShop(folder: string): Promise<Shop> {
  const shop = new Shop(path.join(folder, 'shop'));
  await mkdir(shop.content, { recursive: true });
  dataFolder(shop.data);
  await writeFile(path.join(shop.content, 'business.yaml'), 'name: Acme\n');
  await shop.history.act('outside', 'import', () =>
    shop.import('first', [
      entry('ann', `${WORDS[0]} quietly under the bridges.`, WORDS[1]),
      entry('ben', 'Slow, but the roof is dry now.'),
    ]),
  );
  await writeFile(
    path.join(shop.content, 'corrections.yaml'),
    `- { review: ${ANN}, note: Marvelous panels glowed, mentions: { technicians: [] } }\n`,
  );
  await shop.history.publish('outside', 'publish', () => shop.publish());
  await shop.history.act('outside', 'second', () => shop.import('second', [entry('cem', 'They were on time.'), entry('dee', 'Nice van.')]));
  await shop.history.current('outside');
  return shop;
}

export interface RecoveryAct {
  readonly prepare?: (shop: Shop) => Promise<void>;
  /** What is done, and perhaps interrupted. */
  readonly run: (shop: Shop) => Promise<unknown>;
  /** What must be true after the next command. */
  readonly check?: (shop: Shop, before: readonly string[]) => Promise<void> | void;
}

function need(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

const backups = (shop: Shop) => path.join(shop.folder, 'backups');

export const acts: Readonly<Record<string, RecoveryAct>> = {
  import: {
    run: (shop) => shop.import('third', [entry('eve', 'Friendly on the phone.'), entry('flo', 'They swept up.')]),
    check: (shop, before) => need([4, 6].includes(shop.ids().length) && before.every((id) => shop.ids().includes(id)), 'half an import'),
  },
  publish: { run: (shop) => shop.publish() },
  takedown: {
    run: (shop) => shop.takeDown(),
    check: async (shop, before) => {
      const isBegun = (await readTakedowns(shop.content)).length > 0;
      const left = shop.telling().filter((file) => [shop.content, shop.data].some((place) => file.startsWith(place)));
      need(!isBegun || left.length === 0, `a takedown that began is not finished in ${left.join(', ')}`);
      need(shop.ids().length === before.length - (isBegun ? 1 : 0), 'half a takedown');
    },
  },
  undo: {
    run: (shop) =>
      undoImport({
        contentDir: shop.content,
        now: now(),
        terminal: undefined,
        which: undefined,
        edited: 'undo',
        dryRun: false,
        commandLine: commandLineFor({}),
      }),
    check: (shop) => need([2, 4].includes(shop.ids().length), 'half an undo'),
  },
  'go back': {
    run: async (shop) => {
      const [last] = await shop.history.list();
      const words = { outside: 'outside', did: 'back', changed: 'changed' };
      await shop.history.goBack(last?.from ?? 0, await shop.history.current('outside'), words);
    },
    check: (shop) => need([2, 4].includes(shop.ids().length), 'half a way back'),
  },
  backup: {
    run: (shop) => makeBackup(shop.settings, backups(shop), now(), 14),
    check: (shop) => {
      const names = existsSync(backups(shop)) ? readdirSync(backups(shop)) : [];
      need(
        names.every((name) => /^\d{8}T\d{6}Z$/.test(name)),
        `a draft of a backup: ${names.join(', ')}`,
      );
    },
  },
  restore: {
    prepare: async (shop) => {
      await makeBackup(shop.settings, backups(shop), now(), 14);
      for (const name of [shop.content, shop.data, shop.dist, path.join(shop.folder, '.dist')]) await rm(name, { recursive: true });
    },
    run: (shop) => restoreBackup(shop.settings, path.join(backups(shop), BACKUP)),
    check: async (shop, before) => {
      const isEmpty = !existsSync(path.join(shop.content, 'business.yaml'));
      need(isEmpty || shop.ids().length === before.length, 'half a restore');
      if (isEmpty) await restoreBackup(shop.settings, path.join(backups(shop), BACKUP));
    },
  },
};

/** A fault after a number of changes of files. */
export interface Interruption {
  readonly fault: Fault;
  readonly step: number;
}

export interface Interrupted {
  readonly runs: number;
  /** How many changes of files each act makes. */
  readonly changes: Readonly<Record<string, number>>;
}

export const faults = ['kill', 'error', 'full disk'] as const satisfies readonly Fault[];

/** Each fault after every `every`th change of a file. */
export const everyFault =
  (every: number) =>
  (changes: number): readonly Interruption[] =>
    faults.flatMap((fault, turn) =>
      Array.from({ length: Math.ceil((changes - turn) / every) }, (_, index) => ({ fault, step: turn + index * every })),
    );

/**
 * Interrupts each act as `choose` says for the number of changes of files it makes, then runs the next command, takes a review down,
 * publishes and purges. @throws unless the content is whole, the log verifies, and no word of the review is left below the folder
 */
export async function interruptAll(
  choose: (changes: number, act: number) => readonly Interruption[],
  names = Object.keys(acts),
): Promise<Interrupted> {
  const template = temporaryFolder();
  await openShop(template);
  const changes: Record<string, number> = {};
  let runs = 0;
  for (const [index, name] of names.entries()) {
    changes[name] = await inCopy(template, name, (_, act) => countChanges(act));
    for (const { fault, step } of choose(changes[name], index)) {
      await interrupt(template, name, fault, step).catch((error: Error) => {
        throw new Error(`${name}, ${fault} after ${step} changes: ${error.stack}`);
      });
      runs += 1;
    }
  }
  return { runs, changes };
}

/** Prepares an act in a copy of the template, and passes it to `use`. */
async function inCopy<Result>(
  template: string,
  name: string,
  use: (shop: Shop, act: () => Promise<unknown>, before: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  const revive = makeMortal();
  try {
    // A tenth of the processor time of node's `cp`.
    execFileSync('cp', ['-a', `${template}/.`, folder]);
    const shop = new Shop(path.join(folder, 'shop'));
    const before = shop.ids();
    const { prepare, run } = acts[name] as RecoveryAct;
    await prepare?.(shop);
    return await use(shop, () => run(shop), before);
  } finally {
    await revive();
    await rm(folder, { recursive: true, force: true });
  }
}

function interrupt(template: string, name: string, fault: Fault, step: number): Promise<void> {
  return inCopy(template, name, async (shop, act, before) => {
    const isInterrupted = await runUntil(fault, step, [shop.folder], act);
    // A full disk still allows deletions, which may be all that is left to do.
    need(isInterrupted || fault === 'full disk', 'it made fewer changes than before');
    await callScript('check-content', shop.variables);
    await acts[name]?.check?.(shop, before);
    await shop.history.current('outside');
    if (shop.ids().includes(ANN)) await shop.takeDown();
    await shop.publish();
    await purge(shop.dist);
    const left = shop.telling();
    need(left.length === 0, `words in ${left.join(', ')}`);
    const { problems } = await checkContent(shop.content, DAY, commandLineFor({}));
    need(problems === undefined, `content: ${JSON.stringify(problems)}`);
    const { findings } = await audit(folderReader(realpathSync(shop.dist)));
    need(
      findings.every(({ kind }) => kind === 'unexplained'),
      `log: ${JSON.stringify(findings)}`,
    );
  });
}

if (import.meta.main) {
  const names = process.argv.slice(3);
  const { runs, changes } = await interruptAll(everyFault(Number(process.argv[2] ?? 1)), names.length > 0 ? names : undefined);
  console.log(
    `${runs} faults: after each, the content was whole, the log verified and no word of the review was left. Changes of files: ${JSON.stringify(changes)}`,
  );
}
