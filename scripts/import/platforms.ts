import { readdirSync } from 'node:fs';
import { normalizeHeader, type Platform } from './platform.ts';
import type { Table } from './tables.ts';

const folder = new URL('platforms/', import.meta.url);
// The folder of a clone can also have files of editors and file managers.
const files = readdirSync(folder).filter((file) => /^[\w-]+\.[jt]s$/.test(file));

/** The `layouts` of each file in `platforms/`, by file name. */
export const platforms: readonly Platform[] = (
  await Promise.all(
    files.sort().map(async (file) => {
      const { layouts }: { readonly layouts: readonly Platform[] } = await import(new URL(file, folder).href);
      return layouts;
    }),
  )
).flat();

/** How many names of a header identify a platform; 0 if the table isn't from there. */
const matchedNames = ({ by }: Platform, header: ReadonlySet<string>) =>
  Math.max(0, ...by.map((all) => (all.every((name) => header.has(name)) ? all.length : 0)));

/** The platform that a table comes from, by its header; undefined for other tables. If several match, the most specific one. */
export function recognizePlatform({ header, format }: Pick<Table, 'header' | 'format'>): Platform | undefined {
  const names = new Set(header.map(normalizeHeader));
  const matches = platforms
    .filter((one) => (one.format ?? format) === format)
    .map((platform) => ({ platform, count: matchedNames(platform, names) }))
    .filter(({ count }) => count > 0);
  return matches.sort((a, b) => b.count - a.count)[0]?.platform;
}
