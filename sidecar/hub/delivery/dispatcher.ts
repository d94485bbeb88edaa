import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { claimedWork } from '../claimed-work.ts';
import type { HubContext } from '../context.ts';
import type { Due, Work } from '../store/records.ts';
import type { Topics } from '../topics.ts';
import { type DeliveryOutcome, recordOutcome, toDeliveryRequest } from './exchange.ts';

/**
 * Brings every subscription to its topic's current version: claims callbacks that have something due, waits for each one's turn, and then
 * reads, sends and records one delivery after another until nothing more is due. Everything is in the store, so a crash loses nothing.
 */
export function createDispatcher(context: HubContext, topics: Topics) {
  const { client, clock, store } = context;
  const nextStart = limitPerTurn(limits.hub.startsPerTurn);
  let sending = 0;

  /** Sends the topic's current version; undefined if there was nothing to send or the request was abandoned. */
  const send = async (due: Due): Promise<DeliveryOutcome | undefined> => {
    const topic = topics.current(due.topic);
    const at = clock.now();
    if (context.isStopped || topic === undefined || topic.version <= due.deliveredVersion || due.expiresAt <= at) return undefined;
    sending += 1;
    const answer = await client.send(toDeliveryRequest(due, topic, context));
    sending -= 1;
    if (answer.kind === 'abandoned') return undefined;
    const [status, error] = answer.kind === 'answered' ? [answer.status, null] : [null, answer.reason];
    return { due, answer, attempt: { at, version: topic.version, status, error, durationMs: Math.round(clock.now() - at) } };
  };

  /** False if nothing was sent. Rejects if the storage fails. */
  const deliverNext = async (callback: Work): Promise<boolean> => {
    const due = await store.nextDelivery(callback, clock.now());
    if (due === undefined) return false;
    // Another server may have published this version.
    if ((topics.current(due.topic)?.version ?? 0) < due.currentVersion) await topics.load();
    await nextStart();
    const outcome = await send(due);
    if (outcome === undefined) return false;
    await recordOutcome(outcome, context);
    return true;
  };

  /** Serves up to `atOnce` callbacks at a time. */
  const deliveries = (isRetry: boolean, atOnce: number) => {
    const queue = new PQueue({ concurrency: atOnce });
    return claimedWork<Work>(context, {
      name: 'deliveries',
      atOnce,
      claim: (now, limit) => store.claimDeliveries(now, limit, isRetry),
      workOf: (callback) => callback,
      inTurn: (_callback, work) => queue.add(work),
      doNext: deliverNext,
      onReleased: () => wake(),
    });
  };
  // Retries have their own queue, so callbacks that fail don't delay others.
  const wakeFirstAttempts = deliveries(false, limits.hub.deliveriesAtOnce);
  const wakeRetries = deliveries(true, limits.hub.retriesAtOnce);
  const wake = () => {
    wakeFirstAttempts();
    wakeRetries();
  };

  return {
    /** Looks for due deliveries. */
    wake,
    /** How many deliveries have been sent and not yet answered. */
    sending: () => sending,
  };
}

/** Lets up to `perTurn` callers continue per turn of the event loop, so it isn't blocked. */
function limitPerTurn(perTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const release = () => {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(release);
    for (const go of now) go();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(release);
      waiting.push(resolve);
    });
}
