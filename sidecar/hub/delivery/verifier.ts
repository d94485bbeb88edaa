import { limits } from '../../../site/contract/limits.ts';
import type { HubContext } from '../context.ts';
import type { PendingRequest } from '../store/store.ts';
import type { CallbackAnswer, Failure } from './callback-client.ts';
import { Outbox } from './outbox.ts';
import { mustWait, nextDenialAt } from './retry.ts';
import { objectionTo, toVerificationRequest } from './verification.ts';

const CHALLENGE_BYTES = 32;

/** What the verifier tells the rest of the hub. */
interface VerifierEvents {
  /** A subscriber has confirmed a request; its lease ends at `expiresAt`. */
  confirmed(callback: string, expiresAt: number): void;
  /** Something may be retried at this time. */
  retryAt(at: number): void;
}

/** Verifies requests with their callbacks, tells subscribers of denials, and records the answers. */
export class Verifier {
  readonly #context: HubContext;
  readonly #events: VerifierEvents;
  readonly #verifications: Outbox;
  /** A separate outbox, since most denials go to callbacks that don't answer: they must not delay verifications. */
  readonly #denials: Outbox;

  constructor(context: HubContext, events: VerifierEvents) {
    const { clock, store } = context;
    const { denialsAtOnce, verificationsAtOnce } = limits.hub;
    const retryAt = (at: number) => events.retryAt(at);
    this.#context = context;
    this.#events = events;
    this.#verifications = new Outbox(context, {
      name: 'verifications',
      atOnce: verificationsAtOnce,
      maxQueued: 1_000,
      isInOrder: true,
      read: (afterId, limit) => store.share?.takePending(limit) ?? store.pending(afterId, limit),
      send: (request) => this.#verify(request),
      retryAt,
    });
    this.#denials = new Outbox(context, {
      name: 'denials',
      atOnce: denialsAtOnce,
      maxQueued: 100,
      isInOrder: false,
      read: (afterId, limit) => store.share?.takeDenials(clock.now(), limit) ?? store.denials(clock.now(), afterId, limit),
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
    // The subscriber may have subscribed again while the denial was queued.
    const [due] = await store.denials(clock.now(), request.id - 1, 1);
    if (due?.id !== request.id) return;
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

  async #confirm({ id, mode, topicGiven, callback, callbackGiven, leaseSeconds }: PendingRequest, sentAt: number): Promise<void> {
    const { counters, log, store } = this.#context;
    if (!(await store.confirm(id, sentAt))) return;
    counters.verified += 1;
    if (mode === 'unsubscribe') log({ event: 'hub.removed', topic: topicGiven, callback: callbackGiven, reason: 'unsubscribed' });
    this.#events.confirmed(callback, sentAt + leaseSeconds * 1000);
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
