import { spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { hashParts } from '../../../site/content/hash-parts.ts';
import { openStage, sweepStages } from '../swap.ts';
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
 * the publication, so that one bundle serves every host. Rejects where a page can't be bundled, and where `signal` has ended that.
 */
export async function pageBundle(basePath: string, signal: AbortSignal): Promise<PageBundle> {
  const key = hashParts(await hashOfPageCode(), basePath).slice(0, 16);
  const folder = (await findBundle(key)) ?? (await makeBundle(key, basePath, signal));
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
async function makeBundle(key: string, basePath: string, signal: AbortSignal): Promise<string> {
  await sweepStages(BUNDLES, Number.POSITIVE_INFINITY);
  const stage = await openStage(BUNDLES);
  try {
    await bundleInto(stage, basePath, signal);
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

/** In a process of its own, which takes hundreds of megabytes with it when it ends. Resolves or rejects when that has ended. */
async function bundleInto(stage: string, basePath: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const script = path.join(import.meta.dirname, 'bundle-process.ts');
  const child = spawn(process.execPath, [script, stage, basePath], { stdio: ['ignore', 'ignore', 'pipe'] });
  signal.addEventListener('abort', () => child.kill());
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`build: the pages can't be bundled:\n${said}`);
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
