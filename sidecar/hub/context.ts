import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import type { Counters } from './counters.ts';
import type { CallbackClient } from './delivery/callback-client.ts';
import type { Store } from './store/store.ts';

/** What every part of the hub works with: its addresses, its storage, and the clock, randomness and network as arguments. */
export interface HubContext {
  readonly baseUrl: string;
  readonly hubUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly client: CallbackClient;
  readonly counters: Counters;
  /** Writes one line for the operator. */
  log(line: object): void;
}

/** Logs an error of the storage as one line, whatever was thrown, and counts it. */
export function logError({ log, counters }: HubContext, during: string, error: unknown): void {
  counters.storageErrors += 1;
  log({ level: 'error', event: 'hub.error', during, message: error instanceof Error ? error.message : String(error) });
}
