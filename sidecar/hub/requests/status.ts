import { paths } from '../../../site/contract/paths.ts';
import type { Attempt, SubscriptionDetails } from '../store/store.ts';

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function toDeliveryStatus({ at, status, error, durationMs }: Attempt) {
  return { at: toTime(at), status, error, duration_ms: durationMs };
}

/**
 * The body of a status URL: what the hub knows of one subscription, without its secret. Times are ISO 8601 in UTC; deliveries newest
 * first.
 */
export function toStatus(details: SubscriptionDetails, { baseUrl, hubUrl }: { readonly baseUrl: string; readonly hubUrl: string }) {
  const isActive = details.state === 'active';
  const isWaiting = isActive && details.deliveredVersion < details.currentVersion;
  return {
    state: details.state,
    reason: details.reason,
    since: toTime(details.changedAt),
    topic: baseUrl + details.topic,
    callback: details.callbackGiven,
    hub: hubUrl,
    signed: details.hasSecret,
    lease_seconds: details.leaseSeconds,
    lease_expires_at: isActive ? toTime(details.expiresAt) : null,
    failures_in_a_row: details.failures,
    update_waiting: isWaiting,
    next_attempt_at: isWaiting && details.failures > 0 ? toTime(details.nextAttemptAt) : null,
    pending_requests: details.pendingRequests,
    last_verification: details.verificationAt === null ? null : { at: toTime(details.verificationAt), error: details.verificationError },
    last_deliveries: details.attempts.map(toDeliveryStatus),
  };
}

/** The token in a status path, or undefined for any other path. */
export function tokenOf(path: string): string | undefined {
  return path.startsWith(paths.hubStatus) ? path.slice(paths.hubStatus.length) : undefined;
}
