import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { readEnvironment } from './contract/environment.ts';
import { logPages, notFoundPath } from './contract/paths.ts';
import { type Publication, readPublication } from './publication.ts';
import { SetupError } from './shared/setup-error.ts';
import { EXTENSION, vitePlugins } from './vite-plugins.ts';

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
