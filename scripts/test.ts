import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SetupError } from '../site/shared/setup-error.ts';
import { checks, installTestPackages, runChecks } from './check/checks.ts';
import { answerHelp } from './cli/flags.ts';
import { runCommand } from './cli/run-command.ts';

const USAGE = `npm test [-- FILE ... or other arguments for vitest]   all tests and checks
npm test -- --release                                  with the rare and slow tests of a release, too`;

/** The flag that adds the tests that are registered with test/support/release-test.ts. */
const RELEASE = '--release';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Debian packages that tests use, each with a program or folder that shows that it is installed. */
const packages = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  caddy: '/usr/bin/caddy',
  nginx: '/usr/sbin/nginx',
  // Without the service that Debian's apache2 starts.
  'apache2-bin': '/usr/sbin/apache2',
  varnish: '/usr/sbin/varnishd',
  openssl: '/usr/bin/openssl',
  postgresql: '/usr/lib/postgresql',
  // Without the server that lets others sign in.
  'openssh-sftp-server': '/usr/lib/openssh/sftp-server',
  'python3-feedparser': '/usr/lib/python3/dist-packages/feedparser',
} as const;

/** The part of vitest's JSON report that is counted. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const isInstalled = (program: string) => spawnSync('test', ['-x', program]).status === 0;

/** Installs missing programs if run as root. Tests that need a missing program are skipped. */
async function installPrograms(): Promise<void> {
  const absent = Object.entries(packages).filter(([, program]) => !isInstalled(program));
  if (absent.length === 0) return;
  const names = absent.map(([name]) => name);
  if (process.getuid?.() !== 0 || !isInstalled('/usr/bin/apt-get')) {
    console.log(`not installed: ${names.join(', ')}; run as root to install them from Debian`);
    return;
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], environment);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], environment);
}

/** Runs a program, which prints to our output. Returns whether it succeeded. */
async function run(program: string, args: readonly string[], env = process.env): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Installs the packages that only tests use. Prints the reason and returns false if it can't. */
async function canInstallTestPackages(): Promise<boolean> {
  try {
    await installTestPackages();
    return true;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return false;
  }
}

/** The steps of `npm run check`, each counted as a test. */
async function countChecks(): Promise<Counts> {
  const passed = await runChecks();
  return { passed, failed: checks.length - passed, skipped: 0 };
}

/** Runs vitest with the arguments of `npm test` and counts its results; without a report, the run itself has failed. */
async function runTests(args: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const LEFT_OUT = path.join(folder, 'left-out.txt');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const command = [vitest, 'run', '--config', 'test/vitest.config.ts', ...reporters, ...args];
    const ended = await run(process.execPath, command, { ...process.env, LEFT_OUT });
    const counted = report.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')));
    if (!counted.success) return { passed: 0, failed: 1, skipped: 0 };
    const { numPassedTests: passed, numFailedTests, numPendingTests: skipped, testResults } = counted.data;
    for (const { fullName, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
      if (status !== 'passed' && status !== 'failed') console.log(`skipped: ${fullName}`);
    }
    const leftOut = (await readFile(LEFT_OUT, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    for (const title of leftOut) console.log(`left out without --release: ${title}`);
    // A file that can't be loaded, or an error outside of any test, fails the run without failing a test.
    const failed = numFailedTests === 0 && !ended ? 1 : numFailedTests;
    return { passed, failed, skipped };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packs the package for the tests that install it, unless TARBALL names one already. If that fails, they try again and report why. */
async function packInto(folder: string): Promise<void> {
  const tarball = path.join(folder, 'open-reviews.tgz');
  if (!process.env['TARBALL'] && (await run(process.execPath, ['test/support/pack.ts', tarball]))) process.env['TARBALL'] = tarball;
}

/** `npm test`: all tests and checks. The last line has the counts. */
await runCommand(async ({ args, say }) => {
  answerHelp(args, USAGE);
  process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, 'node_modules/.cache/compiled');
  const files = args.filter((arg) => arg !== RELEASE);
  const isRelease = files.length < args.length;
  if (isRelease) process.env['RELEASE_TESTS'] = 'true';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-packed-'));
  let counts: readonly Counts[] = [{ passed: 0, failed: 1, skipped: 0 }];
  try {
    // Other runs test the package that `npm run new` packs.
    const packing = isRelease && files.length === 0 ? packInto(folder) : undefined;
    const [isReady] = await Promise.all([canInstallTestPackages(), installPrograms(), packing]);
    if (isReady) counts = await Promise.all([countChecks(), runTests(files)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped');
  say(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return sum('failed') === 0 && undefined;
});
