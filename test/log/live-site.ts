import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Returns the bytes of a path, or undefined for a 404. */
export type SiteResponse = (publicPath: string) => Promise<Uint8Array | undefined>;

/** A minimal static host. */
export interface LiveSite extends AsyncDisposable {
  readonly url: string;
  /** The same host under an address that leads to this machine but doesn't look like a loopback address. */
  readonly publicUrl: string;
  answer: SiteResponse;
}

export const nothing: SiteResponse = async () => undefined;

/** Returns an `Answer` with the files below a folder. */
export const folder =
  (root: string): SiteResponse =>
  (publicPath) =>
    readFile(path.join(root, publicPath)).catch(() => undefined);

/** Starts a host on a free port. */
export async function liveSite(first: SiteResponse = nothing): Promise<LiveSite> {
  const site = { answer: first };
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await site.answer(new URL(request.url ?? '', 'http://localhost').pathname);
    response.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}`,
    // RFC 1122 3.2.1.3 doesn't allow this as a destination, but operating systems connect it to themselves.
    publicUrl: `http://0.0.0.0:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
