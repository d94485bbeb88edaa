-- The hub's database as version 1 of its schema had it, and of the queue's tables the one with jobs.
CREATE SCHEMA hub;
CREATE TABLE hub.version (version integer NOT NULL);
INSERT INTO hub.version VALUES (1);
CREATE TABLE hub.topics (
  path text PRIMARY KEY,
  version bigint NOT NULL,
  hash bytea NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  changed_at bigint NOT NULL,
  modified bigint NOT NULL
);
CREATE TABLE hub.subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token text NOT NULL UNIQUE,
  topic text NOT NULL,
  topic_given text NOT NULL,
  callback text NOT NULL,
  -- The SHA-256 of the callback, in hex: a callback may be longer than an entry of an index.
  callback_key text NOT NULL,
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
  holds_newer boolean NOT NULL DEFAULT false,
  failures bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  changed_at bigint NOT NULL,
  verification_at bigint,
  verification_error text,
  -- A job of the queue stands for its callback.
  queued boolean NOT NULL DEFAULT false,
  UNIQUE (callback_key, topic)
);
CREATE INDEX subscriptions_by_host ON hub.subscriptions (host) WHERE state IN ('pending', 'active');
CREATE INDEX subscriptions_by_lease ON hub.subscriptions (expires_at) WHERE state = 'active';
CREATE INDEX subscriptions_waiting ON hub.subscriptions (next_attempt_at) WHERE state = 'active' AND failures > 0;
CREATE INDEX subscriptions_ended ON hub.subscriptions (changed_at) WHERE state IN ('rejected', 'removed', 'lapsed');
CREATE INDEX subscriptions_lagging ON hub.subscriptions (topic, delivered_version) WHERE state = 'active';
CREATE TABLE hub.requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription bigint NOT NULL REFERENCES hub.subscriptions ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('subscribe', 'unsubscribe', 'denied')),
  topic_given text NOT NULL,
  callback_given text NOT NULL,
  secret bytea,
  lease_seconds bigint NOT NULL,
  base_version bigint NOT NULL,
  reason text,
  created_at bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  next_attempt_at bigint NOT NULL DEFAULT 0,
  queued boolean NOT NULL DEFAULT false
);
CREATE INDEX requests_by_subscription ON hub.requests (subscription);
CREATE INDEX requests_unqueued ON hub.requests (id) WHERE NOT queued;
CREATE INDEX requests_denials ON hub.requests (next_attempt_at) WHERE mode = 'denied';
CREATE TABLE hub.attempts (
  subscription bigint NOT NULL REFERENCES hub.subscriptions ON DELETE CASCADE,
  slot bigint NOT NULL,
  at bigint NOT NULL,
  version bigint NOT NULL,
  status bigint,
  error text,
  duration_ms bigint NOT NULL,
  PRIMARY KEY (subscription, slot)
);
CREATE SCHEMA hub_queue;
CREATE TYPE hub_queue.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
CREATE TABLE hub_queue.job (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  data jsonb,
  state hub_queue.job_state NOT NULL DEFAULT 'created',
  singleton_key text,
  policy text,
  heartbeat_on timestamptz
) PARTITION BY LIST (name);
CREATE TABLE hub_queue.job_common PARTITION OF hub_queue.job DEFAULT;
CREATE UNIQUE INDEX job_common_i6 ON hub_queue.job_common (name, coalesce(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive';
