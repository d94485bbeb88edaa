import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { BUNDLE_RECORD, BUNDLES, type BundledCommand, type BundleRecord, findBundle, hashSource, ROOT } from '../cli/server-bundle.ts';

/** Loaded by name at run time: a thread's script. */
const THREADS = { 'store-thread': 'sidecar/hub/store/store-thread.ts' };

const COMMANDS: Readonly<Record<BundledCommand, string>> = {
  'serve-site': 'scripts/cli/serve-site.ts',
  'start-site': 'scripts/cli/start-site.ts',
};

/** Loaded only where HUB_DATABASE_URL is set, from node_modules. */
const EXTERNAL = [/^node:/, /^pg(-boss)?$/];

/** What npm has installed, with the hash of each package. */
const INSTALLED = 'node_modules/.package-lock.json';

/** How many bundles are kept: a server that runs may still load parts of the one before. */
const KEPT = 2;

/**
 * Makes the bundle that scripts/cli/server-bundle.ts looks for, unless there is one of the present sources. Returns a warning where it can't
 * be made or written; then servers start from the sources.
 */
export async function bundleServer(): Promise<string | undefined> {
  if (findBundle() !== undefined) return undefined;
  try {
    const folder = `${BUNDLES}bundle-${randomUUID()}`;
    await mkdir(folder, { recursive: true });
    const sources = await writeBundle(folder);
    const record: BundleRecord = { folder: path.basename(folder), sources };
    // The record appears at once, and last.
    await writeFile(`${folder}/record.json`, JSON.stringify(record));
    await rename(`${folder}/record.json`, BUNDLE_RECORD);
    await removeOlder();
    return undefined;
  } catch (error) {
    return `the server will start from its sources, which takes longer, until node scripts/build/server-bundle.ts runs: ${(error as Error).message}`;
  }
}

/** Returns the sources with their hashes. */
async function writeBundle(folder: string): Promise<Record<string, string>> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { ...COMMANDS, ...THREADS },
    platform: 'node',
    external: EXTERNAL,
    plugins: [placesOfModules(folder)],
    logLevel: 'silent',
  });
  // An empty module stands for what declares only types.
  const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  const modules = output.filter((file): file is OutputChunk => file.type === 'chunk').flatMap(({ moduleIds }) => moduleIds);
  await bundle.close();
  const own = modules.filter((id) => id.startsWith(ROOT) && !id.includes('/node_modules/')).map((id) => id.slice(ROOT.length));
  return Object.fromEntries([INSTALLED, ...own].map((file) => [file, hashSource(file)]));
}

/** Lets `import.meta.url` mean the source's place, from which files are found; threads alone are found beside the bundle. */
function placesOfModules(folder: string): Plugin {
  return {
    name: 'places-of-modules',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
      const place = JSON.stringify(path.relative(folder, id));
      return code.replace(/new URL\('\.\/store-thread\.ts', import\.meta\.url\)|import\.meta\.url/g, (found) =>
        found === 'import.meta.url' ? `new URL(${place}, import.meta.url).href` : `new URL('./store-thread.js', import.meta.url)`,
      );
    },
  };
}

async function removeOlder(): Promise<void> {
  const names = (await readdir(BUNDLES)).filter((name) => name.startsWith('bundle-'));
  const aged = await Promise.all(names.map(async (name) => ({ name, ms: (await stat(BUNDLES + name)).mtimeMs })));
  aged.sort((a, b) => b.ms - a.ms);
  for (const { name } of aged.slice(KEPT)) await rm(BUNDLES + name, { recursive: true, force: true });
}

// For an image that has its sources and is built once.
if (import.meta.main) {
  const warning = await bundleServer();
  if (warning !== undefined) throw new Error(warning);
}
