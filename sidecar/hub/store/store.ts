/** The states of C50; `rejected`, `removed` and `lapsed` are final, and kept for a while so that the status URL can tell why. */
export type SubscriptionState = 'pending' | 'active' | 'rejected' | 'removed' | 'lapsed';

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
 * `callbackGiven` are the subscriber's spellings, to which requests go (T07, T20). `token` is for the status URL of a new
 * subscription; times are milliseconds since 1970.
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

/** A GET that the hub still has to send to a callback: a verification, or a denial. */
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

/** A subscription whose topic has a newer version, and that may be tried now. */
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
 * What follows a failed attempt: `retryAt` is the time of the next one after the first, second, ... failure in a row; after one more
 * failure the subscription ends, for `reason`. With `holdsNewer` a newer version waits for that time as well, instead of being tried at
 * once (T54).
 */
export interface FailurePolicy {
  readonly retryAt: readonly number[];
  readonly holdsNewer: boolean;
  readonly reason: string;
}

/** `ended` is true also where the subscription had ended before. */
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

export interface SubscriptionDetails extends Subscription {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
}

/**
 * What became of a publication: the paths that have a new version, and all topics' versions. `isOutdated` where another instance has published
 * something newer, so that nothing was stored.
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

/**
 * The operations of the hub's storage. Each happens as a whole or not at all; one that changes something returns only when the change
 * survives a crash. Times are milliseconds since 1970. The suite in test/hub/store-suite.ts says what each implementation must do.
 */
export interface StoreOperations {
  /**
   * Stores the topics' bytes; those that have changed have a new version then. `modified`, in seconds since 1970, is when their content last moved: where
   * several instances publish, the newest content stays.
   */
  publish(topics: readonly TopicBytes[], at: number, modified: number): Publication;
  topics(): readonly StoredTopic[];
  /** The same without their bytes, which can be many megabytes. */
  topicVersions(): readonly TopicVersion[];

  /**
   * Stores a request for verification. The cursor of a new subscription is the topic's version at this moment, so that it misses nothing
   * that is published between the request and its verification.
   */
  accept(request: NewRequest, caps: Caps): Acceptance;
  /** Requests to be verified, by id, after `afterId`. */
  pending(afterId: number, limit: number): readonly PendingRequest[];
  /**
   * The callback has confirmed; the lease counts from `sentAt`. Older requests of the same subscription become void (T27).
   * False where the request itself was void already.
   */
  confirm(requestId: number, sentAt: number): boolean;
  /** The callback has not confirmed: existing subscriptions stay as they are (T25). */
  reject(requestId: number, reason: string, at: number): void;
  /** Denials that may be sent now, by id, after `afterId`. A denial is held back while its subscriber asks to subscribe again. */
  denials(now: number, afterId: number, limit: number): readonly PendingRequest[];
  /** A denial could not be sent; it is tried again at `nextAttemptAt`. */
  postpone(requestId: number, nextAttemptAt: number): void;
  /** A denial has been sent, or is given up. */
  forget(requestId: number): void;

  /**
   * Active subscriptions with a live lease that lag and aren't waiting, by id, after `afterId`: with `failing` those whose last delivery
   * failed, otherwise the others. A newer version ends a wait, unless the wait holds newer ones.
   */
  due(now: number, afterId: number, limit: number, failing: boolean): readonly Due[];
  /** The same for the subscriptions of one callback. */
  dueOf(callback: string, now: number): readonly Due[];
  /** Moves the cursor forward and resets the failures to 0. */
  recordSuccess(id: number, attempt: Attempt): void;
  /** Counts a failure; the last one ends the subscription and stores a denial to be sent. */
  recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): FailureResult;
  /** Records an attempt and ends the subscription without a denial (T49). */
  recordGone(id: number, attempt: Attempt, reason: string): void;

  /** Ends up to `limit` subscriptions whose lease has expired; returns them. */
  lapse(now: number, limit: number): readonly Subscription[];
  /** Deletes subscriptions that ended before `endedBefore`, and the oldest beyond `keep`. Returns how many. */
  purge(endedBefore: number, keep: number): number;
  /** Ends a subscription on the operator's request and stores a denial. False where it is neither active nor pending. */
  remove(id: number, reason: string, at: number): boolean;

  /** The next time at which a lease expires, or the wait of a delivery or a denial is over; undefined where there is none. */
  nextEvent(now: number): number | undefined;
  byToken(token: string): SubscriptionDetails | undefined;
  byId(id: number): SubscriptionDetails | undefined;
  /** By id, after `afterId`. */
  list(states: readonly SubscriptionState[], afterId: number, limit: number): readonly Subscription[];
  /** As of now. */
  counts(): StoreCounts;
  /** Writes and rolls back. Throws where nothing can be stored. */
  probe(): void;
}

/** One piece of work: the deliveries to a callback, by its normal form, or a verification or denial, by the id of its request. */
export type Work = string | number;

/**
 * How the instances that share a storage divide the work. What one has taken no other gets, until it is given back or its instance hasn't been
 * heard of for `claimSeconds`, as after a kill -9. The `take` operations read what `due`, `pending` and `denials` do, and return less than
 * `limit` only where nothing more is free.
 */
export interface WorkShare {
  /** What is due of the callbacks that were taken. */
  takeDue(now: number, limit: number, failing: boolean): Promise<readonly Due[]>;
  takePending(limit: number): Promise<readonly PendingRequest[]>;
  takeDenials(now: number, limit: number): Promise<readonly PendingRequest[]>;
  /** A delivery as the storage has it now; undefined where it is no longer due, or no longer this instance's. */
  recheck(due: Due, now: number): Promise<Due | undefined>;
  /** The work is done, or left to others. Never rejects: what can't be given back is free after `claimSeconds`. */
  giveBack(work: Work): Promise<void>;
  /** Nobody gets the work before `claimSeconds` are over: what failed for reasons of our own isn't repeated at once. */
  abandon(work: Work): void;
  /** Calls `listener` every second, since others may have left work, unless the storage is away. Returns a function that ends it. */
  onWork(listener: () => void): () => void;
}

/** The same operations, asynchronous: they reject where the storage fails. `share` is there where several instances may work on the storage. */
export type Store = {
  readonly [Name in keyof StoreOperations]: (...args: Parameters<StoreOperations[Name]>) => Promise<ReturnType<StoreOperations[Name]>>;
} & { readonly share?: WorkShare; close(): Promise<void> };
