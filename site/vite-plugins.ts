import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteUserConfig } from 'astro';

/** The module that gives pages the publication: `import { publication } from 'virtual:reviews'`. Its types are in virtual-reviews.d.ts. */
const VIRTUAL = 'virtual:reviews';

const HERE = import.meta.dirname;
/** Modules are TypeScript in a clone and JavaScript in the package. */
export const EXTENSION = path.extname(import.meta.filename);

/** The Vite plugins that render our pages. `layout` is the file of the site's layout, if there is one. */
export const vitePlugins = (layout: string | undefined) => [virtualModule(), externalModules(), componentParts(), frame(layout)];

/**
 * Serves `virtual:reviews`. Vite bundles or transforms every module that a page imports, so an ordinary import would give pages another
 * copy of integration.ts and its state. Node's `require` returns the copy that the process already has.
 */
function virtualModule() {
  const resolved = `\0${VIRTUAL}`;
  const [url, file] = [import.meta.url, path.join(HERE, `integration${EXTENSION}`)].map((place) => JSON.stringify(place));
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
 * Keeps our modules out of a build's bundle. Node loads them, as for our commands, so they find our dependencies wherever npm or pnpm has
 * put them, and not another version that a site has. Routes stay in the bundle, because they import virtual modules.
 */
function externalModules() {
  return {
    name: 'open-reviews:external-modules',
    apply: 'build' as const,
    enforce: 'pre' as const,
    applyToEnvironment: ({ name }: { readonly name: string }) => name !== 'client',
    resolveId(id: string, importer = '') {
      if (!id.startsWith('.') || !path.resolve(importer).startsWith(HERE + path.sep)) return undefined;
      const file = path.resolve(path.dirname(importer), id);
      return path.extname(file) === EXTENSION ? { id: pathToFileURL(file).href, external: true } : undefined;
    },
  };
}

/**
 * Gives the scripts and styles of our components Vite's prefix for files outside the root. Without it, Astro looks for them below its root
 * if they share no folder with it, such as a package in /usr and a business in /home. Imports of such a script are resolved without the
 * prefix.
 */
function componentParts() {
  const part = /\.astro\?astro&type=(?:script|style)/;
  return {
    name: 'open-reviews:component-parts',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith(HERE + path.sep) && part.test(id)) return `/@fs${id}`;
      return importer?.startsWith('/@fs/') ? this.resolve(id, importer.slice('/@fs'.length)) : undefined;
    },
  } satisfies NonNullable<ViteUserConfig['plugins']>[number];
}

/** Puts pages into their document, or into `layout`, where our styles only apply to our part of the page. */
function frame(layout: string | undefined) {
  const files: Readonly<Record<string, string | undefined>> = {
    'virtual:reviews/frame': path.join(HERE, 'layouts', layout === undefined ? 'Document.astro' : 'Embedded.astro'),
    'virtual:reviews/layout': layout,
  };
  const styles = path.join(HERE, 'styles') + path.sep;
  return {
    name: 'open-reviews:frame',
    enforce: 'pre' as const,
    resolveId: (id: string) => files[id],
    transform: (code: string, id: string) => (layout !== undefined && path.resolve(id).startsWith(styles) ? scoped(code) : undefined),
  };
}

/** Nests our styles in the class of Embedded.astro, which replaces `:root`, `html` and `body`. */
const scoped = (css: string) => `.open-reviews {\n${css.replace(/^( *)(?::root|html|body)(?= \{)/gm, '$1&')}\n}\n`;
