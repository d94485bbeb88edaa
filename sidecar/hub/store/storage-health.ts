import { limits } from '../../../site/contract/limits.ts';
import type { HubContext } from '../context.ts';
import type { StoreCounts } from './store.ts';

/** Whether the storage works, and what it holds now, where that can be read. */
export interface StorageState {
  readonly isFailing: boolean;
  readonly counts: StoreCounts | undefined;
}

/** Looks at the storage for whoever asks. */
export class StorageHealth {
  readonly #context: HubContext;
  /** How many errors there had been when the storage was last seen to work. */
  #errorsBefore = 0;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<StorageState> | undefined;

  constructor(context: HubContext) {
    this.#context = context;
  }

  /** The state as of now. A storage that keeps us waiting fails. Never rejects. */
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

  /** One look at a time, and one that begins after it for all who ask meanwhile: it sees what was stored before they asked. */
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
    // Reading may work where writing doesn't.
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
