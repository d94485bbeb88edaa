import { limits } from '../../../site/contract/limits.ts';
import { type Due, type PendingRequest, type RequestKind, type Work, workOf } from './records.ts';
import type { Database, Statements } from './sql.ts';

/** Active subscriptions whose topic has a newer version. In this order and form, SQLite reads only these rows, from an index. */
export const FROM_LAGGING = `FROM hub.topics t CROSS JOIN hub.subscriptions s
  WHERE s.topic = t.path AND s.state || '' = 'active' AND s.delivered_version < t.version`;

/** The lagging subscriptions that can be tried at time $1. */
const FROM_DUE = `${FROM_LAGGING} AND s.expires_at > $1
    AND (s.next_attempt_at <= $1 OR (s.attempted_version < t.version AND NOT s.holds_newer))`;

const REQUEST = `
  SELECT r.id, r.mode, r.topic_given AS "topicGiven", r.callback_given AS "callbackGiven", s.host,
    r.reason, s.token, CASE r.mode WHEN 'unsubscribe' THEN coalesce(s.lease_seconds, r.lease_seconds) ELSE r.lease_seconds END AS "leaseSeconds",
    r.created_at AS "createdAt", r.attempts
  FROM hub.requests r JOIN hub.subscriptions s ON s.id = r.subscription`;

/** Requests that can be sent at time $1. A denial waits while its subscriber is asking to subscribe again. */
const REQUEST_IS_DUE = `r.next_attempt_at <= $1 AND (r.mode <> 'denied'
    OR NOT EXISTS (SELECT 1 FROM hub.requests q WHERE q.subscription = r.subscription AND q.mode = 'subscribe'))`;

const IS_KIND: Readonly<Record<RequestKind, string>> = { verification: `r.mode <> 'denied'`, denial: `r.mode = 'denied'` };

/** Finds, claims and releases due work for `server`. Claims are compared by the database's clock. */
export function dueWork(database: Database, server: string) {
  const databaseTime = (now: number) => Math.round(now + database.clockOffsetMs);
  const claimUntil = (now: number) => databaseTime(now) + limits.hub.claimSeconds * 1000;

  /** Claims `work`, an SQL expression, for each row of `fromDue`, unless it is claimed already. */
  const claim = async (sql: Statements, work: string, fromDue: string, now: number, limit: number): Promise<readonly Work[]> => {
    const claims = await sql.all<{ work: Work }>(
      // In order, so two servers don't wait for each other.
      `INSERT INTO hub.claims AS c (work, claimed_by, claimed_until)
       SELECT DISTINCT work, CAST($2 AS text), CAST($3 AS bigint) FROM (SELECT ${work} AS work ${fromDue}
         AND NOT EXISTS (SELECT 1 FROM hub.claims k WHERE k.work = ${work} AND k.claimed_until > $4) LIMIT $5) AS page
       WHERE true ORDER BY 1
       ON CONFLICT (work) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
         WHERE c.claimed_until <= $4
       RETURNING work`,
      now,
      server,
      claimUntil(now),
      databaseTime(now),
      limit,
    );
    return claims.map(({ work }) => work);
  };

  return {
    /** Claims up to `limit` requests that can be sent now. */
    claimRequests: (kind: RequestKind, now: number, limit: number): Promise<readonly PendingRequest[]> =>
      database.transaction(async (sql) => {
        const fromDue = `FROM hub.requests r WHERE ${REQUEST_IS_DUE} AND ${IS_KIND[kind]}`;
        const claimed = await claim(sql, `'request ' || r.id`, fromDue, now, limit);
        const ids = claimed.map((work) => Number(work.split(' ')[1]));
        return sql.all<PendingRequest>(`${REQUEST} WHERE r.id = ANY($1) ORDER BY r.id`, ids);
      }),

    /** A claimed request as it is now; undefined if it is void, not due, or no longer claimed by this server. */
    claimedRequest: (id: number, now: number): Promise<PendingRequest | undefined> =>
      database.get<PendingRequest>(
        `${REQUEST} WHERE ${REQUEST_IS_DUE} AND r.id = $2 AND EXISTS (SELECT 1 FROM hub.claims WHERE work = $3 AND claimed_by = $4)`,
        now,
        id,
        workOf(id),
        server,
      ),

    /**
     * Claims up to `limit` callbacks that have something due: active subscriptions with a live lease whose topic has a newer version and
     * that aren't waiting for a retry. With `failing`, those whose last delivery failed, otherwise the others. May return fewer although
     * more are due.
     */
    claimDeliveries: (now: number, limit: number, failing: boolean): Promise<readonly Work[]> =>
      database.transaction((sql) => claim(sql, 's.callback', `${FROM_DUE} AND s.failures ${failing ? '>' : '='} 0`, now, limit)),

    /** The next delivery to a claimed callback; undefined if nothing is due or the claim is lost. */
    nextDelivery: (callback: Work, now: number): Promise<Due | undefined> =>
      database.get<Due>(
        `SELECT s.id, s.topic, s.callback_given AS "callbackGiven", s.secret, s.delivered_version AS "deliveredVersion",
           t.version AS "currentVersion", s.expires_at AS "expiresAt" ${FROM_DUE} AND s.callback = $2
           AND EXISTS (SELECT 1 FROM hub.claims WHERE work = $2 AND claimed_by = $3) ORDER BY s.id LIMIT 1`,
        now,
        callback,
        server,
      ),

    /** Extends the claims that this server still holds. */
    async renewClaims(works: readonly Work[], now: number): Promise<void> {
      const renew = 'UPDATE hub.claims SET claimed_until = $2 WHERE claimed_by = $1 AND work = ANY($3)';
      await database.run(renew, server, claimUntil(now), works);
    },

    async release(work: Work): Promise<void> {
      await database.run('DELETE FROM hub.claims WHERE work = $1 AND claimed_by = $2', work, server);
    },

    /** Releases all claims and closes the database. */
    async close(): Promise<void> {
      // If this fails, the claims end by themselves.
      await database.run('DELETE FROM hub.claims WHERE claimed_by = $1', server).catch(() => {});
      await database.close();
    },
  };
}
