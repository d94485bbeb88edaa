import { limits } from '../../site/contract/limits.ts';
import type { HubContext } from './context.ts';
import type { Work } from './store/records.ts';

/** This server's claims. Renews them while it works and releases them afterwards. */
export class Claims {
  readonly #context: HubContext;
  readonly #claimMs: number;
  readonly #held = new Set<Work>();
  #renewedAt = 0;
  #cancelRenewal: (() => void) | undefined;

  constructor(context: HubContext, claimSeconds: number = limits.hub.claimSeconds) {
    this.#context = context;
    this.#claimMs = claimSeconds * 1000;
  }

  /** Claims work with one of the store's operations. */
  async take<Row>(claim: (now: number) => Promise<readonly Row[]>, workOf: (row: Row) => Work): Promise<readonly Row[]> {
    const now = this.#context.clock.now();
    await this.renewIfLate();
    const rows = await claim(now);
    if (this.#held.size === 0) this.#renewedAt = now;
    for (const row of rows) this.#held.add(workOf(row));
    if (rows.length > 0) this.#scheduleRenewal();
    return rows;
  }

  /** To be called before claimed work is done, since the process may have been suspended. Rejects if the storage fails. */
  async renewIfLate(): Promise<void> {
    if (this.#held.size > 0 && this.#context.clock.now() - this.#renewedAt >= this.#claimMs) await this.#renew();
  }

  /** Releases a claim, whether the work is done or not. Never rejects. */
  giveBack(work: Work): Promise<void> {
    const { store, track, wake } = this.#context;
    this.#held.delete(work);
    // A claim that can't be released ends by itself, since it is no longer renewed.
    return track(store.release(work).catch(() => this.#later(wake)));
  }

  /** Keeps the work for a minute. If its outcome can't be stored, doing it again at once would repeat it again and again. */
  giveBackLater(work: Work): void {
    this.#later(() => void this.giveBack(work).then(this.#context.wake));
  }

  stop(): void {
    this.#cancelRenewal?.();
  }

  #later(action: () => void): void {
    const { clock } = this.#context;
    clock.setTimer(clock.now() + limits.hub.storageErrorSeconds * 1000, () => this.#context.isStopped || action());
  }

  async #renew(): Promise<void> {
    const now = this.#context.clock.now();
    await this.#context.store.renewClaims([...this.#held], now);
    this.#renewedAt = now;
  }

  #scheduleRenewal(): void {
    const { clock } = this.#context;
    this.#cancelRenewal ??= clock.setTimer(clock.now() + this.#claimMs / 3, async () => {
      // If this fails, the next work is preceded by another try.
      if (this.#held.size > 0) await this.#renew().catch(() => {});
      this.#cancelRenewal = undefined;
      if (this.#held.size > 0) this.#scheduleRenewal();
    });
  }
}
