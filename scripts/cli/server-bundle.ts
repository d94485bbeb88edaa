import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where bundles are kept; `BUNDLE_RECORD` names the newest. */
export const BUNDLES = `${ROOT}node_modules/.cache/open-reviews-server/`;
export const BUNDLE_RECORD = `${BUNDLES}newest.json`;

/** What a bundle was made from. */
export interface BundleRecord {
  /** Below BUNDLES. */
  readonly folder: string;
  /** The SHA-256 of each source, and of npm's list of what is installed in place of the dependencies' sources, by path from the root. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The commands that a bundle has. */
interface Commands {
  'serve-site': typeof import('./serve-site.ts');
  'start-site': typeof import('./start-site.ts');
}

export type BundledCommand = keyof Commands;

const sources: { readonly [N in BundledCommand]: () => Promise<Commands[N]> } = {
  'serve-site': () => import('./serve-site.ts'),
  'start-site': () => import('./start-site.ts'),
};

/**
 * Imports a command from the bundle that `npm run build` makes, which starts in two thirds of the time of the sources; from the sources where
 * there is no bundle of them as they are.
 */
export function importCommand<N extends BundledCommand>(name: N): Promise<Commands[N]> {
  const bundle = findBundle();
  return bundle === undefined ? sources[name]() : import(pathToFileURL(`${bundle}${name}.js`).href);
}

/** The folder of the bundle that `record` names, with a slash at its end; undefined unless it was made from the present sources. */
export function findBundle(record: string = BUNDLE_RECORD): string | undefined {
  try {
    const { folder, sources } = JSON.parse(readFileSync(record, 'utf8')) as BundleRecord;
    return Object.entries(sources).every(([file, sha256]) => hashSource(file) === sha256) ? `${BUNDLES}${folder}/` : undefined;
  } catch {
    return undefined;
  }
}

/** The SHA-256 of a file of the project. Throws where it can't be read. */
export function hashSource(file: string): string {
  return hash('sha256', readFileSync(ROOT + file));
}
