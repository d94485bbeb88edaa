import { limits } from '../../../site/contract/limits.ts';
import type { Database, Statements } from './sql.ts';
import { type Claim, claimDeliveries, claimedRequest, claimRequests, FROM_LAGGING, GIVEN, nextDelivery } from './sql-claims.ts';
import { countFailure, keep, publish } from './sql-deliveries.ts';
import { accept, confirm, deny, end, reject, withoutNul } from './sql-requests.ts';
import {
  type Acceptance,
  type Attempt,
  type Caps,
  type Due,
  ENDED_STATES,
  type FailurePolicy,
  type FailureResult,
  type Lapsed,
  LIVE_STATES,
  type NewRequest,
  type PendingRequest,
  type Publication,
  type RequestKind,
  type Store,
  type StoreCounts,
  type StoredTopic,
  type Subscription,
  type SubscriptionDetails,
  type SubscriptionState,
  type TopicBytes,
  type TopicVersion,
  type Work,
} from './store.ts';

const inStates = (states: readonly SubscriptionState[]) => `IN (${states.map((state) => `'${state}'`).join(', ')})`;

const SUBSCRIPTION = `
  SELECT s.id, s.token, s.topic, s.callback, ${GIVEN}, s.state, s.reason, s.secret IS NOT NULL AS "hasSecret",
    s.lease_seconds AS "leaseSeconds", s.expires_at AS "expiresAt", s.delivered_version AS "deliveredVersion",
    coalesce(t.version, 0) AS "currentVersion", s.next_attempt_at AS "nextAttemptAt", s.failures, s.created_at AS "createdAt",
    s.changed_at AS "changedAt", s.verification_at AS "verificationAt", s.verification_error AS "verificationError",
    (SELECT count(*) FROM hub.requests WHERE subscription = s.id) AS "pendingRequests"
  FROM hub.subscriptions s LEFT JOIN hub.topics t ON t.path = s.topic`;

/** A subscription without its attempts; SQLite has numbers for booleans. */
const toSubscription = (row: Subscription): Subscription => ({ ...row, hasSecret: Boolean(row.hasSecret) });

export interface StoreOptions {
  /** Identifies this server's claims. */
  readonly server: string;
  readonly claimSeconds: number;
}

/**
 * The store on any SQL database. Operations that change a subscription lock its row first, so that servers wait for each other; SQLite has
 * one writer at a time and needs no locks.
 */
export class SqlStore implements Store {
  readonly #database: Database;
  readonly #server: string;
  readonly #claimMs: number;

  constructor(database: Database, { server, claimSeconds }: StoreOptions) {
    this.#database = database;
    this.#server = server;
    this.#claimMs = claimSeconds * 1000;
  }

  get isShared(): boolean {
    return this.#database.isShared;
  }

  async publish(topics: readonly TopicBytes[], at: number, modified: number): Promise<Publication> {
    const { isShared } = this.#database;
    const publication = await this.#database.transaction((sql) => publish(sql, topics, at, modified, isShared));
    if (publication.changed.length > 0) await this.#database.scrub();
    return publication;
  }

  topics(): Promise<readonly StoredTopic[]> {
    return this.#database.all<StoredTopic>('SELECT path, version, content_type AS "contentType", body FROM hub.topics ORDER BY path');
  }

  topicVersions(): Promise<readonly TopicVersion[]> {
    return this.#database.all<TopicVersion>('SELECT path, version, content_type AS "contentType", hash FROM hub.topics ORDER BY path');
  }

  accept(request: NewRequest, caps: Caps): Promise<Acceptance> {
    return this.#database.transaction((sql) => accept(sql, request, caps));
  }

  claimRequests(kind: RequestKind, now: number, limit: number): Promise<readonly PendingRequest[]> {
    return this.#database.transaction((sql) => claimRequests(sql, kind, this.#claim(now), limit));
  }

  claimedRequest(id: number, now: number): Promise<PendingRequest | undefined> {
    return claimedRequest(this.#database, id, this.#claim(now));
  }

  confirm(requestId: number, sentAt: number): Promise<boolean> {
    return this.#database.record((sql) => confirm(sql, requestId, sentAt));
  }

  reject(requestId: number, reason: string, at: number): Promise<void> {
    return this.#database.record((sql) => reject(sql, requestId, withoutNul(reason), at));
  }

  async postpone(requestId: number, nextAttemptAt: number): Promise<void> {
    const postpone = 'UPDATE hub.requests SET attempts = attempts + 1, next_attempt_at = $2 WHERE id = $1';
    await this.#database.record((sql) => sql.run(postpone, requestId, nextAttemptAt));
  }

  async forget(requestId: number): Promise<void> {
    await this.#database.record((sql) => sql.run('DELETE FROM hub.requests WHERE id = $1', requestId));
  }

  claimDeliveries(now: number, limit: number, failing: boolean): Promise<readonly Work[]> {
    return this.#database.transaction((sql) => claimDeliveries(sql, failing, this.#claim(now), limit));
  }

  nextDelivery(callback: Work, now: number): Promise<Due | undefined> {
    return nextDelivery(this.#database, callback, this.#claim(now));
  }

  #claim(now: number): Claim {
    const at = Math.round(now + this.#database.clockOffsetMs);
    return { server: this.#server, now, at, until: at + this.#claimMs };
  }

  recordSuccess(id: number, attempt: Attempt): Promise<void> {
    return this.#database.record(async (sql, isRepeated) => {
      if (!(await keep(sql, id, attempt, isRepeated))) return;
      await sql.run(
        `UPDATE hub.subscriptions SET failures = 0, next_attempt_at = 0,
           delivered_version = CASE WHEN delivered_version < $2 THEN $2 ELSE delivered_version END,
           attempted_version = CASE WHEN attempted_version < $2 THEN $2 ELSE attempted_version END WHERE id = $1`,
        id,
        attempt.version,
      );
    });
  }

  recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): Promise<FailureResult> {
    return this.#database.record(async (sql, isRepeated) => {
      if (await keep(sql, id, attempt, isRepeated)) return countFailure(sql, id, attempt, policy);
      const stored = await sql.get<Pick<Subscription, 'failures' | 'state'>>(
        'SELECT failures, state FROM hub.subscriptions WHERE id = $1',
        id,
      );
      return { failures: stored?.failures ?? 0, ended: stored?.state !== 'active' };
    });
  }

  recordGone(id: number, attempt: Attempt, reason: string): Promise<void> {
    return this.#database.record(async (sql, isRepeated) => {
      if (await keep(sql, id, attempt, isRepeated)) await end(sql, id, 'removed', reason, attempt.at);
    });
  }

  async renewClaims(works: readonly Work[], now: number): Promise<void> {
    const { server, until } = this.#claim(now);
    await this.#database.run('UPDATE hub.claims SET claimed_until = $2 WHERE claimed_by = $1 AND work = ANY($3)', server, until, works);
  }

  async release(work: Work): Promise<void> {
    await this.#database.run('DELETE FROM hub.claims WHERE work = $1 AND claimed_by = $2', work, this.#server);
  }

  async lapse(now: number, limit: number): Promise<readonly Lapsed[]> {
    const lapsed = await this.#database.all<Lapsed>(
      `UPDATE hub.subscriptions AS s SET reason = 'the lease was not renewed', secret = NULL, changed_at = $1,
         state = CASE WHEN EXISTS (SELECT 1 FROM hub.requests r WHERE r.subscription = s.id AND r.mode = 'subscribe') THEN 'pending' ELSE 'lapsed' END
       WHERE id IN (SELECT id FROM hub.subscriptions WHERE state = 'active' AND expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, topic, callback, coalesce(callback_given, callback) AS "callbackGiven"`,
      now,
      limit,
    );
    return lapsed.toSorted((a, b) => a.id - b.id);
  }

  async purge(endedBefore: number, keep: number): Promise<number> {
    const purge = (condition: string, value: number) =>
      this.#database.run(
        `DELETE FROM hub.subscriptions AS s WHERE state ${inStates(ENDED_STATES)} AND ${condition}
           AND NOT EXISTS (SELECT 1 FROM hub.requests r WHERE r.subscription = s.id)`,
        value,
      );
    await this.#database.run('DELETE FROM hub.claims WHERE claimed_until < $1', endedBefore);
    const old = await purge('changed_at < $1', endedBefore);
    const newest = `SELECT id FROM hub.subscriptions WHERE state ${inStates(ENDED_STATES)} ORDER BY changed_at DESC`;
    return old + (await purge(`id IN (${newest} LIMIT 1000000000 OFFSET $1)`, keep));
  }

  remove(id: number, reason: string, at: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const live = await sql.get(`SELECT 1 FROM hub.subscriptions WHERE id = $1 AND state ${inStates(LIVE_STATES)} FOR UPDATE`, id);
      if (live === undefined) return false;
      await sql.run('DELETE FROM hub.requests WHERE subscription = $1', id);
      await deny(sql, id, reason, at);
      return true;
    });
  }

  async nextEvent(now: number): Promise<number | undefined> {
    const row = await this.#database.get<{ at: number | null }>(
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
    const row = await this.#database.get<Subscription>(`${SUBSCRIPTION} WHERE ${condition}`, value);
    if (row === undefined) return undefined;
    const attempts = await this.#database.all<Attempt>(
      `SELECT a.at, a.version, a.status, a.error, a.duration_ms AS "durationMs" FROM hub.attempts a
       JOIN hub.subscriptions s ON s.id = a.subscription WHERE a.subscription = $1 ORDER BY (s.attempts - a.slot) % $2`,
      row.id,
      limits.hub.deliveriesKept,
    );
    return { ...toSubscription(row), attempts };
  }

  async list(states: readonly SubscriptionState[], afterId: number, limit: number): Promise<readonly Subscription[]> {
    const condition = `s.state ${inStates(states)} AND s.id > $1 ORDER BY s.id LIMIT $2`;
    return (await this.#database.all<Subscription>(`${SUBSCRIPTION} WHERE ${condition}`, afterId, limit)).map(toSubscription);
  }

  async counts(): Promise<StoreCounts> {
    const rows = await this.#database.all<{ name: string; n: number }>(
      // `state || ''` is what the index has.
      `SELECT state || '' AS name, count(*) AS n FROM hub.subscriptions GROUP BY state || ''
       UNION ALL SELECT 'requests', count(*) FROM hub.requests
       UNION ALL SELECT 'lagging', count(*) ${FROM_LAGGING}`,
    );
    const count = (wanted: string) => rows.find(({ name }) => name === wanted)?.n ?? 0;
    const states = [...LIVE_STATES, ...ENDED_STATES].map((state) => [state, count(state)]);
    return { states: Object.fromEntries(states), pendingRequests: count('requests'), lagging: count('lagging') };
  }

  async probe(): Promise<void> {
    const rolledBack = new Error();
    // Random, so that probes of several servers don't wait for each other.
    const id = -1 - Math.floor(Math.random() * 1e9);
    const write = async (sql: Statements) => {
      await sql.run(
        `INSERT INTO hub.subscriptions (id, token, topic, topic_given, callback, callback_given, host, state, created_at, changed_at)
         VALUES ($1, $2, '', '', $2, '', '', 'pending', 0, 0)`,
        id,
        `probe ${id}`,
      );
      await sql.run(
        `INSERT INTO hub.requests (id, subscription, mode, topic_given, callback_given, lease_seconds, base_version, created_at)
         VALUES ($1, $1, 'subscribe', '', '', 0, 0, 0)`,
        id,
      );
      await sql.run('DELETE FROM hub.requests WHERE id = $1', id);
      throw rolledBack;
    };
    await this.#database.transaction(write).catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  }

  async close(): Promise<void> {
    // If this fails, the claims end by themselves.
    await this.#database.run('DELETE FROM hub.claims WHERE claimed_by = $1', this.#server).catch(() => {});
    await this.#database.close();
  }
}
