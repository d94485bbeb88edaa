import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TURNS = 3;

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Runs a program under GNU time and returns its wall time and peak memory. Throws if it fails. */
async function measure(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Measured> {
  const child = spawn('/usr/bin/time', ['-f', 'MEASURED %e %M', process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, CI: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const found = /MEASURED (\S+) (\d+)/.exec(output);
  if (code !== 0 || !found) throw new Error(`bench: ${args.join(' ')} failed:\n${output}`);
  return { seconds: Number(found[1]), megabytes: Number(found[2]) / 1024 };
}

/** Compares a build with a plain loop that writes the same bytes, and with Astro building a one-line page. Prints the ratios. */
export async function benchBuild(contentDir: string, distDir: string, label: string): Promise<void> {
  const idle = await idleSite();
  const runs: { build: Measured; loop: Measured; astro: Measured }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const fresh = path.join(await mkdtemp(path.join(os.tmpdir(), 'bench-build-')), 'dist');
    const env = { CONTENT_DIR: contentDir, DIST_DIR: fresh, DATA_DIR: path.join(fresh, '../data'), BASE_URL: 'http://reviews.localhost:9' };
    runs.push({
      build: await measure(['scripts/open-reviews.ts', 'build'], env),
      loop: await measure(['scripts/lab/bench/write-loop.ts', fresh], {}),
      astro: await measure(['node_modules/astro/bin/astro.mjs', 'build', '--root', idle, '--silent'], { ASTRO_TELEMETRY_DISABLED: '1' }),
    });
  }
  await rm(idle, { recursive: true });
  const middle = (pick: (run: (typeof runs)[number]) => number) => runs.map(pick).sort((a, b) => a - b)[TURNS >> 1] ?? Number.NaN;
  const ratio = middle(({ build, loop }) => build.seconds / loop.seconds);
  const memory = middle(({ build }) => build.megabytes);
  const more = middle(({ build, astro }) => build.megabytes - astro.megabytes);
  console.log(
    `build, ${label}: ${ratio.toFixed(0)} times a loop that writes the same bytes (${middle(({ build }) => build.seconds).toFixed(1)} s against ${middle(({ loop }) => loop.seconds).toFixed(2)} s)`,
  );
  console.log(`build, ${label}: ${memory.toFixed(0)} MB of memory, ${more.toFixed(0)} MB more than Astro with nothing to do`);
  console.log(`dist, ${label}: ${await describeSize(distDir)}`);
}

/** Writes an Astro site with a one-line page, and returns its folder. */
async function idleSite(): Promise<string> {
  const folder = await mkdtemp(path.join(ROOT, 'node_modules/.cache-bench-'));
  await mkdir(path.join(folder, 'src/pages'), { recursive: true });
  await writeFile(path.join(folder, 'src/pages/index.astro'), '<p>nothing</p>\n');
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}\n');
  return folder;
}

/** Describes the number of files and the size on disk, where hard links to the same file count once. */
async function describeSize(distDir: string): Promise<string> {
  const seen = new Set<number>();
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(distDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { ino, size } = await stat(path.join(entry.parentPath, entry.name));
    files += 1;
    if (!seen.has(ino)) bytes += size;
    seen.add(ino);
  }
  const published = await readFile(path.join(distDir, 'reviews.json'));
  return `${(bytes / 1e6).toFixed(0)} MB in ${files} files, ${seen.size} of them distinct; reviews.json ${(published.length / 1e6).toFixed(1)} MB`;
}
