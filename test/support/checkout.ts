import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';

/** Copies what a build needs into `folder`, except for the content and npm packages. */
export async function copyCheckout(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['site', 'sidecar', 'scripts', 'package.json', 'package-lock.json', 'astro.config.mjs', 'tsconfig.json'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
}
