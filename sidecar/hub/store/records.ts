/** A subscription that is pending or active can receive updates. Ended ones are kept for a while, so the status URL can show why. */
export const LIVE_STATES = ['pending', 'active'] as const;
export const ENDED_STATES = ['rejected', 'removed', 'lapsed'] as const;
export type SubscriptionState = (typeof LIVE_STATES)[number] | (typeof ENDED_STATES)[number];

/** A document that the hub pushes. `version` counts its changes; `path` is below the base URL. */
export interface StoredTopic {
  readonly path: string;
  readonly version: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** `hash` is the SHA-256 of the body, which decides whether the topic has changed. */
export type TopicBytes = Omit<StoredTopic, 'version'> & { readonly hash: Uint8Array };

/**
 * A request to subscribe or unsubscribe. `topic` and `callback`, a path and a normal form, identify the subscription; `topicGiven` and
 * `callbackGiven` are the subscriber's spellings, which requests use. `host` is for the limits per host, `token` for the status URL of a
 * new subscription; times are milliseconds since 1970.
 */
export interface NewRequest {
  readonly mode: 'subscribe' | 'unsubscribe';
  readonly topic: string;
  readonly topicGiven: string;
  readonly callback: string;
  readonly callbackGiven: string;
  readonly host: string;
  readonly secret: Uint8Array | null;
  readonly leaseSeconds: number;
  readonly token: string;
  readonly at: number;
}

/** Limits: subscriptions that are pending or active, per host and in total, and waiting requests of one subscription. */
export interface Caps {
  readonly perHost: number;
  readonly total: number;
  readonly perSubscription: number;
}

export type Acceptance = { readonly accepted: true } | { readonly accepted: false; readonly full: 'host' | 'total' | 'subscription' };

/** The GETs that the hub sends to callbacks (WebSub 5.2, 5.3). */
export type RequestKind = 'verification' | 'denial';

/** A verification or denial that the hub still has to send. */
export interface PendingRequest {
  readonly id: number;
  readonly mode: 'subscribe' | 'unsubscribe' | 'denied';
  readonly topicGiven: string;
  readonly callbackGiven: string;
  readonly host: string;
  readonly leaseSeconds: number;
  readonly reason: string | null;
  readonly token: string;
  readonly createdAt: number;
  /** Failed attempts to send a denial. */
  readonly attempts: number;
}

/** A delivery that can be sent now: a subscription whose topic has a newer version. */
export interface Due {
  readonly id: number;
  readonly topic: string;
  readonly callbackGiven: string;
  readonly secret: Uint8Array | null;
  readonly deliveredVersion: number;
  /** The version of its topic. */
  readonly currentVersion: number;
  readonly expiresAt: number;
}

/** One POST and its outcome: `status` or `error`. */
export interface Attempt {
  readonly at: number;
  readonly version: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * The consequences of a failed attempt. `retryAt` has the time of the next attempt after the first, second, ... failure in a row; one more
 * failure ends the subscription for `reason`. With `holdsNewer` newer versions wait for that time too; otherwise they are tried at once.
 */
export interface FailurePolicy {
  readonly retryAt: readonly number[];
  readonly holdsNewer: boolean;
  readonly reason: string;
}

export interface Subscription {
  readonly id: number;
  readonly token: string;
  readonly topic: string;
  readonly callback: string;
  /** The spelling that was verified last, or the first one given before any verification. */
  readonly callbackGiven: string;
  readonly state: SubscriptionState;
  readonly reason: string | null;
  readonly hasSecret: boolean;
  readonly leaseSeconds: number | null;
  readonly expiresAt: number | null;
  readonly deliveredVersion: number;
  readonly currentVersion: number;
  readonly nextAttemptAt: number;
  readonly failures: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly verificationAt: number | null;
  readonly verificationError: string | null;
  readonly pendingRequests: number;
}

export type Lapsed = Pick<Subscription, 'id' | 'topic' | 'callbackGiven'>;

export interface SubscriptionDetails extends Subscription {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
}

export interface StoreCounts {
  readonly states: Readonly<Record<SubscriptionState, number>>;
  readonly pendingRequests: number;
  /** Active subscriptions whose topic has a newer version. */
  readonly lagging: number;
}

/** The key of work that a server claims: a callback's normal form for the deliveries to it, or `workOf(id)` for a request. */
export type Work = string;

export function workOf(requestId: number): Work {
  return `request ${requestId}`;
}
