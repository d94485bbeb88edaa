import { limits } from '../../../site/contract/limits.ts';
import { deliveryRecords } from './deliveries.ts';
import { dueWork, FROM_LAGGING } from './due-work.ts';
import {
  type Attempt,
  ENDED_STATES,
  type Lapsed,
  LIVE_STATES,
  type StoreCounts,
  type Subscription,
  type SubscriptionDetails,
  type SubscriptionState,
} from './records.ts';
import { deny, IS_WANTED, requestRecords } from './requests.ts';
import type { Database } from './sql.ts';

const inStates = (states: readonly SubscriptionState[]) => `IN (${states.map((state) => `'${state}'`).join(', ')})`;

const SUBSCRIPTION = `
  SELECT s.id, s.token, s.topic, s.callback, s.callback_given AS "callbackGiven", s.state, s.reason, s.secret IS NOT NULL AS "hasSecret",
    s.lease_seconds AS "leaseSeconds", s.expires_at AS "expiresAt", s.delivered_version AS "deliveredVersion",
    coalesce(t.version, 0) AS "currentVersion", s.next_attempt_at AS "nextAttemptAt", s.failures, s.created_at AS "createdAt",
    s.changed_at AS "changedAt", s.verification_at AS "verificationAt", s.verification_error AS "verificationError",
    (SELECT count(*) FROM hub.requests WHERE subscription = s.id) AS "pendingRequests"
  FROM hub.subscriptions s LEFT JOIN hub.topics t ON t.path = s.topic`;

/** A subscription without its attempts; SQLite returns booleans as numbers. */
const toSubscription = (row: Subscription): Subscription => ({ ...row, hasSecret: Boolean(row.hasSecret) });

/** The store's operations; SQLite's run in a thread. */
export type Store = ReturnType<typeof createStore>;

/**
 * Makes the hub's storage for `server`, a unique name, on SQLite or PostgreSQL. Every operation is atomic, rejects if the storage fails,
 * and resolves once its change would survive a crash. Operations that change a subscription lock its row first, so servers wait for each
 * other. Times are milliseconds since 1970.
 *
 * Due work is a query. A server claims it before doing it, and until the claim ends, no other server gets it. A claim ends when the server
 * releases it or stops, or when it hasn't been renewed for `claimSeconds`, as after a kill -9 of one of several servers.
 */
export function createStore(database: Database, server: string) {
  const details = async (condition: string, value: string | number): Promise<SubscriptionDetails | undefined> => {
    const row = await database.get<Subscription>(`${SUBSCRIPTION} WHERE ${condition}`, value);
    if (row === undefined) return undefined;
    const attempts = await database.all<Attempt>(
      `SELECT a.at, a.version, a.status, a.error, a.duration_ms AS "durationMs" FROM hub.attempts a
       JOIN hub.subscriptions s ON s.id = a.subscription WHERE a.subscription = $1 ORDER BY (s.attempts - a.slot) % $2`,
      row.id,
      limits.hub.deliveriesKept,
    );
    return { ...toSubscription(row), attempts };
  };
  return {
    ...requestRecords(database),
    ...deliveryRecords(database),
    ...dueWork(database, server),

    byToken: (token: string) => details('s.token = $1', token),
    byId: (id: number) => details('s.id = $1', id),

    /** Lists up to `limit` subscriptions in the order of their ids, after `afterId`. */
    async list(states: readonly SubscriptionState[], afterId: number, limit: number): Promise<readonly Subscription[]> {
      const condition = `s.state ${inStates(states)} AND s.id > $1 ORDER BY s.id LIMIT $2`;
      return (await database.all<Subscription>(`${SUBSCRIPTION} WHERE ${condition}`, afterId, limit)).map(toSubscription);
    },

    async counts(): Promise<StoreCounts> {
      const rows = await database.all<{ name: string; n: number }>(
        // The index is on `state || ''`.
        `SELECT state || '' AS name, count(*) AS n FROM hub.subscriptions GROUP BY state || ''
         UNION ALL SELECT 'requests', count(*) FROM hub.requests
         UNION ALL SELECT 'lagging', count(*) ${FROM_LAGGING}`,
      );
      const count = (wanted: string) => rows.find(({ name }) => name === wanted)?.n ?? 0;
      const states = [...LIVE_STATES, ...ENDED_STATES].map((state) => [state, count(state)]);
      return { states: Object.fromEntries(states), pendingRequests: count('requests'), lagging: count('lagging') };
    },

    /** The next time at which a lease expires or a delivery or denial can be tried again, if any. */
    async nextEvent(now: number): Promise<number | undefined> {
      const row = await database.get<{ at: number | null }>(
        `SELECT min(at) AS at FROM (
           SELECT min(expires_at) AS at FROM hub.subscriptions WHERE state = 'active'
           UNION ALL SELECT min(next_attempt_at) FROM hub.subscriptions WHERE state = 'active' AND failures > 0 AND next_attempt_at > $1
           UNION ALL SELECT min(next_attempt_at) FROM hub.requests WHERE mode = 'denied' AND next_attempt_at > $1) AS times`,
        now,
      );
      return row?.at ?? undefined;
    },

    /** Ends up to `limit` subscriptions whose lease has expired, and returns them. */
    async lapse(now: number, limit: number): Promise<readonly Lapsed[]> {
      const lapsed = await database.all<Lapsed>(
        `UPDATE hub.subscriptions AS s SET reason = 'the lease was not renewed', secret = NULL, changed_at = $1,
           state = CASE WHEN ${IS_WANTED} THEN 'pending' ELSE 'lapsed' END
         WHERE id IN (SELECT id FROM hub.subscriptions WHERE state = 'active' AND expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING id, topic, callback_given AS "callbackGiven"`,
        now,
        limit,
      );
      return lapsed.toSorted((a, b) => a.id - b.id);
    },

    /** Ends a subscription for the operator and stores a denial. False if it is neither pending nor active. */
    remove: (id: number, reason: string, at: number): Promise<boolean> =>
      database.transaction(async (sql) => {
        const live = await sql.get(`SELECT 1 FROM hub.subscriptions WHERE id = $1 AND state ${inStates(LIVE_STATES)} FOR UPDATE`, id);
        if (live === undefined) return false;
        await sql.run('DELETE FROM hub.requests WHERE subscription = $1', id);
        await deny(sql, id, reason, at);
        return true;
      }),

    /** Deletes subscriptions that ended before `endedBefore`, and the oldest beyond `keep`. Returns how many. */
    async purge(endedBefore: number, keep: number): Promise<number> {
      const purge = (condition: string, value: number) =>
        database.run(
          `DELETE FROM hub.subscriptions AS s WHERE state ${inStates(ENDED_STATES)} AND ${condition}
             AND NOT EXISTS (SELECT 1 FROM hub.requests r WHERE r.subscription = s.id)`,
          value,
        );
      await database.run('DELETE FROM hub.claims WHERE claimed_until < $1', endedBefore);
      const old = await purge('changed_at < $1', endedBefore);
      const newest = `SELECT id FROM hub.subscriptions WHERE state ${inStates(ENDED_STATES)} ORDER BY changed_at DESC`;
      return old + (await purge(`id IN (${newest} LIMIT 1000000000 OFFSET $1)`, keep));
    },

    /** Writes a claim without work, already expired. Rejects if the storage can't be written. */
    async probe(): Promise<void> {
      await database.run(
        `INSERT INTO hub.claims (work, claimed_by, claimed_until) VALUES ('probe', $1, 0)
         ON CONFLICT (work) DO UPDATE SET claimed_by = excluded.claimed_by`,
        server,
      );
    },
  };
}
