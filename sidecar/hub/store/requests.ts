import type { Acceptance, Caps, NewRequest, PendingRequest, SubscriptionState } from './records.ts';
import type { Statements } from './sql.ts';

/** PostgreSQL's text has no NUL, which an error message might contain. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

type Asked = { readonly subscription: number; readonly mode: PendingRequest['mode'] };

/** Stores a request for verification, within the caps. */
export async function accept(sql: Statements, request: NewRequest, caps: Caps): Promise<Acceptance> {
  // One request for a host at a time, so that the host's subscriptions are counted correctly.
  await sql.lock(`host ${request.host}`);
  const known = await sql.get<{ id: number; state: SubscriptionState }>(
    'SELECT id, state FROM hub.subscriptions WHERE callback = $1 AND topic = $2 FOR UPDATE',
    request.callback,
    request.topic,
  );
  const isLive = known?.state === 'pending' || known?.state === 'active';
  const full = request.mode === 'subscribe' && !isLive ? await findFull(sql, request.host, caps) : undefined;
  if (full !== undefined) return { accepted: false, full };
  if (known !== undefined && (await count(sql, 'hub.requests WHERE subscription = $1', known.id)) >= caps.perSubscription)
    return { accepted: false, full: 'subscription' };
  if (known !== undefined && !isLive && request.mode === 'subscribe') await end(sql, known.id, 'pending', null, request.at);
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
}

async function count(sql: Statements, from: string, ...values: readonly unknown[]): Promise<number> {
  return (await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values))?.n ?? 0;
}

async function findFull(sql: Statements, host: string, caps: Caps): Promise<'host' | 'total' | undefined> {
  const live = `hub.subscriptions WHERE state IN ('pending', 'active')`;
  if ((await count(sql, `${live} AND host = $1`, host)) >= caps.perHost) return 'host';
  return (await count(sql, live)) >= caps.total ? 'total' : undefined;
}

/** Unsubscribing from nothing creates an ended subscription, so that the answers don't show who is subscribed. */
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
async function lockRequest(sql: Statements, id: number): Promise<Asked | undefined> {
  await sql.get('SELECT id FROM hub.subscriptions WHERE id = (SELECT subscription FROM hub.requests WHERE id = $1) FOR UPDATE', id);
  return sql.get<Asked>('SELECT subscription, mode FROM hub.requests WHERE id = $1', id);
}

/** Does what a confirmed request asks for. False if the request is void. */
export async function confirm(sql: Statements, requestId: number, sentAt: number): Promise<boolean> {
  const request = await lockRequest(sql, requestId);
  if (request === undefined) return false;
  const { subscription, mode } = request;
  if (mode === 'subscribe') await activate(sql, requestId, sentAt);
  await sql.run(`DELETE FROM hub.requests WHERE subscription = $1 AND (id <= $2 OR mode = 'denied')`, subscription, requestId);
  if (mode === 'unsubscribe') await end(sql, subscription, await restingState(sql, subscription, 'removed'), 'unsubscribed', sentAt);
  return true;
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

/** The state of a subscription after one of its requests is settled: pending while another request to subscribe waits. */
async function restingState(sql: Statements, subscription: number, otherwise: SubscriptionState): Promise<SubscriptionState> {
  const wanted = await sql.get(`SELECT 1 FROM hub.requests WHERE subscription = $1 AND mode = 'subscribe'`, subscription);
  return wanted === undefined ? otherwise : 'pending';
}

/** Ends a request that the callback hasn't confirmed, and its subscription if that was only pending for it. */
export async function reject(sql: Statements, requestId: number, reason: string, at: number): Promise<void> {
  const request = await lockRequest(sql, requestId);
  if (request === undefined) return;
  const { subscription, mode } = request;
  await sql.run('DELETE FROM hub.requests WHERE id = $1', requestId);
  await sql.run('UPDATE hub.subscriptions SET verification_at = $2, verification_error = $3 WHERE id = $1', subscription, at, reason);
  if (mode !== 'subscribe' || (await restingState(sql, subscription, 'rejected')) === 'pending') return;
  await sql.run(
    `UPDATE hub.subscriptions SET state = 'rejected', reason = $2, changed_at = $3 WHERE id = $1 AND state = 'pending'`,
    subscription,
    reason,
    at,
  );
}

/** Moves a subscription to a state without a secret. */
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
