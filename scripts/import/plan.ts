import path from 'node:path';
import { readNamed } from '../../site/content/read/content-files.ts';
import { readEntryPublisher } from '../../site/content/read/read.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { daysAt, laterOf, rateReviewDate, toInstant } from '../../site/shared/dates.ts';
import { counted, plural } from '../../site/shared/text.ts';
import type { Settings } from '../cli/settings.ts';
import { type ImportEntry, newestExports, nextRun, readImports, writeImports, writeJournal } from '../content/imports-log.ts';
import { withContentLock } from '../content/lock.ts';
import { fingerprintContent, importedFile, refuseChanged, StoredReviews, writeImported } from '../content/stored-reviews.ts';
import { readTakedowns } from '../content/takedown-files.ts';
import { referenceHasher } from '../content/verification-key.ts';
import { type Export, readExports } from './exports.ts';
import type { BusinessFacts } from './google-location.ts';
import { type Incoming, occurrenceCounter } from './incoming.ts';
import { type BusinessProposal, chooseLocations, doubtAbout, fillInBusiness, isLocation, proposeBusiness } from './locations.ts';
import { type MergeOptions, mergeStep } from './merge.ts';
import type { ReviewedPlace } from './platform.ts';
import { ImportError, NotReviews, type Stated } from './questions.ts';
import { type ReadExport, readExport } from './reading.ts';
import {
  describeMassRemoval,
  findMassRemoval,
  ImportSummary,
  isRemovedDecided,
  type MassRemoval,
  notesOn,
  type RemovedChoice,
  rememberRemoved,
} from './report.ts';

/** Options for reading an export, all optional. The command's help explains the corresponding flags. */
export interface ImportOptions extends Partial<Stated> {
  /** Ids or names of Google locations; `all` for all of them. */
  readonly locations?: readonly string[];
  /** Whether the files are declared complete or partial; undefined for neither. */
  readonly isComplete?: boolean | undefined;
}

export interface PlanRequest {
  readonly files: readonly string[];
  readonly settings: Pick<Settings, 'CONTENT_DIR' | 'DATA_DIR' | 'commandLine'>;
  readonly options?: ImportOptions;
  readonly now?: Date;
  /** Called with the current step, in a few words. */
  readonly onProgress?: (step: string) => void;
}

const SHOWN_EVERY = 10_000;

/** A person's answers to a plan's doubts and question. */
export interface Confirmed {
  readonly business?: boolean;
  readonly dates?: boolean;
  /** The proposed keys to write to business.yaml. */
  readonly filledIn?: readonly string[];
  readonly removals?: boolean;
  /** What to do with reviews that their source has removed, to be remembered in policy.yaml. */
  readonly removedAtSource?: RemovedChoice | undefined;
}

/** Why an import may be a mistake: the content is the demo or of another business (places.ts), or reviews have dates before 1995. */
export interface Doubt {
  readonly kind: 'business' | 'dates';
  readonly reason: string;
}

/** An import that has been read and merged but not written. */
export interface ImportPlan {
  readonly contentDir: string;
  readonly summary: ImportSummary;
  /** The names of the kinds of exports in the files (reading.ts). */
  readonly sources: ReadonlySet<string>;
  /** Why the import may be a mistake, each in a sentence. */
  readonly doubts: readonly Doubt[];
  /** What the export says about the business and business.yaml leaves empty. */
  readonly proposals: readonly BusinessProposal[];
  /** More removals than the removal guard allows; undefined if there are fewer. */
  readonly massRemoval: MassRemoval | undefined;
  /** The number of reviews that their source has removed; 0 if policy.yaml sets what to do with them. */
  readonly undecided: number;
  /** The reviews that would be added or changed. */
  readonly changes: () => ReturnType<StoredReviews['changes']>;
  /**
   * Writes the plan under the content's lock, with the reviews last, so the same import can be repeated after a crash. Call it only once.
   * @throws ImportError if a doubt or a mass removal isn't confirmed, or ContentChanged if the content has changed since the plan was made;
   * nothing has been written then
   */
  readonly carryOut: (confirmed?: Confirmed) => Promise<void>;
}

const DEFAULTS: Stated = {
  source: 'direct',
  verified: true,
  method: undefined,
  dateOrder: 'ymd',
  scale: undefined,
  isWithoutText: false,
  html: undefined,
  placeholders: new Map(),
  columns: new Map(),
  publicValues: new Map(),
  ignored: new Set(),
};

/**
 * Reads exports and merges them with the content, without writing anything.
 * @throws ContentError, SetupError, or ImportError, whose `question` can be answered with options
 */
export async function planImport({ files, settings, options = {}, now = new Date(), onProgress }: PlanRequest): Promise<ImportPlan> {
  const contentDir = settings.CONTENT_DIR;
  const before = fingerprintContent(contentDir);
  const earlier = await readImports(contentDir);
  const hasher = referenceHasher(settings.DATA_DIR);
  const { today, latest } = daysAt(now);
  const run: Run = {
    stored: new StoredReviews(contentDir),
    summary: new ImportSummary(),
    day: today,
    takedownOf: takedownFinder(await readTakedowns(contentDir)),
    publish: await readEntryPublisher(contentDir),
    policy: await readNamed(contentDir, 'policy'),
    newest: newestExports(earlier),
    options,
    number: nextRun(earlier),
    at: now.toISOString(),
    places: [],
    oldDates: [],
    businesses: [],
  };
  const { stored, summary } = run;
  const sources = new Set<string>();
  const records: ImportEntry[] = [];
  /** The ids of the reviews that an export of this import could mark as removed. */
  const present = new Set<string>();
  let count = 0;
  const onRecord = () => {
    count += 1;
    if (count % SHOWN_EVERY === 0) onProgress?.(`${count} reviews read`);
  };
  for (const one of await readExports(files, options.isComplete === false)) {
    for (const { entry } of stored.values()) if (entry.removed_at_source === undefined) present.add(entry.id);
    const context = { ...DEFAULTS, ...options, lastDay: latest, day: today, occurrenceOf: occurrenceCounter() };
    const read = await readExport(one, { context, hasher, isDeclaredComplete: options.isComplete === true, onRecord });
    for (const note of read.notes) summary.notes.push(note);
    for (const source of read.sources) sources.add(source);
    if (read.sources.size + read.locations.length > 0) records.push(importExport(one, read, run));
  }
  if (records.length === 0) throw new NotReviews(`${files.join(', ')}: contains no reviews; nothing was imported`);
  for (const note of notesOn(stored, importedFile(contentDir), settings.commandLine)) summary.notes.push(note);
  // A named location, or reviews that the content already has, show that the export is from this business.
  const isSettled = (options.locations ?? []).length > 0 || summary.known > 0;
  const placeIds = earlier.flatMap(({ undone, places = [] }) => (undone === undefined ? places : []));
  const business = await doubtAbout(contentDir, placeIds, isSettled ? [] : run.places);
  const doubts: Doubt[] = [
    ...(business === undefined ? [] : [{ kind: 'business' as const, reason: business }]),
    ...(run.oldDates.length === 0 ? [] : [{ kind: 'dates' as const, reason: describeOldDates(run.oldDates) }]),
  ];
  // Several locations are several businesses.
  const [facts, ...otherFacts] = run.businesses;
  const proposals =
    facts !== undefined && otherFacts.length === 0 && business === undefined ? await proposeBusiness(contentDir, facts) : [];
  const massRemoval = findMassRemoval(stored, present);
  const undecided = (await isRemovedDecided(contentDir)) ? 0 : summary.removed.length + summary.addedAsRemoved;

  async function carryOut({ removals = false, removedAtSource, filledIn = [], ...confirmed }: Confirmed = {}): Promise<void> {
    const doubt = doubts.find(({ kind }) => confirmed[kind] !== true);
    if (doubt !== undefined) throw new ImportError(`import: ${doubt.reason}; nothing was imported`);
    if (massRemoval !== undefined && !removals) throw new ImportError(describeMassRemoval(massRemoval));
    onProgress?.('writing');
    await withContentLock(contentDir, async () => {
      refuseChanged(contentDir, before);
      await hasher.keep();
      if (removedAtSource !== undefined) await rememberRemoved(contentDir, removedAtSource);
      await fillInBusiness(
        contentDir,
        proposals.filter(({ key }) => filledIn.includes(key)),
      );
      if (summary.isToBeWritten) await writeJournal(contentDir, run.number, stored.changes());
      await writeImports(contentDir, [...earlier, ...records]);
      if (summary.isToBeWritten) await writeImported(contentDir, stored.lines());
    });
  }
  return { contentDir, summary, sources, doubts, proposals, massRemoval, undecided, changes: () => stored.changes(), carryOut };
}

/** The state shared by all exports of an import. */
interface Run extends Pick<MergeOptions, 'stored' | 'summary' | 'day' | 'takedownOf' | 'publish' | 'policy' | 'newest'> {
  readonly options: ImportOptions;
  /** The number of the import in imports.json. */
  readonly number: number;
  /** The time of the import. */
  readonly at: string;
  /** The places that the exports name. */
  readonly places: ReviewedPlace[];
  /** Dates before 1995, with their places. */
  readonly oldDates: string[];
  /** What each chosen location says about the business. */
  readonly businesses: BusinessFacts[];
}

/** Merges an export with the stored reviews, without the locations that weren't chosen. Returns its record for imports.json. */
function importExport(given: Export, read: ReadExport, run: Run): ImportEntry {
  const { summary, options } = run;
  const chosen = chooseLocations(given.files.join(', '), read.locations, options.locations ?? []);
  const isChosen = (scope = '') => !isLocation(scope) || chosen.has(scope);
  const incoming = read.incoming.filter(({ scope }) => isChosen(scope));
  const refused = read.refused.filter(({ scope }) => isChosen(scope));
  for (const one of refused) summary.refused.push(one);
  countRows(read, read.incoming.length - incoming.length + read.refused.length - refused.length, summary);
  const places = read.places.filter(({ id }) => isChosen(id));
  run.places.push(...places);
  for (const { entry, place } of incoming) if (rateReviewDate(entry.date) === 'doubtful') run.oldDates.push(`${entry.date} (${place})`);
  for (const [scope, facts] of read.businesses) if (isChosen(scope)) run.businesses.push(facts);
  const isComplete = options.isComplete ?? (given.isTakeout && !read.isPart);
  const complete = isComplete ? exportTimes(given, incoming, chosen) : new Map<string, string>();
  const sources = [...read.sources].sort();
  const importId = `${sources.join('+') || 'empty'}-${given.hash.slice(0, 16)}`;
  const before = summary.counts;
  mergeStep({ ...run, incoming, refused: read.refused, importId, complete });
  const { added, changed, removed } = summary.counts;
  const placeIds = places.flatMap(({ id }) => id ?? []).sort();
  return {
    id: importId,
    run: run.number,
    at: run.at,
    files: given.files.map((file) => path.basename(path.resolve(file))),
    source: sources.join(', ') || 'empty',
    ...(complete.size > 0 ? { complete: [...complete].map(([scope, exported_at]) => ({ scope, exported_at })) } : {}),
    added: added - before.added,
    changed: changed - before.changed,
    removed: removed - before.removed,
    refused: read.refused.length,
    ...(placeIds.length > 0 ? { places: placeIds } : {}),
  };
}

const describeOldDates = (dates: readonly string[]) =>
  `${counted(dates.length, 'review')} ${plural(dates.length, 'has a date', 'have dates')} before 1995: ${dates.slice(0, 5).join(', ')}${dates.length > 5 ? ' and more' : ''}`;

/** Counts the rows of an export that aren't merged: older versions, replies, other comments, and those of other locations. */
function countRows({ counts, hasTable }: ReadExport, elsewhere: number, summary: ImportSummary): void {
  const { rows } = summary;
  rows.older += counts.older;
  rows.replies += counts.replies;
  rows.empty += counts.empty;
  rows.notPublished += counts.comments + elsewhere;
  summary.elsewhere += elsewhere;
  summary.hasTable ||= hasTable;
}

/** When the complete export of each scope was made: the modification time of its files, but not before its newest review. */
function exportTimes({ modified }: Export, incoming: readonly Incoming[], chosen: ReadonlySet<string>): Map<string, string> {
  const made = toInstant(modified.toISOString());
  const times = new Map([...chosen].map((scope) => [scope, made]));
  for (const { scope, entry } of incoming) times.set(scope, laterOf(times.get(scope) ?? made, entry.source_updated_at));
  return new Map([...times].sort().map(([scope, time]) => [scope, time ?? '']));
}
