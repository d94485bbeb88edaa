import { limits } from '../../../../site/contract/limits.ts';
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
} from '../store.ts';
import { type Database, patiently, type Statements } from './database.ts';
import { DUE, ENDED, IS_DENIAL_DUE, keyOf, LIVE, REQUEST } from './rows.ts';

const SUBSCRIPTION = `
  SELECT s.id, s.token, s.topic, s.callback, s.callback_given AS "callbackGiven", s.state, s.reason, s.secret IS NOT NULL AS "hasSecret",
    s.lease_seconds AS "leaseSeconds", s.expires_at AS "expiresAt", s.delivered_version AS "deliveredVersion",
    coalesce(t.version, 0) AS "currentVersion", s.next_attempt_at AS "nextAttemptAt", s.failures, s.created_at AS "createdAt",
    s.changed_at AS "changedAt", s.verification_at AS "verificationAt", s.verification_error AS "verificationError",
    (SELECT count(*) FROM hub.requests WHERE subscription = s.id) AS "pendingRequests"
  FROM hub.subscriptions s LEFT JOIN hub.topics t ON t.path = s.topic`;

/** Any number, the same for all who publish. */
export const PUBLISHING_LOCK = 7_236_142_002;

/** The same as StoreOperations, asynchronous. */
type Operations = {
  readonly [Name in keyof StoreOperations]: (...args: Parameters<StoreOperations[Name]>) => Promise<ReturnType<StoreOperations[Name]>>;
};

type Standing = { readonly failures: number; readonly state: SubscriptionState };

/**
 * The operations on PostgreSQL. Those that tell the outcome of a request to a callback wait for a database that is away for some seconds; the
 * others reject at once. Whatever changes a subscription locks its row first, so that instances wait for each other instead of mixing.
 */
export class PostgresOperations implements Operations {
  readonly #database: Database;
  readonly #sql: Statements;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = database.statements;
  }

  async publish(topics: readonly TopicBytes[], at: number, modified: number): Promise<Publication> {
    const publication = await this.#database.transaction((sql) => publish(sql, topics, at, modified));
    // The earlier bytes would stay in the table's file, and so withdrawn texts.
    if (publication.changed.length > 0) await this.#sql.run('VACUUM (FULL) hub.topics');
    return publication;
  }

  topics(): Promise<readonly StoredTopic[]> {
    return this.#sql.all<StoredTopic>('SELECT path, version, content_type AS "contentType", body FROM hub.topics');
  }

  topicVersions(): Promise<readonly TopicVersion[]> {
    return this.#sql.all<TopicVersion>('SELECT path, version, content_type AS "contentType", hash FROM hub.topics');
  }

  accept(request: NewRequest, caps: Caps): Promise<Acceptance> {
    return this.#database.transaction((sql) => accept(sql, request, caps));
  }

  pending(afterId: number, limit: number): Promise<readonly PendingRequest[]> {
    return this.#sql.all<PendingRequest>(`${REQUEST} WHERE r.mode <> 'denied' AND r.id > $1 ORDER BY r.id LIMIT $2`, afterId, limit);
  }

  denials(now: number, afterId: number, limit: number): Promise<readonly PendingRequest[]> {
    return this.#sql.all<PendingRequest>(`${REQUEST} WHERE ${IS_DENIAL_DUE} AND r.id > $2 ORDER BY r.id LIMIT $3`, now, afterId, limit);
  }

  async postpone(requestId: number, nextAttemptAt: number): Promise<void> {
    await patiently(() =>
      this.#sql.run('UPDATE hub.requests SET attempts = attempts + 1, next_attempt_at = $2 WHERE id = $1', requestId, nextAttemptAt),
    );
  }

  confirm(requestId: number, sentAt: number): Promise<boolean> {
    return patiently(() => this.#database.transaction((sql) => confirm(sql, requestId, sentAt)));
  }

  reject(requestId: number, reason: string, at: number): Promise<void> {
    return patiently(() => this.#database.transaction((sql) => reject(sql, requestId, reason, at)));
  }

  async forget(requestId: number): Promise<void> {
    await patiently(() => this.#sql.run('DELETE FROM hub.requests WHERE id = $1', requestId));
  }

  due(now: number, afterId: number, limit: number, failing: boolean): Promise<readonly Due[]> {
    const group = failing ? 's.failures > 0' : 's.failures = 0';
    return this.#sql.all<Due>(`${DUE} AND ${group} AND s.id > $2 ORDER BY s.id LIMIT $3`, now, afterId, limit);
  }

  dueOf(callback: string, now: number): Promise<readonly Due[]> {
    return this.#sql.all<Due>(`${DUE} AND s.callback_key = $2 ORDER BY s.id`, now, keyOf(callback));
  }

  /** One statement, since it is by far the most frequent one. A repeated success changes nothing but the list of attempts. */
  async recordSuccess(id: number, attempt: Attempt): Promise<void> {
    await patiently(() =>
      keep(
        this.#sql,
        id,
        attempt,
        `, delivered_version = greatest(delivered_version, $4), attempted_version = greatest(attempted_version, $4), failures = 0, next_attempt_at = 0`,
      ),
    );
  }

  async recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): Promise<FailureResult> {
    const result = await this.#record(id, attempt, (sql) => recordFailure(sql, id, attempt, policy));
    if (result !== undefined) return result;
    const standing = await this.#sql.get<Standing>('SELECT failures, state FROM hub.subscriptions WHERE id = $1', id);
    return { failures: standing?.failures ?? 0, ended: standing?.state !== 'active' };
  }

  recordGone(id: number, attempt: Attempt, reason: string): Promise<void> {
    return this.#record(id, attempt, (sql) => end(sql, id, 'removed', reason, attempt.at));
  }

  /**
   * Stores an attempt and what follows from it. Undefined where an earlier try had stored it, though its commit was not answered: a failure
   * must not count twice.
   */
  #record<Result>(id: number, attempt: Attempt, follow: (sql: Statements) => Promise<Result>): Promise<Result | undefined> {
    return patiently((isRepeated) =>
      this.#database.transaction(async (sql) => {
        if (isRepeated && (await isKept(sql, id, attempt))) return undefined;
        await keep(sql, id, attempt);
        return follow(sql);
      }),
    ) as Promise<Result | undefined>;
  }

  async lapse(now: number, limit: number): Promise<readonly Subscription[]> {
    const over = await this.#sql.all<{ id: number }>(
      `UPDATE hub.subscriptions s SET reason = 'the lease was not renewed', secret = NULL, changed_at = $1,
         state = CASE WHEN EXISTS (SELECT 1 FROM hub.requests WHERE subscription = s.id AND mode = 'subscribe') THEN 'pending' ELSE 'lapsed' END
       WHERE s.id IN (SELECT id FROM hub.subscriptions WHERE state = 'active' AND expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING s.id`,
      now,
      limit,
    );
    if (over.length === 0) return [];
    return this.#sql.all<Subscription>(
      `${SUBSCRIPTION} WHERE s.id = ANY($1) ORDER BY s.id`,
      over.map(({ id }) => id),
    );
  }

  async purge(endedBefore: number, keep: number): Promise<number> {
    const unwanted = 'AND NOT EXISTS (SELECT 1 FROM hub.requests WHERE subscription = subscriptions.id)';
    const old = await this.#sql.run(
      `DELETE FROM hub.subscriptions WHERE state = ANY($1) AND changed_at < $2 ${unwanted}`,
      ENDED,
      endedBefore,
    );
    const extra = await this.#sql.run(
      `DELETE FROM hub.subscriptions WHERE state = ANY($1) ${unwanted}
         AND id IN (SELECT id FROM hub.subscriptions WHERE state = ANY($1) ORDER BY changed_at DESC OFFSET $2)`,
      ENDED,
      keep,
    );
    return old + extra;
  }

  remove(id: number, reason: string, at: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const live = await sql.get('SELECT 1 FROM hub.subscriptions WHERE id = $1 AND state = ANY($2) FOR UPDATE', id, LIVE);
      if (live === undefined) return false;
      await sql.run('DELETE FROM hub.requests WHERE subscription = $1', id);
      await deny(sql, id, reason, at);
      return true;
    });
  }

  async nextEvent(now: number): Promise<number | undefined> {
    const row = await this.#sql.get<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(expires_at) AS at FROM hub.subscriptions WHERE state = 'active'
         UNION ALL SELECT min(next_attempt_at) FROM hub.subscriptions WHERE state = 'active' AND failures > 0 AND next_attempt_at > $1
         UNION ALL SELECT min(next_attempt_at) FROM hub.requests WHERE mode = 'denied' AND next_attempt_at > $1) AS times`,
      now,
    );
    return row?.at ?? undefined;
  }

  byToken(token: string): Promise<SubscriptionDetails | undefined> {
    return this.#details('s.token = $1', token);
  }

  byId(id: number): Promise<SubscriptionDetails | undefined> {
    return this.#details('s.id = $1', id);
  }

  async #details(condition: string, value: string | number): Promise<SubscriptionDetails | undefined> {
    const row = await this.#sql.get<Subscription>(`${SUBSCRIPTION} WHERE ${condition}`, value);
    if (row === undefined) return undefined;
    const attempts = await this.#sql.all<Attempt>(
      `SELECT a.at, a.version, a.status, a.error, a.duration_ms AS "durationMs"
       FROM hub.attempts a JOIN hub.subscriptions s ON s.id = a.subscription
       WHERE a.subscription = $1 ORDER BY (s.attempts - a.slot) % $2`,
      row.id,
      limits.hub.deliveriesKept,
    );
    return { ...row, attempts };
  }

  list(states: readonly SubscriptionState[], afterId: number, limit: number): Promise<readonly Subscription[]> {
    return this.#sql.all<Subscription>(
      `${SUBSCRIPTION} WHERE s.state = ANY($1) AND s.id > $2 ORDER BY s.id LIMIT $3`,
      states,
      afterId,
      limit,
    );
  }

  async counts(): Promise<StoreCounts> {
    const rows = await this.#sql.all<{ of: string; n: number }>(
      `SELECT state AS of, count(*) AS n FROM hub.subscriptions GROUP BY state
       UNION ALL SELECT 'requests', count(*) FROM hub.requests
       UNION ALL SELECT 'lagging', count(*) FROM hub.topics t JOIN hub.subscriptions s ON s.topic = t.path
         WHERE s.state = 'active' AND s.delivered_version < t.version`,
    );
    const numbers = new Map(rows.map(({ of, n }) => [of, n]));
    const count = (of: string) => numbers.get(of) ?? 0;
    return {
      states: {
        pending: count('pending'),
        active: count('active'),
        rejected: count('rejected'),
        removed: count('removed'),
        lapsed: count('lapsed'),
      },
      pendingRequests: count('requests'),
      lagging: count('lagging'),
    };
  }

  async probe(): Promise<void> {
    const rolledBack = new Error();
    await this.#database
      .transaction(async (sql) => {
        await sql.run(
          // Ids below zero, so that the sequences aren't used up, by chance, so that two probes don't wait for each other.
          `WITH probe AS (
             INSERT INTO hub.subscriptions (id, token, topic, topic_given, callback, callback_key, callback_given, host, state, created_at, changed_at)
             OVERRIDING SYSTEM VALUE
             VALUES (floor(-1e9 * random() - 1), gen_random_uuid(), '', '', '', gen_random_uuid(), '', '', 'pending', 0, 0) RETURNING id)
           INSERT INTO hub.requests (id, subscription, mode, topic_given, callback_given, lease_seconds, base_version, created_at)
           OVERRIDING SYSTEM VALUE SELECT id, id, 'subscribe', '', '', 0, 0, 0 FROM probe`,
        );
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
  }
}

async function publish(sql: Statements, topics: readonly TopicBytes[], at: number, modified: number): Promise<Publication> {
  await sql.run('SELECT pg_advisory_xact_lock($1)', PUBLISHING_LOCK);
  const stored = await sql.all<{ path: string; version: number; hash: Buffer; modified: number }>(
    'SELECT path, version, hash, modified FROM hub.topics',
  );
  const before = new Map(stored.map((topic) => [topic.path, topic]));
  const changed = topics.filter(({ path, hash }) => before.get(path)?.hash.equals(hash) !== true);
  const versions = new Map(stored.map(({ path, version }) => [path, version]));
  const isOutdated = changed.some(({ path }) => (before.get(path)?.modified ?? 0) > modified);
  if (isOutdated) return { changed: [], versions: Object.fromEntries(versions), isOutdated };
  for (const { path, hash, contentType, body } of changed) {
    versions.set(path, (versions.get(path) ?? 0) + 1);
    await sql.run(
      `INSERT INTO hub.topics (path, version, hash, content_type, body, changed_at, modified) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (path) DO UPDATE SET version = $2, hash = $3, content_type = $4, body = $5, changed_at = $6, modified = $7`,
      path,
      versions.get(path),
      hash,
      contentType,
      body,
      at,
      modified,
    );
  }
  for (const { path, contentType } of topics)
    await sql.run('UPDATE hub.topics SET content_type = $2 WHERE path = $1 AND content_type <> $2', path, contentType);
  return { changed: changed.map(({ path }) => path), versions: Object.fromEntries(versions), isOutdated };
}

async function accept(sql: Statements, request: NewRequest, caps: Caps): Promise<Acceptance> {
  // One request of a host at a time, so that its subscriptions are counted right.
  await sql.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', request.host);
  const known = await sql.get<{ id: number; state: SubscriptionState }>(
    'SELECT id, state FROM hub.subscriptions WHERE callback_key = $1 AND topic = $2 FOR UPDATE',
    keyOf(request.callback),
    request.topic,
  );
  const isLive = known !== undefined && LIVE.includes(known.state);
  const full = request.mode === 'subscribe' && !isLive ? await whatIsFull(sql, request.host, caps) : undefined;
  if (full !== undefined) return { accepted: false, full };
  if (known !== undefined && (await countWaiting(sql, known.id)) >= caps.perSubscription) return { accepted: false, full: 'subscription' };
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

async function whatIsFull(sql: Statements, host: string, caps: Caps): Promise<'host' | 'total' | undefined> {
  const ofHost = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM hub.subscriptions WHERE host = $1 AND state IN ('pending', 'active')`,
    host,
  );
  if ((ofHost?.n ?? 0) >= caps.perHost) return 'host';
  const all = await sql.get<{ n: number }>(`SELECT count(*) AS n FROM hub.subscriptions WHERE state IN ('pending', 'active')`);
  return (all?.n ?? 0) >= caps.total ? 'total' : undefined;
}

async function countWaiting(sql: Statements, subscription: number): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT count(*) AS n FROM hub.requests WHERE subscription = $1', subscription);
  return row?.n ?? 0;
}

/** Unsubscribing without a subscription creates a row too, an ended one, so that the answers don't tell who is subscribed (T13). */
async function create(sql: Statements, request: NewRequest): Promise<number> {
  const [state, reason] = request.mode === 'subscribe' ? ['pending', null] : ['removed', 'never subscribed'];
  const row = await sql.get<{ id: number }>(
    `INSERT INTO hub.subscriptions (token, topic, topic_given, callback, callback_key, callback_given, host, state, reason, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id`,
    request.token,
    request.topic,
    request.topicGiven,
    request.callback,
    keyOf(request.callback),
    request.callbackGiven,
    request.host,
    state,
    reason,
    request.at,
  );
  if (row === undefined) throw new Error('hub: the subscription was not stored');
  return row.id;
}

interface Asked {
  readonly subscription: number;
  readonly mode: PendingRequest['mode'];
}

/** A request, with its subscription locked; undefined where it is void. Read after the lock: another instance may have voided it meanwhile. */
async function lockRequest(sql: Statements, id: number): Promise<Asked | undefined> {
  await sql.run('SELECT 1 FROM hub.subscriptions WHERE id = (SELECT subscription FROM hub.requests WHERE id = $1) FOR UPDATE', id);
  return sql.get<Asked>('SELECT subscription, mode FROM hub.requests WHERE id = $1', id);
}

async function confirm(sql: Statements, requestId: number, sentAt: number): Promise<boolean> {
  const request = await lockRequest(sql, requestId);
  if (request === undefined) return false;
  const { subscription, mode } = request;
  if (mode === 'subscribe') await activate(sql, requestId, sentAt);
  await sql.run(`DELETE FROM hub.requests WHERE subscription = $1 AND (id <= $2 OR mode = 'denied')`, subscription, requestId);
  if (mode === 'unsubscribe') await end(sql, subscription, await restingState(sql, subscription, 'removed'), 'unsubscribed', sentAt);
  return true;
}

/** A renewal keeps its cursor; a new subscription starts at the version that the topic had when it was requested. */
async function activate(sql: Statements, requestId: number, sentAt: number): Promise<void> {
  await sql.run(
    `UPDATE hub.subscriptions s SET topic_given = r.topic_given, callback_given = r.callback_given, secret = r.secret,
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

async function end(sql: Statements, id: number, state: SubscriptionState, reason: string | null, at: number): Promise<void> {
  await sql.run(
    'UPDATE hub.subscriptions SET state = $2, reason = $3, secret = NULL, changed_at = $4 WHERE id = $1',
    id,
    state,
    reason,
    at,
  );
}

/** PostgreSQL's text has no NUL, which a message of a callback's certificate might have. */
function withoutNul<Text extends string | null>(text: Text): Text | string {
  return text?.replaceAll('\0', '') ?? text;
}

async function reject(sql: Statements, requestId: number, given: string, at: number): Promise<void> {
  const reason = withoutNul(given);
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

async function isKept(sql: Statements, id: number, { at, version }: Attempt): Promise<boolean> {
  const row = await sql.get('SELECT 1 FROM hub.attempts WHERE subscription = $1 AND at = $2 AND version = $3', id, at, version);
  return row !== undefined;
}

/** Keeps an attempt among the last ones of its subscription; `also` are more assignments to that, in which $4 is the version. */
async function keep(sql: Statements, id: number, { at, version, status, error, durationMs }: Attempt, also = ''): Promise<void> {
  await sql.run(
    `WITH counted AS (UPDATE hub.subscriptions SET attempts = attempts + 1${also} WHERE id = $1 RETURNING id, attempts)
     INSERT INTO hub.attempts (subscription, slot, at, version, status, error, duration_ms)
     SELECT id, attempts % $2, $3::bigint, $4::bigint, $5::bigint, $6::text, $7::bigint FROM counted
     ON CONFLICT (subscription, slot) DO UPDATE
       SET at = excluded.at, version = excluded.version, status = excluded.status, error = excluded.error, duration_ms = excluded.duration_ms`,
    id,
    limits.hub.deliveriesKept,
    at,
    version,
    status,
    withoutNul(error),
    durationMs,
  );
}

async function recordFailure(
  sql: Statements,
  id: number,
  attempt: Attempt,
  { retryAt, holdsNewer, reason }: FailurePolicy,
): Promise<FailureResult> {
  const row = await sql.get<{ failures: number }>(
    `UPDATE hub.subscriptions SET failures = failures + 1, attempted_version = greatest(attempted_version, $2)
     WHERE id = $1 AND state = 'active' RETURNING failures`,
    id,
    attempt.version,
  );
  if (row === undefined) return { failures: 0, ended: true };
  const next = retryAt[row.failures - 1];
  if (next === undefined) await deny(sql, id, reason, attempt.at);
  else await sql.run('UPDATE hub.subscriptions SET next_attempt_at = $2, holds_newer = $3 WHERE id = $1', id, next, holdsNewer);
  return { failures: row.failures, ended: next === undefined };
}

async function deny(sql: Statements, id: number, reason: string, at: number): Promise<void> {
  await sql.run(
    `INSERT INTO hub.requests (subscription, mode, topic_given, callback_given, lease_seconds, base_version, reason, created_at)
     SELECT id, 'denied', topic_given, callback_given, 0, 0, $2, $3 FROM hub.subscriptions WHERE id = $1`,
    id,
    withoutNul(reason),
    at,
  );
  await end(sql, id, 'removed', withoutNul(reason), at);
}
