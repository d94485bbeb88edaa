import { limits } from '../../../site/contract/limits.ts';
import type { Statements } from './sqlite.ts';
import type {
  Acceptance,
  Attempt,
  Caps,
  Due,
  FailurePolicy,
  FailureResult,
  NewRequest,
  PendingRequest,
  Publication,
  StoreCounts,
  StoredTopic,
  StoreOperations,
  Subscription,
  SubscriptionDetails,
  SubscriptionState,
  TopicBytes,
  TopicVersion,
} from './store.ts';

const LIVE = `state IN ('pending', 'active')`;
const ENDED = `state IN ('rejected', 'removed', 'lapsed')`;

const SUBSCRIPTION = `
  SELECT s.id, s.token, s.topic, s.callback, coalesce(s.callback_given, s.callback) AS callbackGiven, s.state, s.reason, s.secret IS NOT NULL AS hasSecret, s.lease_seconds AS leaseSeconds,
    s.expires_at AS expiresAt, s.delivered_version AS deliveredVersion, coalesce(t.version, 0) AS currentVersion,
    s.next_attempt_at AS nextAttemptAt, s.failures, s.created_at AS createdAt, s.changed_at AS changedAt,
    s.verification_at AS verificationAt, s.verification_error AS verificationError,
    (SELECT count(*) FROM requests WHERE subscription = s.id) AS pendingRequests
  FROM subscriptions s LEFT JOIN topics t ON t.path = s.topic`;

const DUE = `
  SELECT s.id, s.topic, s.callback, coalesce(s.callback_given, s.callback) AS callbackGiven, s.secret, s.delivered_version AS deliveredVersion,
    t.version AS currentVersion, s.failures, s.expires_at AS expiresAt
  FROM subscriptions s JOIN topics t ON t.path = s.topic
  WHERE s.state = 'active' AND s.expires_at > ?1 AND s.delivered_version < t.version
    AND (s.next_attempt_at <= ?1 OR (s.attempted_version < t.version AND s.holds_newer = 0))`;

const REQUEST = `
  SELECT r.id, r.mode, r.topic_given AS topicGiven, s.callback, coalesce(r.callback_given, s.callback) AS callbackGiven, s.host, r.reason, s.token,
    CASE r.mode WHEN 'unsubscribe' THEN coalesce(s.lease_seconds, r.lease_seconds) ELSE r.lease_seconds END AS leaseSeconds,
    r.created_at AS createdAt, r.attempts
  FROM requests r JOIN subscriptions s ON s.id = r.subscription`;

type SubscriptionRow = Omit<Subscription, 'hasSecret'> & { readonly hasSecret: number };
type Pending = { subscription: number; mode: PendingRequest['mode'] };

function toSubscription(row: SubscriptionRow): Subscription {
  return { ...row, hasSecret: row.hasSecret === 1 };
}

/** The operations on SQLite. The caller opens and commits the transaction around them. */
export class SqliteStore implements StoreOperations {
  readonly #sql: Statements;

  constructor(statements: Statements) {
    this.#sql = statements;
  }

  publish(topics: readonly TopicBytes[], at: number): Publication {
    const changed = topics.filter((topic) => this.#takeTopic(topic, at)).map(({ path }) => path);
    const rows = this.#sql.all<{ path: string; version: number }>('SELECT path, version FROM topics');
    return { changed, versions: Object.fromEntries(rows.map(({ path, version }) => [path, version])), isOutdated: false };
  }

  #takeTopic({ path, hash, contentType, body }: TopicBytes, at: number): boolean {
    const changes = this.#sql.run(
      `INSERT INTO topics (path, version, hash, content_type, body, changed_at) VALUES (?, 1, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET version = version + 1, hash = excluded.hash, content_type = excluded.content_type,
         body = excluded.body, changed_at = excluded.changed_at WHERE hash <> excluded.hash`,
      path,
      hash,
      contentType,
      body,
      at,
    );
    if (changes === 0) this.#sql.run('UPDATE topics SET content_type = ?2 WHERE path = ?1 AND content_type <> ?2', path, contentType);
    return changes > 0;
  }

  topics(): readonly StoredTopic[] {
    return this.#sql.all<StoredTopic>('SELECT path, version, content_type AS contentType, body FROM topics');
  }

  topicVersions(): readonly TopicVersion[] {
    return this.#sql.all<TopicVersion>('SELECT path, version, content_type AS contentType, hash FROM topics');
  }

  accept(request: NewRequest, caps: Caps): Acceptance {
    const known = this.#sql.get<{ id: number; state: SubscriptionState }>(
      'SELECT id, state FROM subscriptions WHERE callback = ? AND topic = ?',
      request.callback,
      request.topic,
    );
    const isLive = known?.state === 'pending' || known?.state === 'active';
    const full = request.mode === 'subscribe' && !isLive ? this.#full(request.host, caps) : undefined;
    if (full !== undefined) return { accepted: false, full };
    if (known !== undefined && this.#waiting(known.id) >= caps.perSubscription) return { accepted: false, full: 'subscription' };
    if (known !== undefined && !isLive && request.mode === 'subscribe') this.#end(known.id, 'pending', null, request.at);
    this.#putDown(known?.id ?? this.#create(request), request);
    return { accepted: true };
  }

  #full(host: string, caps: Caps): 'host' | 'total' | undefined {
    const ofHost = this.#sql.get<{ n: number }>(`SELECT count(*) AS n FROM subscriptions WHERE host = ? AND ${LIVE}`, host);
    if ((ofHost?.n ?? 0) >= caps.perHost) return 'host';
    const all = this.#sql.get<{ n: number }>(`SELECT count(*) AS n FROM subscriptions WHERE ${LIVE}`);
    return (all?.n ?? 0) >= caps.total ? 'total' : undefined;
  }

  #waiting(subscription: number): number {
    return this.#sql.get<{ n: number }>('SELECT count(*) AS n FROM requests WHERE subscription = ?', subscription)?.n ?? 0;
  }

  /**
   * Unsubscribing without a subscription creates a row too, an ended one, so that the answers don't tell who is subscribed (
   * T13).
   */
  #create({ mode, token, topic, topicGiven, callback, callbackGiven, host, at }: NewRequest): number {
    const [state, reason] = mode === 'subscribe' ? (['pending', null] as const) : (['removed', 'never subscribed'] as const);
    const row = this.#sql.get<{ id: number }>(
      `INSERT INTO subscriptions (token, topic, topic_given, callback, callback_given, host, state, reason, created_at, changed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      token,
      topic,
      topicGiven,
      callback,
      callbackGiven,
      host,
      state,
      reason,
      at,
      at,
    );
    if (row === undefined) throw new Error('hub: the subscription was not stored');
    return row.id;
  }

  #putDown(subscription: number, { mode, topicGiven, callbackGiven, secret, leaseSeconds, topic, at }: NewRequest): void {
    this.#sql.run(
      `INSERT INTO requests (subscription, mode, topic_given, callback_given, secret, lease_seconds, base_version, created_at)
       VALUES (?, ?, ?, ?, ?, ?, coalesce((SELECT version FROM topics WHERE path = ?), 0), ?)`,
      subscription,
      mode,
      topicGiven,
      callbackGiven,
      secret,
      leaseSeconds,
      topic,
      at,
    );
  }

  pending(afterId: number, limit: number): readonly PendingRequest[] {
    return this.#sql.all<PendingRequest>(`${REQUEST} WHERE r.mode <> 'denied' AND r.id > ? ORDER BY r.id LIMIT ?`, afterId, limit);
  }

  denials(now: number, afterId: number, limit: number): readonly PendingRequest[] {
    return this.#sql.all<PendingRequest>(
      // +id makes SQLite use the index of denials, which are few, instead of scanning all requests by id.
      `${REQUEST} WHERE r.mode = 'denied' AND r.next_attempt_at <= ? AND +r.id > ?
         AND NOT EXISTS (SELECT 1 FROM requests WHERE subscription = r.subscription AND mode = 'subscribe') ORDER BY +r.id LIMIT ?`,
      now,
      afterId,
      limit,
    );
  }

  postpone(requestId: number, nextAttemptAt: number): void {
    this.#sql.run('UPDATE requests SET attempts = attempts + 1, next_attempt_at = ? WHERE id = ?', nextAttemptAt, requestId);
  }

  confirm(requestId: number, sentAt: number): boolean {
    const request = this.#request(requestId);
    if (request === undefined) return false;
    if (request.mode === 'subscribe') this.#activate(requestId, sentAt);
    this.#sql.run(`DELETE FROM requests WHERE subscription = ? AND (id <= ? OR mode = 'denied')`, request.subscription, requestId);
    if (request.mode === 'unsubscribe')
      this.#end(request.subscription, this.#restingState(request.subscription, 'removed'), 'unsubscribed', sentAt);
    return true;
  }

  /** A renewal keeps its cursor; a new subscription starts at the version that the topic had when it was requested. */
  #activate(requestId: number, sentAt: number): void {
    this.#sql.run(
      `UPDATE subscriptions SET topic_given = r.topic_given, callback_given = r.callback_given, secret = r.secret,
         lease_seconds = r.lease_seconds, expires_at = ?2 + r.lease_seconds * 1000, failures = 0, next_attempt_at = 0, reason = NULL,
         delivered_version = CASE state WHEN 'active' THEN delivered_version ELSE r.base_version END,
         attempted_version = CASE state WHEN 'active' THEN attempted_version ELSE r.base_version END,
         changed_at = CASE state WHEN 'active' THEN changed_at ELSE ?2 END,
         verification_at = ?2, verification_error = NULL, state = 'active'
       FROM requests r WHERE r.id = ?1 AND subscriptions.id = r.subscription`,
      requestId,
      sentAt,
    );
  }

  #request(id: number): Pending | undefined {
    return this.#sql.get<Pending>('SELECT subscription, mode FROM requests WHERE id = ?', id);
  }

  /** The state of a subscription after one of its requests is settled: pending while another request to subscribe waits. */
  #restingState(subscription: number, otherwise: SubscriptionState): SubscriptionState {
    const wanted = this.#sql.get(`SELECT 1 FROM requests WHERE subscription = ? AND mode = 'subscribe'`, subscription);
    return wanted === undefined ? otherwise : 'pending';
  }

  #end(id: number, state: SubscriptionState, reason: string | null, at: number): void {
    this.#sql.run('UPDATE subscriptions SET state = ?2, reason = ?3, secret = NULL, changed_at = ?4 WHERE id = ?1', id, state, reason, at);
  }

  reject(requestId: number, reason: string, at: number): void {
    const request = this.#request(requestId);
    if (request === undefined) return;
    this.forget(requestId);
    this.#sql.run('UPDATE subscriptions SET verification_at = ?2, verification_error = ?3 WHERE id = ?1', request.subscription, at, reason);
    if (request.mode !== 'subscribe' || this.#restingState(request.subscription, 'rejected') === 'pending') return;
    this.#sql.run(
      `UPDATE subscriptions SET state = 'rejected', reason = ?2, changed_at = ?3 WHERE id = ?1 AND state = 'pending'`,
      request.subscription,
      reason,
      at,
    );
  }

  forget(requestId: number): void {
    this.#sql.run('DELETE FROM requests WHERE id = ?', requestId);
  }

  due(now: number, afterId: number, limit: number, failing: boolean): readonly Due[] {
    const group = failing ? 's.failures > 0' : 's.failures = 0';
    return this.#sql.all<Due>(`${DUE} AND ${group} AND s.id > ?2 ORDER BY s.id LIMIT ?3`, now, afterId, limit);
  }

  dueOf(callback: string, now: number): readonly Due[] {
    return this.#sql.all<Due>(`${DUE} AND s.callback = ?2 ORDER BY s.id`, now, callback);
  }

  recordSuccess(id: number, attempt: Attempt): void {
    this.#sql.run(
      `UPDATE subscriptions SET delivered_version = max(delivered_version, ?2), attempted_version = max(attempted_version, ?2),
         failures = 0, next_attempt_at = 0 WHERE id = ?1`,
      id,
      attempt.version,
    );
    this.#keep(id, attempt);
  }

  recordFailure(id: number, attempt: Attempt, { retryAt, holdsNewer, reason }: FailurePolicy): FailureResult {
    this.#keep(id, attempt);
    const row = this.#sql.get<{ failures: number }>(
      `UPDATE subscriptions SET failures = failures + 1, attempted_version = max(attempted_version, ?2)
       WHERE id = ?1 AND state = 'active' RETURNING failures`,
      id,
      attempt.version,
    );
    if (row === undefined) return { failures: 0, ended: true };
    const next = retryAt[row.failures - 1];
    if (next !== undefined)
      this.#sql.run('UPDATE subscriptions SET next_attempt_at = ?2, holds_newer = ?3 WHERE id = ?1', id, next, Number(holdsNewer));
    else this.#deny(id, reason, attempt.at);
    return { failures: row.failures, ended: next === undefined };
  }

  recordGone(id: number, attempt: Attempt, reason: string): void {
    this.#keep(id, attempt);
    this.#end(id, 'removed', reason, attempt.at);
  }

  #keep(id: number, { at, version, status, error, durationMs }: Attempt): void {
    const row = this.#sql.get<{ attempts: number }>('UPDATE subscriptions SET attempts = attempts + 1 WHERE id = ? RETURNING attempts', id);
    if (row === undefined) return;
    this.#sql.run(
      'INSERT OR REPLACE INTO attempts (subscription, slot, at, version, status, error, duration_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      row.attempts % limits.hub.deliveriesKept,
      at,
      version,
      status,
      error,
      durationMs,
    );
  }

  #deny(id: number, reason: string, at: number): void {
    this.#sql.run(
      `INSERT INTO requests (subscription, mode, topic_given, callback_given, lease_seconds, base_version, reason, created_at)
       SELECT id, 'denied', topic_given, callback_given, 0, 0, ?2, ?3 FROM subscriptions WHERE id = ?1`,
      id,
      reason,
      at,
    );
    this.#end(id, 'removed', reason, at);
  }

  lapse(now: number, limit: number): readonly Subscription[] {
    const over = this.#sql.all<SubscriptionRow>(`${SUBSCRIPTION} WHERE s.state = 'active' AND s.expires_at <= ? LIMIT ?`, now, limit);
    for (const { id } of over) this.#end(id, this.#restingState(id, 'lapsed'), 'the lease was not renewed', now);
    return over.map(toSubscription);
  }

  purge(endedBefore: number, keep: number): number {
    const unwanted = 'AND NOT EXISTS (SELECT 1 FROM requests WHERE subscription = subscriptions.id)';
    const old = this.#sql.run(`DELETE FROM subscriptions WHERE ${ENDED} AND changed_at < ? ${unwanted}`, endedBefore);
    const extra = this.#sql.run(
      `DELETE FROM subscriptions WHERE id IN (SELECT id FROM subscriptions WHERE ${ENDED} ORDER BY changed_at DESC LIMIT -1 OFFSET ?) ${unwanted}`,
      keep,
    );
    return old + extra;
  }

  remove(id: number, reason: string, at: number): boolean {
    const live = this.#sql.get(`SELECT 1 FROM subscriptions WHERE id = ? AND ${LIVE}`, id);
    if (live === undefined) return false;
    this.#sql.run('DELETE FROM requests WHERE subscription = ?', id);
    this.#deny(id, reason, at);
    return true;
  }

  nextEvent(now: number): number | undefined {
    const row = this.#sql.get<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(expires_at) AS at FROM subscriptions WHERE state = 'active'
         UNION ALL SELECT min(next_attempt_at) FROM subscriptions WHERE state = 'active' AND failures > 0 AND next_attempt_at > ?1
         UNION ALL SELECT min(next_attempt_at) FROM requests WHERE mode = 'denied' AND next_attempt_at > ?1)`,
      now,
    );
    return row?.at ?? undefined;
  }

  byToken(token: string): SubscriptionDetails | undefined {
    return this.#details(this.#sql.get<SubscriptionRow>(`${SUBSCRIPTION} WHERE s.token = ?`, token));
  }

  byId(id: number): SubscriptionDetails | undefined {
    return this.#details(this.#sql.get<SubscriptionRow>(`${SUBSCRIPTION} WHERE s.id = ?`, id));
  }

  #details(row: SubscriptionRow | undefined): SubscriptionDetails | undefined {
    if (row === undefined) return undefined;
    const attempts = this.#sql.all<Attempt>(
      `SELECT at, version, status, error, duration_ms AS durationMs FROM attempts a JOIN subscriptions s ON s.id = a.subscription
       WHERE subscription = ?1 ORDER BY (s.attempts - slot) % ?2`,
      row.id,
      limits.hub.deliveriesKept,
    );
    return { ...toSubscription(row), attempts };
  }

  list(states: readonly SubscriptionState[], afterId: number, limit: number): readonly Subscription[] {
    const rows = this.#sql.all<SubscriptionRow>(
      `${SUBSCRIPTION} WHERE s.state IN (SELECT value FROM json_each(?)) AND s.id > ? ORDER BY s.id LIMIT ?`,
      JSON.stringify(states),
      afterId,
      limit,
    );
    return rows.map(toSubscription);
  }

  counts(): StoreCounts {
    const rows = this.#sql.all<{ state: SubscriptionState; n: number }>(
      `SELECT state || '' AS state, count(*) AS n FROM subscriptions GROUP BY state || ''`,
    );
    const states = {
      pending: 0,
      active: 0,
      rejected: 0,
      removed: 0,
      lapsed: 0,
      ...Object.fromEntries(rows.map(({ state, n }) => [state, n])),
    };
    const { n: pendingRequests = 0 } = this.#sql.get<{ n: number }>('SELECT count(*) AS n FROM requests') ?? {};
    const { n: lagging = 0 } =
      this.#sql.get<{ n: number }>(
        // CROSS JOIN fixes the join order, so that SQLite reads only the lagging subscriptions from the index.
        `SELECT count(*) AS n FROM topics t CROSS JOIN subscriptions s ON s.topic = t.path
         WHERE s.state || '' = 'active' AND s.delivered_version < t.version`,
      ) ?? {};
    return { states, pendingRequests, lagging };
  }

  probe(): void {
    this.#sql.run(
      `INSERT INTO subscriptions (id, token, topic, topic_given, callback, host, state, created_at, changed_at)
       VALUES (-1, '', '', '', '', '', 'pending', 0, 0)`,
    );
    this.#sql.run(
      `INSERT INTO requests (id, subscription, mode, topic_given, lease_seconds, base_version, created_at)
       VALUES (-1, -1, 'subscribe', '', 0, 0, 0)`,
    );
    this.#sql.run('DELETE FROM subscriptions WHERE id = -1');
  }
}
