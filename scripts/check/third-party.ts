import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../site/shared/setup-error.ts';

/** The folder with the packages that only tests and checks use. It has its own lock file, and is larger than everything else. */
const THIRD_PARTY = fileURLToPath(new URL('../../test/third-party', import.meta.url));

/** The path of a tool of `npm run check`. */
export const toolPath = (name: string) => path.join(THIRD_PARTY, 'node_modules/.bin', name);

export const installTestPackages = (): Promise<void> => installLocked(THIRD_PARTY, 'test/third-party');

/** Installs the packages of `folder` if its lock file has changed since the last time. @throws SetupError if npm fails */
export async function installLocked(folder: string, name: string): Promise<void> {
  const wanted = hash('sha256', await readFile(path.join(folder, 'package-lock.json')));
  // Contains the hash of the lock file that was installed last.
  const installed = path.join(folder, 'node_modules/.installed');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  console.log(`installing packages for ${name}, once`);
  const child = spawn('npm', ['ci', '--loglevel=error', '--no-fund'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new SetupError(`${name}: npm ci failed (${code}); it needs the npm registry, or a filled npm cache`);
  await writeFile(installed, wanted);
}
