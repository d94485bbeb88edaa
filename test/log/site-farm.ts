import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Authority, makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import type { SiteFiles } from './site-in-memory.ts';

/** Answers a request instead of the farm. */
type Answer = (response: ServerResponse) => void;

/** An HTTPS server on this machine with many sites in memory, each below the path of its name. It counts responses by status. */
export class SiteFarm implements AsyncDisposable {
  readonly authority: Authority = makeAuthority();
  readonly sites = new Map<string, SiteFiles>();
  /** Sites that answer every request in another way. */
  readonly odd = new Map<string, Answer>();
  readonly requests: { readonly path: string; readonly status: number }[] = [];
  readonly #identity = this.authority.issue(['127.0.0.1']);
  readonly #server = createServer(
    { cert: this.#identity.certificate, key: this.#identity.key, keepAliveTimeout: 0 },
    ({ url = '', headers }, response) => {
      const [, name = '', path = ''] = /^\/([^/]*)(\/.*)$/.exec(url) ?? [];
      response.once('finish', () => this.requests.push({ path: url, status: response.statusCode }));
      const odd = this.odd.get(name);
      if (odd) return odd(response);
      const body = this.sites.get(name)?.get(path);
      if (!body) return response.writeHead(404).end();
      const etag = `"${hash('sha256', body).slice(0, 16)}"`;
      if (headers['if-none-match'] === etag) return response.writeHead(304, { ETag: etag }).end();
      return response.writeHead(200, { ETag: etag }).end(body);
    },
  );

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  addressOf(name: string): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
