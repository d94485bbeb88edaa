import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';
import { hashParts } from '../../../site/content/hash-parts.ts';
import { moveStage, openStage, sweepStages } from '../swap.ts';
import { hashOfPageCode, listFiles, ROOT } from './code.ts';

/** Below the root, where what pages import is found. */
const BUNDLES = path.join(ROOT, '.astro/pages');
const RECORD = 'record.json';
const RESULTS = 'results.json';
/** The SHA-256 of each file of a bundle, by its path in it. */
const record = z.record(z.string(), z.string());

/** How many bundles are kept; one used within the last hour always is, since a build may still import parts of it. */
const KEPT = 8;
const IN_USE_MS = 3_600_000;

/** The code of the pages as Astro bundles it, with the files beside them: scripts, styles and those of site/public. */
export interface PageBundle {
  /** A folder. */
  readonly assets: string;
  /** The file for `keepResults`. */
  readonly results: string;
  readonly import: () => Promise<typeof import('./printer.ts')>;
}

/**
 * The bundle for sites at `basePath`, made by Astro unless an earlier build has made it from the same code. Addresses in pages are those of
 * the publication, so that one bundle serves every host.
 */
export async function pageBundle(basePath: string): Promise<PageBundle> {
  const key = hashParts(await hashOfPageCode(), basePath).slice(0, 16);
  const folder = (await findBundle(key)) ?? (await makeBundle(key, basePath));
  // Fails where nothing can be written, and then nothing is removed either.
  await utimes(folder, new Date(), new Date())
    .then(() => removeUnused(folder))
    .catch(() => {});
  const printer = pathToFileURL(path.join(folder, 'server/printer.mjs')).href;
  return { assets: path.join(folder, 'assets'), results: path.join(folder, RESULTS), import: () => import(printer) };
}

async function findBundle(key: string): Promise<string | undefined> {
  const names = await readdir(BUNDLES).catch(() => []);
  for (const name of names) if (name.startsWith(`${key}-`) && (await isIntact(path.join(BUNDLES, name)))) return path.join(BUNDLES, name);
  return undefined;
}

async function isIntact(folder: string): Promise<boolean> {
  try {
    const files = record.parse(JSON.parse(await readFile(path.join(folder, RECORD), 'utf8')));
    const found = Object.entries(files).map(async ([name, sha256]) => (await hashOf(path.join(folder, name))) === sha256);
    return (await Promise.all(found)).every(Boolean);
  } catch {
    return false;
  }
}

const hashOf = async (file: string) => hash('sha256', await readFile(file));

/** Appears in BUNDLES whole, and beside one that another build makes meanwhile. */
async function makeBundle(key: string, basePath: string): Promise<string> {
  await sweepStages(BUNDLES, Number.POSITIVE_INFINITY);
  const stage = await openStage(BUNDLES);
  try {
    await bundleInto(stage, basePath);
    const files = await listFiles(stage);
    const sums = files.map(async (file) => [path.relative(stage, file), await hashOf(file)] as const);
    await writeFile(path.join(stage, RECORD), JSON.stringify(Object.fromEntries(await Promise.all(sums))));
    const folder = path.join(BUNDLES, `${key}-${randomUUID()}`);
    await rename(stage, folder);
    return folder;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function bundleInto(stage: string, basePath: string): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  const server = path.join(stage, 'server');
  await mkdir(server);
  // Takes a second to load, which a build that finds its bundle has no use for.
  const { build } = await import('astro');
  await build({
    root: ROOT,
    outDir: path.join(stage, 'assets'),
    logLevel: 'error',
    site: 'http://site.invalid',
    base: basePath || '/',
    integrations: [keepServer(server)],
  });
}

/** Adds the printer to what Astro bundles for rendering, and moves that into `server` in place of rendering pages. */
function keepServer(server: string): AstroIntegration {
  let bundled = '';
  const vite = {
    name: 'add-printer',
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'prerender',
    buildStart(this: { emitFile(file: { type: 'chunk'; id: string; fileName: string }): string }) {
      this.emitFile({ type: 'chunk', id: path.join(import.meta.dirname, 'printer.ts'), fileName: 'printer.mjs' });
    },
    writeBundle({ dir }: { readonly dir?: string | undefined }) {
      bundled = dir ?? '';
    },
  };
  const prerenderer = {
    name: 'keep-server',
    setup: () => moveStage(bundled, server),
    getStaticPaths: async () => [],
    render: async () => new Response(),
  };
  return {
    name: 'keep-server',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [vite] } }),
      'astro:build:start': ({ setPrerenderer }) => setPrerenderer(prerenderer),
    },
  };
}

/** Removes bundles that no build uses any more, and the results of all but `current`: examples in them quote reviews, which may be taken down. */
async function removeUnused(current: string): Promise<void> {
  const folders = (await readdir(BUNDLES)).filter((name) => !name.startsWith('.')).map((name) => path.join(BUNDLES, name));
  const others = folders.filter((folder) => folder !== current);
  const used = await Promise.all(others.map(async (folder) => ({ folder, ms: (await stat(folder)).mtimeMs })));
  for (const { folder } of used) await rm(path.join(folder, RESULTS), { recursive: true, force: true });
  const unused = used
    .sort((a, b) => b.ms - a.ms)
    .slice(KEPT - 1)
    .filter(({ ms }) => ms < Date.now() - IN_USE_MS);
  for (const { folder } of unused) await rm(folder, { recursive: true, force: true });
}
