import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { type Coalesced, coalesce } from '../coalesce.ts';
import { type HubContext, logError } from '../context.ts';
import type { PendingRequest } from '../store/store.ts';

const PAGE = 100;
const AFTER_STORAGE_ERROR_MS = 60_000;

export interface OutboxOptions {
  /** What it sends, as the error log names it. */
  readonly name: string;
  /** How many requests are sent at once, and how many are queued in memory, a multiple of 100. */
  readonly atOnce: number;
  readonly maxQueued: number;
  /** Whether requests become due in the order of their ids; otherwise each pass reads from the first id. */
  readonly isInOrder: boolean;
  /** Reads the requests that are due, by id, after `afterId`. */
  read(afterId: number, limit: number): Promise<readonly PendingRequest[]>;
  /** Sends one and stores the outcome. Rejects where storing failed: then it is sent again later. */
  send(request: PendingRequest): Promise<void>;
  /** Asks to be woken at this time. */
  retryAt(at: number): void;
}

/**
 * Sends the requests that are due in the store: many at once, few of them to the same host. The store keeps them until they are sent, so
 * that a restart loses none.
 */
export class Outbox {
  readonly #context: HubContext;
  readonly #options: OutboxOptions;
  readonly #pass: Coalesced;
  readonly #queue: PQueue;
  readonly #hosts = new Map<string, PQueue>();
  /** Ids of the requests that are queued or being sent. */
  readonly #queued = new Set<number>();
  /** Ids of the requests that were sent but whose outcome could not be stored: not sent again before `#readAgainAt`. */
  readonly #unrecorded = new Set<number>();
  #readAgainAt = Number.POSITIVE_INFINITY;
  #afterId = 0;
  #stopped = false;

  constructor(context: HubContext, options: OutboxOptions) {
    this.#context = context;
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.atOnce });
    this.#pass = coalesce(() => this.#read().catch((error) => logError(context, `reading ${options.name}`, error)));
  }

  get underWay(): number {
    return this.#queue.pending;
  }

  get isIdle(): boolean {
    return this.#pass.isIdle && this.#queued.size === 0;
  }

  async onIdle(): Promise<void> {
    await this.#pass.onIdle();
    await Promise.all([...this.#hosts.values()].map((queue) => queue.onIdle()));
  }

  /** Requests may have become due. */
  wake(): void {
    if (!this.#stopped) this.#pass.ask();
  }

  /** Sends nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#pass.onIdle();
    for (const queue of this.#hosts.values()) queue.clear();
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  async #read(): Promise<void> {
    const { maxQueued, isInOrder, read } = this.#options;
    const isReadAgain = this.#context.clock.now() >= this.#readAgainAt;
    if (isReadAgain) {
      this.#readAgainAt = Number.POSITIVE_INFINITY;
      this.#unrecorded.clear();
    }
    if (isReadAgain || !isInOrder) this.#afterId = 0;
    while (!this.#stopped && this.#queued.size < maxQueued) {
      const page = await read(this.#afterId, PAGE);
      for (const request of page) if (!this.#queued.has(request.id) && !this.#unrecorded.has(request.id)) this.#enqueue(request);
      this.#afterId = page.at(-1)?.id ?? this.#afterId;
      if (page.length < PAGE) return;
    }
  }

  /** A slow host takes a few of the places, not all of them. */
  #enqueue(request: PendingRequest): void {
    this.#queued.add(request.id);
    const ofHost = this.#hosts.get(request.host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(request.host, ofHost);
    void ofHost.add(async () => {
      await this.#queue.add(() => this.#send(request)).catch(() => {});
      await this.#context.store.share?.giveBack(request.id);
      this.#queued.delete(request.id);
      if (ofHost.size === 0 && ofHost.pending === 1) this.#hosts.delete(request.host);
      // There is room again for requests that were not read.
      if (this.#queued.size === this.#options.maxQueued - PAGE) this.wake();
    });
  }

  async #send(request: PendingRequest): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#options.send(request);
    } catch (error) {
      logError(this.#context, `sending ${this.#options.name}`, error);
      const { share } = this.#context.store;
      if (share !== undefined) return share.abandon(request.id);
      this.#unrecorded.add(request.id);
      this.#readAgainAt = this.#context.clock.now() + AFTER_STORAGE_ERROR_MS;
      this.#options.retryAt(this.#readAgainAt);
    }
  }
}
