import PQueue from 'p-queue';
import { limits } from '../../site/contract/limits.ts';
import type { Answer, Failure } from './callback-client.ts';
import { type Coalesced, coalesce } from './coalesce.ts';
import { mustWait, nextDenialAt } from './retry.ts';
import type { PendingRequest } from './store.ts';
import { logError, type Surroundings } from './surroundings.ts';
import { objectionTo, toVerification } from './verification.ts';

const PAGE = 100;
const MOST_IN_MEMORY = 1_000;
const CHALLENGE_BYTES = 32;
const AFTER_STORAGE_ERROR_MS = 60_000;

/** What the verifier tells the rest of the hub. */
interface VerifierEvents {
  /** A subscription has changed by its subscriber's consent; its lease ends at `expiresAt`. */
  confirmed(callback: string, expiresAt: number): void;
  /** Something may be tried again at this time. */
  retryAt(at: number): void;
}

/** Sends the GETs that the store owes, verifications and denials, also those from before a restart, and acts on the answers. */
export class Verifier {
  readonly #surroundings: Surroundings;
  readonly #events: VerifierEvents;
  readonly #queue = new PQueue({ concurrency: limits.hub.verificationsAtOnce });
  readonly #hosts = new Map<string, PQueue>();
  readonly #fetch: Coalesced;
  /** Up to here verifications have been read. */
  #lastId = 0;
  /** Ids of requests whose outcome could not be recorded. They are left alone until `#readAgainAt`. */
  readonly #unrecorded = new Set<number>();
  #readAgainAt = Number.POSITIVE_INFINITY;
  /** Ids of requests that are queued or under way. */
  readonly #inMemory = new Set<number>();
  #stopped = false;

  constructor(surroundings: Surroundings, events: VerifierEvents) {
    this.#surroundings = surroundings;
    this.#events = events;
    this.#fetch = coalesce(() => this.#fetchPages().catch((error) => logError(surroundings, 'reading requests', error)));
  }

  get underWay(): number {
    return this.#queue.pending;
  }

  get isIdle(): boolean {
    return this.#fetch.isIdle && this.#inMemory.size === 0;
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
    const { clock, store } = this.#surroundings;
    if (clock.now() >= this.#readAgainAt) {
      this.#readAgainAt = Number.POSITIVE_INFINITY;
      this.#unrecorded.clear();
      this.#lastId = 0;
    }
    await this.#fetchEach(this.#lastId, async (afterId) => {
      const page = await store.pending(afterId, PAGE);
      this.#lastId = page.at(-1)?.id ?? this.#lastId;
      return page;
    });
    await this.#fetchEach(0, (afterId) => store.denials(clock.now(), afterId, PAGE));
  }

  async #fetchEach(firstId: number, readPage: (afterId: number) => Promise<readonly PendingRequest[]>): Promise<void> {
    let afterId = firstId;
    while (!this.#stopped && this.#inMemory.size < MOST_IN_MEMORY) {
      const page = await readPage(afterId);
      for (const request of page) if (!this.#inMemory.has(request.id) && !this.#unrecorded.has(request.id)) this.#enqueue(request);
      afterId = page.at(-1)?.id ?? afterId;
      if (page.length < PAGE) return;
    }
  }

  /** A host that keeps us waiting holds a few places, not all of them. */
  #enqueue(request: PendingRequest): void {
    this.#inMemory.add(request.id);
    const ofHost = this.#hosts.get(request.host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(request.host, ofHost);
    void ofHost.add(async () => {
      await this.#queue.add(() => this.#settle(request)).catch(() => {});
      this.#inMemory.delete(request.id);
      if (ofHost.size === 0 && ofHost.pending === 1) this.#hosts.delete(request.host);
      if (this.#inMemory.size === MOST_IN_MEMORY - PAGE) this.wake();
    });
  }

  /** After a stop nothing more is sent: what was read stays in the store for the next start. */
  async #settle(request: PendingRequest): Promise<void> {
    if (this.#stopped) return;
    try {
      await (request.mode === 'denied' ? this.#deny(request) : this.#verify(request));
    } catch (error) {
      logError(this.#surroundings, 'verifying', error);
      this.#unrecorded.add(request.id);
      this.#readAgainAt = this.#surroundings.clock.now() + AFTER_STORAGE_ERROR_MS;
      this.#events.retryAt(this.#readAgainAt);
    }
  }

  /** WebSub 5.2. Whatever the callback answers, it has been told. */
  async #deny(request: PendingRequest): Promise<void> {
    const { client, clock, counters, store } = this.#surroundings;
    const answer = await client.send(toVerification(request, '', this.#surroundings));
    if (answer.kind === 'abandoned') return;
    if (mustWait(answer, clock.now())) return this.#postpone(request, answer);
    await store.forget(request.id);
    counters.denialsSent += 1;
  }

  /** Who is never told finds the reason at the status URL. */
  async #postpone(request: PendingRequest, answer: Answer): Promise<void> {
    const { clock, log, store } = this.#surroundings;
    const next = nextDenialAt(request, answer, clock.now());
    if (next !== undefined) {
      await store.postpone(request.id, next);
      this.#events.retryAt(next);
      return;
    }
    await store.forget(request.id);
    log({ event: 'hub.denial_unsent', topic: request.topicGiven, callback: request.callbackGiven, reason: request.reason });
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
    this.#events.confirmed(callback, sentAt + leaseSeconds * 1000);
  }

  async #reject({ id, mode, topicGiven, callbackGiven: callback }: PendingRequest, { reason, detail }: Failure): Promise<void> {
    const { clock, counters, log, store } = this.#surroundings;
    await store.reject(id, reason, clock.now());
    counters.rejected += 1;
    log({ event: 'hub.rejected', mode, topic: topicGiven, callback, reason: detail });
    // A denial may have waited for this.
    this.wake();
  }
}
