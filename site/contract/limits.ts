/** Every limit that a reader or an operator can reach. Units are in the names. */
export const limits = {
  /** The maximum length of a name, id or cursor, and of a query, in a request. */
  nameCharacters: 200,
  queryCharacters: 500,
  search: {
    defaultLimit: 20,
    maxLimit: 100,
    /** A cache of the texts that contain recently searched words. */
    recentSetBytes: 4 * 1024 * 1024,
  },
  feedItems: 50,
  /** Fresh plus stale-while-revalidate: a rebuild reaches every reader within a minute. */
  documentFreshSeconds: 30,
  documentStaleSeconds: 30,
  documentStaleOnErrorSeconds: 86_400,
  assetFreshSeconds: 31_536_000,
  /** tlog-tiles, Checkpoints: no caching beyond a few seconds. */
  checkpointFreshSeconds: 5,
  preflightSeconds: 86_400,
  requestHeaderBytes: 16_384,
  requestUrlBytes: 8_192,
  /** URLs in one sitemap (sitemaps.org). */
  sitemapUrls: 50_000,
  headersTimeoutSeconds: 10,
  requestTimeoutSeconds: 30,
  idleSocketSeconds: 60,
  keepAliveSeconds: 15,
  shutdownSeconds: 10,
  shutdownSweepSeconds: 0.1,
  /** How often a running server looks for a new generation that wasn't announced. */
  generationPollSeconds: 2,
  remotePollSeconds: 30,
  remoteTimeoutSeconds: 20,
  lastPublicationTimeoutSeconds: 5,
  /** The build compresses documents of at least this size, and all assets. */
  preparedVariantBytes: 65_536,
  /** Smaller responses aren't compressed: they fit into one packet with their headers. */
  compressedFromBytes: 1_024,
  /** The cache of file bodies, including compressed ones. */
  bodyCacheBytes: 32 * 1024 * 1024,
  /** For how many published files the prepared headers are cached. */
  resourcesKept: 1_000,
  /** How many clients a rate limit keeps track of. */
  rateLimitKeys: 100_000,
  /** The labels are those of sidecar/mcp/README.md. */
  mcp: {
    /** How many sessions that were ended by DELETE are remembered; the one ended longest ago is forgotten first. */
    endedSessions: 10_000, // M03
    bodyBytes: 65_536, // M04
    batchMessages: 32, // M04
    listFreshSeconds: 3_600, // M10
    /** How long a body may take to arrive, and how long the rest of a refused one is still read so that its sender sees the answer. */
    bodySeconds: 10,
    drainSeconds: 5,
    answerSeconds: 10, // M06
    nearestNames: 3,
    /** The least `max_tokens`, and how many characters of plain text are counted as one token: a guess that is rather too many than too few. */
    minAnswerTokens: 200,
    charactersPerToken: 2.5,
    briefCharacters: 50,
    /** The reviews that tools answered with lately, as published; as objects, and printed for answers, they take about five times that. */
    recentReviewBytes: 2 * 1024 * 1024,
    /** MCP completion: "a maximum of 100 items". */
    completionValues: 100,
    /** How long after the start the server loads the MCP modules, unless a request needs them sooner. */
    warmUpSeconds: 1,
  },
  /** WebSub: the labels are those of sidecar/hub/README.md. */
  hub: {
    defaultLeaseSeconds: 864_000, // T10
    minLeaseSeconds: 3_600, // T10
    maxLeaseSeconds: 2_592_000, // T10
    bodyBytes: 16_384, // T11
    secretBytes: 199, // WebSub 5.1: "MUST be less than 200 bytes in length"
    callbackBytes: 2_048,
    failuresInARow: 3, // T51
    /** The waits after the first and the second failure in a row (T54), and how far chance moves them. */
    retrySeconds: [60, 900],
    retryJitter: 0.2,
    retryAfterCapSeconds: 3_600,
    /** The waits before a denial that can't be sent is tried again; the last one goes on for as long as the denial is owed (T56). */
    denialRetrySeconds: [60, 900, 3_600],
    denialOwedSeconds: 86_400,
    verificationTimeoutSeconds: 10,
    deliveryTimeoutSeconds: 30,
    /** A delivery that takes longer waits for the network: it makes room for the next one and goes on among the slow ones. */
    slowAfterSeconds: 0.25,
    verificationsAtOnce: 64,
    /** For verifications, and for denials. */
    verificationsAtOncePerHost: 4,
    denialsAtOnce: 32,
    deliveriesAtOnce: 128,
    /** Deliveries begun in one turn of the event loop: requests are answered in between. */
    startsPerTurn: 4,
    /** For callbacks whose last delivery failed; they come after the others. */
    retriesAtOnce: 32,
    slowDeliveriesAtOnce: 1_024,
    /** How much of a body is handed to one connection at a time: what a callback that doesn't read can hold of our memory. */
    bodyChunkBytes: 65_536,
    /** What a callback may answer beyond its status before its connection is dropped instead of kept. */
    answerBytes: 16_384,
    answerSeconds: 1,
    answerHeaderBytes: 16_384,
    /** Shorter than any server's own limit, so that no delivery meets a connection that is just being closed. */
    idleConnectionSeconds: 2,
    idleConnections: 256,
    subscriptionsPerHost: 1_000, // T64
    subscriptions: 100_000, // T64
    pendingPerSubscription: 10,
    fullRetryAfterSeconds: 3_600,
    /** Of RATE_LIMIT: the share that requests which name the same callback host may have together (T64). */
    hostShareOfRateLimit: 0.2,
    /** How long, and for how many, the status URL of an ended subscription still answers. */
    endedKeptSeconds: 86_400,
    endedKept: 10_000,
    deliveriesKept: 10,
    /** When the hub looks for new topics after a ping (a CDN may get the files later than the ping), and by itself. */
    refreshAfterPingSeconds: [1, 3, 6, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300],
    refreshEverySeconds: 180,
    refreshGapSeconds: 1,
    stopSeconds: 5,
    /** How long /healthz waits for the storage, and how often one that couldn't be opened is tried again. */
    storageHealthSeconds: 2,
    openAgainSeconds: 60,
    /** For a shared database: how often to try again to open it, how long an outcome waits while it is down, how often to look for work that
     * other servers have left, and after how long without a renewal a server's claims end. */
    databaseAgainSeconds: 5,
    databaseAwaySeconds: 15,
    workPollSeconds: 1,
    claimSeconds: 20,
  },
} as const;
