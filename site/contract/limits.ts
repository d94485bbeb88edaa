/** Every number that a reader or an operator can run into, stated once. Units are in the names. */
export const limits = {
  search: { defaultLimit: 20, maxLimit: 100 }, // spec.md 8
  feedItems: 50, // spec.md 8
  /** Fresh plus stale-while-revalidate: a rebuild reaches every reader within a minute. */
  documentFreshSeconds: 30,
  documentStaleSeconds: 30,
  documentStaleOnErrorSeconds: 86_400,
  assetFreshSeconds: 31_536_000,
  preflightSeconds: 86_400,
  requestHeaderBytes: 16_384,
  requestUrlBytes: 8_192,
  headersTimeoutSeconds: 10,
  requestTimeoutSeconds: 30,
  idleSocketSeconds: 60,
  keepAliveSeconds: 15,
  shutdownSeconds: 10,
  /** How often a running server looks for a generation that nobody announced. */
  generationPollSeconds: 2,
  remotePollSeconds: 30,
  remoteTimeoutSeconds: 20,
  memoryTimeoutSeconds: 5,
  remoteDocumentBytes: 256 * 1024 * 1024,
  bodyCacheBytes: 32 * 1024 * 1024,
} as const;
