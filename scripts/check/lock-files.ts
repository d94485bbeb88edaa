import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** Returns the paths of all lock files of this repository. */
export const findLockFiles = (): string[] =>
  globSync('**/package-lock.json', { cwd: fileURLToPath(ROOT), exclude: ['**/node_modules/**'] }).sort();

/** A package in a lock file: npm checks what it downloads against `integrity`. Links and bundled packages aren't downloaded. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

/** The packages of a lock file that npm would install unchecked, or from elsewhere than the npm registry. */
export function uncheckedPackages(lockFile: string): string[] {
  const { packages } = JSON.parse(lockFile) as { packages: Readonly<Record<string, LockedPackage>> };
  return Object.entries(packages).flatMap(([place, { version, integrity, resolved, link, inBundle }]) => {
    if (place === '' || link || inBundle) return [];
    const isElsewhere = resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/');
    return integrity?.startsWith('sha512-') && !isElsewhere ? [] : [`${place} ${version}`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findLockFiles().flatMap((file) =>
    uncheckedPackages(readFileSync(new URL(file, ROOT), 'utf8')).map((one) => `${file}: ${one}`),
  );
  for (const one of found)
    console.log(`${one}: has no integrity of the npm registry; add what "npm view NAME@VERSION dist.integrity" prints`);
  if (found.length > 0) process.exitCode = 1;
}
