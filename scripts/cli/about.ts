import { readFileSync } from 'node:fs';
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

/** The compiled modules of the package are one folder deeper, in `lib/`. */
const FILE = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json', import.meta.url);

const readPackage = () => ownPackage.parse(JSON.parse(readFileSync(FILE, 'utf8')));

const REPOSITORY = 'https://github.com/open-reviews/open-reviews/blob/main';

/** Pages of our documentation that commands name. */
export const guides = {
  /** How to add the integration to an Astro site. */
  astro: `${REPOSITORY}/scripts/astro/README.md`,
  /** How Apache, nginx and Caddy serve a site. */
  webServers: `${REPOSITORY}/scripts/hosts/README.md#apache-nginx-and-caddy`,
} as const;
