import type { Acceptance, Caps, NewRequest, PendingRequest, SubscriptionState } from './records.ts';
import type { Database, Statements } from './sql.ts';

/** PostgreSQL's text has no NUL, which an error message might contain. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

/** Whether a request to subscribe `s` is waiting, so `s` is pending instead of ended. */
export const IS_WANTED = `EXISTS (SELECT 1 FROM hub.requests r WHERE r.subscription = s.id AND r.mode = 'subscribe')`;

/** Stores requests for verification and denials, and what their callbacks have answered. */
export function requestRecords(database: Database) {
  return {
    /** Stores a request unless a limit is reached. A new subscription starts at the topic's current version, so it misses no later one. */
    accept: (request: NewRequest, caps: Caps): Promise<Acceptance> =>
      database.transaction(async (sql) => {
        // One request for a host at a time, so the host's subscriptions are counted correctly.
        await sql.lock(`host ${request.host}`);
        const known = await sql.get<{ id: number; state: SubscriptionState }>(
          'SELECT id, state FROM hub.subscriptions WHERE callback = $1 AND topic = $2 FOR UPDATE',
          request.callback,
          request.topic,
        );
        const begins = request.mode === 'subscribe' && known?.state !== 'pending' && known?.state !== 'active';
        const full = begins ? await findFull(sql, request.host, caps) : undefined;
        if (full !== undefined) return { accepted: false, full };
        if (known !== undefined && (await count(sql, 'hub.requests WHERE subscription = $1', known.id)) >= caps.perSubscription)
          return { accepted: false, full: 'subscription' };
        if (known !== undefined && begins) await end(sql, known.id, 'pending', null, request.at);
        await sql.run(
          `INSERT INTO hub.requests (subscription, mode, topic_given, callback_given, secret, lease_seconds, base_version, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, coalesce((SELECT version FROM hub.topics WHERE path = $7), 0), $8)`,
          known?.id ?? (await create(sql, request)),
          request.mode,
          request.topicGiven,
          request.callbackGiven,
          request.secret,
          request.leaseSeconds,
          request.topic,
          request.at,
        );
        return { accepted: true };
      }),

    /**
     * Records that the callback confirmed a request; the lease counts from `sentAt`. Older requests of the same subscription become void.
     * False if this one was void already.
     */
    confirm: (requestId: number, sentAt: number): Promise<boolean> =>
      database.record(async (sql) => {
        const request = await lockRequest(sql, requestId);
        if (request === undefined) return false;
        const { subscription, mode } = request;
        if (mode === 'subscribe') await activate(sql, requestId, sentAt);
        await sql.run(`DELETE FROM hub.requests WHERE subscription = $1 AND (id <= $2 OR mode = 'denied')`, subscription, requestId);
        if (mode !== 'unsubscribe') return true;
        const wanted = await sql.get(`SELECT 1 FROM hub.subscriptions s WHERE id = $1 AND ${IS_WANTED}`, subscription);
        await end(sql, subscription, wanted === undefined ? 'removed' : 'pending', 'unsubscribed', sentAt);
        return true;
      }),

    /** Records that the callback didn't confirm. An active subscription stays as it is; one that was only pending for this request ends. */
    reject: (requestId: number, error: string, at: number): Promise<void> =>
      database.record(async (sql) => {
        const request = await lockRequest(sql, requestId);
        if (request === undefined) return;
        const values = [request.subscription, at, withoutNul(error)];
        await sql.run('DELETE FROM hub.requests WHERE id = $1', requestId);
        await sql.run('UPDATE hub.subscriptions SET verification_at = $2, verification_error = $3 WHERE id = $1', ...values);
        await sql.run(
          `UPDATE hub.subscriptions AS s SET state = 'rejected', changed_at = $2, reason = $3
           WHERE id = $1 AND state = 'pending' AND NOT ${IS_WANTED}`,
          ...values,
        );
      }),

    /** Records that a denial couldn't be sent and will be tried again at `nextAttemptAt`. */
    async postpone(requestId: number, nextAttemptAt: number): Promise<void> {
      const postpone = 'UPDATE hub.requests SET attempts = attempts + 1, next_attempt_at = $2 WHERE id = $1';
      await database.record((sql) => sql.run(postpone, requestId, nextAttemptAt));
    },

    /** Deletes a denial that has been sent or given up. */
    async forget(requestId: number): Promise<void> {
      await database.record((sql) => sql.run('DELETE FROM hub.requests WHERE id = $1', requestId));
    },
  };
}

async function count(sql: Statements, from: string, ...values: readonly unknown[]): Promise<number> {
  return (await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values))?.n ?? 0;
}

async function findFull(sql: Statements, host: string, caps: Caps): Promise<'host' | 'total' | undefined> {
  const live = `hub.subscriptions WHERE state IN ('pending', 'active')`;
  if ((await count(sql, `${live} AND host = $1`, host)) >= caps.perHost) return 'host';
  return (await count(sql, live)) >= caps.total ? 'total' : undefined;
}

/** Unsubscribing from nothing creates an ended subscription, so the answers don't show who is subscribed. */
async function create(sql: Statements, request: NewRequest): Promise<number> {
  const [state, reason] = request.mode === 'subscribe' ? ['pending', null] : ['removed', 'never subscribed'];
  const row = await sql.get<{ id: number }>(
    `INSERT INTO hub.subscriptions (token, topic, topic_given, callback, callback_given, host, state, reason, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id`,
    request.token,
    request.topic,
    request.topicGiven,
    request.callback,
    request.callbackGiven,
    request.host,
    state,
    reason,
    request.at,
  );
  if (row === undefined) throw new Error('hub: the subscription was not stored');
  return row.id;
}

/** A request with its subscription locked; undefined if it is void. Read after locking, since another server may have voided it. */
async function lockRequest(sql: Statements, id: number) {
  await sql.get('SELECT id FROM hub.subscriptions WHERE id = (SELECT subscription FROM hub.requests WHERE id = $1) FOR UPDATE', id);
  return sql.get<{ subscription: number; mode: PendingRequest['mode'] }>('SELECT subscription, mode FROM hub.requests WHERE id = $1', id);
}

/** A renewal keeps the delivered version; a new subscription starts at the version that the topic had when it was requested. */
async function activate(sql: Statements, requestId: number, sentAt: number): Promise<void> {
  await sql.run(
    `UPDATE hub.subscriptions AS s SET topic_given = r.topic_given, callback_given = r.callback_given, secret = r.secret,
       lease_seconds = r.lease_seconds, expires_at = $2 + r.lease_seconds * 1000, failures = 0, next_attempt_at = 0, reason = NULL,
       delivered_version = CASE s.state WHEN 'active' THEN s.delivered_version ELSE r.base_version END,
       attempted_version = CASE s.state WHEN 'active' THEN s.attempted_version ELSE r.base_version END,
       changed_at = CASE s.state WHEN 'active' THEN s.changed_at ELSE $2 END,
       verification_at = $2, verification_error = NULL, state = 'active'
     FROM hub.requests r WHERE r.id = $1 AND s.id = r.subscription`,
    requestId,
    sentAt,
  );
}

/** Moves a subscription to a new state and deletes its secret. */
export async function end(sql: Statements, id: number, state: SubscriptionState, reason: string | null, at: number): Promise<void> {
  const values = [id, state, reason, at];
  await sql.run('UPDATE hub.subscriptions SET state = $2, reason = $3, secret = NULL, changed_at = $4 WHERE id = $1', ...values);
}

/** Ends a subscription and stores a denial for its subscriber. */
export async function deny(sql: Statements, id: number, reason: string, at: number): Promise<void> {
  await sql.run(
    `INSERT INTO hub.requests (subscription, mode, topic_given, callback_given, lease_seconds, base_version, reason, created_at)
     SELECT id, 'denied', topic_given, callback_given, 0, 0, $2, $3 FROM hub.subscriptions WHERE id = $1`,
    id,
    reason,
    at,
  );
  await end(sql, id, 'removed', reason, at);
}
