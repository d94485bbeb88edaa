import type { ReviewEntry } from '../../site/content/schemas.ts';
import { commandLine } from '../cli/settings.ts';
import { differences } from './differences.ts';
import type { CountedSample, HandEdited, ImportSummary } from './import-summary.ts';

/** The report of an import, a line for each fact; in a dry run with the reviews. */
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
    ...asides(summary, file),
    `${added.count} added, ${changed.count} changed, ${removed.count} removed, ${unchanged} unchanged, ${refused.count} refused`,
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

function asides({ reread, keptOut, addedAsRemoved, addedAgain, removed }: ImportSummary, file: string): string[] {
  const gone = removed.count + addedAsRemoved;
  return [
    ...(reread > 0
      ? [
          `${reread === 1 ? '1 review was' : `${reread} reviews were`} imported from the same ${reread === 1 ? 'row' : 'rows'} before, under another day, author, source or id: corrected under the ids that they have`,
        ]
      : []),
    ...(keptOut > 0 ? [`${keptOut} kept out: taken down (takedowns.yaml)`] : []),
    ...(addedAsRemoved > 0 ? [`${addedAsRemoved} added as removed at the source: a newer complete export lacks them`] : []),
    ...(addedAgain > 0
      ? [
          `${addedAgain} of those added ${addedAgain === 1 ? 'is' : 'are'} older than the last complete export, so somebody may have deleted ${addedAgain === 1 ? 'it' : 'them'} from ${file}: ${commandLine('npm run review -- takedown')} keeps a review out`,
        ]
      : []),
    ...(gone > 0 ? ['policy.yaml says whether reviews that were removed at their source are published (removed_at_source)'] : []),
  ];
}

/** The lines of the examples of a kind, and one line with the number of the others. */
export function some<T>(kind: CountedSample<T>, describeItem: (item: T) => readonly string[]): string[] {
  return [...kind.shown.flatMap(describeItem), ...(kind.rest > 0 ? [`  ... and ${kind.rest} more`] : [])];
}

/** A review in one line of a report. */
export const describeEntry = ({ date, rating, author }: ReviewEntry) => `${date} ${rating}/5 ${author}`;
