import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../scripts/lab/free-port.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What an installation may be at most. Seconds depend on the machine and its cache, and aren't judged. */
const MOST_PACKAGES = 520;
const MOST_MEGABYTES = 500;

/**
 * `node test/evidence/install.ts`: what `npm ci` brings, and that the commands of a business work with production dependencies alone, on
 * the Node that is found first without this project. `npm test` has the short form, test/build/determinism.test.ts, which builds with them.
 */
const checkout = path.join(temporaryFolder(), 'checkout');
const faults: string[] = [];
await copyTracked();
await install();
await install('--omit=dev');
await useProduction();
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length > 0) process.exitCode = 1;

/** Copies what belongs to the project, as a clone would have it. */
async function copyTracked(): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    await cp(path.join(root, file), path.join(checkout, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** The machine's own PATH: npm puts this project's programs before it. */
function ownPath(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(path.delimiter);
}

function start(command: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { HOME } = process.env;
  const child = spawn(command, args, {
    cwd: checkout,
    env: { HOME, PATH: ownPath(), CI: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += String(text)));
  child.stderr.on('data', (text) => (said.err += String(text)));
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function run(command: string, args: readonly string[], variables?: Readonly<Record<string, string>>) {
  const { said, ended } = start(command, args, variables);
  const code = await ended;
  if (code !== 0) faults.push(`${command} ${args.join(' ')} ended with ${code}: ${said.err}${said.out}`);
  return said;
}

async function install(...flags: readonly string[]): Promise<void> {
  const begun = performance.now();
  const { out, err } = await run('npm', ['ci', ...flags]);
  const seconds = (performance.now() - begun) / 1000;
  const packages = (await run('npm', ['ls', '--all', '--parseable', ...flags])).out.trim().split('\n').length - 1;
  const megabytes = await megabytesOf(path.join(checkout, 'node_modules'));
  const warnings = `${out}\n${err}`.split('\n').filter((line) => /\bwarn/i.test(line));
  const command = ['npm ci', ...flags].join(' ');
  console.log(`${command}: ${packages} packages, ${megabytes.toFixed()} MB, ${seconds.toFixed()} s, ${warnings.length} warnings`);
  if (packages > MOST_PACKAGES) faults.push(`${command}: more than ${MOST_PACKAGES} packages`);
  if (megabytes > MOST_MEGABYTES) faults.push(`${command}: more than ${MOST_MEGABYTES} MB`);
  faults.push(...warnings);
}

/** What a folder takes on disk; files with several names count once. */
async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const blocks = new Map<number, number>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const { ino, blocks: count } = await stat(path.join(entry.parentPath, entry.name));
    blocks.set(ino, count);
  }
  return [...blocks.values()].reduce((sum, count) => sum + count * 512, 0) / 1e6;
}

/** A business from its folder to its published reviews. */
async function useProduction(): Promise<void> {
  console.log(`node ${(await run('node', ['--version'])).out.trim()}, npm ${(await run('npm', ['--version'])).out.trim()}`);
  const content = path.join(checkout, '../acme');
  const port = String(await freePort());
  const variables = {
    CONTENT_DIR: content,
    DIST_DIR: path.join(checkout, '../dist'),
    DATA_DIR: path.join(checkout, '../data'),
    PORT: port,
  };
  const npm = (...args: readonly string[]) => run('npm', ['run', ...args], variables);
  await npm('new', '--', content, '--name', 'Acme');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  const file = path.join(checkout, '../export.csv');
  await writeFile(file, 'source_id,date,rating,author,text\na,2024-01-02,5,Ann,Came on time.\n');
  await npm('import', '--', file);
  const ben = ['--date', '2024-02-03', '--rating', '4', '--author', 'Ben', '--text', 'Swept up.', '--method', 'vouched'];
  await npm('review', '--', 'add', ...ben);
  await npm('check:content');
  await npm('build');
  for (const args of [['run', 'serve'], ['start']]) console.log(`npm ${args.join(' ')}: ${await countServed(args, variables)} reviews`);
  await rm(content, { recursive: true });
}

/** Starts a server, reads how many reviews it publishes, and stops it. */
async function countServed(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { child, said, ended } = start('npm', args, variables);
  const isUp = new Promise<void>((resolve) => {
    child.stdout.on('data', () => /serving|Ctrl-C/.test(said.out) && resolve());
  });
  await Promise.race([isUp, ended]);
  const answer = await fetch(`http://127.0.0.1:${variables['PORT']}/reviews.json`).catch(() => undefined);
  const count = answer?.ok ? ((await answer.json()) as { reviews: readonly unknown[] }).reviews.length : undefined;
  if (count !== 2) faults.push(`npm ${args.join(' ')}: ${said.err}${said.out}`);
  child.kill();
  await ended;
  return count;
}
