import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { readEnvironment } from './contract/environment.ts';
import { type Publication, readPublication } from './publication.ts';

/** The module through which pages get the publication: `import { publication } from 'virtual:reviews'`. Its types are in virtual-reviews.d.ts. */
const VIRTUAL = 'virtual:reviews';

let current: Publication | undefined;

/** Sets the publication that the pages of this process show from now on. */
export function publish(publication: Publication): void {
  current = publication;
}

/** The publication that pages show: the one given to `publish`, or else the content that the environment names. Throws a ContentError. */
export function publication(): Publication {
  current ??= readPublication(readEnvironment(process.env));
  return current;
}

/** The Astro integration that gives the publication to the pages, in `astro build`, `astro dev` and the commands of this project. */
export function reviews(): AstroIntegration {
  return {
    name: 'open-reviews',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [virtualModule(), externalModules()] } }),
      // An error in the content ends the build before anything is bundled.
      'astro:build:start': () => void publication(),
    },
  };
}

/**
 * Serves `virtual:reviews`. Vite bundles or transforms every module that a page imports, so an ordinary import would give pages their own copy
 * of this module and its state. Node's `require` loads the module outside of Vite, where the process has it already.
 */
function virtualModule() {
  const resolved = `\0${VIRTUAL}`;
  const [url, file] = [import.meta.url, import.meta.filename].map((place) => JSON.stringify(place));
  return {
    name: VIRTUAL,
    resolveId: (id: string) => (id === VIRTUAL ? resolved : undefined),
    load: (id: string) =>
      id === resolved
        ? `import { createRequire } from 'node:module';\nexport const { publication } = createRequire(${url})(${file});\n`
        : undefined,
  };
}

/**
 * Leaves our modules out of the bundle of a build. Node loads them, as for our commands, so they find the packages that we depend on wherever
 * npm or pnpm has put them, and not another version that a site has. Routes stay in the bundle, because they import virtual modules.
 */
function externalModules() {
  return {
    name: 'open-reviews:external-modules',
    apply: 'build' as const,
    enforce: 'pre' as const,
    applyToEnvironment: ({ name }: { readonly name: string }) => name !== 'client',
    resolveId(id: string, importer = '') {
      if (!id.startsWith('.') || !path.resolve(importer).startsWith(import.meta.dirname + path.sep)) return undefined;
      const file = path.resolve(path.dirname(importer), id);
      const isModule = path.extname(file) === path.extname(import.meta.filename);
      return isModule ? { id: pathToFileURL(file).href, external: true } : undefined;
    },
  };
}
