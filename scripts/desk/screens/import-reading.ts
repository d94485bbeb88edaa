import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { ContentChanged } from '../../content/stored-reviews.ts';
import { type Confirmed, type ImportOptions, type ImportPlan, planImport } from '../../import/plan.ts';
import { ImportError, type ImportQuestion } from '../../import/questions.ts';
import { type PlannedChange, plannedChanges } from '../changes.ts';
import { type Desk, outsideWords } from '../desk.ts';
import type { Job } from '../jobs.ts';
import type { Upload } from '../uploads.ts';
import type { Say } from '../words.ts';

export type ImportSay = Say<'import'>;

/** The kinds of changes that are shown, in the order of the counts. */
export const kinds = ['new', 'edited', 'answered', 'gone', 'back'] as const;
export type Kind = (typeof kinds)[number];

/** The result of reading the files: a plan, or a question to the person. */
export type Found =
  | { readonly plan: ImportPlan; readonly counts: Readonly<Record<Kind, number>>; readonly question?: undefined }
  | { readonly question: ImportQuestion; readonly plan?: undefined };

/** Why files can't be imported, in the desk's language. */
export class Unreadable extends SetupError {}

/** Files that were dropped on the desk, from the first reading until they are imported or canceled. */
export class Reading {
  readonly id = randomBytes(9).toString('base64url');
  readonly upload: Upload;
  options: ImportOptions = {};
  /** Whether it was read again because the reviews had changed. */
  isAgain = false;
  job: Job<Found>;
  readonly #desk: Desk;
  readonly #say: ImportSay;
  #writing: Promise<boolean> | undefined;

  constructor(desk: Desk, upload: Upload, say: ImportSay) {
    this.#desk = desk;
    this.upload = upload;
    this.#say = say;
    this.job = this.#start();
  }

  get names(): readonly string[] {
    return this.upload.files.map((file) => path.basename(file));
  }

  /** Reads the files again, with these options in addition to those given before. */
  again(options: ImportOptions): void {
    this.#desk.jobs.drop(this.job.id);
    this.options = { ...this.options, ...options };
    this.job = this.#start();
  }

  /** Carries out the plan. If the reviews have changed since it was made, reads the files again instead and returns false. */
  write(plan: ImportPlan, confirmed: Confirmed, did: string): Promise<boolean> {
    this.#writing ??= this.#write(plan, confirmed, did).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(plan: ImportPlan, confirmed: Confirmed, did: string): Promise<boolean> {
    try {
      await this.#desk.history.act(await outsideWords(this.#desk), did, () => plan.carryOut(confirmed));
      return true;
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
      this.isAgain = true;
      this.again({});
      return false;
    }
  }

  /** Forgets the plan, and deletes the files. */
  async close(): Promise<void> {
    this.#desk.jobs.drop(this.job.id);
    await this.upload.remove();
  }

  #explain(error: ImportError): ImportError | Unreadable {
    for (const [pattern, key] of REASONS) {
      const [, file] = pattern.exec(plainly(error.message, this.upload)) ?? [];
      if (file !== undefined) return new Unreadable(this.#say(key, { file }));
    }
    return error;
  }

  #start(): Job<Found> {
    const { settings } = this.#desk;
    const [files, options, now] = [this.upload.files, this.options, this.#desk.now()];
    return this.#desk.jobs.start<Found>(async (step) => {
      const onProgress = (text: string) => step(this.#say('read', { count: Number.parseInt(text, 10) || 0 }));
      try {
        const plan = await planImport({ files, settings, options, now, onProgress });
        return { plan, counts: await countKinds(plannedChanges(plan)) };
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        const [, missing] = /one part of a Takeout.*missing: ([^)]*)\)/.exec(error.message) ?? [];
        if (missing !== undefined) throw new Unreadable(this.#say('parts', { missing }));
        if (error.question === undefined) throw this.#explain(error);
        const { question } = error;
        if (question.kind === 'columns' && question.rows.length === 0) throw new Unreadable(this.#say('no_table'));
        // One answer applies to all tables, so they must have the same columns.
        if (question.kind === 'columns' && options.columns !== undefined) throw new Unreadable(this.#say('one_by_one'));
        return { question };
      }
    });
  }
}

/** The usual reasons why files can't be imported, which the desk explains in its own words. */
const REASONS = [
  [/^(.*?): is .*, not an export;/s, 'not_reviews'],
  [/^(.*?): contains no Google Business Profile reviews/s, 'none_inside'],
  [/^(.*?): is a spreadsheet in an old format;/s, 'spreadsheet'],
  [/^(.*?): can't be read as a spreadsheet/s, 'bad_spreadsheet'],
  [/^(.*?): the spreadsheet is empty;/s, 'empty_spreadsheet'],
  [/^(.*?): its bytes are not UTF-8;/s, 'encoding'],
  [/^(.*?): the archive is damaged/s, 'damaged'],
  [/^(.*?): the file is empty/s, 'empty'],
] as const;

/** How many changes are counted before other requests can run. */
const TURN = 1000;

async function countKinds(changes: Iterable<PlannedChange>): Promise<Record<Kind, number>> {
  const counts: Record<PlannedChange['kind'], number> = { new: 0, edited: 0, answered: 0, gone: 0, back: 0, marked: 0 };
  let counted = 0;
  for (const { kind } of changes) {
    counts[kind]++;
    if (++counted % TURN === 0) await new Promise(setImmediate);
  }
  return counts;
}

/** A message of the import for people, without the folder of the upload and the flags of the command. */
export function plainly(text: string, { folder }: Pick<Upload, 'folder'>): string {
  return text
    .replaceAll(folder + path.sep, '')
    .replace(/^import: /, '')
    .replaceAll('; nothing was imported', '')
    .replace(/(?:; if [^;\n]*?,|[,;]) (?:or )?(?:use|add) --[^;\n]*/g, '')
    .replace(/ with --dates \w+/g, '')
    .replace(/: (?:\w+='[^']*' )*(?:npm run|npx) [^\n]*/g, '');
}
