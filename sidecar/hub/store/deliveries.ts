import { limits } from '../../../site/contract/limits.ts';
import type { Attempt, FailurePolicy, StoredTopic, TopicBytes } from './records.ts';
import { deny, end, withoutNul } from './requests.ts';
import type { Database, Statements } from './sql.ts';

/** Stores the topics, and the outcomes of their deliveries. */
export function deliveryRecords(database: Database) {
  return {
    /**
     * Stores the topics' bytes; those that have changed get a new version. `modified`, in seconds since 1970, is when their content last
     * changed: of several servers, the one with the newest content wins. Returns the paths that have a new version, and the versions of all
     * topics; `isOutdated` means that another server has published newer content, so nothing was stored.
     */
    async publish(topics: readonly TopicBytes[], at: number, modified: number) {
      const publication = await database.transaction((sql) => publish(sql, topics, at, modified, database.isShared));
      if (publication.changed.length > 0) await database.scrub();
      return publication;
    },

    topics: () => database.all<StoredTopic>('SELECT path, version, content_type AS "contentType", body FROM hub.topics ORDER BY path'),

    /** Moves the subscription to the delivered version and resets its failures to 0. */
    recordSuccess: (id: number, attempt: Attempt): Promise<void> =>
      database.record(async (sql) => {
        await storeAttempt(sql, id, attempt);
        await sql.run(
          `UPDATE hub.subscriptions SET failures = 0, next_attempt_at = 0,
             delivered_version = CASE WHEN delivered_version < $2 THEN $2 ELSE delivered_version END,
             attempted_version = CASE WHEN attempted_version < $2 THEN $2 ELSE attempted_version END WHERE id = $1`,
          id,
          attempt.version,
        );
      }),

    /**
     * Counts a failure. The last one in a row ends the subscription and stores a denial. `ended` is also true, with no failures, if it had
     * ended before.
     */
    recordFailure: (id: number, attempt: Attempt, { retryAt, holdsNewer, reason }: FailurePolicy) =>
      database.record(async (sql) => {
        await storeAttempt(sql, id, attempt);
        const row = await sql.get<{ failures: number }>(
          `UPDATE hub.subscriptions SET failures = failures + 1,
             attempted_version = CASE WHEN attempted_version < $2 THEN $2 ELSE attempted_version END
           WHERE id = $1 AND state = 'active' RETURNING failures`,
          id,
          attempt.version,
        );
        if (row === undefined) return { failures: 0, ended: true };
        const next = retryAt[row.failures - 1];
        if (next === undefined) await deny(sql, id, withoutNul(reason), attempt.at);
        else await sql.run('UPDATE hub.subscriptions SET next_attempt_at = $2, holds_newer = $3 WHERE id = $1', id, next, holdsNewer);
        return { failures: row.failures, ended: next === undefined };
      }),

    /** Ends the subscription without a denial, since the callback has answered 410 Gone. */
    recordGone: (id: number, attempt: Attempt, reason: string): Promise<void> =>
      database.record(async (sql) => {
        await storeAttempt(sql, id, attempt);
        await end(sql, id, 'removed', reason, attempt.at);
      }),
  };
}

async function publish(sql: Statements, topics: readonly TopicBytes[], at: number, modified: number, isShared: boolean) {
  await sql.lock('publishing');
  const stored = await sql.all<{ path: string; version: number; hash: Uint8Array; modified: number }>(
    'SELECT path, version, hash, modified FROM hub.topics',
  );
  const before = new Map(stored.map((topic) => [topic.path, topic]));
  const versions = new Map(stored.map(({ path, version }) => [path, version]));
  const changed = topics.filter(({ path, hash }) => Buffer.compare(before.get(path)?.hash ?? Buffer.of(), hash) !== 0);
  const isOutdated = isShared && changed.some(({ path }) => (before.get(path)?.modified ?? 0) > modified);
  if (isOutdated) return { changed: [], versions: Object.fromEntries(versions), isOutdated };
  for (const { path, hash, contentType, body } of changed) {
    versions.set(path, (versions.get(path) ?? 0) + 1);
    await sql.run(
      `INSERT INTO hub.topics (path, version, hash, content_type, body, changed_at, modified) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (path) DO UPDATE SET version = excluded.version, hash = excluded.hash, content_type = excluded.content_type,
         body = excluded.body, changed_at = excluded.changed_at, modified = excluded.modified`,
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

/** Adds an attempt to the last ones of its subscription, unless that is gone. */
async function storeAttempt(sql: Statements, id: number, { at, version, status, error, durationMs }: Attempt): Promise<void> {
  const row = await sql.get<{ attempts: number }>(
    'UPDATE hub.subscriptions SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
    id,
  );
  if (row === undefined) return;
  await sql.run(
    `INSERT INTO hub.attempts (subscription, slot, at, version, status, error, duration_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (subscription, slot) DO UPDATE SET at = excluded.at, version = excluded.version, status = excluded.status,
       error = excluded.error, duration_ms = excluded.duration_ms`,
    id,
    row.attempts % limits.hub.deliveriesKept,
    at,
    version,
    status,
    error === null ? null : withoutNul(error),
    durationMs,
  );
}
