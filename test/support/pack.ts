import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyCheckout } from './checkout.ts';
import { root } from './run-script.ts';

/** Packs the project as `npm publish` would, in a copy at `folder`. Returns the tarball's path. */
export async function packProject(folder: string): Promise<string> {
  await copyCheckout(folder);
  for (const name of ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md']) await cp(path.join(root, name), path.join(folder, name));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return packAgain(folder);
}

/** Packs what is at `folder` again. Returns the tarball's path. */
export async function packAgain(folder: string, ...flags: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', ...flags], { cwd: folder });
  return path.join(folder, stdout.trim());
}
