import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyCheckout } from './checkout.ts';
import { root } from './run-script.ts';

const run = promisify(execFile);

export interface Packed {
  readonly tarball: string;
  /** The folder with the unpacked files. */
  readonly contents: string;
}

/** Packs a copy of the project as `npm publish` would, or uses the tarball that TARBALL names, and unpacks it in `folder`. */
export async function packProject(folder: string): Promise<Packed> {
  await mkdir(folder, { recursive: true });
  const { TARBALL } = process.env;
  const tarball = TARBALL ? path.resolve(root, TARBALL) : await pack(await copyProject(path.join(folder, 'checkout')));
  return unpack(tarball, folder);
}

/** Unpacks a tarball in `folder`. */
export async function unpack(tarball: string, folder: string): Promise<Packed> {
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', folder]);
  return { tarball, contents: path.join(folder, 'package') };
}

/** Runs `npm pack` in a folder. Returns the tarball's path. */
export async function pack(folder: string, ...flags: readonly string[]): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', ...flags], { cwd: folder });
  return path.join(folder, stdout.trim());
}

/** Copies the project without its content to a folder, with a link to its packages. */
export async function copyProject(folder: string): Promise<string> {
  await copyCheckout(folder);
  for (const name of ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md']) await cp(path.join(root, name), path.join(folder, name));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

// `npm test` runs this file with the path of the tarball, so tests don't have to pack the project.
if (import.meta.main) {
  const tarball = process.argv[2] ?? '';
  const checkout = await copyProject(path.join(path.dirname(tarball), 'checkout'));
  await rename(await pack(checkout), tarball);
  await rm(checkout, { recursive: true });
}
