import path from 'node:path';
import { daysAt, laterOf, toInstant } from '../../site/content/instant.ts';
import { namedFile } from '../../site/content/read/named-file.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { fingerprints, importedFile, refuseChanged, writeImported } from '../../site/content/write/imported-file.ts';
import { type ImportEntry, newestExports, nextRun, readImports, writeImports, writeJournal } from '../../site/content/write/imports-log.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { readTakedowns } from '../../site/content/write/takedown-files.ts';
import { referenceHasher } from '../../site/content/write/verification-key.ts';
import type { Progress } from '../cli/run-command.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ImportArguments } from './arguments.ts';
import { confirmImport, doubtAbout, type KnownBusiness, type Place, readKnownBusiness } from './confirm.ts';
import { ImportError, type SourceContext } from './context.ts';
import { describeDuplicate } from './duplicates.ts';
import { ImportSummary } from './import-summary.ts';
import { occurrenceCounter } from './incoming.ts';
import { chooseLocations, isLocation } from './locations.ts';
import type { Publish } from './merge.ts';
import { mergeStep } from './merge-step.ts';
import { readPublisher, stageContent } from './read-content.ts';
import { type ReadStep, readStep } from './read-step.ts';
import { describeMassRemoval } from './removal-guard.ts';
import { describeImport } from './report.ts';
import { Staging } from './staging.ts';
import { planSteps, type Step } from './steps.ts';

export interface ImportEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Confirms imports that may be a mistake; undefined without a terminal. */
  readonly terminal?: Terminal | undefined;
}

const SHOWN_EVERY = 10_000;

/** In hex digits: 80 bits, as in a review's id. */
const ROW_HASH_LENGTH = 20;

export interface ImportResult {
  /** One line per fact. */
  readonly report: string;
  /** Whether there were records, and all of them were refused. */
  readonly isAllRefused: boolean;
}

/**
 * Imports reviews from exports into the content and returns a report. If it throws, nothing has changed.
 * @throws ContentError, ImportError or SetupError with the fix in its message
 */
export async function importReviews(args: ImportArguments, environment: ImportEnvironment): Promise<ImportResult> {
  const { contentDir } = environment;
  const imports = await readImports(contentDir);
  const content = {
    before: await fingerprints([importedFile(contentDir), namedFile(contentDir, 'takedowns')]),
    imports,
    business: await readKnownBusiness(contentDir, placesOf(imports)),
    publish: await readPublisher(contentDir),
    takedownOf: takedownFinder(await readTakedowns(contentDir)),
  };
  const staging = new Staging();
  try {
    return await new Import(args, environment, content, staging).run();
  } finally {
    environment.progress.end();
    staging.close();
  }
}

/** The ids of the places that earlier imports were from. */
const placesOf = (imports: readonly ImportEntry[]) => imports.flatMap(({ undone, places = [] }) => (undone === undefined ? places : []));

/** The content that an import needs, apart from the reviews. */
interface Content {
  /** Fingerprints of the files that must not change during the import. */
  readonly before: ReadonlyMap<string, string | undefined>;
  readonly imports: readonly ImportEntry[];
  readonly business: KnownBusiness;
  readonly publish: Publish;
  readonly takedownOf: ReturnType<typeof takedownFinder>;
}

class Import {
  readonly #args: ImportArguments;
  readonly #environment: ImportEnvironment;
  readonly #content: Content;
  readonly #staging: Staging;
  readonly #summary = new ImportSummary();
  readonly #hash: (number: string) => Promise<string>;
  readonly #newest: Map<string, string>;
  readonly #run: number;
  readonly #imports: ImportEntry[];
  readonly #places: Place[] = [];
  #hasReferences = false;
  #read = 0;

  constructor(args: ImportArguments, environment: ImportEnvironment, content: Content, staging: Staging) {
    this.#args = args;
    this.#environment = environment;
    this.#content = content;
    this.#staging = staging;
    this.#run = nextRun(content.imports);
    this.#imports = [...content.imports];
    this.#newest = newestExports(content.imports);
    this.#hash = referenceHasher(environment.dataDir, !args.dryRun);
  }

  async run(): Promise<ImportResult> {
    const { contentDir } = this.#environment;
    const file = importedFile(contentDir);
    await stageContent(contentDir, this.#staging);
    this.#staging.beginImport();
    const steps = await planSteps(this.#args.files, this.#args.isComplete === false);
    for (const [index, step] of steps.entries()) await this.#importStep(step, index + 1);
    if (this.#imports.length === this.#content.imports.length)
      throw new ImportError(`${this.#args.files.join(', ')}: contains no reviews; nothing was imported`);
    if (this.#hasReferences) this.#noteSameReferences();
    this.#noteDuplicates();
    const { dryRun, mayRemoveMany, isConfirmed } = this.#args;
    // A named location, or reviews that the content already has, show that the export is from this business.
    const isSettled = this.#args.locations.length > 0 || this.#summary.known > 0;
    const doubt = doubtAbout(this.#content.business, isSettled ? [] : this.#places);
    if (dryRun && doubt !== undefined) this.#summary.notes.add(doubt);
    else await confirmImport(doubt, isConfirmed, this.#environment.terminal);
    const tooMany = mayRemoveMany ? undefined : describeMassRemoval(this.#staging);
    if (tooMany !== undefined && !dryRun) throw new ImportError(tooMany);
    if (!dryRun) await this.#write();
    const report = describeImport(this.#summary, { file, dryRun });
    if (tooMany !== undefined) throw new ImportError(`${report}\n${tooMany}`);
    return { report, isAllRefused: this.#summary.isAllRefused };
  }

  #context(): SourceContext {
    const { today, latest } = daysAt(this.#environment.now);
    return {
      ...this.#args,
      lastDay: latest,
      day: today,
      occurrenceOf: occurrenceCounter(),
    };
  }

  async #importStep(step: Step, number: number): Promise<void> {
    this.#staging.noteExisting();
    const read = await readStep(step, this.#staging, {
      number,
      context: this.#context(),
      hashReference: (number) => {
        this.#hasReferences = true;
        return this.#hash(number);
      },
      hashRow: async (row) => (await this.#hash(row)).slice(0, ROW_HASH_LENGTH),
      isDeclaredComplete: this.#args.isComplete === true,
      onRecord: () => this.#showProgress(),
    });
    for (const note of read.notes) this.#summary.notes.add(note);
    if (read.sources.size + read.locations.length === 0) return;
    const chosen = this.#choose(step, read);
    const complete =
      (this.#args.isComplete ?? (step.isTakeout && !read.isPart)) ? this.#exportTimes(step, chosen) : new Map<string, string>();
    const places = read.places.filter(({ id }) => id === undefined || !isLocation(id) || chosen.has(id));
    this.#places.push(...places);
    const placeIds = places.flatMap(({ id }) => id ?? []).sort();
    const sources = [...read.sources].sort();
    const importId = `${sources.join('+') || 'empty'}-${(await step.hash()).slice(0, 16)}`;
    const before = this.#summary.counts;
    mergeStep({
      staging: this.#staging,
      summary: this.#summary,
      number,
      importId,
      day: this.#environment.now.toISOString().slice(0, 10),
      takedownOf: this.#content.takedownOf,
      publish: this.#content.publish,
      newest: this.#newest,
      complete,
      mayRemove: !read.refused.has(''),
    });
    const { added, changed, removed } = this.#summary.counts;
    this.#imports.push({
      id: importId,
      run: this.#run,
      at: this.#environment.now.toISOString(),
      files: step.files.map((file) => path.basename(path.resolve(file))),
      source: sources.join(', ') || 'empty',
      ...(complete.size > 0 ? { complete: [...complete].map(([scope, exported_at]) => ({ scope, exported_at })) } : {}),
      added: added - before.added,
      changed: changed - before.changed,
      removed: removed - before.removed,
      refused: [...read.refused.values()].reduce((sum, { count }) => sum + count, 0),
      ...(placeIds.length > 0 ? { places: placeIds } : {}),
    });
  }

  /** Drops locations that weren't chosen and their refused records. Returns the scopes of the chosen ones. */
  #choose(step: Step, { locations, refused }: ReadStep): ReadonlySet<string> {
    const chosen = chooseLocations(step.files.join(', '), locations, this.#args.locations);
    for (const { scope } of locations) if (!chosen.has(scope)) this.#staging.dropScope(scope);
    for (const [scope, kind] of refused) if (!isLocation(scope) || chosen.has(scope)) this.#summary.refused.addAll(kind);
    return chosen;
  }

  /** By scope, when the complete export was made: the modification time of its files, but not before its newest review. */
  #exportTimes(step: Step, chosen: ReadonlySet<string>): Map<string, string> {
    const modified = toInstant(step.modified.toISOString());
    const newest = new Map(this.#staging.scopes().map((one) => [one.scope, toInstant(one.newest)]));
    const scopes = [...new Set([...newest.keys(), ...chosen])].sort();
    return new Map(scopes.map((scope) => [scope, laterOf(modified, newest.get(scope)) ?? '']));
  }

  #noteDuplicates(): void {
    const file = importedFile(this.#environment.contentDir);
    for (const { added, other } of this.#staging.likelyDuplicates())
      this.#summary.notes.add(
        describeDuplicate(
          { ...added, isImported: true },
          { ...other.entry, isImported: other.elsewhere === undefined },
          other.elsewhere ?? file,
        ),
      );
  }

  #noteSameReferences(): void {
    for (const reviews of this.#staging.sameReference()) {
      const which = reviews.map(({ date, rating, author }) => `${date} ${rating}/5 ${author}`).join('; ');
      this.#summary.notes.add(`${reviews.length} reviews name the same invoice or job: ${which}`);
    }
  }

  /** Writes the reviews last, so that the same import can be repeated after a crash. */
  async #write(): Promise<void> {
    const { contentDir, progress } = this.#environment;
    const { isToBeWritten } = this.#summary;
    progress.step('writing');
    await withContentLock(contentDir, async () => {
      await refuseChanged(this.#content.before);
      if (isToBeWritten) await writeJournal(contentDir, this.#run, this.#staging.changes());
      await writeImports(contentDir, this.#imports);
      if (isToBeWritten) await writeImported(contentDir, this.#staging.lines());
    });
  }

  #showProgress(): void {
    this.#read += 1;
    if (this.#read % SHOWN_EVERY === 0) this.#environment.progress.step(`${this.#read} reviews read`);
  }
}
