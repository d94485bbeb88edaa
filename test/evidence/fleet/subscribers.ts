import { makeAuthority } from '../../../scripts/lab/bench/certificates.ts';
import { paths } from '../../../site/contract/paths.ts';
import { type Received, Subscriber, type SubscriberReply } from '../../hub/subscriber.ts';
import { ask } from '../../support/ask.ts';
import { editionOf } from './editions.ts';
import { until } from './until.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Callbacks on one HTTPS server, and the newest edition that each has acknowledged. */
export class Subscribers {
  readonly #authority = makeAuthority();
  readonly #server = new Subscriber(this.#authority.issue(['127.0.0.1']));
  readonly #editionOf = new Map<string, number>();
  readonly #origin: string;
  readonly faults: string[] = [];
  posts = 0;
  /** POSTs of an edition that the subscriber had already acknowledged. */
  repeated = 0;
  /** POSTs of an older edition than the subscriber had acknowledged. */
  outOfOrder = 0;

  private constructor(origin: string) {
    this.#origin = origin;
  }

  static async start(origin: string): Promise<Subscribers> {
    const subscribers = new Subscribers(origin);
    subscribers.#server.behavior = (received) => subscribers.#answer(received);
    await subscribers.#server.start();
    return subscribers;
  }

  /** The certificate of the authority that signed the callbacks' certificate. */
  get certificate(): string {
    return this.#authority.certificate;
  }

  get count(): number {
    return this.#editionOf.size;
  }

  /** Subscribes `count` more, one by one. Each repeats its request until the hub accepts it, which it can't while its database is down. */
  async subscribe(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const target = `/${this.count}`;
      this.#editionOf.set(target, 0);
      const form = { 'hub.mode': 'subscribe', 'hub.topic': this.#origin + paths.atomFeed, 'hub.callback': this.#server.url(target) };
      const body = new URLSearchParams(form).toString();
      await until('a 202', async () => (await ask(this.#origin, paths.hub, { method: 'POST', headers: FORM, body })).status === 202);
    }
  }

  /** Returns how many subscriptions the hub has verified and not ended; 0 if it can't tell. */
  async active(): Promise<number> {
    const { text } = await ask(this.#origin, paths.health);
    return JSON.parse(text).hub?.subscriptions?.active ?? 0;
  }

  /** Returns how many subscribers acknowledged this edition last. */
  have(edition: number): number {
    return [...this.#editionOf.values()].filter((held) => held === edition).length;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  #answer({ method, target, body }: Received): SubscriberReply {
    // Other tests look at what was received; here the list would keep every body of every edition.
    this.#server.received.length = 0;
    if (method === 'GET') return 'echo';
    const held = this.#editionOf.get(target);
    const edition = editionOf(body.toString());
    if (held === undefined || edition === undefined) this.faults.push(`${target} got what is no edition: ${body.toString().slice(0, 200)}`);
    else this.#take(target, held, edition);
    return { status: 204 };
  }

  #take(target: string, held: number, edition: number): void {
    this.posts += 1;
    if (held === edition) this.repeated += 1;
    if (held > edition) this.outOfOrder += 1;
    this.#editionOf.set(target, edition);
  }
}
