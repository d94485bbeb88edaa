import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { claimedWork } from '../claimed-work.ts';
import type { HubContext } from '../context.ts';
import { type PendingRequest, type RequestKind, workOf } from '../store/records.ts';
import type { CallbackAnswer, Failure } from './callback-client.ts';
import { mustWait, nextDenialAt, objectionTo, toVerificationRequest } from './exchange.ts';

const CHALLENGE_BYTES = 32;

/** Verifies requests with their callbacks, tells subscribers of denials, and records the answers. */
export function createVerifier(context: HubContext) {
  const { client, clock, counters, log, random, store, wakeAt } = context;

  const confirm = async ({ id, mode, topicGiven, callbackGiven, leaseSeconds }: PendingRequest, sentAt: number) => {
    if (!(await store.confirm(id, sentAt))) return;
    counters.verified += 1;
    if (mode === 'unsubscribe') log({ event: 'hub.removed', topic: topicGiven, callback: callbackGiven, reason: 'unsubscribed' });
    wakeAt(sentAt + leaseSeconds * 1000);
    context.wake();
  };

  const reject = async ({ id, mode, topicGiven, callbackGiven: callback }: PendingRequest, { reason, detail }: Failure) => {
    await store.reject(id, reason, clock.now());
    counters.rejected += 1;
    log({ event: 'hub.rejected', mode, topic: topicGiven, callback, reason: detail });
  };

  const verify = async (request: PendingRequest) => {
    const challenge = random.bytes(CHALLENGE_BYTES).toString('hex');
    const sentAt = clock.now();
    const answer = await client.send(toVerificationRequest(request, challenge, context));
    if (answer.kind === 'abandoned') return;
    const objection = objectionTo(answer, challenge);
    await (objection === undefined ? confirm(request, sentAt) : reject(request, objection));
  };

  /** Plans the next try to send a denial, or gives up: the subscriber finds the reason at the status URL. */
  const postpone = async (request: PendingRequest, answer: CallbackAnswer) => {
    const next = nextDenialAt(request, answer, clock.now());
    if (next !== undefined) {
      await store.postpone(request.id, next);
      wakeAt(next);
      return;
    }
    await store.forget(request.id);
    log({ event: 'hub.denial_unsent', topic: request.topicGiven, callback: request.callbackGiven, reason: request.reason });
  };

  /** WebSub 5.2. Any answer means that the callback received the denial, unless it asks for a delay. */
  const deny = async (request: PendingRequest) => {
    const answer = await client.send(toVerificationRequest(request, '', context));
    if (answer.kind === 'abandoned') return;
    if (mustWait(answer, clock.now())) return postpone(request, answer);
    await store.forget(request.id);
    counters.denialsSent += 1;
  };

  /** Claims requests of one kind and has them sent. `send` rejects if storing the outcome failed. */
  const outbox = (kind: RequestKind, queue: ReturnType<typeof hostQueue>, send: (request: PendingRequest) => Promise<void>) =>
    claimedWork<PendingRequest>(context, {
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
      onReleased: () => wake(),
    });
  // Most denials go to callbacks that don't answer. Their own queue keeps them from delaying verifications.
  const verifications = hostQueue(limits.hub.verificationsAtOnce);
  const denials = hostQueue(limits.hub.denialsAtOnce);
  const wakeVerifications = outbox('verification', verifications, verify);
  const wakeDenials = outbox('denial', denials, deny);
  const wake = () => {
    wakeVerifications();
    wakeDenials();
  };

  return {
    /** Looks for verifications and denials to send. */
    wake,
    underWay: () => verifications.underWay() + denials.underWay(),
  };
}

/** Runs many tasks at once, but only a few per host, so a slow host can't hold up all others. */
function hostQueue(atOnce: number) {
  const all = new PQueue({ concurrency: atOnce });
  const hosts = new Map<string, PQueue>();
  return {
    atOnce,
    underWay: () => all.pending,
    async add(host: string, work: () => Promise<void>): Promise<void> {
      const ofHost = hosts.get(host) ?? new PQueue({ concurrency: limits.hub.verificationsAtOncePerHost });
      hosts.set(host, ofHost);
      try {
        await ofHost.add(() => all.add(work));
      } finally {
        if (ofHost.size + ofHost.pending === 0) hosts.delete(host);
      }
    },
  };
}
