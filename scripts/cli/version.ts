import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version in our package.json. */
export function version(): string {
  const file = findPackageJSON('..', import.meta.url);
  return file === undefined ? 'unknown' : JSON.parse(readFileSync(file, 'utf8')).version;
}
