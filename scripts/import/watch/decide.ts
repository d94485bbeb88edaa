import { takeoutPart } from '../input/takeout-layout.ts';

/** A file in the watched folder. */
export interface Listed {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The modification time, in milliseconds since 1970. Only changes of it count: sync clients keep the times of the original. */
  readonly modified: number;
}

/** What exports are called. */
const EXPORT = /\.(?:zip|tgz|tar\.gz|csv|tsv|json|ndjson|jsonl)$/i;

/**
 * Names of files that a browser or a sync client is still writing: Chrome, Firefox, Safari, Opera, rclone, rsync and Syncthing (hidden),
 * Dropbox and others (`~`, `.tmp`).
 */
const PARTIAL = /^[.~]|~$|\.(?:crdownload|part|partial|download|opdownload|filepart|tmp|temp|!ut|!sync)$/i;

/**
 * The exports that are complete: each file has the same size and time as at the last look, nothing is being written under its name, and all
 * parts of a split Takeout are. Each group is imported by itself, older names first.
 */
export function decide(listing: readonly Listed[], before: ReadonlyMap<string, Listed>): readonly (readonly Listed[])[] {
  const partial = listing.filter(({ name }) => PARTIAL.test(name)).map(({ name }) => name.toLowerCase());
  const files = listing.filter(({ name }) => EXPORT.test(name) && !PARTIAL.test(name));
  const groups = Map.groupBy(files, ({ name }) => takeoutPart(name)?.whole ?? name);
  const isAtRest = ({ name, size, modified }: Listed) => {
    const last = before.get(name);
    return size > 0 && last?.size === size && last.modified === modified;
  };
  const isBeingWritten = (whole: string) => {
    const [start = ''] = whole.toLowerCase().split('*');
    return partial.some((name) => name.includes(start));
  };
  return [...groups]
    .filter(([whole, parts]) => parts.every(isAtRest) && !isBeingWritten(whole))
    .map(([, parts]) => parts.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1));
}
