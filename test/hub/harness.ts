import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Authority, makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { createHub, type Hub, type HubOptions } from '../../sidecar/hub/hub.ts';
import type { TopicGeneration, TopicSource } from '../../sidecar/hub/topics.ts';
import { commonHeaders, headersOf } from '../../site/contract/headers.ts';
import { mediaTypeOf, paths, topicPaths } from '../../site/contract/paths.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Subscriber } from './subscriber.ts';

/** A source of topics in memory. `publish` adds documents and announces them, like a build; `place` only adds them. */
export class MemorySource implements TopicSource {
  #generation: TopicGeneration | undefined;
  #next: TopicGeneration | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #bodies = new Map<string, string>();
  refreshes = 0;
  #count = 0;

  current(): TopicGeneration | undefined {
    return this.#generation;
  }

  async refresh(): Promise<void> {
    this.refreshes += 1;
    this.#arrive();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds documents without announcing them; a refresh finds them. */
  place(bodies: Readonly<Record<string, string>>): void {
    for (const [path, body] of Object.entries(bodies)) this.#bodies.set(path, body);
    this.#count += 1;
    const topics = new Map(
      topicPaths.map((path) => {
        const body = Buffer.from(this.#bodies.get(path) ?? `${path} 0`);
        return [path, { body, contentType: mediaTypeOf(path), hash: hash('sha256', body, 'buffer') }];
      }),
    );
    this.#next = { document: { generation: String(this.#count), modified: this.#count }, topics };
  }

  publish(bodies: Readonly<Record<string, string>>): void {
    this.place(bodies);
    this.#arrive();
  }

  #arrive(): void {
    if (this.#next === undefined) return;
    this.#generation = this.#next;
    this.#next = undefined;
    for (const listener of this.#listeners) listener();
  }
}

export interface HarnessOptions extends Partial<Pick<HubOptions, 'caps' | 'resolve' | 'clientOf'>> {
  readonly allowCidrs?: readonly string[];
  readonly rateLimit?: number;
  readonly databaseUrl?: string;
  readonly ca?: 'none';
}

/** A server with the hub, a certificate authority, subscribers, and a clock that only tests advance. */
export class Harness {
  readonly clock = new ManualClock();
  readonly source = new MemorySource();
  readonly logged: Record<string, unknown>[] = [];
  readonly dataDir = temporaryFolder();
  readonly authority: Authority;
  #options: HarnessOptions;
  readonly #subscribers: Subscriber[] = [];
  #server: Server | undefined;
  #port = 0;
  #hub: Hub | undefined;

  /** `authority` signs the certificates of callbacks. */
  constructor({ authority = makeAuthority(), ...options }: HarnessOptions & { readonly authority?: Authority } = {}) {
    this.authority = authority;
    this.#options = options;
    this.source.publish({});
  }

  get databaseUrl(): string {
    return this.#options.databaseUrl ?? '';
  }

  get hub(): Hub {
    if (this.#hub === undefined) throw new Error('the hub is not running');
    return this.#hub;
  }

  get baseUrl(): string {
    return `http://localhost:${this.#port}`;
  }

  get hubUrl(): string {
    return this.baseUrl + paths.hub;
  }

  topic(path: string = paths.atomFeed): string {
    return this.baseUrl + path;
  }

  /** Starts the server on a free port, or on its previous port after a stop. `more` replaces options from now on. */
  async start(more: HarnessOptions = {}): Promise<this> {
    this.#options = { ...this.#options, ...more };
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => this.#route(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    const { allowCidrs = ['127.0.0.0/8'], rateLimit = 0, databaseUrl, ca, ...options } = this.#options;
    this.#hub = createHub({
      environment: {
        BASE_URL: this.baseUrl,
        HUB_URL: this.hubUrl,
        DATA_DIR: this.dataDir,
        HUB_DATABASE_URL: databaseUrl,
        CALLBACK_ALLOW_CIDRS: [...allowCidrs],
        RATE_LIMIT: rateLimit,
      },
      clientOf: (request) => request.socket.remoteAddress ?? '',
      ...options,
      callbackCa: ca === 'none' ? undefined : this.authority.certificate,
      topics: this.source,
      clock: this.clock,
      random: { bytes: (count) => crypto.getRandomValues(Buffer.alloc(count)), fraction: () => 0.5 },
      log: (line) => this.logged.push({ ...line }),
    });
    await this.#hub.start();
    return this;
  }

  #route(...[request, response]: Parameters<Hub['handle']>): void {
    const path = new URL(request.url ?? '/', 'http://hub').pathname;
    const topic = this.source.current()?.topics.get(path);
    if (topic === undefined) {
      this.hub.handle(request, response);
      return;
    }
    const headers = { ...commonHeaders, ...headersOf(path, this), ETag: `"${topic.body.length}"` };
    const isKnown = request.headers['if-none-match'] === headers.ETag;
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown || request.method === 'HEAD' ? undefined : topic.body);
  }

  /** Stops the server and abandons deliveries that hang. */
  async stop(): Promise<void> {
    await new Promise(setImmediate);
    const stopping = this.hub.stop();
    let isOver = false;
    void stopping.then(() => {
      isOver = true;
    });
    // Advances the clock only if something hangs.
    while (!isOver) {
      await new Promise(setImmediate);
      const underWay = await this.hub.health();
      if (underWay.deliveries_under_way + underWay.verifications_under_way > 0) this.clock.advance(5_000);
    }
    await stopping;
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
    this.#hub = undefined;
  }

  async restart(more: HarnessOptions = {}): Promise<void> {
    await this.stop();
    await this.start(more);
  }

  /** Stops the hub and the subscribers, and deletes the data. */
  async clear(): Promise<void> {
    if (this.#hub !== undefined) await this.stop();
    await Promise.all(this.#subscribers.map((subscriber) => subscriber.stop()));
    rmSync(this.dataDir, { recursive: true });
  }

  async subscriber(names: readonly string[] = ['127.0.0.1', 'localhost', 'reader.test']): Promise<Subscriber> {
    const subscriber = await new Subscriber(this.authority.issue(names)).start();
    this.#subscribers.push(subscriber);
    return subscriber;
  }

  post(form: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    return fetch(this.hubUrl, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } });
  }

  /** Asks to subscribe without waiting for the verification. */
  ask(callback: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.post({ 'hub.mode': 'subscribe', 'hub.topic': this.topic(), 'hub.callback': callback, ...more });
  }

  /** Asks to subscribe and waits until the hub is idle. */
  async subscribe(callback: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const response = await this.ask(callback, more);
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    await this.settle();
  }

  async unsubscribe(callback: string): Promise<void> {
    await this.subscribe(callback, { 'hub.mode': 'unsubscribe' });
  }

  /** Publishes a new feed and waits for the deliveries. */
  async publish(body: string, path: string = paths.atomFeed): Promise<void> {
    this.source.publish({ [path]: body });
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.hub.onIdle();
  }

  async advance(seconds: number): Promise<void> {
    this.clock.advance(seconds * 1000);
    await this.settle();
  }

  /** Fetches the status from the URL in the last GET that a subscriber received. */
  async status(subscriber: Subscriber): Promise<Record<string, unknown>> {
    const link = subscriber.received.findLast(({ method }) => method === 'GET')?.headers['link'];
    const url = /^<([^>]+)>; rel="describedby"$/.exec(String(link))?.[1] ?? '';
    const response = await fetch(url);
    return (await response.json()) as Record<string, unknown>;
  }
}
