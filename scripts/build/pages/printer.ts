import { StaticPaths } from 'astro:static-paths';
import { App } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';

/** A file of the site: its public path, which ends with a slash for a folder's index.html, and its bytes. */
export interface PrintedFile {
  readonly path: string;
  readonly body: Uint8Array;
}

class PrintingApp extends App {
  /** Ends the build instead of printing the page of an error. */
  override async renderError(request: Request, { status, error }: Parameters<App['renderError']>[1]): Promise<Response> {
    throw error ?? new Error(`build: ${new URL(request.url).pathname} was answered with ${status}`);
  }
}

/**
 * Renders every page and document, one after the other, from the publication of this process. Astro bundles this module with the pages.
 */
export async function* printPages(): AsyncGenerator<PrintedFile> {
  const { manifest } = createApp();
  // Astro keeps the paths of a manifest's routes, and this process may build several publications.
  const app = new PrintingApp({ ...manifest }, false);
  const base = manifest.base.replace(/\/$/, '');
  for (const { pathname, route } of await new StaticPaths(app).getAll()) {
    const url = new URL(encodeURI(base + withSlash(pathname)), manifest.site);
    const response = await app.render(new Request(url), { routeData: route });
    yield { path: publicPathOf(pathname.replace(/\/$/, ''), route.type === 'page'), body: await bytesOf(response) };
  }
}

/** Without the copy that `arrayBuffer` makes of a body that comes in one piece. */
async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** As `trailingSlash: 'always'` has it, which spares the names of files. */
const withSlash = (pathname: string) => (pathname.endsWith('/') || /\.[^/]+$/.test(pathname) ? pathname : `${pathname}/`);

/** As `build.format: 'directory'` has it: hosts expect the page of errors at /404.html. */
function publicPathOf(place: string, isPage: boolean): string {
  if (!isPage) return place;
  return place === '/404' ? `${place}.html` : `${place}/`;
}
