import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroPrerenderer, ViteUserConfig } from 'astro';
import { readEnvironment } from './contract/environment.ts';
import { logPages, notFoundPath } from './contract/paths.ts';
import { type Publication, readPublication } from './publication.ts';
import { SetupError } from './shared/setup-error.ts';

let current: Publication | undefined;
let read = () => readPublication(readEnvironment(process.env));

/** Sets the function that reads the publication to show; it is called when a page first needs it. */
export function publishFrom(reader: () => Publication): void {
  current = undefined;
  read = reader;
}

/** The publication that pages show: the one given to `publishFrom`, or else the content named in the environment. Throws a ContentError. */
export function publication(): Publication {
  current ??= read();
  return current;
}

export interface PlaceInSite {
  /** The path of our pages in a site with other pages, such as /reviews. By default, they are the whole site. */
  readonly at?: string;
  /** The layout around our pages, relative to the root of the site. By default, they are complete documents. */
  readonly layout?: string | undefined;
}

/** The Astro integration that adds every page and document to a site, in `astro build`, `astro dev` and the commands of this project. */
export function reviews({ at = '', layout }: PlaceInSite = {}): AstroIntegration {
  const pages = routes(at);
  return {
    name: 'open-reviews',
    hooks: {
      'astro:config:setup': ({ config, addMiddleware, injectRoute, updateConfig }) => {
        for (const [pattern, entrypoint] of pages) injectRoute({ pattern, entrypoint, prerender: true });
        addMiddleware({ entrypoint: new URL(`./middleware${EXTENSION}`, import.meta.url), order: 'pre' });
        const define = { 'import.meta.env.OPEN_REVIEWS_ROUTES': JSON.stringify([...pages.keys()]) };
        updateConfig({ vite: { define, plugins: vitePlugins(layout && findLayout(layout, fileURLToPath(config.root))) } });
      },
      // An error in the content ends the build before anything is bundled. On other Astro sites, scripts/astro has its own hook.
      'astro:build:start': ({ setPrerenderer }) => {
        publication();
        setPrerenderer(documentsFirst);
      },
      'astro:build:done': ({ assets }) => nameFiles([...pages.keys()].flatMap((pattern) => assets.get(pattern) ?? [])),
    },
  };
}

/** The file of each route by its pattern, as Astro names the files in `pages/`. Other sites have no log and their own 404 page. */
function routes(at: string): Map<string, URL> {
  const folder = path.join(import.meta.dirname, 'pages');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const { dir, name } = path.parse(path.relative(folder, file));
    return [path.posix.join('/', ...dir.split(path.sep), name === 'index' ? '' : name), pathToFileURL(file)] as const;
  });
  const isOnlyOurs = (pattern: string) => logPages.includes(`${pattern}/`) || `${pattern}.html` === notFoundPath;
  const placed = (pattern: string) => path.posix.join('/', at, pattern).replace(/(?<=.)\/$/, '');
  return new Map(all.filter(([pattern]) => at === '' || !isOnlyOurs(pattern)).map(([pattern, file]) => [placed(pattern), file]));
}

/**
 * Prints documents before pages, which fill the memory: a document of all reviews takes several times its size in memory while it is
 * printed.
 */
function documentsFirst(prerenderer: AstroPrerenderer): AstroPrerenderer {
  const getStaticPaths = async () => {
    const all = await prerenderer.getStaticPaths();
    const isDocument = ({ route }: (typeof all)[number]) => route.type === 'endpoint';
    return [...all.filter(isDocument), ...all.filter((path) => !isDocument(path))];
  };
  return { ...prerenderer, getStaticPaths };
}

function findLayout(layout: string, root: string): string {
  const file = path.resolve(root, layout);
  if (existsSync(file)) return file;
  throw new SetupError(
    `open-reviews: layout: there is no file ${file}; write the path of a layout from the root of the site, such as ./src/layouts/Base.astro`,
  );
}

/** Our links end in a slash, so each page is the index of a folder, regardless of the site's `build.format`. */
async function nameFiles(pages: readonly URL[]): Promise<void> {
  for (const page of pages.map((url) => fileURLToPath(url))) {
    const { dir, name, ext, base } = path.parse(page);
    if (ext !== '.html' || base === 'index.html' || `/${base}` === notFoundPath) continue;
    await mkdir(path.join(dir, name), { recursive: true });
    await rename(page, path.join(dir, name, 'index.html'));
  }
}

/** The module that gives pages the publication: `import { publication } from 'virtual:reviews'`. Its types are in virtual-reviews.d.ts. */
const VIRTUAL = 'virtual:reviews';

const HERE = import.meta.dirname;
/** Modules are TypeScript in a clone and JavaScript in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** The Vite plugins that render our pages. `layout` is the file of the site's layout, if there is one. */
const vitePlugins = (layout: string | undefined) => [virtualModule(), externalModules(), componentParts(), frame(layout)];

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
