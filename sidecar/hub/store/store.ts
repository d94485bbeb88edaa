import { limits } from '../../../site/contract/limits.ts';
import { countFailure, moveTo, publish, storeAttempt } from './deliveries.ts';
import { type Claim, claimDeliveries, claimedRequest, claimRequests, FROM_LAGGING, nextDelivery } from './due-work.ts';
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
  type StoreCounts,
  type StoredTopic,
  type Subscription,
  type SubscriptionDetails,
  type SubscriptionState,
  type TopicBytes,
  type Work,
} from './records.ts';
import { accept, confirm, deny, end, reject, withoutNul } from './requests.ts';
import type { Database, Statements } from './sql.ts';

const inStates = (states: readonly SubscriptionState[]) => `IN (${states.map((state) => `'${state}'`).join(', ')})`;

const SUBSCRIPTION = `
  SELECT s.id, s.token, s.topic, s.callback, s.callback_given AS "callbackGiven", s.state, s.reason, s.secret IS NOT NULL AS "hasSecret",
    s.lease_seconds AS "leaseSeconds", s.expires_at AS "expiresAt", s.delivered_version AS "deliveredVersion",
    coalesce(t.version, 0) AS "currentVersion", s.next_attempt_at AS "nextAttemptAt", s.failures, s.created_at AS "createdAt",
    s.changed_at AS "changedAt", s.verification_at AS "verificationAt", s.verification_error AS "verificationError",
    (SELECT count(*) FROM hub.requests WHERE subscription = s.id) AS "pendingRequests"
  FROM hub.subscriptions s LEFT JOIN hub.topics t ON t.path = s.topic`;

/** A subscription without its attempts; SQLite has numbers for booleans. */
const toSubscription = (row: Subscription): Subscription => ({ ...row, hasSecret: Boolean(row.hasSecret) });

/** The store's operations; SQLite's run in a thread. */
export type Store = Pick<SqlStore, keyof SqlStore>;

/**
 * The hub's storage, on SQLite or PostgreSQL. Every operation happens as a whole or not at all, rejects if the storage fails, and resolves
 * when its change survives a crash. Operations that change a subscription lock its row first, so that servers wait for each other. Times
 * are milliseconds since 1970.
 *
 * Due work is a query. Before a server does it, it claims it: until the claim ends nobody else gets that work. A claim ends when the server
 * gives it back or stops, or when it hasn't been renewed for `claimSeconds`, as after a kill -9 of one of several servers.
 */
export class SqlStore {
  readonly #database: Database;
  /** Identifies this server's claims. */
  readonly #server: string;
  readonly #claimMs: number;

  constructor(database: Database, { server, claimSeconds }: { readonly server: string; readonly claimSeconds: number }) {
    this.#database = database;
    this.#server = server;
    this.#claimMs = claimSeconds * 1000;
  }

  /** Whether other servers may add work at any time. */
  get isShared(): boolean {
    return this.#database.isShared;
  }

  /**
   * Stores the topics' bytes; those that have changed get a new version. `modified`, in seconds since 1970, is when their content last
   * changed: of several servers, the one with the newest content wins.
   */
  async publish(topics: readonly TopicBytes[], at: number, modified: number): Promise<Publication> {
    const { isShared } = this.#database;
    const publication = await this.#database.transaction((sql) => publish(sql, topics, at, modified, isShared));
    if (publication.changed.length > 0) await this.#database.scrub();
    return publication;
  }

  topics(): Promise<readonly StoredTopic[]> {
    return this.#database.all<StoredTopic>('SELECT path, version, content_type AS "contentType", body FROM hub.topics ORDER BY path');
  }

  /** Stores a request for verification. A new subscription starts at the topic's current version, so it misses nothing published later. */
  accept(request: NewRequest, caps: Caps): Promise<Acceptance> {
    return this.#database.transaction((sql) => accept(sql, request, caps));
  }

  /** Claims up to `limit` requests that can be sent now. A denial waits while its subscriber is asking to subscribe again. */
  claimRequests(kind: RequestKind, now: number, limit: number): Promise<readonly PendingRequest[]> {
    return this.#database.transaction((sql) => claimRequests(sql, kind, this.#claim(now), limit));
  }

  /** A claimed request as it is now; undefined if it is void, not due, or no longer claimed by this server. */
  claimedRequest(id: number, now: number): Promise<PendingRequest | undefined> {
    return claimedRequest(this.#database, id, this.#claim(now));
  }

  /**
   * The callback has confirmed; the lease counts from `sentAt`. Older requests of the same subscription become void. False if this one was
   * void already.
   */
  confirm(requestId: number, sentAt: number): Promise<boolean> {
    return this.#database.record((sql) => confirm(sql, requestId, sentAt));
  }

  /** The callback hasn't confirmed. An existing subscription stays as it is. */
  reject(requestId: number, reason: string, at: number): Promise<void> {
    return this.#database.record((sql) => reject(sql, requestId, withoutNul(reason), at));
  }

  /** A denial couldn't be sent and will be tried again at `nextAttemptAt`. */
  async postpone(requestId: number, nextAttemptAt: number): Promise<void> {
    const postpone = 'UPDATE hub.requests SET attempts = attempts + 1, next_attempt_at = $2 WHERE id = $1';
    await this.#database.record((sql) => sql.run(postpone, requestId, nextAttemptAt));
  }

  /** A denial has been sent, or is given up. */
  async forget(requestId: number): Promise<void> {
    await this.#database.record((sql) => sql.run('DELETE FROM hub.requests WHERE id = $1', requestId));
  }

  /**
   * Claims up to `limit` callbacks that have something due: active subscriptions with a live lease whose topic has a newer version and that
   * aren't waiting for a retry. With `failing`, those whose last delivery failed, otherwise the others. Empty only if nothing is free.
   */
  claimDeliveries(now: number, limit: number, failing: boolean): Promise<readonly Work[]> {
    return this.#database.transaction((sql) => claimDeliveries(sql, failing, this.#claim(now), limit));
  }

  /** The next delivery to a claimed callback; undefined if nothing is due or the claim is lost. */
  nextDelivery(callback: Work, now: number): Promise<Due | undefined> {
    return nextDelivery(this.#database, callback, this.#claim(now));
  }

  #claim(now: number): Claim {
    const at = Math.round(now + this.#database.clockOffsetMs);
    return { server: this.#server, now, at, until: at + this.#claimMs };
  }

  /** Moves the subscription to the delivered version and resets its failures to 0. */
  recordSuccess(id: number, attempt: Attempt): Promise<void> {
    return this.#database.record(async (sql, isRepeated) => {
      if (await storeAttempt(sql, id, attempt, isRepeated)) await moveTo(sql, id, attempt.version);
    });
  }

  /** Counts a failure. The last one in a row ends the subscription and stores a denial. */
  recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): Promise<FailureResult> {
    return this.#database.record((sql, isRepeated) => countFailure(sql, id, attempt, policy, isRepeated));
  }

  /** Ends the subscription without a denial, since the callback has answered 410 Gone. */
  recordGone(id: number, attempt: Attempt, reason: string): Promise<void> {
    return this.#database.record(async (sql, isRepeated) => {
      if (await storeAttempt(sql, id, attempt, isRepeated)) await end(sql, id, 'removed', reason, attempt.at);
    });
  }

  /** Extends those of the claims that are still this server's. */
  async renewClaims(works: readonly Work[], now: number): Promise<void> {
    const { server, until } = this.#claim(now);
    await this.#database.run('UPDATE hub.claims SET claimed_until = $2 WHERE claimed_by = $1 AND work = ANY($3)', server, until, works);
  }

  async release(work: Work): Promise<void> {
    await this.#database.run('DELETE FROM hub.claims WHERE work = $1 AND claimed_by = $2', work, this.#server);
  }

  /** Ends up to `limit` subscriptions whose lease has expired, and returns them. */
  async lapse(now: number, limit: number): Promise<readonly Lapsed[]> {
    const lapsed = await this.#database.all<Lapsed>(
      `UPDATE hub.subscriptions AS s SET reason = 'the lease was not renewed', secret = NULL, changed_at = $1,
         state = CASE WHEN EXISTS (SELECT 1 FROM hub.requests r WHERE r.subscription = s.id AND r.mode = 'subscribe') THEN 'pending' ELSE 'lapsed' END
       WHERE id IN (SELECT id FROM hub.subscriptions WHERE state = 'active' AND expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, topic, callback, callback_given AS "callbackGiven"`,
      now,
      limit,
    );
    return lapsed.toSorted((a, b) => a.id - b.id);
  }

  /** Deletes subscriptions that ended before `endedBefore`, and the oldest beyond `keep`. Returns how many. */
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

  /** Ends a subscription for the operator and stores a denial. False if it is neither pending nor active. */
  remove(id: number, reason: string, at: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const live = await sql.get(`SELECT 1 FROM hub.subscriptions WHERE id = $1 AND state ${inStates(LIVE_STATES)} FOR UPDATE`, id);
      if (live === undefined) return false;
      await sql.run('DELETE FROM hub.requests WHERE subscription = $1', id);
      await deny(sql, id, reason, at);
      return true;
    });
  }

  /** The next time at which a lease expires or a delivery or denial can be tried again, if any. */
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

  /** By id, after `afterId`. */
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

  /** Inserts a subscription with a request, deletes the request, and rolls back. Rejects if that fails. */
  async probe(): Promise<void> {
    const rolledBack = new Error();
    // Random, so that probes of several servers don't wait for each other, and given, so that no number of a subscription is used up.
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

  /** Gives all claims back and closes the database. */
  async close(): Promise<void> {
    // If this fails, the claims end by themselves.
    await this.#database.run('DELETE FROM hub.claims WHERE claimed_by = $1', this.#server).catch(() => {});
    await this.#database.close();
  }
}
