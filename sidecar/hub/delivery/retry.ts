import { limits } from '../../../site/contract/limits.ts';
import type { Random } from '../../runtime/random.ts';
import type { FailurePolicy, PendingRequest } from '../store/store.ts';
import type { CallbackAnswer } from './callback-client.ts';

/**
 * The wait that `Retry-After` asks for, in milliseconds, at most our cap: seconds or an HTTP date (RFC 9110 10.2.3); 0 where there is
 * none.
 */
function retryAfterMs(answer: CallbackAnswer, now: number): number {
  const value = answer.kind === 'answered' ? answer.retryAfter : undefined;
  if (value === undefined) return 0;
  const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), limits.hub.retryAfterCapSeconds * 1000);
}

/** Whether a callback could not be reached, or asked for a delay: then newer updates wait as well (T54). */
export function mustWait(answer: CallbackAnswer, now: number): boolean {
  if (answer.kind !== 'answered') return true;
  return [429, 503].includes(answer.status) && retryAfterMs(answer, now) > 0;
}

/** When to retry after the first and after the second failure in a row, counted from now, and whether newer updates wait until then. */
export function retryPolicy(answer: CallbackAnswer, now: number, random: Random): Omit<FailurePolicy, 'reason'> {
  const atLeast = retryAfterMs(answer, now);
  const retryAt = limits.hub.retrySeconds.map((seconds) => {
    const jitter = 1 + limits.hub.retryJitter * (2 * random.fraction() - 1);
    return Math.round(now + Math.max(seconds * 1000 * jitter, atLeast));
  });
  return { retryAt, holdsNewer: mustWait(answer, now) };
}

/** When to retry a denial that could not be sent; undefined where its time is over (T56). */
export function nextDenialAt({ attempts, createdAt }: PendingRequest, answer: CallbackAnswer, now: number): number | undefined {
  const { denialOwedSeconds, denialRetrySeconds } = limits.hub;
  const seconds = denialRetrySeconds[attempts] ?? denialRetrySeconds.at(-1) ?? 0;
  const next = now + Math.max(seconds * 1000, retryAfterMs(answer, now));
  return next <= createdAt + denialOwedSeconds * 1000 ? next : undefined;
}
