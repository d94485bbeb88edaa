import type { ReviewEntry } from '../../site/content/schemas.ts';
import { commandLine } from '../cli/settings.ts';
import { describeDuplicate, likelyDuplicates } from './duplicates.ts';
import { differingKeys, type HandEdited, type ImportSummary } from './import-summary.ts';
import { isDerivedId } from './incoming.ts';
import type { StoredReviews } from './stored-reviews.ts';

/** The report of an import, one line per fact; a dry run also lists the reviews. */
export function describeImport(summary: ImportSummary, { file, dryRun }: { readonly file: string; readonly dryRun: boolean }): string {
  const { added, changed, removed, refused, unchanged } = summary;
  return [
    ...some(summary.notes, (note) => [`note: ${note}`]),
    ...(dryRun
      ? [
          ...some(added, (entry) => [`+ ${describeEntry(entry)}`]),
          ...some(changed, ({ from, to }) => [`~ ${describeEntry(to)}`, ...differences(from, to).map((line) => `    ${line}`)]),
          ...some(removed, (entry) => [`- ${describeEntry(entry)}`]),
        ]
      : []),
    ...some(refused, ({ place, reason }) => [`refused: ${place}: ${reason}`]),
    ...some(summary.handEdited, (edited) => [`kept: ${describeHandEdits(edited)}`]),
    ...describeSpecialCases(summary, file),
    `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged, ${refused.length} refused`,
    dryRun
      ? 'dry run: nothing was written'
      : summary.isToBeWritten
        ? `written: ${file}; next: ${commandLine('npm run build')}`
        : 'no review changed; imports.json has a record of this import',
  ].join('\n');
}

function describeHandEdits({ entry, keys }: HandEdited): string {
  const [was, is] = keys.length === 1 ? ['was', 'is'] : ['were', 'are'];
  return `${describeEntry(entry)}: ${keys.join(', ')} ${was} changed by hand, and ${is} marked as edited now`;
}

function describeSpecialCases({ keptOut, addedAsRemoved, addedAgain, removed }: ImportSummary, file: string): string[] {
  const gone = removed.length + addedAsRemoved;
  return [
    ...(keptOut > 0 ? [`${keptOut} kept out: taken down (takedowns.yaml)`] : []),
    ...(addedAsRemoved > 0 ? [`${addedAsRemoved} added as removed at the source: a newer complete export doesn't have them`] : []),
    ...(addedAgain > 0
      ? [
          `${addedAgain} added ${addedAgain === 1 ? 'review is' : 'reviews are'} older than the last complete export, so somebody may have deleted ${addedAgain === 1 ? 'it' : 'them'} from ${file}: ${commandLine('npm run review -- takedown')} keeps a review out`,
        ]
      : []),
    ...(gone > 0 ? ['policy.yaml says whether reviews that were removed at their source are published (removed_at_source)'] : []),
  ];
}

/** Notes on reviews that share an invoice or job, and on added ones that may be stored already in `file` or elsewhere. */
export function notesOn(stored: StoredReviews, file: string): string[] {
  const shared = sameReference(stored).map(
    (reviews) => `${reviews.length} reviews name the same invoice or job: ${reviews.slice(0, SHOWN).map(describeEntry).join('; ')}`,
  );
  const duplicates = likelyDuplicates(stored);
  const reread = duplicates.filter(({ other }) => other.elsewhere === undefined && isDerivedId(other.entry.source_id));
  const advice = `${reread.length} reviews look like rows that an earlier import read with other options. If so, undo that import before you repeat this one: ${commandLine('npm run import -- --undo')}`;
  return [
    ...shared,
    ...(reread.length >= MANY ? [advice] : []),
    ...duplicates.map(({ added, other: { entry, elsewhere } }) =>
      describeDuplicate({ ...added, isImported: true }, { ...entry, isImported: elsewhere === undefined }, elsewhere ?? file),
    ),
  ];
}

/** The reviews that share a verification reference with one that was added or changed. */
function sameReference(stored: StoredReviews): ReviewEntry[][] {
  const references = new Set(stored.changes().flatMap(({ after }) => after.entry.verification?.reference ?? []));
  const entries = [...stored.values()].map(({ entry }) => entry);
  const named = Map.groupBy(entries, ({ verification }) => verification?.reference);
  return [...references].map((reference) => named.get(reference) ?? []).filter(({ length }) => length > 1);
}

/** Threshold: fewer similar rows are probably a coincidence. */
const MANY = 3;

/** How many examples of each kind are shown. */
export const SHOWN = 20;

/** Lines for the first items, and the number of the others. */
export function some<T>(items: readonly T[], describeItem: (item: T) => readonly string[]): string[] {
  const rest = items.length - SHOWN;
  return [...items.slice(0, SHOWN).flatMap(describeItem), ...(rest > 0 ? [`  ... and ${rest} more`] : [])];
}

/** A review in one line of a report. */
export const describeEntry = ({ date, rating, author }: ReviewEntry) => `${date} ${rating}/5 ${author}`;

/** One line for each key that differs between two versions of a review, with its old and new value, shortened if they are long. */
function differences(from: ReviewEntry, to: ReviewEntry): string[] {
  return differingKeys(from, to).map((key) => `${key}: ${cut(printValue(from[key]), printValue(to[key])).join(' -> ')}`);
}

const printValue = (value: unknown) => JSON.stringify(value ?? null);

const LONGEST = 60;
const AROUND = 15;

/** Both texts, shortened to the part that differs and some context. */
function cut(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= LONGEST) return [before, after];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [around(before, start, end), around(after, start, end)];
}

/** Up to LONGEST characters around the difference, with `…` for omitted text. */
function around(text: string, start: number, end: number): string {
  const first = Math.max(0, start - AROUND);
  const last = Math.min(text.length, Math.max(text.length - end, start) + AROUND, first + LONGEST);
  return `${first > 0 ? '…' : ''}${text.slice(first, last).toWellFormed()}${last < text.length ? '…' : ''}`;
}
