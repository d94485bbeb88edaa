import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { fileOf } from '../../scripts/build/files.ts';
import { type PrintSite, printSiteWith } from '../../scripts/build/print.ts';
import { notFoundPath, paths } from '../../site/contract/paths.ts';
import { publishFrom } from '../../site/integration.ts';
import { basePathOf } from '../../site/shared/base-path.ts';

/** Astro's own prerenderer, which has loaded a bundle. It remembers the paths of the site that it rendered last. */
interface Renderer extends AstroPrerenderer {
  readonly app: { readonly routeCache: { clearAll(): void } };
}

/** The bundle that Astro made of our pages: what renders them, and its scripts and styles by their public paths. */
interface Bundle {
  readonly renderer: Renderer;
  readonly assets: ReadonlyMap<string, Buffer>;
}

const bundles = new Map<string, Bundle>();

/**
 * Prints whole sites with the same bytes as Astro. Astro builds only the first site for each path of BASE_URL, because bundling takes almost all
 * of the time. Later ones are rendered with its bundle.
 */
export const printPages: PrintSite = async (publication, stage, environment) => {
  publishFrom(() => publication);
  // No page reads the site's origin from Astro.
  const at = basePathOf(environment.BASE_URL);
  const bundle = bundles.get(at);
  if (bundle) await printWith(bundle, stage, environment.BASE_URL);
  else bundles.set(at, await buildFirst(publication, stage, environment));
};

/** Builds a site like `printSite`, and returns its bundle. */
async function buildFirst(...site: Parameters<PrintSite>): Promise<Bundle> {
  let renderer: AstroPrerenderer | undefined;
  const keeper: AstroIntegration = {
    name: 'keep-renderer',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer((given) => {
          renderer = given;
          return given;
        }),
    },
  };
  await printSiteWith([keeper], ...site);
  if (!hasApp(renderer)) throw new Error('Astro rendered the pages without its own prerenderer');
  const folder = path.join(site[1], paths.assets);
  const names = (await readdir(folder)).filter((name) => /\.(?:css|js)$/.test(name));
  const assets = names.map(async (name) => [paths.assets + name, await readFile(path.join(folder, name))] as const);
  return { renderer, assets: new Map(await Promise.all(assets)) };
}

const hasApp = (renderer: AstroPrerenderer | undefined): renderer is Renderer => renderer !== undefined && 'app' in renderer;

async function printWith({ renderer, assets }: Bundle, stage: string, baseUrl: string): Promise<void> {
  const write = async (publicPath: string, body: Uint8Array) => {
    const file = fileOf(stage, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  };
  for (const [publicPath, body] of assets) await write(publicPath, body);
  renderer.app.routeCache.clearAll();
  const base = baseUrl.replace(/\/$/, '');
  for (const { pathname, route } of await renderer.getStaticPaths()) {
    const name = pathname.replace(/\/$/, '');
    const answer = await renderer.render(new Request(`${base}${name}/`), { routeData: route });
    const response = answer instanceof Response ? answer : answer.response;
    const page = `${name}.html` === notFoundPath ? notFoundPath : `${name}/`;
    await write(route.type === 'page' ? page : name, await response.bytes());
  }
}
