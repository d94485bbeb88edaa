import { readdirSync } from 'node:fs';
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

/** The Astro integration that adds every page and document, in `astro build`, `astro dev` and the commands of this project. */
export function reviews(): AstroIntegration {
  return {
    name: 'open-reviews',
    hooks: {
      'astro:config:setup': ({ addMiddleware, injectRoute, updateConfig }) => {
        const pages = routes();
        for (const [pattern, entrypoint] of pages) injectRoute({ pattern, entrypoint, prerender: true });
        addMiddleware({ entrypoint: new URL(`./middleware${EXTENSION}`, import.meta.url), order: 'pre' });
        const define = { 'import.meta.env.OPEN_REVIEWS_ROUTES': JSON.stringify(pages.map(([pattern]) => pattern)) };
        updateConfig({ vite: { define, plugins: [virtualModule(), externalModules()] } });
      },
      // An error in the content ends the build before anything is bundled.
      'astro:build:start': () => void publication(),
    },
  };
}

/** Modules are TypeScript in a clone and JavaScript in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** The pattern and file of each route: those of `pages/`, named as Astro names the files of a site. */
function routes(): (readonly [pattern: string, file: URL])[] {
  const folder = path.join(import.meta.dirname, 'pages');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { dir, name } = path.parse(path.relative(folder, file));
      return [path.posix.join('/', ...dir.split(path.sep), name === 'index' ? '' : name), pathToFileURL(file)];
    });
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
      return path.extname(file) === EXTENSION ? { id: pathToFileURL(file).href, external: true } : undefined;
    },
  };
}
