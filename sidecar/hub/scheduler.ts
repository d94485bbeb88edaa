import { limits } from '../../site/contract/limits.ts';
import { coalesce, repeat } from '../runtime.ts';
import { type HubContext, logError } from './context.ts';
import type { Lapsed } from './store/records.ts';
import type { Topics } from './topics.ts';

const LAPSES_PER_CALL = 500;

/**
 * Ends leases, wakes deliveries and denials that wait for a retry, and purges old subscriptions. One timer waits for the next of these. If
 * other servers share the database, it also looks for work that they have left.
 */
export function createScheduler(context: HubContext, topics: Topics) {
  const { clock, counters, isShared, log, store, wake } = context;
  let armedAt = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let cancelPoll = () => {};

  const lapse = async () => {
    let over: readonly Lapsed[];
    do {
      over = await store.lapse(clock.now(), LAPSES_PER_CALL);
      counters.lapsed += over.length;
      for (const { id, topic, callbackGiven: callback } of over)
        log({ event: 'hub.lapsed', id, topic, callback, reason: 'the lease was not renewed' });
    } while (over.length === LAPSES_PER_CALL);
  };

  const tick = coalesce(async () => {
    try {
      await lapse();
      await store.purge(clock.now() - limits.hub.endedKeptSeconds * 1000, limits.hub.endedKept);
      // Publishes content that couldn't be published before.
      void topics.take();
      wake();
      // Notices a failing storage even while the hub has nothing to do.
      await store.probe();
      const next = await store.nextEvent(clock.now());
      if (next !== undefined) wakeAt(next);
    } catch (error) {
      logError(context, 'keeping time', error);
    }
    wakeAt(Number.POSITIVE_INFINITY);
  });

  /** Ticks at `wanted`, or earlier if that is already planned; at the latest when upkeep is due, which also notices a changed clock. */
  const wakeAt = (wanted: number) => {
    const at = Math.min(wanted, clock.now() + limits.hub.upkeepSeconds * 1000);
    if (context.isStopped || at >= armedAt) return;
    cancel();
    armedAt = at;
    cancel = clock.setTimer(at, () => {
      armedAt = Number.POSITIVE_INFINITY;
      void context.track(tick());
    });
  };

  /** Does nothing while the database is down. */
  const poll = async () => {
    const isThere = await store.nextEvent(clock.now()).then(
      () => true,
      () => false,
    );
    if (!isThere || context.isStopped) return;
    void topics.take();
    wake();
  };

  return {
    wakeAt,
    start(): void {
      void context.track(tick());
      if (isShared) cancelPoll = repeat(clock, limits.hub.workPollSeconds, poll);
    },
    stop(): void {
      cancel();
      cancelPoll();
    },
  };
}
