import { limits } from '../../../site/contract/limits.ts';
import type { HubContext } from '../context.ts';
import type { Attempt, Due } from '../store/store.ts';
import { type CallbackAnswer, isSuccess, whyFailed } from './callback-client.ts';
import { retryPolicy } from './retry.ts';

const GONE = 'the callback answered 410 Gone';

/** What came of a delivery: the callback's answer, or why there was none. */
export interface DeliveryOutcome {
  readonly due: Due;
  readonly answer: Exclude<CallbackAnswer, { kind: 'abandoned' }>;
  readonly attempt: Attempt;
}

/** What follows an outcome: when the delivery may be tried again, and whether the subscription has ended and its subscriber is to be told. */
export interface Consequence {
  readonly retryAt?: number | undefined;
  readonly isDenied?: boolean;
}

/** Stores and logs an outcome. WebSub 7: any 2xx is success, 410 Gone is the subscriber's own end of it. */
export async function recordOutcome(outcome: DeliveryOutcome, context: HubContext): Promise<Consequence> {
  const { due, attempt } = outcome;
  const { counters, store } = context;
  if (attempt.status !== null && isSuccess(attempt.status)) {
    await store.recordSuccess(due.id, attempt);
    counters.delivered += 1;
    return {};
  }
  if (attempt.status === 410) {
    await store.recordGone(due.id, attempt, GONE);
    counters.gone += 1;
    logRemoved(due, GONE, context);
    return {};
  }
  return recordFailure(outcome, context);
}

async function recordFailure({ due, answer, attempt }: DeliveryOutcome, context: HubContext): Promise<Consequence> {
  const { clock, counters, random, store } = context;
  const policy = retryPolicy(answer, clock.now(), random);
  const { reason, detail } = whyFailed(answer);
  const many = `${limits.hub.failuresInARow} deliveries in a row failed, the last one because: `;
  const { failures, ended } = await store.recordFailure(due.id, attempt, { ...policy, reason: many + reason });
  counters.failed += 1;
  if (!ended) return { retryAt: policy.retryAt[failures - 1] };
  // Otherwise the subscription had ended before.
  if (failures === 0) return {};
  logRemoved(due, many + detail, context);
  return { isDenied: true };
}

function logRemoved({ id, topic, callbackGiven }: Due, reason: string, { counters, log }: HubContext): void {
  counters.removed += 1;
  log({ event: 'hub.removed', id, topic, callback: callbackGiven, reason });
}
