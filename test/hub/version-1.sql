-- The database of the hub as release 1.0.0 creates it.
CREATE TABLE topics (
    path text PRIMARY KEY,
    version bigint NOT NULL,
    hash bytea NOT NULL,
    content_type text NOT NULL,
    body bytea NOT NULL,
    changed_at bigint NOT NULL,
    -- When its content last changed, in seconds since 1970.
    modified bigint NOT NULL DEFAULT 0
  );
CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token text NOT NULL UNIQUE,
    topic text NOT NULL,
    topic_given text NOT NULL,
    callback text NOT NULL,
    callback_given text NOT NULL,
    host text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'active', 'rejected', 'removed', 'lapsed')),
    reason text,
    secret bytea,
    lease_seconds bigint,
    expires_at bigint,
    delivered_version bigint NOT NULL DEFAULT 0,
    attempted_version bigint NOT NULL DEFAULT 0,
    next_attempt_at bigint NOT NULL DEFAULT 0,
    -- Whether newer versions also wait until next_attempt_at.
    holds_newer boolean NOT NULL DEFAULT false,
    failures bigint NOT NULL DEFAULT 0,
    attempts bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    verification_at bigint,
    verification_error text,
    UNIQUE (callback, topic)
  );
CREATE INDEX subscriptions_by_host ON subscriptions (host) WHERE state IN ('pending', 'active');
CREATE INDEX subscriptions_by_lease ON subscriptions (expires_at) WHERE state = 'active';
CREATE INDEX subscriptions_waiting ON subscriptions (next_attempt_at) WHERE state = 'active' AND failures > 0;
CREATE INDEX subscriptions_ended ON subscriptions (changed_at) WHERE state IN ('rejected', 'removed', 'lapsed');
CREATE INDEX subscriptions_counted ON subscriptions ((state || ''), topic, delivered_version);
CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription bigint NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    mode text NOT NULL CHECK (mode IN ('subscribe', 'unsubscribe', 'denied')),
    topic_given text NOT NULL,
    callback_given text NOT NULL,
    secret bytea,
    lease_seconds bigint NOT NULL,
    base_version bigint NOT NULL,
    reason text,
    created_at bigint NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    next_attempt_at bigint NOT NULL DEFAULT 0
  );
CREATE INDEX requests_by_subscription ON requests (subscription);
CREATE INDEX requests_denials ON requests (next_attempt_at) WHERE mode = 'denied';
CREATE TABLE attempts (
    subscription bigint NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    slot bigint NOT NULL,
    at bigint NOT NULL,
    version bigint NOT NULL,
    status bigint,
    error text,
    duration_ms bigint NOT NULL,
    PRIMARY KEY (subscription, slot)
  );
CREATE TABLE claims (
    work text PRIMARY KEY,
    claimed_by text NOT NULL,
    claimed_until bigint NOT NULL
  );
PRAGMA user_version = 1;
