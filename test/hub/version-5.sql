-- The hub's database as version 5 of its schema had it.
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
    verification_error TEXT, callback_given TEXT, holds_newer INTEGER NOT NULL DEFAULT 0,
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
  , callback_given TEXT, attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE INDEX subscriptions_counted ON subscriptions (state || '', topic, delivered_version);
CREATE INDEX requests_denials ON requests (next_attempt_at) WHERE mode = 'denied';
PRAGMA user_version = 5;
