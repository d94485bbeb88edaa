/** A subscription that is pending or active can receive updates. Ended ones are kept for a while, so that the status URL can show why. */
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

/** A stored topic without its bytes. */
export type TopicVersion = Omit<StoredTopic, 'body'> & Pick<TopicBytes, 'hash'>;

/**
 * A request to subscribe or unsubscribe. `topic` and `callback`, a path and a normal form, identify the subscription; `topicGiven` and
 * `callbackGiven` are the subscriber's spellings, which requests use. `token` is for the status URL of a new subscription; times are
 * milliseconds since 1970.
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
  readonly callback: string;
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
  readonly callback: string;
  readonly callbackGiven: string;
  readonly secret: Uint8Array | null;
  readonly deliveredVersion: number;
  /** The version of its topic. */
  readonly currentVersion: number;
  /** Failed deliveries in a row. */
  readonly failures: number;
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
 * The consequences of a failed attempt. `retryAt` has the time of the next attempt after the first, second, ... failure in a row; one more failure
 * ends the subscription for `reason`. With `holdsNewer` newer versions wait for that time too; otherwise they are tried at once.
 */
export interface FailurePolicy {
  readonly retryAt: readonly number[];
  readonly holdsNewer: boolean;
  readonly reason: string;
}

/** `ended` is also true if the subscription had ended before. */
export interface FailureResult {
  readonly failures: number;
  readonly ended: boolean;
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

export type Lapsed = Pick<Subscription, 'id' | 'topic' | 'callback' | 'callbackGiven'>;

export interface SubscriptionDetails extends Subscription {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
}

/**
 * The result of a publication: the paths that have a new version, and the versions of all topics. `isOutdated` means that another server has
 * published newer content, so nothing was stored.
 */
export interface Publication {
  readonly changed: readonly string[];
  readonly versions: Readonly<Record<string, number>>;
  readonly isOutdated: boolean;
}

export interface StoreCounts {
  readonly states: Readonly<Record<SubscriptionState, number>>;
  readonly pendingRequests: number;
  /** Active subscriptions whose topic has a newer version. */
  readonly lagging: number;
}

/** One piece of work that a server claims: the deliveries to a callback, by its normal form, or a request, by `workOf` its id. */
export type Work = string;

export function workOf(requestId: number): Work {
  return `request ${requestId}`;
}

/**
 * The hub's storage. Every operation happens as a whole or not at all, rejects if the storage fails, and resolves when its change survives a
 * crash. Times are milliseconds since 1970. test/hub/store-suite.ts tests each implementation.
 *
 * Due work is a query. Before a server does it, it claims it: until the claim ends nobody else gets that work. A claim ends when the server
 * gives it back or stops, or when it hasn't been renewed for `claimSeconds`, as after a kill -9 of one of several servers.
 */
export interface Store {
  /** Whether other servers may add work at any time. */
  readonly isShared: boolean;

  /**
   * Stores the topics' bytes; those that have changed get a new version. `modified`, in seconds since 1970, is when their content last
   * changed: of several servers, the one with the newest content wins.
   */
  publish(topics: readonly TopicBytes[], at: number, modified: number): Promise<Publication>;
  topics(): Promise<readonly StoredTopic[]>;
  /** The same without the bytes, which can be many megabytes. */
  topicVersions(): Promise<readonly TopicVersion[]>;

  /** Stores a request for verification. A new subscription starts at the topic's current version, so it misses nothing published later. */
  accept(request: NewRequest, caps: Caps): Promise<Acceptance>;
  /** Claims up to `limit` requests that can be sent now. A denial waits while its subscriber is asking to subscribe again. */
  claimRequests(kind: RequestKind, now: number, limit: number): Promise<readonly PendingRequest[]>;
  /** A claimed request as it is now; undefined if it is void, not due, or no longer claimed by this server. */
  claimedRequest(id: number, now: number): Promise<PendingRequest | undefined>;
  /**
   * The callback has confirmed; the lease counts from `sentAt`. Older requests of the same subscription become void. False if this one was
   * void already.
   */
  confirm(requestId: number, sentAt: number): Promise<boolean>;
  /** The callback hasn't confirmed. An existing subscription stays as it is. */
  reject(requestId: number, reason: string, at: number): Promise<void>;
  /** A denial couldn't be sent and will be tried again at `nextAttemptAt`. */
  postpone(requestId: number, nextAttemptAt: number): Promise<void>;
  /** A denial has been sent, or is given up. */
  forget(requestId: number): Promise<void>;

  /**
   * Claims up to `limit` callbacks that have something due: active subscriptions with a live lease whose topic has a newer version and that
   * aren't waiting for a retry. With `failing`, those whose last delivery failed, otherwise the others. Empty only if nothing is free.
   */
  claimDeliveries(now: number, limit: number, failing: boolean): Promise<readonly Work[]>;
  /** The next delivery to a claimed callback; undefined if nothing is due or the claim is lost. */
  nextDelivery(callback: Work, now: number): Promise<Due | undefined>;
  /** Moves the subscription to the delivered version and resets its failures to 0. */
  recordSuccess(id: number, attempt: Attempt): Promise<void>;
  /** Counts a failure. The last one in a row ends the subscription and stores a denial. */
  recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): Promise<FailureResult>;
  /** Ends the subscription without a denial, since the callback has answered 410 Gone. */
  recordGone(id: number, attempt: Attempt, reason: string): Promise<void>;

  /** Extends those of the claims that are still this server's. */
  renewClaims(works: readonly Work[], now: number): Promise<void>;
  release(work: Work): Promise<void>;

  /** Ends up to `limit` subscriptions whose lease has expired, and returns them. */
  lapse(now: number, limit: number): Promise<readonly Lapsed[]>;
  /** Deletes subscriptions that ended before `endedBefore`, and the oldest beyond `keep`. Returns how many. */
  purge(endedBefore: number, keep: number): Promise<number>;
  /** Ends a subscription for the operator and stores a denial. False if it is neither pending nor active. */
  remove(id: number, reason: string, at: number): Promise<boolean>;

  /** The next time at which a lease expires or a delivery or denial can be tried again, if any. */
  nextEvent(now: number): Promise<number | undefined>;
  byToken(token: string): Promise<SubscriptionDetails | undefined>;
  byId(id: number): Promise<SubscriptionDetails | undefined>;
  /** By id, after `afterId`. */
  list(states: readonly SubscriptionState[], afterId: number, limit: number): Promise<readonly Subscription[]>;
  counts(): Promise<StoreCounts>;
  /** Inserts and deletes, and rolls back. Rejects if that fails. */
  probe(): Promise<void>;
  /** Gives all claims back and closes the database. */
  close(): Promise<void>;
}
