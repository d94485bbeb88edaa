import type { IdentifiedEntry } from '../../site/content/schemas.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { counted } from '../../site/shared/text.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import {
  type ImportEntry,
  type JournalEntry,
  journalFile,
  lineHash,
  listJournaled,
  readImports,
  readJournal,
  writeImports,
} from '../content/imports-log.ts';
import { withContentLock } from '../content/lock.ts';
import { importedFile, parseEntry, type StoredReview, StoredReviews, writeImported } from '../content/stored-reviews.ts';
import { forgetSteps, readTakedowns, referringReviews } from '../content/takedown-files.ts';
import { takeSteps } from '../content/write-file.ts';
import { ImportError } from './questions.ts';
import { describeEntry, some } from './report.ts';

export interface UndoOptions {
  readonly contentDir: string;
  readonly now: Date;
  readonly terminal: Terminal | undefined;
  /** The number of a run in imports.json; by default the last one that changed something and hasn't been undone. */
  readonly which: string | undefined;
  /** What to do with reviews that were edited since; undefined asks. */
  readonly edited: 'keep' | 'undo' | undefined;
  readonly dryRun: boolean;
  readonly commandLine: CommandLine;
}

/** A review that the import added (`before` is null) or changed. */
interface Step extends Pick<JournalEntry, 'id' | 'before'> {
  readonly stored: StoredReview;
}

/**
 * Reverts an import: removes the reviews it added and restores those it changed. Reviews taken down or deleted since stay that way.
 * Returns the report. @throws ImportError or SetupError; nothing has changed then
 */
export const undoImport = (options: UndoOptions): Promise<string> => withContentLock(options.contentDir, () => undo(options));

async function undo(options: UndoOptions): Promise<string> {
  const { contentDir, now, dryRun, commandLine } = options;
  const imports = await readImports(contentDir);
  const run = await chooseRun(imports, options);
  const journal = await readJournal(contentDir, run);
  if (journal === undefined)
    throw new ImportError(`import --undo ${run}: there is no record of its changes: it changed nothing, or its record was deleted`);
  const stored = new StoredReviews(contentDir);
  const { clean, edited } = await sortSteps(journal, stored, contentDir);
  const isUndone = edited.length > 0 && (await decideEdited(edited, options)) === 'undo';
  const steps = isUndone ? [...clean, ...edited] : clean;
  const removed = steps.filter(({ before }) => before === null);
  if (!dryRun) {
    for (const { id, before } of steps) {
      if (before === null) stored.delete(id);
      else stored.put(earlierEntry(before, id, run));
    }
    // Otherwise, the next build would report corrections of a removed review as errors.
    const forget = await forgetSteps(contentDir, new Set(removed.map(({ id }) => id)));
    // Its own journal stays until the end, so an undo that is killed can be repeated.
    await takeSteps(forget.filter(({ file }) => file !== journalFile(contentDir, run)));
    await writeImported(contentDir, stored.lines());
    await writeImports(
      contentDir,
      imports.map((entry) => (entry.run === run ? { ...entry, undone: now.toISOString() } : entry)),
    );
  }
  const kept = isUndone ? 0 : edited.length;
  return [
    `import ${run}: ${removed.length} removed, ${steps.length - removed.length} restored, ${kept} kept because they were edited since, ${journal.length - clean.length - edited.length} skipped because they are gone or already restored`,
    dryRun ? 'dry run: nothing was written' : `written: ${importedFile(contentDir)}; next: ${commandLine('npm run build')}`,
    ...(removed.length > 0 && !dryRun ? ['npm run build -- --purge also deletes earlier generations, which contain what was removed'] : []),
  ].join('\n');
}

/** The review as it was before the import. @throws ImportError if it can't be read, because undoing the import would lose it */
function earlierEntry(line: string, id: string, run: number): IdentifiedEntry {
  const entry = parseEntry(line);
  if (entry === undefined) throw new ImportError(`import --undo ${run}: the earlier version of ${id} can't be read; nothing was changed`);
  return entry;
}

/** The given import, or the last one that changed something and hasn't been undone. */
async function chooseRun(imports: readonly ImportEntry[], { contentDir, which }: UndoOptions): Promise<number> {
  const runs = [...new Set(imports.flatMap(({ run, undone }) => (run === undefined || undone !== undefined ? [] : [run])))];
  const recorded = await listJournaled(contentDir);
  const changing = runs.filter((one) => recorded.has(one));
  const run = which === undefined ? changing.at(-1) : Number(which);
  if (run !== undefined && runs.includes(run)) return run;
  const list = changing.map((one) => `  ${one}  ${describeRun(imports.filter((entry) => entry.run === one))}`);
  const problem = which === undefined ? 'there is no import to undo' : `there is no import ${which} to undo`;
  throw new ImportError(
    [`import --undo: ${problem}`, ...(list.length > 0 ? ['Give the number of one of these:', ...list] : [])].join('\n'),
  );
}

function describeRun(entries: readonly ImportEntry[]): string {
  const sum = (key: 'added' | 'changed' | 'removed') => entries.reduce((total, entry) => total + entry[key], 0);
  const files = entries.flatMap((entry) => entry.files).join(', ');
  return `${entries[0]?.at} ${files}: ${sum('added')} added, ${sum('changed')} changed, ${sum('removed')} removed`;
}

/** Splits reviews into unchanged ones and those edited since by hand, by a command or by a later import. */
async function sortSteps(
  journal: readonly JournalEntry[],
  all: StoredReviews,
  contentDir: string,
): Promise<{ clean: Step[]; edited: Step[] }> {
  const takedownOf = takedownFinder(await readTakedowns(contentDir));
  const corrected = await referringReviews(contentDir);
  const clean: Step[] = [];
  const edited: Step[] = [];
  for (const { id, before, after } of journal) {
    const stored = all.byId(id);
    if (stored === undefined || stored.elsewhere !== undefined || stored.line === before || takedownOf(stored.entry)) continue;
    const isUntouched = lineHash(stored.line) === after && !(before === null && corrected.has(id));
    (isUntouched ? clean : edited).push({ id, before, stored });
  }
  return { clean, edited };
}

async function decideEdited(edited: readonly Step[], { edited: choice, terminal }: UndoOptions): Promise<'keep' | 'undo'> {
  if (choice !== undefined) return choice;
  const list = some(edited, ({ stored }) => [`  ${describeEntry(stored.entry)}`]).join('\n');
  const found = `${counted(edited.length, 'review was', 'reviews were')} edited since this import`;
  if (!terminal)
    throw new ImportError(
      `import --undo: ${found}; nothing was changed:\n${list}\nAdd --edited keep to keep them as they are, or --edited undo to undo them, too.`,
    );
  return terminal.choose(`${found}:\n${list}\nWhat about them?`, [
    { value: 'keep', label: 'keep them as they are now' },
    { value: 'undo', label: 'undo them, too: the edits are lost' },
  ]);
}
