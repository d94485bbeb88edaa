import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import type { Claims } from '../claims.ts';
import { type HubContext, logError } from '../context.ts';
import { type Coalesced, coalesce } from '../scheduler.ts';
import { type PendingRequest, type RequestKind, workOf } from '../store/store.ts';
import type { CallbackAnswer, Failure } from './callback-client.ts';
import { objectionTo, toVerificationRequest } from './messages.ts';
import { mustWait, nextDenialAt } from './outcome.ts';

const CHALLENGE_BYTES = 32;
/** How many requests are claimed at a time. */
const PAGE = 100;

/** The events that the verifier reports to the hub. */
interface VerifierEvents {
  /** A subscriber has confirmed a request; its lease ends at `expiresAt`. */
  confirmed(expiresAt: number): void;
  /** Something can be tried again at this time. */
  retryAt(at: number): void;
}

/** Verifies requests with their callbacks, tells subscribers of denials, and records the answers. */
export class Verifier {
  readonly #context: HubContext;
  readonly #events: VerifierEvents;
  readonly #verifications: Outbox;
  /** Most denials go to callbacks that don't answer. Their own outbox keeps them from delaying verifications. */
  readonly #denials: Outbox;

  constructor(context: HubContext, claims: Claims, events: VerifierEvents) {
    this.#context = context;
    this.#events = events;
    const retryAt = (at: number) => events.retryAt(at);
    const { denialsAtOnce, verificationsAtOnce } = limits.hub;
    this.#verifications = new Outbox(context, claims, {
      kind: 'verification',
      atOnce: verificationsAtOnce,
      maxQueued: 1_000,
      send: (request) => this.#verify(request),
      retryAt,
    });
    this.#denials = new Outbox(context, claims, {
      kind: 'denial',
      atOnce: denialsAtOnce,
      maxQueued: 100,
      send: (request) => this.#deny(request),
      retryAt,
    });
  }

  get underWay(): number {
    return this.#verifications.underWay + this.#denials.underWay;
  }

  get isIdle(): boolean {
    return this.#verifications.isIdle && this.#denials.isIdle;
  }

  /** There may be something to send. */
  wake(): void {
    this.#verifications.wake();
    this.#denials.wake();
  }

  /** Starts nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    await Promise.all([this.#verifications.stop(), this.#denials.stop()]);
  }

  async onIdle(): Promise<void> {
    await Promise.all([this.#verifications.onIdle(), this.#denials.onIdle()]);
  }

  /** WebSub 5.2. Any answer means that the callback has been told. */
  async #deny(request: PendingRequest): Promise<void> {
    const { client, clock, counters, store } = this.#context;
    const answer = await client.send(toVerificationRequest(request, '', this.#context));
    if (answer.kind === 'abandoned') return;
    if (mustWait(answer, clock.now())) return this.#postpone(request, answer);
    await store.forget(request.id);
    counters.denialsSent += 1;
  }

  /** A subscriber that can't be told finds the reason at the status URL. */
  async #postpone(request: PendingRequest, answer: CallbackAnswer): Promise<void> {
    const { clock, log, store } = this.#context;
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
    const { client, clock, random } = this.#context;
    const challenge = random.bytes(CHALLENGE_BYTES).toString('hex');
    const sentAt = clock.now();
    const answer = await client.send(toVerificationRequest(request, challenge, this.#context));
    if (answer.kind === 'abandoned') return;
    const objection = objectionTo(answer, challenge);
    await (objection === undefined ? this.#confirm(request, sentAt) : this.#reject(request, objection));
  }

  async #confirm({ id, mode, topicGiven, callbackGiven, leaseSeconds }: PendingRequest, sentAt: number): Promise<void> {
    const { counters, log, store } = this.#context;
    if (!(await store.confirm(id, sentAt))) return;
    counters.verified += 1;
    if (mode === 'unsubscribe') log({ event: 'hub.removed', topic: topicGiven, callback: callbackGiven, reason: 'unsubscribed' });
    this.#events.confirmed(sentAt + leaseSeconds * 1000);
  }

  async #reject({ id, mode, topicGiven, callbackGiven: callback }: PendingRequest, { reason, detail }: Failure): Promise<void> {
    const { clock, counters, log, store } = this.#context;
    await store.reject(id, reason, clock.now());
    counters.rejected += 1;
    log({ event: 'hub.rejected', mode, topic: topicGiven, callback, reason: detail });
    // A denial may have been held back until this request was settled.
    this.#denials.wake();
  }
}

interface OutboxOptions {
  readonly kind: RequestKind;
  /** How many requests are sent at once, and how many can be queued in memory. */
  readonly atOnce: number;
  readonly maxQueued: number;
  /** Sends one and stores the outcome. Rejects if storing failed; the request is sent again later. */
  send(request: PendingRequest): Promise<void>;
  /** Asks to be woken at this time. */
  retryAt(at: number): void;
}

/** Claims and sends the requests of one kind that are due: many at once, but few to the same host. */
class Outbox {
  readonly #context: HubContext;
  readonly #claims: Claims;
  readonly #options: OutboxOptions;
  readonly #pass: Coalesced;
  readonly #queue: PQueue;
  readonly #hosts = new Map<string, PQueue>();
  #queued = 0;
  #stopped = false;

  constructor(context: HubContext, claims: Claims, options: OutboxOptions) {
    this.#context = context;
    this.#claims = claims;
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.atOnce });
    this.#pass = coalesce(() => this.#claim());
  }

  get underWay(): number {
    return this.#queue.pending;
  }

  get isIdle(): boolean {
    return this.#pass.isIdle && this.#queued === 0;
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

  async #claim(): Promise<void> {
    const { kind, maxQueued, retryAt } = this.#options;
    const { clock, store } = this.#context;
    try {
      while (!this.#stopped && this.#queued < maxQueued) {
        const page = await this.#claims.take(
          (now) => store.claimRequests(kind, now, PAGE),
          ({ id }) => workOf(id),
        );
        if (page.length === 0) return;
        for (const request of page) this.#enqueue(request);
      }
    } catch (error) {
      logError(this.#context, `claiming a ${kind}`, error);
      retryAt(clock.now() + limits.hub.storageErrorSeconds * 1000);
    }
  }

  /** A slow host gets a few of the places, not all of them. */
  #enqueue({ id, host }: PendingRequest): void {
    this.#queued += 1;
    const ofHost = this.#hosts.get(host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(host, ofHost);
    void ofHost.add(async () => {
      await this.#queue.add(() => this.#send(id));
      this.#queued -= 1;
      if (ofHost.size === 0 && ofHost.pending === 1) this.#hosts.delete(host);
      // There is room again for requests that weren't claimed.
      if (this.#queued === this.#options.maxQueued - PAGE) this.wake();
    });
  }

  /** Reads the request again, since it may have become void while it was queued. Never rejects. */
  async #send(id: number): Promise<void> {
    const { clock, store } = this.#context;
    try {
      await this.#claims.renewIfLate();
      const request = this.#stopped ? undefined : await store.claimedRequest(id, clock.now());
      if (request !== undefined) await this.#options.send(request);
      await this.#claims.giveBack(workOf(id));
      // It may have become due again before the claim ended.
      if (request === undefined) this.wake();
    } catch (error) {
      logError(this.#context, `sending a ${this.#options.kind}`, error);
      this.#claims.giveBackLater(workOf(id));
    }
  }
}
