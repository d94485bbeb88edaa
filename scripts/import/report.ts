import type { ReviewEntry } from '../../site/dataset/content-files.ts';
import type { Merge } from './merge.ts';

const SHOWN = 20;

/** What an import did, or would do, a line for each fact. */
export function describeImport(
  { added, changed, unchanged, refused }: Pick<Merge, 'added' | 'changed' | 'unchanged' | 'refused'>,
  notes: readonly string[],
  { file, dryRun }: { readonly file: string; readonly dryRun: boolean },
): string {
  const changes = added.length + changed.length;
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(dryRun
      ? [
          ...some(added, (entry) => `+ ${describe(entry)}`),
          ...some(changed, ({ from, to }) => `~ ${describe(to)}: ${differences(from, to)}`),
        ]
      : []),
    ...some(refused, ({ place, reason }) => `refused: ${place}: ${reason}`),
    `${added.length} added, ${changed.length} changed, ${unchanged} unchanged, ${refused.length} refused`,
    dryRun ? 'dry run: nothing was written' : changes === 0 ? 'nothing to write' : `written: ${file}; next: npm run build`,
  ].join('\n');
}

function some<T>(items: readonly T[], describeItem: (item: T) => string): string[] {
  const rest = items.length - SHOWN;
  return [...items.slice(0, SHOWN).map(describeItem), ...(rest > 0 ? [`  ... and ${rest} more`] : [])];
}

const describe = ({ date, rating, author }: ReviewEntry) => `${date} ${rating}/5 ${author}`;

function differences(from: ReviewEntry, to: ReviewEntry): string {
  const keys = Object.keys(to) as (keyof ReviewEntry)[];
  return keys.filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key])).join(', ');
}
