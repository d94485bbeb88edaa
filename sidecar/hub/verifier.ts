import PQueue from 'p-queue';
import { limits } from '../../site/contract/limits.ts';
import { type Coalesced, coalesce } from './coalesce.ts';
import type { PendingRequest } from './store.ts';
import { logError, type Surroundings } from './surroundings.ts';
import { objectionTo, toVerification } from './verification.ts';

const PAGE = 100;
const MOST_IN_MEMORY = 1_000;
const CHALLENGE_BYTES = 32;

/** Sends the GETs that the store has put down, those of a former life first, and acts on the answers. */
export class Verifier {
  readonly #surroundings: Surroundings;
  readonly #onConfirmed: (callback: string, expiresAt: number) => void;
  readonly #queue = new PQueue({ concurrency: limits.hub.verificationsAtOnce });
  readonly #hosts = new Map<string, PQueue>();
  readonly #fetch: Coalesced;
  #lastId = 0;
  #inMemory = 0;
  #stopped = false;

  /** `onConfirmed` is called when a subscription has changed by its subscriber's consent. */
  constructor(surroundings: Surroundings, onConfirmed: (callback: string, expiresAt: number) => void) {
    this.#surroundings = surroundings;
    this.#onConfirmed = onConfirmed;
    this.#fetch = coalesce(() => this.#fetchPages().catch((error) => logError(surroundings, 'reading requests', error)));
  }

  get underWay(): number {
    return this.#queue.pending;
  }

  get isIdle(): boolean {
    return this.#fetch.isIdle && this.#inMemory === 0;
  }

  /** There may be something to send. */
  wake(): void {
    if (!this.#stopped) this.#fetch.ask();
  }

  /** Starts nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#fetch.onIdle();
    for (const queue of this.#hosts.values()) queue.clear();
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  async onIdle(): Promise<void> {
    await this.#fetch.onIdle();
    await Promise.all([...this.#hosts.values()].map((queue) => queue.onIdle()));
  }

  async #fetchPages(): Promise<void> {
    while (!this.#stopped && this.#inMemory < MOST_IN_MEMORY) {
      const page = await this.#surroundings.store.pending(this.#lastId, PAGE);
      for (const request of page) this.#enqueue(request);
      if (page.length < PAGE) return;
    }
  }

  /** A host that keeps us waiting holds a few places, not all of them. */
  #enqueue(request: PendingRequest): void {
    this.#lastId = request.id;
    this.#inMemory += 1;
    const ofHost = this.#hosts.get(request.host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(request.host, ofHost);
    void ofHost.add(async () => {
      await this.#queue.add(() => this.#settle(request)).catch(() => {});
      this.#inMemory -= 1;
      if (ofHost.size === 0 && ofHost.pending === 1) this.#hosts.delete(request.host);
      if (this.#inMemory === MOST_IN_MEMORY - PAGE) this.wake();
    });
  }

  /** After a stop nothing more is sent: what was read stays in the store for the next life. */
  async #settle(request: PendingRequest): Promise<void> {
    if (this.#stopped) return;
    try {
      await (request.mode === 'denied' ? this.#tell(request) : this.#verify(request));
    } catch (error) {
      logError(this.#surroundings, 'verifying', error);
    }
  }

  /** One try: who can't be told finds the reason at the status URL. */
  async #tell(request: PendingRequest): Promise<void> {
    const { client, counters, store } = this.#surroundings;
    const answer = await client.send(toVerification(request, '', this.#surroundings));
    if (answer.kind === 'abandoned') return;
    counters.denialsSent += 1;
    await store.forget(request.id);
  }

  async #verify(request: PendingRequest): Promise<void> {
    const { client, clock, random } = this.#surroundings;
    const challenge = random.bytes(CHALLENGE_BYTES).toString('hex');
    const sentAt = clock.now();
    const answer = await client.send(toVerification(request, challenge, this.#surroundings));
    if (answer.kind === 'abandoned') return;
    const objection = objectionTo(answer, challenge);
    await (objection === undefined ? this.#confirm(request, sentAt) : this.#reject(request, objection));
  }

  async #confirm({ id, mode, topicGiven, callback, callbackGiven, leaseSeconds }: PendingRequest, sentAt: number): Promise<void> {
    const { counters, log, store } = this.#surroundings;
    if (!(await store.confirm(id, sentAt))) return;
    counters.verified += 1;
    if (mode === 'unsubscribe') log({ event: 'hub.removed', topic: topicGiven, callback: callbackGiven, reason: 'unsubscribed' });
    this.#onConfirmed(callback, sentAt + leaseSeconds * 1000);
  }

  async #reject({ id, mode, topicGiven, callbackGiven: callback }: PendingRequest, reason: string): Promise<void> {
    const { clock, counters, log, store } = this.#surroundings;
    await store.reject(id, reason, clock.now());
    counters.rejected += 1;
    log({ event: 'hub.rejected', mode, topic: topicGiven, callback, reason });
  }
}
