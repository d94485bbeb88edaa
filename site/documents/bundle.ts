import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputOptions } from 'rolldown';

const VERIFIER_HEAD = `#!/usr/bin/env node
// Checks a site of verified reviews against its log: verify.mjs BASE_URL [--state FILE] [--policy FILE]
// Needs nothing but Node 20.16, Deno 2 or Bun: deno run --allow-net --allow-read --allow-write verify.mjs ...
`;

/** The published scripts that are bundled, by their modules in `site/`: the log's verifier, readable, and the script of the review cards. */
const bundles = {
  'log/verify': { format: 'esm', banner: VERIFIER_HEAD },
  'browser/cards': { format: 'iife', minify: true },
} as const satisfies Readonly<Record<string, OutputOptions>>;

type BundleName = keyof typeof bundles;
export const bundleNames = Object.keys(bundles) as BundleName[];

const IS_CLONE = import.meta.filename.endsWith('.ts');
const made = new Map<BundleName, Promise<string>>();

/** A bundled script. The package has it as a file; a clone bundles it once per process. */
export function readBundle(name: BundleName): Promise<string> {
  const bundle = made.get(name) ?? (IS_CLONE ? makeBundle(name) : readFile(path.join(import.meta.dirname, '..', bundleFile(name)), 'utf8'));
  made.set(name, bundle);
  return bundle;
}

/** The file of a bundle in the package, below `site/`. */
export const bundleFile = (name: BundleName): string => `${name}.bundle.js`;

/** Bundles a module and what it imports into one script. */
async function makeBundle(name: BundleName): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    // The bundler's comments name the files relative to this folder.
    cwd: path.join(import.meta.dirname, '../..'),
    input: `site/${name}.ts`,
    platform: 'neutral',
    external: /^node:/,
    // Otherwise whole tables stay in the script for one of their constants.
    treeshake: { propertyReadSideEffects: false },
  });
  const { output } = await bundled.generate(bundles[name]);
  await bundled.close();
  return output[0].code;
}
