import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../support/installed.ts';
import { packProject } from '../support/pack.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Limits for an installation. Its time depends on the machine and its cache, and isn't limited. */
const limits = { clone: { packages: 520, megabytes: 600 }, owner: { packages: 350, megabytes: 300 } } as const;

/**
 * `node test/evidence/install.ts`: measures how much `npm ci` installs in a clone, and the package in an owner's folder. test/package tests
 * the installed package.
 */
const place = temporaryFolder();
const faults: string[] = [];
await measure(await copyTracked(path.join(place, 'checkout')), ['ci'], limits.clone);
const owner = path.join(place, 'owner');
await mkdir(owner);
await writeFile(path.join(owner, 'package.json'), '{"private": true}');
const { tarball } = await packProject(path.join(place, 'packed'));
console.log(`${path.basename(tarball)}: ${((await stat(tarball)).size / 1e6).toFixed(2)} MB`);
await measure(owner, ['install', tarball], limits.owner);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length > 0) process.exitCode = 1;

/** Copies the project's files, like a clone. */
async function copyTracked(checkout: string): Promise<string> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    await cp(path.join(root, file), path.join(checkout, file)).catch((error: NodeJS.ErrnoException) => {
      // The file was deleted, but not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return checkout;
}

async function measure(folder: string, args: readonly string[], most: (typeof limits)[keyof typeof limits]): Promise<void> {
  const begun = performance.now();
  await npm(folder, args);
  const seconds = (performance.now() - begun) / 1000;
  const packages = (await npm(folder, ['ls', '--all', '--parseable'])).trim().split('\n').length - 1;
  const megabytes = await megabytesOf(path.join(folder, 'node_modules'));
  const command = `npm ${args.map((arg) => path.basename(arg)).join(' ')}`;
  console.log(`${command}: ${packages} packages, ${megabytes.toFixed()} MB, ${seconds.toFixed()} s`);
  if (packages > most.packages) faults.push(`${command}: more than ${most.packages} packages`);
  if (megabytes > most.megabytes) faults.push(`${command}: more than ${most.megabytes} MB`);
}

/** Returns the size of a folder on disk. Files with several names count once. */
async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const blocks = new Map<number, number>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const { ino, blocks: count } = await stat(path.join(entry.parentPath, entry.name));
    blocks.set(ino, count);
  }
  return [...blocks.values()].reduce((sum, count) => sum + count * 512, 0) / 1e6;
}
