import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Identity } from '../../scripts/lab/bench/certificates.ts';

/** A request that a callback received. `query` has the callback's own parameters and the hub's, decoded. */
export interface Received {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** The callback's response. `hang` never responds, and `echo` returns the challenge. */
export type SubscriberReply =
  | { readonly status: number; readonly body?: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'echo';
export type Behavior = (received: Received, response: ServerResponse) => SubscriberReply | undefined | Promise<SubscriberReply | undefined>;

const willing: Behavior = ({ query }) => (query.get('hub.challenge') === null ? { status: 204 } : 'echo');

/** A subscriber's HTTPS server. It records what it receives, and tests can change how it responds. */
export class Subscriber {
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();
  readonly received: Received[] = [];
  #port = 0;
  behavior: Behavior = willing;

  constructor(identity: Identity) {
    this.#server = createServer(
      { cert: identity.certificate, key: identity.key, keepAliveTimeout: 0 },
      (request, response) => void this.#take(request, response),
    );
  }

  /** Listens on a free port, or on its previous port after a stop. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening, so connections are refused until the next start. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return this.#port;
  }

  url(path: string, host = '127.0.0.1'): string {
    return `https://${host}:${this.port}${path}`;
  }

  posts(path?: string): readonly Received[] {
    return this.received.filter(({ method, target }) => method === 'POST' && (path === undefined || target === path));
  }

  gets(mode: string): readonly Received[] {
    return this.received.filter(({ method, query }) => method === 'GET' && query.get('hub.mode') === mode);
  }

  /** Resolves when the received requests satisfy `condition`. */
  async until(condition: (received: readonly Received[]) => boolean): Promise<void> {
    while (!condition(this.received)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const target = request.url ?? '';
    const received: Received = {
      method: request.method ?? '',
      target,
      query: new URL(target, 'https://callback').searchParams,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(pieces),
    };
    this.received.push(received);
    this.#wake();
    await this.#reply(await this.behavior(received, response), received, response);
  }

  async #reply(reply: SubscriberReply | undefined, { query }: Received, response: ServerResponse): Promise<void> {
    if (reply === undefined || reply === 'hang') return;
    if (reply === 'echo') response.end(query.get('hub.challenge'));
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
