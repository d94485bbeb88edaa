import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../sidecar/runtime.ts';
import { paths } from '../../site/contract/paths.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { passOn, type StaticHost, startStaticHost } from '../support/static-host.ts';

/** Ways to host a site: our server as the origin, or static files on Netlify, Cloudflare Pages or any file server, with a sidecar. */
export const hostKinds = ['server', 'netlify', 'cloudflare', 'files'] as const;
export type HostKind = (typeof hostKinds)[number];

/**
 * Opens an address that stays the same, whatever is behind it. It answers 404 until it gets its first target, and later closes every
 * connection while it has none. `name` is the host in its URL.
 */
async function openFront(name: string) {
  const front = { url: '', target: undefined as string | undefined, close: async () => {} };
  let wasUp = false;
  const server = createServer({ keepAliveTimeout: 0 }, (asked, response) => {
    wasUp ||= front.target !== undefined;
    if (front.target !== undefined) passOn(front.target + asked.url, asked, response);
    else if (wasUp) response.destroy();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  front.url = `http://${name}:${(server.address() as AddressInfo).port}`;
  front.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return front;
}
type Front = Awaited<ReturnType<typeof openFront>>;

/** A business's site on the web, hosted as `kind`. Its address and its sidecar's never change. */
export class Hosting {
  kind: HostKind;
  readonly #site: Front;
  readonly #sidecar: Front;
  #server: TestServer | undefined;
  #files: StaticHost | undefined;

  private constructor(kind: HostKind, site: Front, sidecar: Front) {
    this.kind = kind;
    this.#site = site;
    this.#sidecar = sidecar;
  }

  static async open(kind: HostKind): Promise<Hosting> {
    // A site at a loopback address only gets a trial log. 0.0.0.0 reaches this machine, too, and isn't a loopback address.
    return new Hosting(kind, await openFront('0.0.0.0'), await openFront('127.0.0.1'));
  }

  get isRunning(): boolean {
    return this.#server !== undefined;
  }

  /** The address variables of a build and a server. */
  get variables(): Readonly<Record<string, string>> {
    const BASE_URL = this.#site.url;
    if (this.kind === 'server') return { BASE_URL, HUB_URL: BASE_URL + paths.hub };
    return { BASE_URL, SIDECAR_URL: this.#sidecar.url, HUB_URL: this.#sidecar.url + paths.hub };
  }

  /** The origin for searches, and for documents unless a static host serves them. */
  get services(): string {
    return this.#server?.url ?? '';
  }

  get documents(): string {
    return this.#files?.url ?? this.services;
  }

  /** Whether our server, not the host, sets the tag and time of this path. */
  isOurs(path: string): boolean {
    return this.kind === 'server' || path.startsWith(paths.search);
  }

  /** Puts the generation in `folder`, which `dist` links to, on the web. */
  async start(dist: string, folder: string, dataDir: string, clock: Clock): Promise<void> {
    if (this.kind !== 'server') {
      this.#files = await startStaticHost(this.kind);
      this.#files.deploy(folder);
      this.#site.target = this.#files.url;
    }
    const where: Readonly<Record<string, string>> = this.#files ? { DATASET_URL: this.#site.url } : { DIST_DIR: dist };
    const variables = { ...this.variables, ...where, DATA_DIR: dataDir };
    this.#server = await serve(variables, this.#files ? 'sidecar' : 'origin', clock);
    (this.#files ? this.#sidecar : this.#site).target = this.#server.url;
    await this.#server.hub.onIdle();
  }

  /** Publishes a new build: the host gets its files, and the server loads it. */
  async takeUp(folder: string): Promise<void> {
    this.#files?.deploy(folder);
    await this.#server?.generations.refresh();
    await this.#server?.hub.onIdle();
  }

  async stop(): Promise<void> {
    this.#site.target = undefined;
    this.#sidecar.target = undefined;
    await Promise.all([this.#server?.close(), this.#files?.stop()]);
    this.#server = undefined;
    this.#files = undefined;
  }

  async close(): Promise<void> {
    await Promise.all([this.stop(), this.#site.close(), this.#sidecar.close()]);
  }
}
