import { messageOf } from '../../site/shared/algorithms.ts';
import type { Clock, Random } from '../runtime.ts';
import type { CallbackClient } from './delivery/callback-client.ts';
import type { Store } from './store/store.ts';

export function newCounters() {
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

/** Counters of events since the start; they only grow. */
export type Counters = ReturnType<typeof newCounters>;

/** Shared by all parts of the hub. */
export interface HubContext {
  readonly baseUrl: string;
  readonly hubUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  /** Whether other servers may add work at any time. */
  readonly isShared: boolean;
  readonly client: CallbackClient;
  readonly counters: Counters;
  /** Whether the hub is stopping, so nothing more is started. */
  readonly isStopped: boolean;
  /** Looks for work, since some may have become due. */
  wake(): void;
  /** Wakes the hub at `at`. */
  wakeAt(at: number): void;
  /** Makes `stop` and `onIdle` wait for `work`, which must not reject. */
  track(work: Promise<void>): Promise<void>;
  /** Writes one line for the operator. */
  log(line: object): void;
}

/** Counts and logs a storage error. */
export function logError({ log, counters }: HubContext, during: string, error: unknown): void {
  counters.storageErrors += 1;
  log({ level: 'error', event: 'hub.error', during, message: messageOf(error) });
}
