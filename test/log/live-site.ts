import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** What answers a path: bytes, or undefined for a 404. */
export type Answer = (publicPath: string) => Promise<Uint8Array | undefined>;

/** A static host, as plain as can be. */
export interface LiveSite extends AsyncDisposable {
  readonly url: string;
  /** The same under an address that is no loopback address by its name, although it leads to this machine. */
  readonly publicUrl: string;
  answer: Answer;
}

export const nothing: Answer = async () => undefined;

/** The files below a folder. */
export const folder =
  (root: string): Answer =>
  (publicPath) =>
    readFile(path.join(root, publicPath)).catch(() => undefined);

/** Starts a host on a free port. */
export async function liveSite(first: Answer = nothing): Promise<LiveSite> {
  const site = { answer: first };
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await site.answer(new URL(request.url ?? '', 'http://localhost').pathname);
    response.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}`,
    // RFC 1122 3.2.1.3 has no such destination, but systems take it for themselves.
    publicUrl: `http://0.0.0.0:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
