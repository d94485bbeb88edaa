import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSite } from './build-site.ts';
import { dataFolder, root } from './run-script.ts';
import { runsFileWith } from './runs-file-with.ts';
import { buildInTurn } from './shared-builder.ts';

/** The sites that tests share and must not change: folder, content relative to the root, and build variables. */
const sites = {
  corner: { folder: 'corner shop', content: 'test/fixtures/corner shop', variables: {} },
  unwritten: { folder: 'unwritten', content: 'test/fixtures/corner shop', variables: { SINCE_BUDGET_MB: '0' } },
  minimal: { folder: 'minimal', content: 'test/fixtures/minimal', variables: {} },
  taberna: { folder: 'taberna', content: 'test/fixtures/taberna', variables: {} },
  demo: { folder: 'demo', content: 'content', variables: {} },
} as const;

export type SharedSite = keyof typeof sites;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The `dist` folder of each shared site. */
    readonly dists: Readonly<Record<SharedSite, string>>;
  }
}

/** The build time of the sites: March 4, 2024, 00:00 UTC, in seconds since 1970. */
export const SOURCE_DATE_EPOCH = '1709510400';

/** Where built sites are kept between test runs. */
const KEPT = path.join(root, 'node_modules/.cache/open-reviews-sites');
/** Everything that a built site depends on, relative to the root. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'content',
  'site',
  'scripts/build',
  'scripts/hosts',
  'scripts/cli',
  'test/support/build-sites.ts',
  'test/fixtures/corner shop',
  'test/fixtures/minimal',
  'test/fixtures/taberna',
];

/** Builds the shared sites before the first test, unless an earlier run built them from the same sources. */
export default async function buildSites({ provide }: TestProject): Promise<void> {
  const folder = runsFileWith(SHARES_SITES) ? await keptSites() : KEPT;
  const distOf = (site: SharedSite) => path.join(folder, sites[site].folder, 'dist');
  provide('dists', {
    corner: distOf('corner'),
    unwritten: distOf('unwritten'),
    minimal: distOf('minimal'),
    taberna: distOf('taberna'),
    demo: distOf('demo'),
  });
}

/** Matches a test that reads the shared sites or imports a file next to it that does. */
const SHARES_SITES = /inject\('dists'\)|from '\.\/suite\.ts'/;

/** Returns the folder of the sites built from the current sources. Builds them if necessary. */
async function keptSites(): Promise<string> {
  const name = await hashOfSources();
  const folder = path.join(KEPT, name);
  if (!(await readdir(KEPT)).includes(name)) await buildInto(folder);
  return folder;
}

/** Builds into a draft first, so `folder` is complete if it exists. Deletes the sites built from other sources. */
async function buildInto(folder: string): Promise<void> {
  const draft = path.join(KEPT, `.draft-${process.pid}`);
  const build = ({ folder: name, content, variables }: (typeof sites)[SharedSite]) =>
    buildSite(
      path.join(root, content),
      path.join(draft, name, 'dist'),
      { SOURCE_DATE_EPOCH, DATA_DIR: dataFolder(path.join(draft, name, 'data')), ...variables },
      buildInTurn,
    );
  try {
    for (const site of Object.values(sites)) await build(site);
    for (const old of await readdir(KEPT)) if (!old.startsWith('.draft-')) await rm(path.join(KEPT, old), { recursive: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  await mkdir(KEPT, { recursive: true });
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) {
    const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true }).catch(() => undefined);
    const files = entries?.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)) ?? [
      path.join(root, source),
    ];
    for (const file of files.sort()) hash.update(`\n${path.relative(root, file)}\n`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}
