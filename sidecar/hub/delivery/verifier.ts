import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { ClaimedWork } from '../claimed-work.ts';
import type { HubContext } from '../context.ts';
import { type PendingRequest, type RequestKind, workOf } from '../store/records.ts';
import type { CallbackAnswer, Failure } from './callback-client.ts';
import { objectionTo, toVerificationRequest } from './messages.ts';
import { mustWait, nextDenialAt } from './outcome.ts';

const CHALLENGE_BYTES = 32;

/** Verifies requests with their callbacks, tells subscribers of denials, and records the answers. */
export class Verifier {
  readonly #context: HubContext;
  readonly #outboxes: readonly ClaimedWork<PendingRequest>[];
  readonly #queues: readonly HostQueue[];

  constructor(context: HubContext) {
    this.#context = context;
    // Most denials go to callbacks that don't answer. Their own queue keeps them from delaying verifications.
    const verifications = new HostQueue(limits.hub.verificationsAtOnce);
    const denials = new HostQueue(limits.hub.denialsAtOnce);
    this.#queues = [verifications, denials];
    this.#outboxes = [
      this.#outbox('verification', verifications, (request) => this.#verify(request)),
      this.#outbox('denial', denials, (request) => this.#deny(request)),
    ];
  }

  get underWay(): number {
    return this.#queues.reduce((sum, { underWay }) => sum + underWay, 0);
  }

  /** There may be something to send. */
  wake(): void {
    for (const outbox of this.#outboxes) outbox.wake();
  }

  /** Claims requests of one kind and has them sent. `send` rejects if storing the outcome failed. */
  #outbox(kind: RequestKind, queue: HostQueue, send: (request: PendingRequest) => Promise<void>) {
    const { clock, store } = this.#context;
    return new ClaimedWork<PendingRequest>(this.#context, {
      name: `${kind}s`,
      atOnce: queue.atOnce,
      claim: (now, limit) => store.claimRequests(kind, now, limit),
      workOf: ({ id }) => workOf(id),
      inTurn: ({ host }, work) => queue.add(host, work),
      doNext: async ({ id }) => {
        // Read again, since it may have become void while it was queued.
        const request = await store.claimedRequest(id, clock.now());
        if (request !== undefined) await send(request);
        return false;
      },
      // A denial may have been held back by a request to subscribe.
      onReleased: () => this.wake(),
    });
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
  }
}

/** Runs many tasks at once, but only a few per host, so a slow host can't take all places. */
class HostQueue {
  readonly atOnce: number;
  readonly #all: PQueue;
  readonly #hosts = new Map<string, PQueue>();

  constructor(atOnce: number) {
    this.atOnce = atOnce;
    this.#all = new PQueue({ concurrency: atOnce });
  }

  get underWay(): number {
    return this.#all.pending;
  }

  async add(host: string, work: () => Promise<void>): Promise<void> {
    const ofHost = this.#hosts.get(host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
    this.#hosts.set(host, ofHost);
    try {
      await ofHost.add(() => this.#all.add(work));
    } finally {
      if (ofHost.size + ofHost.pending === 0) this.#hosts.delete(host);
    }
  }
}
