import { limits } from '../../site/contract/limits.ts';
import { coalesce } from '../runtime.ts';
import { type HubContext, logError } from './context.ts';
import type { Work } from './store/records.ts';

const CLAIM_MS = limits.hub.claimSeconds * 1000;

/** How many rows are claimed at a time. */
const PAGE = 256;

/** One kind of work, such as deliveries to callbacks. `Row` is what a claim returns. */
export interface WorkOptions<Row> {
  /** Its name in the log, in the plural. */
  readonly name: string;
  /** How many rows are worked on at once. One or two more pages wait for their turn. */
  readonly atOnce: number;
  /** Claims up to `limit` rows. */
  claim(now: number, limit: number): Promise<readonly Row[]>;
  workOf(row: Row): Work;
  /** Calls `work` when it is the row's turn; settles as it does. */
  inTurn(row: Row, work: () => Promise<void>): Promise<void>;
  /** Does the next piece of the work; resolves to whether there may be another. Rejects if the storage fails. */
  doNext(row: Row): Promise<boolean>;
  /** A claim has ended, so work that waited for it may be due. */
  onReleased(): void;
}

/** Claims due work page by page, does it, and releases it. Renews the claims meanwhile. */
export class ClaimedWork<Row> {
  readonly #context: HubContext;
  readonly #options: WorkOptions<Row>;
  readonly #claim: () => Promise<void>;
  readonly #claimed = new Set<Work>();
  #renewedAt = 0;
  #renews = false;

  constructor(context: HubContext, options: WorkOptions<Row>) {
    this.#context = context;
    this.#options = options;
    this.#claim = coalesce(() => this.#claimAll());
  }

  /** Something may have become due. */
  wake(): void {
    if (!this.#context.isStopped) void this.#context.track(this.#claim());
  }

  async #claimAll(): Promise<void> {
    const { clock, track, wakeAt } = this.#context;
    const { name, atOnce, claim } = this.#options;
    try {
      // The next page is claimed when a whole one fits, so there isn't a query for each row.
      while (this.#claimed.size <= atOnce + PAGE && !this.#context.isStopped) {
        const now = clock.now();
        await this.#renewIfLate();
        const rows = await claim(now, PAGE);
        if (rows.length === 0) return;
        if (this.#claimed.size === 0) this.#renewedAt = now;
        for (const row of rows) void track(this.#do(row));
        this.#scheduleRenewal();
      }
    } catch (error) {
      logError(this.#context, `claiming ${name}`, error);
      wakeAt(clock.now() + limits.hub.storageErrorSeconds * 1000);
    }
  }

  /** Never rejects. */
  async #do(row: Row): Promise<void> {
    const { name, workOf, inTurn, doNext } = this.#options;
    const work = workOf(row);
    this.#claimed.add(work);
    try {
      await inTurn(row, async () => {
        while (!this.#context.isStopped) {
          await this.#renewIfLate();
          if (!(await doNext(row))) return;
        }
      });
      await this.#release(work);
    } catch (error) {
      logError(this.#context, `sending ${name}`, error);
      // If its outcome can't be stored, doing it again at once would repeat it again and again.
      this.#later(() => this.#release(work));
    }
  }

  /** Never rejects. */
  async #release(work: Work): Promise<void> {
    const { onReleased } = this.#options;
    this.#claimed.delete(work);
    // A claim that can't be released ends by itself, since it is no longer renewed.
    await this.#context.store.release(work).then(onReleased, () => this.#later(async () => onReleased()));
  }

  #later(action: () => Promise<void>): void {
    const { clock, track } = this.#context;
    clock.setTimer(clock.now() + limits.hub.storageErrorSeconds * 1000, () => this.#context.isStopped || track(action()));
  }

  /** Called before work is done, since the process may have been suspended. Rejects if the storage fails. */
  async #renewIfLate(): Promise<void> {
    const { clock } = this.#context;
    if (this.#claimed.size > 0 && clock.now() - this.#renewedAt >= CLAIM_MS) await this.#renew();
  }

  async #renew(): Promise<void> {
    const now = this.#context.clock.now();
    await this.#context.store.renewClaims([...this.#claimed], now);
    this.#renewedAt = now;
  }

  #scheduleRenewal(): void {
    const { clock } = this.#context;
    if (this.#renews) return;
    this.#renews = true;
    clock.setTimer(clock.now() + CLAIM_MS / 3, async () => {
      const isNeeded = () => this.#claimed.size > 0 && !this.#context.isStopped;
      // If this fails, the next work is preceded by another try.
      if (isNeeded()) await this.#renew().catch(() => {});
      this.#renews = false;
      if (isNeeded()) this.#scheduleRenewal();
    });
  }
}
