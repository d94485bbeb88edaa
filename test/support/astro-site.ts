import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NOBODY, root, type ScriptResult, scriptEnvironment } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The URL of the published site, and the path of our pages in it. */
export const BAKERY = { site: NOBODY, base: '/bakery', at: '/what-people-say' } as const;
export const BAKERY_REVIEWS = `${BAKERY.site}${BAKERY.base}${BAKERY.at}`;

const BUILDS = fileURLToPath(new URL('./astro-builds.ts', import.meta.url));
const ENTRY = pathToFileURL(path.join(root, 'scripts/astro/integration.ts')).href;

/** Copies the Astro site in test/fixtures, with the content of a business in `reviews` and these `packages`. Returns its folder. */
export async function bakerySite(packages = path.join(root, 'node_modules')): Promise<string> {
  const folder = temporaryFolder();
  await cp(path.join(root, 'test/fixtures/bakery site'), folder, { recursive: true });
  await cp(path.join(root, 'test/fixtures/corner shop'), path.join(folder, 'reviews'), { recursive: true });
  await symlink(packages, path.join(folder, 'node_modules'));
  return folder;
}

/** Writes the configuration of the site: its own settings, and ours if the integration is used. */
export async function configure(
  folder: string,
  settings: object,
  ours: object | undefined,
  { entry = ENTRY, file = 'astro.config.mjs' } = {},
): Promise<void> {
  const integrations = ours === undefined ? '[]' : `[reviews(${JSON.stringify(ours)})]`;
  const { site, base } = BAKERY;
  const text = `import reviews from ${JSON.stringify(entry)};
export default { ...${JSON.stringify({ site, base, ...settings })}, integrations: ${integrations} };
`;
  await writeFile(path.join(folder, file), text);
}

/** Starts an Astro command in the site, as its owner would. */
export const startAstro = (folder: string, ...args: readonly string[]) => start(folder, 'node_modules/astro/bin/astro.mjs', args);

/** Builds the site with each of its configurations `astro.NAME.mjs` into `dist/NAME`, in one process. */
export const buildEach = (folder: string, ...names: readonly string[]) => start(folder, BUILDS, names).ended;

function start(folder: string, program: string, args: readonly string[]) {
  const env = { ...scriptEnvironment(), ASTRO_TELEMETRY_DISABLED: '1', CI: '1', SOURCE_DATE_EPOCH: '1709510400' };
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]): ScriptResult => ({ code: code as number | null, stdout, stderr }));
  return { child, ended, stdout: () => stdout };
}
