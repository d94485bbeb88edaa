/** Every limit that a reader or an operator can reach, with its unit in its name. */
export const limits = {
  /** The maximum length of a name, id or cursor, and of a query, in a request. */
  nameCharacters: 200,
  queryCharacters: 500,
  /** In the content. Longer ones are other data, such as the rest of a file after an unclosed quotation mark. */
  authorCharacters: 1_000,
  textCharacters: 100_000,
  search: {
    defaultLimit: 20,
    maxLimit: 100,
  },
  feedItems: 50,
  /** The widget: its newest reviews with a text, and how much of each text it shows. */
  widgetReviews: 20,
  widgetTextCharacters: 220,
  /** Dates of `since` with a file: 41 years, so businesses with reviews from 1995 on have one for each day. */
  sinceFiles: 15_000,
  /** How many of the newest reviews with a text have their own preview image. */
  reviewImages: 6,
  /** Fresh plus stale-while-revalidate: a rebuild reaches every reader within a minute. */
  documentFreshSeconds: 30,
  documentStaleSeconds: 30,
  documentStaleOnErrorSeconds: 86_400,
  assetFreshSeconds: 31_536_000,
  /** tlog-tiles, Checkpoints: no caching beyond a few seconds. */
  checkpointFreshSeconds: 5,
  preflightSeconds: 86_400,
  /** Pictures and photos in the content. A photo's pixels are read from its header, before anything is decoded. */
  pictureBytes: 25_000_000,
  photoPixels: 64_000_000,
  /** The longest side of a published photo. */
  photoSidePixels: 1_200,
  requestHeaderBytes: 16_384,
  requestUrlBytes: 8_192,
  /** URLs in one sitemap (sitemaps.org). */
  sitemapUrls: 50_000,
  headersTimeoutSeconds: 10,
  requestTimeoutSeconds: 30,
  idleSocketSeconds: 60,
  keepAliveSeconds: 15,
  /** How long a connection is still read after its last response if its request isn't complete. */
  lingerSeconds: 5,
  shutdownSeconds: 10,
  shutdownSweepSeconds: 0.1,
  /** How often a running server looks for a new generation that wasn't announced. */
  generationPollSeconds: 2,
  remotePollSeconds: 30,
  remoteTimeoutSeconds: 20,
  lastPublicationTimeoutSeconds: 5,
  /** How long a web space may take to let us sign in. */
  webSpaceTimeoutSeconds: 60,
  /** The build compresses documents of at least this size, and all assets. */
  preparedVariantBytes: 65_536,
  /** Smaller responses aren't compressed: they fit into one packet with their headers. */
  compressedFromBytes: 1_024,
  /** The cache of file bodies, including compressed ones. */
  bodyCacheBytes: 32 * 1024 * 1024,
  /** How many clients a rate limit keeps track of. */
  rateLimitKeys: 100_000,
  mcp: {
    /** How many sessions ended by DELETE the server remembers; it forgets the oldest first. */
    endedSessions: 10_000,
    bodyBytes: 65_536,
    /** How deep lists and objects can be nested in a message. */
    messageDepth: 100,
    batchMessages: 32,
    listFreshSeconds: 3_600,
    answerSeconds: 10,
    nearestNames: 3,
    /** The maximum number of results of `search`. */
    foundPages: 5,
    foundReviews: 15,
    /** The minimum `max_tokens`. */
    minAnswerTokens: 200,
    /** How much of a review `detail: brief` shows: its beginning, or the passage that matched. */
    briefCharacters: 50,
    passageCharacters: 110,
    /** MCP completion: "a maximum of 100 items". */
    completionValues: 100,
    /** How long after the start the server loads the MCP modules, unless a request needs them sooner. */
    warmUpSeconds: 1,
  },
  /** WebSub. */
  hub: {
    defaultLeaseSeconds: 864_000,
    minLeaseSeconds: 3_600,
    maxLeaseSeconds: 2_592_000,
    bodyBytes: 16_384,
    secretBytes: 199, // WebSub 5.1: "MUST be less than 200 bytes in length"
    callbackBytes: 2_048,
    failuresInARow: 3,
    /** The waits after the first and the second failure in a row and the share by which they vary at random. */
    retrySeconds: [60, 900],
    retryJitter: 0.2,
    retryAfterCapSeconds: 3_600,
    /** The waits before a denial that can't be sent is tried again; the last one repeats until the denial is given up. */
    denialRetrySeconds: [60, 900, 3_600],
    denialOwedSeconds: 86_400,
    verificationTimeoutSeconds: 10,
    deliveryTimeoutSeconds: 30,
    verificationsAtOnce: 64,
    /** Applies to verifications and to denials separately. */
    verificationsAtOncePerHost: 4,
    denialsAtOnce: 32,
    /** Enough that callbacks which take long to answer don't delay others. */
    deliveriesAtOnce: 1_024,
    /** Deliveries started per turn of the event loop, so it isn't blocked. */
    startsPerTurn: 4,
    /** For callbacks whose last delivery failed. */
    retriesAtOnce: 32,
    /** The chunk of a body that is written to a connection at a time, so a callback that doesn't read holds only that much memory. */
    bodyChunkBytes: 65_536,
    /** How much of a response body is read before its connection is closed instead of reused. */
    answerBytes: 16_384,
    answerSeconds: 1,
    answerHeaderBytes: 16_384,
    /** Shorter than servers' own limits, so no delivery uses a connection that is being closed. */
    idleConnectionSeconds: 2,
    idleConnections: 256,
    subscriptionsPerHost: 1_000,
    subscriptions: 100_000,
    pendingPerSubscription: 10,
    fullRetryAfterSeconds: 3_600,
    /** The share of RATE_LIMIT for all requests that name the same callback host. */
    hostShareOfRateLimit: 0.2,
    /** How long ended subscriptions are kept for their status URLs, and how many. */
    endedKeptSeconds: 86_400,
    endedKept: 10_000,
    deliveriesKept: 10,
    /** When the hub checks its topics after a ping, since a CDN may get the files later than the ping. */
    refreshAfterPingSeconds: [1, 3, 6, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300],
    refreshGapSeconds: 1,
    /** How often the hub cleans up its storage when nothing else is due. */
    upkeepSeconds: 180,
    stopSeconds: 5,
    /** How long /healthz waits for the storage, and how often the hub tries to open a storage that failed. */
    storageHealthSeconds: 2,
    openAgainSeconds: 60,
    /** How long work waits after a storage error. */
    storageErrorSeconds: 60,
    /** How often the hub tries to open a shared database that is down, and for how long it tries to store an outcome there. */
    databaseAgainSeconds: 5,
    databaseAwaySeconds: 15,
    /** How often to look in a shared database for work from other servers. */
    workPollSeconds: 1,
    /** How long a server's claims last without a renewal. */
    claimSeconds: 20,
  },
} as const;
