import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const ownPackage = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  devDependencies: z.object({ node: z.string() }),
});

/** The version in our package.json. */
export const version = (): string => readPackage().version;

/** The Node versions that npm can use to install our packages, and the Node that runs the program in a clone. */
export function nodeVersions(): { readonly installing: string; readonly running: string } {
  const { engines, devDependencies } = readPackage();
  return { installing: engines.node, running: devDependencies.node };
}

const readPackage = () => ownPackage.parse(JSON.parse(readFileSync(findPackageJSON('..', import.meta.url) ?? '', 'utf8')));
