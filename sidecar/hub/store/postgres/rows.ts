import { createHash } from 'node:crypto';
import type { SubscriptionState } from '../store.ts';

// What statements of several modules have in common.

export const LIVE: readonly SubscriptionState[] = ['pending', 'active'];
export const ENDED: readonly SubscriptionState[] = ['rejected', 'removed', 'lapsed'];

/** Subscriptions whose topic has a newer version, and that may be tried at $1. */
const IS_DUE = `s.state = 'active' AND s.expires_at > $1 AND s.delivered_version < t.version
    AND (s.next_attempt_at <= $1 OR (s.attempted_version < t.version AND NOT s.holds_newer))`;

export const FROM_DUE = `FROM hub.subscriptions s JOIN hub.topics t ON t.path = s.topic WHERE ${IS_DUE}`;

export const DUE = `
  SELECT s.id, s.topic, s.callback, s.callback_given AS "callbackGiven", s.secret, s.delivered_version AS "deliveredVersion",
    t.version AS "currentVersion", s.failures, s.expires_at AS "expiresAt" ${FROM_DUE}`;

export const REQUEST = `
  SELECT r.id, r.mode, r.topic_given AS "topicGiven", s.callback, r.callback_given AS "callbackGiven", s.host, r.reason, s.token,
    CASE r.mode WHEN 'unsubscribe' THEN coalesce(s.lease_seconds, r.lease_seconds) ELSE r.lease_seconds END AS "leaseSeconds",
    r.created_at AS "createdAt", r.attempts
  FROM hub.requests r JOIN hub.subscriptions s ON s.id = r.subscription`;

/** Denials that may be sent at $1. */
export const IS_DENIAL_DUE = `r.mode = 'denied' AND r.next_attempt_at <= $1
  AND NOT EXISTS (SELECT 1 FROM hub.requests q WHERE q.subscription = r.subscription AND q.mode = 'subscribe')`;

/** The column `callback_key`. */
export function keyOf(callback: string): string {
  return createHash('sha256').update(callback).digest('hex');
}
