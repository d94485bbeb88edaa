/** Counters of events since the start; they only grow. */
export interface Counters {
  accepted: number;
  refused: number;
  verified: number;
  rejected: number;
  publications: number;
  delivered: number;
  failed: number;
  gone: number;
  removed: number;
  lapsed: number;
  denialsSent: number;
  storageErrors: number;
}

export function newCounters(): Counters {
  return {
    accepted: 0,
    refused: 0,
    verified: 0,
    rejected: 0,
    publications: 0,
    delivered: 0,
    failed: 0,
    gone: 0,
    removed: 0,
    lapsed: 0,
    denialsSent: 0,
    storageErrors: 0,
  };
}
