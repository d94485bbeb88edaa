import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { hostOf, toNormalForm } from '../callback-url.ts';

/** Step n migrates a database from `user_version` n to n + 1. Steps that have been released never change. */
const steps: readonly string[] = [
  `
  CREATE TABLE topics (
    path TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    content_type TEXT NOT NULL,
    body BLOB NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    topic TEXT NOT NULL,
    topic_given TEXT NOT NULL,
    callback TEXT NOT NULL,
    host TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'rejected', 'removed', 'lapsed')),
    reason TEXT,
    secret BLOB,
    lease_seconds INTEGER,
    expires_at INTEGER,
    delivered_version INTEGER NOT NULL DEFAULT 0,
    attempted_version INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    verification_at INTEGER,
    verification_error TEXT,
    UNIQUE (callback, topic)
  ) STRICT;
  CREATE INDEX subscriptions_by_host ON subscriptions (host) WHERE state IN ('pending', 'active');
  CREATE INDEX subscriptions_by_lease ON subscriptions (expires_at) WHERE state = 'active';
  CREATE INDEX subscriptions_waiting ON subscriptions (next_attempt_at) WHERE state = 'active' AND failures > 0;
  CREATE INDEX subscriptions_ended ON subscriptions (changed_at) WHERE state IN ('rejected', 'removed', 'lapsed');
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription INTEGER NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    mode TEXT NOT NULL CHECK (mode IN ('subscribe', 'unsubscribe', 'denied')),
    topic_given TEXT NOT NULL,
    secret BLOB,
    lease_seconds INTEGER NOT NULL,
    base_version INTEGER NOT NULL,
    reason TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX requests_by_subscription ON requests (subscription);
  CREATE TABLE attempts (
    subscription INTEGER NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    slot INTEGER NOT NULL,
    at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    duration_ms INTEGER NOT NULL,
    PRIMARY KEY (subscription, slot)
  ) STRICT, WITHOUT ROWID;
  `,
  // One subscription for all spellings of a callback. Of several, the one verified last is kept, with the longest lease and the requests
  // of all. Older versions of the program that still run leave callback_given empty.
  `
  ALTER TABLE subscriptions ADD COLUMN callback_given TEXT;
  ALTER TABLE requests ADD COLUMN callback_given TEXT;
  UPDATE subscriptions SET callback_given = callback;
  UPDATE requests SET callback_given = (SELECT callback FROM subscriptions WHERE id = requests.subscription);
  CREATE TEMP TABLE spellings AS
    SELECT id, state, expires_at, first_value(id) OVER (
      PARTITION BY normal_form(callback), topic
      ORDER BY state = 'active' DESC, state = 'pending' DESC, expires_at - lease_seconds * 1000 DESC, changed_at DESC, id DESC
    ) AS kept FROM subscriptions;
  UPDATE subscriptions
    SET expires_at = (SELECT max(expires_at) FROM spellings WHERE kept = subscriptions.id AND state = 'active')
    WHERE state = 'active';
  UPDATE requests SET subscription = (SELECT kept FROM spellings WHERE id = requests.subscription);
  DELETE FROM requests WHERE mode = 'denied' AND subscription IN (SELECT id FROM subscriptions WHERE state = 'active');
  DELETE FROM subscriptions WHERE id NOT IN (SELECT kept FROM spellings);
  UPDATE subscriptions SET callback = normal_form(callback), host = host_of(callback);
  DROP TABLE spellings;
  `,
  // Subscribers must not read refused addresses.
  `
  UPDATE attempts SET error = without_address(error);
  UPDATE subscriptions SET reason = without_address(reason), verification_error = without_address(verification_error);
  UPDATE requests SET reason = without_address(reason);
  `,
  // For finding due deliveries and for the counts of /healthz without a scan of the table. It indexes an expression, because the planner would prefer an
  // index of the plain state to better ones in other queries.
  `
  CREATE INDEX subscriptions_counted ON subscriptions (state || '', topic, delivered_version);
  `,
  // Whether newer versions also wait until next_attempt_at; how often a denial was tried, and when it is tried next.
  `
  ALTER TABLE subscriptions ADD COLUMN holds_newer INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN next_attempt_at INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX requests_denials ON requests (next_attempt_at) WHERE mode = 'denied';
  `,
  // When the content of a topic last changed, and who works on what.
  `
  ALTER TABLE topics ADD COLUMN modified INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE claims (
    work TEXT PRIMARY KEY,
    claimed_by TEXT NOT NULL,
    claimed_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

function withoutAddress(text: SQLOutputValue): SQLOutputValue {
  return /(, which is not public| is not a public address)$/.test(String(text)) ? 'address not allowed' : text;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Migrates a database to this version, each step in a transaction. Throws if a newer version of the program has written it. */
export function migrate(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version > steps.length)
    throw new Error(`hub: the database has version ${version}, this program knows ${steps.length}; run the newer program`);
  database.function('normal_form', { deterministic: true }, (callback) => toNormalForm(String(callback)));
  database.function('host_of', { deterministic: true }, (callback) => hostOf(String(callback)));
  database.function('without_address', { deterministic: true }, withoutAddress);
  for (const [index, step] of [...steps.entries()].slice(version)) {
    database.exec('BEGIN IMMEDIATE');
    // Checked inside the transaction, since another process may have migrated it.
    if (versionOf(database) === index) database.exec(`${step} PRAGMA user_version = ${index + 1};`);
    database.exec('COMMIT');
  }
}
