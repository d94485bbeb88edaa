/** The states of spec.md 3; `rejected`, `removed` and `lapsed` are ends, kept for a while so that the status URL can say why. */
export type SubscriptionState = 'pending' | 'active' | 'rejected' | 'removed' | 'lapsed';

/** A document that the hub pushes. `version` counts its changes; `path` is below the base URL. */
export interface StoredTopic {
  readonly path: string;
  readonly version: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** `hash` is SHA-256 of the body: what decides whether it has changed. */
export type TopicBytes = Omit<StoredTopic, 'version'> & { readonly hash: Uint8Array };

/**
 * What a subscriber asks for. A subscription is known by `topic` and `callback`, a path and a normal form; `topicGiven` and
 * `callbackGiven` are how the subscriber wrote them, and where requests go (websub.md T07, T20). `token` names the status URL if the
 * subscription is new; times are milliseconds since 1970.
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

/** How many subscriptions may be pending or active, and how many requests one of them may have waiting. */
export interface Caps {
  readonly perHost: number;
  readonly total: number;
  readonly perSubscription: number;
}

export type Acceptance = { readonly accepted: true } | { readonly accepted: false; readonly full: 'host' | 'total' | 'subscription' };

/** A GET that the hub owes a callback: a verification, or word of a denial. */
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
  /** How often a denial was tried in vain. */
  readonly attempts: number;
}

/** A subscription that lags behind its topic and may be tried now. */
export interface Due {
  readonly id: number;
  readonly topic: string;
  readonly callback: string;
  readonly callbackGiven: string;
  readonly secret: Uint8Array | null;
  readonly deliveredVersion: number;
  /** In a row. */
  readonly failures: number;
  readonly expiresAt: number;
}

/** One POST and what came of it: `status` or `error`. */
export interface Attempt {
  readonly at: number;
  readonly version: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * What follows a failed attempt: when to try again after the first, second, ... in a row; one more ends the subscription, for
 * `reason`. `holdsNewer`: a newer version waits for that time, too, instead of being tried at once (websub.md T54).
 */
export interface FailurePolicy {
  readonly retryAt: readonly number[];
  readonly holdsNewer: boolean;
  readonly reason: string;
}

/** `ended` also where the subscription had ended before. */
export interface FailureResult {
  readonly failures: number;
  readonly ended: boolean;
}

export interface Subscription {
  readonly id: number;
  readonly token: string;
  readonly topic: string;
  readonly callback: string;
  /** The spelling that was verified last, or the first one given where none was. */
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

export interface StoreCounts {
  readonly states: Readonly<Record<SubscriptionState, number>>;
  readonly pendingRequests: number;
  /** Active subscriptions whose topic is newer than what they have. */
  readonly lagging: number;
}

/**
 * What the hub keeps. Each operation happens as a whole or not at all; operations that change something have
 * returned only when the change survives a crash. Times are milliseconds since 1970. The suite in test/hub/store-suite.ts
 * says what each implementation must do.
 */
export interface StoreOperations {
  /** Takes the topics' bytes; returns the paths whose bytes are new and now have the next version, and all topics' versions. */
  publish(
    topics: readonly TopicBytes[],
    at: number,
  ): { readonly changed: readonly string[]; readonly versions: Readonly<Record<string, number>> };
  topics(): readonly StoredTopic[];

  /**
   * Puts a request down for verification. A new subscription's cursor is the topic's version at this moment, so that what
   * is published between the request and its verification isn't missed.
   */
  accept(request: NewRequest, caps: Caps): Acceptance;
  /** Requests to be verified, with a higher id than `afterId`, in their order. */
  pending(afterId: number, limit: number): readonly PendingRequest[];
  /**
   * The callback has agreed; the lease counts from `sentAt`. Older requests of the same subscription are void (websub.md T27).
   * False where the request itself was void already.
   */
  confirm(requestId: number, sentAt: number): boolean;
  /** The callback has not agreed: what exists stays as it is (T25). */
  reject(requestId: number, reason: string, at: number): void;
  /** Denials that may be tried now, in the same way. One waits while its subscriber asks to subscribe again. */
  denials(now: number, afterId: number, limit: number): readonly PendingRequest[];
  /** A denial could not be sent. */
  postpone(requestId: number, nextAttemptAt: number): void;
  /** A denial has been sent, or is given up. */
  forget(requestId: number): void;

  /**
   * Active subscriptions with a live lease that lag and aren't waiting, by id, after `afterId`: those whose last delivery
   * failed, or the others. A newer version ends a wait that doesn't hold against it.
   */
  due(now: number, afterId: number, limit: number, failing: boolean): readonly Due[];
  /** The same for one callback. */
  dueOf(callback: string, now: number): readonly Due[];
  /** Moves the cursor, never back, and sets the failures to 0. */
  recordSuccess(id: number, attempt: Attempt): void;
  /** Counts a failure; the last one ends the subscription and puts down a denial to be sent. */
  recordFailure(id: number, attempt: Attempt, policy: FailurePolicy): FailureResult;
  /** Records an attempt and ends the subscription without a denial (T49). */
  recordGone(id: number, attempt: Attempt, reason: string): void;

  /** Ends up to `limit` subscriptions whose lease is over. */
  lapse(now: number, limit: number): readonly Subscription[];
  /** Drops subscriptions that ended before `endedBefore`, and the oldest beyond `keep`. Returns how many. */
  purge(endedBefore: number, keep: number): number;
  /** Ends a subscription by the operator's hand and puts down a denial. False where it isn't active or pending. */
  remove(id: number, reason: string, at: number): boolean;

  /** The next moment at which a lease ends or the wait of a delivery or a denial is over; undefined where there is none. */
  nextEvent(now: number): number | undefined;
  byToken(token: string): SubscriptionDetails | undefined;
  byId(id: number): SubscriptionDetails | undefined;
  /** By id, after `afterId`. */
  list(states: readonly SubscriptionState[], afterId: number, limit: number): readonly Subscription[];
  /** As of now. */
  counts(): StoreCounts;
  /** Writes and takes it back. Throws where nothing can be stored. */
  probe(): void;
}

/** The operations as the hub sees them: an answer may take a while, and rejects where the storage fails. */
export type Store = {
  readonly [Name in keyof StoreOperations]: (...args: Parameters<StoreOperations[Name]>) => Promise<ReturnType<StoreOperations[Name]>>;
} & { close(): Promise<void> };
