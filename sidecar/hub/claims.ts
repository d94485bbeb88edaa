import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime.ts';
import type { Store, Work } from './store/store.ts';

interface ClaimsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly claimSeconds?: number | undefined;
  /** Called when work may have become available. */
  onFree(): void;
}

/** This server's claims. Renews them while it works and releases them afterwards. */
export class Claims {
  readonly #options: ClaimsOptions;
  readonly #claimMs: number;
  readonly #held = new Set<Work>();
  readonly #releasing = new Set<Promise<void>>();
  #renewedAt = 0;
  #cancelRenewal: (() => void) | undefined;
  #stopped = false;

  constructor(options: ClaimsOptions) {
    this.#options = options;
    this.#claimMs = (options.claimSeconds ?? limits.hub.claimSeconds) * 1000;
  }

  get isIdle(): boolean {
    return this.#releasing.size === 0;
  }

  async onIdle(): Promise<void> {
    await Promise.all(this.#releasing);
  }

  /** Claims work with one of the store's operations. */
  async take<Row>(claim: (now: number) => Promise<readonly Row[]>, workOf: (row: Row) => Work): Promise<readonly Row[]> {
    const now = this.#options.clock.now();
    await this.renewIfLate();
    const rows = await claim(now);
    if (this.#held.size === 0) this.#renewedAt = now;
    for (const row of rows) this.#held.add(workOf(row));
    if (rows.length > 0) this.#scheduleRenewal();
    return rows;
  }

  /** To be called before claimed work is done, since the process may have been suspended. Rejects if the storage fails. */
  async renewIfLate(): Promise<void> {
    const now = this.#options.clock.now();
    if (this.#held.size === 0 || now - this.#renewedAt < this.#claimMs) return;
    await this.#options.store.renewClaims([...this.#held], now);
    this.#renewedAt = now;
  }

  /** Releases a claim, whether the work is done or not. Never rejects. */
  giveBack(work: Work): Promise<void> {
    this.#held.delete(work);
    // A claim that can't be released ends by itself, since it is no longer renewed.
    const releasing = this.#options.store
      .release(work)
      .catch(() => this.#later(this.#options.onFree))
      .then(() => void this.#releasing.delete(releasing));
    this.#releasing.add(releasing);
    return releasing;
  }

  /** Keeps the work for a minute. If its outcome can't be stored, doing it again at once would repeat it again and again. */
  giveBackLater(work: Work): void {
    this.#later(() => void this.giveBack(work).then(this.#options.onFree));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRenewal?.();
  }

  #later(action: () => void): void {
    const { clock } = this.#options;
    clock.setTimer(clock.now() + limits.hub.storageErrorSeconds * 1000, () => this.#stopped || action());
  }

  #scheduleRenewal(): void {
    if (this.#stopped || this.#cancelRenewal !== undefined) return;
    const { clock, store } = this.#options;
    this.#cancelRenewal = clock.setTimer(clock.now() + this.#claimMs / 3, async () => {
      const now = clock.now();
      if (this.#held.size > 0)
        await store.renewClaims([...this.#held], now).then(
          () => {
            this.#renewedAt = now;
          },
          // The next work is preceded by another try.
          () => {},
        );
      this.#cancelRenewal = undefined;
      if (this.#held.size > 0) this.#scheduleRenewal();
    });
  }
}
