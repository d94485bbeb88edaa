import { limits } from '../../../site/contract/limits.ts';
import type { HubContext } from '../context.ts';
import type { StoreCounts } from './store.ts';

/** Whether the storage works, and its counts, where they can be read. */
export interface StorageState {
  readonly isFailing: boolean;
  readonly counts: StoreCounts | undefined;
}

/** Checks the storage, once for all who ask at the same time. */
export class StorageHealth {
  readonly #context: HubContext;
  /** The error counter when the storage was last known to work. */
  #errorsBefore = 0;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<StorageState> | undefined;

  constructor(context: HubContext) {
    this.#context = context;
  }

  /** The state now; a storage that doesn't answer in time counts as failing. Never rejects. */
  read(): Promise<StorageState> {
    const { clock } = this.#context;
    return new Promise((resolve) => {
      const waitUntil = clock.now() + limits.hub.storageHealthSeconds * 1000;
      const cancel = clock.setTimer(waitUntil, () => resolve({ isFailing: true, counts: undefined }));
      void this.#share().then((state) => {
        cancel();
        resolve(state);
      });
    });
  }

  /** At most one check runs; those who ask meanwhile share the next one, which sees what was stored before they asked. */
  #share(): Promise<StorageState> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      return this.#look();
    });
    this.#last = this.#next;
    return this.#next;
  }

  async #look(): Promise<StorageState> {
    const { counters, store } = this.#context;
    const errors = counters.storageErrors;
    // Reading may work although writing fails.
    const isWriting = errors === this.#errorsBefore || (await this.#canWrite());
    if (isWriting) this.#errorsBefore = errors;
    const counts = await store.counts().catch(() => undefined);
    return { isFailing: !isWriting || counts === undefined, counts };
  }

  #canWrite(): Promise<boolean> {
    return this.#context.store.probe().then(
      () => true,
      () => false,
    );
  }
}
