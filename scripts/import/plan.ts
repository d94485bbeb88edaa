import path from 'node:path';
import { daysAt, laterOf, toInstant } from '../../site/content/instant.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { parseEntry } from '../../site/content/write/entry-line.ts';
import { fingerprintContent, importedFile, refuseChanged, writeImported } from '../../site/content/write/imported-file.ts';
import { type ImportEntry, newestExports, nextRun, readImports, writeImports, writeJournal } from '../../site/content/write/imports-log.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { readTakedowns } from '../../site/content/write/takedown-files.ts';
import { type ReferenceHasher, referenceHasher } from '../../site/content/write/verification-key.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { ImportError, NotReviews, type SourceContext } from './context.ts';
import { doubtAbout, type Place } from './doubt.ts';
import { ImportSummary, type PlannedChange, toChange } from './import-summary.ts';
import { occurrenceCounter } from './incoming.ts';
import { chooseLocations, isLocation } from './locations.ts';
import { type MergeOptions, mergeStep } from './merge-step.ts';
import { readPublisher, stageContent } from './read-content.ts';
import { type ReadStep, readStep } from './read-step.ts';
import {
  describeMassRemoval,
  findMassRemoval,
  isRemovedDecided,
  type MassRemoval,
  type RemovedChoice,
  rememberRemoved,
} from './removals.ts';
import { notesOn } from './report.ts';
import { Staging } from './staging.ts';
import { planSteps, type Step } from './steps.ts';

/** How an export is read. Everything is optional; see the command's help for the flags of the same meaning. */
export interface ImportOptions extends Partial<Omit<SourceContext, 'lastDay' | 'day' | 'occurrenceOf'>> {
  /** Ids or names of Google locations; `all` for all of them. */
  readonly locations?: readonly string[];
  /** Whether the files are declared complete or partial; undefined for neither. */
  readonly isComplete?: boolean | undefined;
}

export interface PlanRequest {
  readonly files: readonly string[];
  readonly settings: Pick<Environment, 'CONTENT_DIR' | 'DATA_DIR'>;
  readonly options?: ImportOptions;
  readonly now?: Date;
  /** Called with the current step, in a few words. */
  readonly onProgress?: (step: string) => void;
}

const SHOWN_EVERY = 10_000;

/**
 * Reads exports and merges them with the content, without writing anything. Close the plan in any case.
 * @throws ContentError, SetupError, or ImportError, whose `question` can be answered with options
 */
export async function planImport(request: PlanRequest): Promise<ImportPlan> {
  const plan = new ImportPlan(request);
  try {
    await plan.read();
    return plan;
  } catch (error) {
    plan.close();
    throw error;
  }
}

/** The answers of a person to the doubts and the question of a plan. */
export interface Confirmed {
  readonly business?: boolean;
  readonly removals?: boolean;
  /** What to do with reviews that their source has removed, to be remembered in policy.yaml. */
  readonly removedAtSource?: RemovedChoice | undefined;
}

/** What is the same for all exports of an import. */
type Merging = Pick<MergeOptions, 'staging' | 'summary' | 'day' | 'takedownOf' | 'publish' | 'newest'>;

/** An import that has been read and merged, and not been written. */
export class ImportPlan {
  readonly contentDir: string;
  readonly summary = new ImportSummary();
  /** The names of the kinds of exports in the files (sources/sources.ts). */
  readonly sources = new Set<string>();
  /** Why the export may be from another business, in a sentence; undefined if there is no doubt. */
  doubt: string | undefined;
  /** More removals than the removal guard allows; undefined if there are fewer. */
  massRemoval: MassRemoval | undefined;
  /** How many reviews their source has removed, if policy.yaml doesn't say what to do with them; otherwise 0. */
  undecided = 0;
  readonly #request: PlanRequest;
  readonly #now: Date;
  readonly #staging = new Staging();
  readonly #hasher: ReferenceHasher;
  /** Fingerprints of the files that must not change until the plan is carried out. */
  #before: ReadonlyMap<string, string | undefined> = new Map();
  /** The imports that are recorded, including this one. */
  #imports: readonly ImportEntry[] = [];
  /** The number of this import. */
  #run = 0;
  readonly #places: Place[] = [];
  #read = 0;

  constructor(request: PlanRequest) {
    this.contentDir = request.settings.CONTENT_DIR;
    this.#request = request;
    this.#now = request.now ?? new Date();
    this.#hasher = referenceHasher(request.settings.DATA_DIR);
  }

  /** Frees the temporary database. */
  close(): void {
    this.#staging.close();
  }

  /** Reads the exports. Called once, by planImport. */
  async read(): Promise<void> {
    const { files, options = {} } = this.#request;
    this.#before = await fingerprintContent(this.contentDir);
    const earlier = await readImports(this.contentDir);
    this.#imports = earlier;
    this.#run = nextRun(earlier);
    const merging: Merging = {
      staging: this.#staging,
      summary: this.summary,
      day: daysAt(this.#now).today,
      takedownOf: takedownFinder(await readTakedowns(this.contentDir)),
      publish: await readPublisher(this.contentDir),
      newest: newestExports(earlier),
    };
    await stageContent(this.contentDir, this.#staging);
    this.#staging.beginImport();
    const steps = await planSteps(files, options.isComplete === false);
    for (const [index, step] of steps.entries()) await this.#importStep(step, index + 1, merging);
    if (this.#imports === earlier) throw new NotReviews(`${files.join(', ')}: contains no reviews; nothing was imported`);
    this.summary.notes.addAll(notesOn(this.#staging, importedFile(this.contentDir)));
    // A named location, or reviews that the content already has, show that the export is from this business.
    const isSettled = (options.locations ?? []).length > 0 || this.summary.known > 0;
    const placeIds = earlier.flatMap(({ undone, places = [] }) => (undone === undefined ? places : []));
    this.doubt = await doubtAbout(this.contentDir, placeIds, isSettled ? [] : this.#places);
    this.massRemoval = findMassRemoval(this.#staging);
    this.undecided = (await isRemovedDecided(this.contentDir)) ? 0 : this.summary.removed.count + this.summary.addedAsRemoved;
  }

  /** The changes of single reviews, read from the temporary database: it can be called again, for one page after another. */
  *changes(): Generator<PlannedChange> {
    for (const { before, after } of this.#staging.changes()) {
      const entry = parseEntry(after);
      if (entry !== undefined) yield toChange(before === null ? undefined : parseEntry(before), entry);
    }
  }

  #context(): SourceContext {
    const { today, latest } = daysAt(this.#now);
    return {
      source: 'direct',
      verified: true,
      method: undefined,
      dateOrder: 'ymd',
      columns: new Map(),
      publicValues: new Map(),
      ignored: new Set(),
      ...this.#request.options,
      lastDay: latest,
      day: today,
      occurrenceOf: occurrenceCounter(),
    };
  }

  async #importStep(step: Step, number: number, merging: Merging): Promise<void> {
    const { isComplete } = this.#request.options ?? {};
    this.#staging.noteExisting();
    const read = await readStep(step, this.#staging, {
      number,
      context: this.#context(),
      hashReference: (reference) => this.#hasher.hash(reference),
      isDeclaredComplete: isComplete === true,
      onRecord: () => {
        this.#read += 1;
        if (this.#read % SHOWN_EVERY === 0) this.#request.onProgress?.(`${this.#read} reviews read`);
      },
    });
    for (const note of read.notes) this.summary.notes.add(note);
    for (const source of read.sources) this.sources.add(source);
    if (read.sources.size + read.locations.length === 0) return;
    const chosen = this.#choose(step, read);
    const complete = (isComplete ?? (step.isTakeout && !read.isPart)) ? this.#exportTimes(step, chosen) : new Map<string, string>();
    const places = [...read.places.values()].filter(({ id }) => id === undefined || !isLocation(id) || chosen.has(id));
    this.#places.push(...places);
    const placeIds = places.flatMap(({ id }) => id ?? []).sort();
    const sources = [...read.sources].sort();
    const importId = `${sources.join('+') || 'empty'}-${(await step.hash()).slice(0, 16)}`;
    const before = this.summary.counts;
    mergeStep({ ...merging, number, importId, complete, mayRemove: !read.refused.has('') });
    const { added, changed, removed } = this.summary.counts;
    const record: ImportEntry = {
      id: importId,
      run: this.#run,
      at: this.#now.toISOString(),
      files: step.files.map((file) => path.basename(path.resolve(file))),
      source: sources.join(', ') || 'empty',
      ...(complete.size > 0 ? { complete: [...complete].map(([scope, exported_at]) => ({ scope, exported_at })) } : {}),
      added: added - before.added,
      changed: changed - before.changed,
      removed: removed - before.removed,
      refused: [...read.refused.values()].reduce((sum, { count }) => sum + count, 0),
      ...(placeIds.length > 0 ? { places: placeIds } : {}),
    };
    this.#imports = [...this.#imports, record];
  }

  /** Drops locations that weren't chosen and their refused records. Returns the scopes of the chosen ones. */
  #choose(step: Step, { locations, refused }: ReadStep): ReadonlySet<string> {
    const chosen = chooseLocations(step.files.join(', '), locations, this.#request.options?.locations ?? []);
    for (const { scope } of locations) if (!chosen.has(scope)) this.#staging.dropScope(scope);
    for (const [scope, kind] of refused) if (!isLocation(scope) || chosen.has(scope)) this.summary.refused.addAll(kind);
    return chosen;
  }

  /** By scope, when the complete export was made: the modification time of its files, but not before its newest review. */
  #exportTimes(step: Step, chosen: ReadonlySet<string>): Map<string, string> {
    const modified = toInstant(step.modified.toISOString());
    const newest = new Map(this.#staging.scopes().map((one) => [one.scope, toInstant(one.newest)]));
    const scopes = [...new Set([...newest.keys(), ...chosen])].sort();
    return new Map(scopes.map((scope) => [scope, laterOf(modified, newest.get(scope)) ?? '']));
  }

  /**
   * Writes the plan under the content's lock, once; the reviews last, so that the same import can be repeated after a crash.
   * @throws ImportError if the export is doubtful or the removal guard objects, and that isn't confirmed; ContentChanged if the content
   * has changed since the plan was made. Nothing has been written then
   */
  async carryOut({ business = false, removals = false, removedAtSource }: Confirmed = {}): Promise<void> {
    if (this.doubt !== undefined && !business) throw new ImportError(`import: ${this.doubt}; nothing was imported`);
    if (this.massRemoval !== undefined && !removals) throw new ImportError(describeMassRemoval(this.massRemoval));
    const { isToBeWritten } = this.summary;
    this.#request.onProgress?.('writing');
    await withContentLock(this.contentDir, async () => {
      await refuseChanged(this.contentDir, this.#before);
      await this.#hasher.keep();
      if (removedAtSource !== undefined) await rememberRemoved(this.contentDir, removedAtSource);
      if (isToBeWritten) await writeJournal(this.contentDir, this.#run, this.#staging.changes());
      await writeImports(this.contentDir, this.#imports);
      if (isToBeWritten) await writeImported(this.contentDir, this.#staging.lines());
    });
  }
}
