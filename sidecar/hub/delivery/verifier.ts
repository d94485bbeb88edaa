import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import type { Claims } from '../claims.ts';
import { type Coalesced, coalesce, type HubContext, logError } from '../context.ts';
import { type PendingRequest, type RequestKind, workOf } from '../store/records.ts';
import type { CallbackAnswer, Failure } from './callback-client.ts';
import { objectionTo, toVerificationRequest } from './messages.ts';
import { mustWait, nextDenialAt } from './outcome.ts';

const CHALLENGE_BYTES = 32;
/** How many requests are claimed at a time. */
const PAGE = 100;

/** Verifies requests with their callbacks, tells subscribers of denials, and records the answers. */
export class Verifier {
  readonly #context: HubContext;
  readonly #verifications: Outbox;
  /** Most denials go to callbacks that don't answer. Their own outbox keeps them from delaying verifications. */
  readonly #denials: Outbox;

  constructor(context: HubContext, claims: Claims) {
    this.#context = context;
    const { denialsAtOnce, verificationsAtOnce } = limits.hub;
    const verify = (request: PendingRequest) => this.#verify(request);
    const deny = (request: PendingRequest) => this.#deny(request);
    this.#verifications = new Outbox(context, claims, {
      kind: 'verification',
      atOnce: verificationsAtOnce,
      maxQueued: 1_000,
      send: verify,
    });
    this.#denials = new Outbox(context, claims, { kind: 'denial', atOnce: denialsAtOnce, maxQueued: 100, send: deny });
  }

  get underWay(): number {
    return this.#verifications.underWay + this.#denials.underWay;
  }

  /** There may be something to send. */
  wake(): void {
    this.#verifications.wake();
    this.#denials.wake();
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
    const { clock, log, store, wakeAt } = this.#context;
    const next = nextDenialAt(request, answer, clock.now());
    if (next !== undefined) {
      await store.postpone(request.id, next);
      wakeAt(next);
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
    const { counters, log, store, wake, wakeAt } = this.#context;
    if (!(await store.confirm(id, sentAt))) return;
    counters.verified += 1;
    if (mode === 'unsubscribe') log({ event: 'hub.removed', topic: topicGiven, callback: callbackGiven, reason: 'unsubscribed' });
    wakeAt(sentAt + leaseSeconds * 1000);
    wake();
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

  constructor(context: HubContext, claims: Claims, options: OutboxOptions) {
    this.#context = context;
    this.#claims = claims;
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.atOnce });
    this.#pass = coalesce(context, () => this.#claim());
  }

  get underWay(): number {
    return this.#queue.pending;
  }

  /** Requests may have become due. */
  wake(): void {
    if (!this.#context.isStopped) this.#pass.ask();
  }

  async #claim(): Promise<void> {
    const { kind, maxQueued } = this.#options;
    const { clock, store, wakeAt } = this.#context;
    try {
      while (!this.#context.isStopped && this.#queued < maxQueued) {
        const page = await this.#claims.take(
          (now) => store.claimRequests(kind, now, PAGE),
          ({ id }) => workOf(id),
        );
        if (page.length === 0) return;
        for (const request of page) this.#enqueue(request);
      }
    } catch (error) {
      logError(this.#context, `claiming a ${kind}`, error);
      wakeAt(clock.now() + limits.hub.storageErrorSeconds * 1000);
    }
  }

  /** A slow host gets a few of the places, not all of them. */
  #enqueue({ id, host }: PendingRequest): void {
    this.#queued += 1;
    const ofHost = this.#hosts.get(host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(host, ofHost);
    const sent = ofHost.add(async () => {
      await this.#queue.add(() => this.#send(id));
      this.#queued -= 1;
      if (ofHost.size === 0 && ofHost.pending === 1) this.#hosts.delete(host);
      // There is room again for requests that weren't claimed.
      if (this.#queued === this.#options.maxQueued - PAGE) this.wake();
    });
    this.#context.track(sent);
  }

  /** Reads the request again, since it may have become void while it was queued. Never rejects. */
  async #send(id: number): Promise<void> {
    const { clock, isStopped, store } = this.#context;
    if (isStopped) return;
    try {
      await this.#claims.renewIfLate();
      const request = await store.claimedRequest(id, clock.now());
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
