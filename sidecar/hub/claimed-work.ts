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

/**
 * Claims due work page by page, does it, and releases it. Renews the claims meanwhile. Call the returned function when something may have
 * become due.
 */
export function claimedWork<Row>(context: HubContext, options: WorkOptions<Row>): () => void {
  const { clock, store, track, wakeAt } = context;
  const { name, atOnce, claim, workOf, inTurn, doNext, onReleased } = options;
  const claimed = new Set<Work>();
  let renewedAt = 0;
  let renews = false;

  const renew = async () => {
    const now = clock.now();
    await store.renewClaims([...claimed], now);
    renewedAt = now;
  };

  /** Called before work is done, since the process may have been suspended. Rejects if the storage fails. */
  const renewIfLate = async () => {
    if (claimed.size > 0 && clock.now() - renewedAt >= CLAIM_MS) await renew();
  };

  const scheduleRenewal = () => {
    if (renews) return;
    renews = true;
    clock.setTimer(clock.now() + CLAIM_MS / 3, async () => {
      const isNeeded = () => claimed.size > 0 && !context.isStopped;
      // If this fails, `renewIfLate` tries again before the next piece of work.
      if (isNeeded()) await renew().catch(() => {});
      renews = false;
      if (isNeeded()) scheduleRenewal();
    });
  };

  const later = (action: () => Promise<void>) => {
    clock.setTimer(clock.now() + limits.hub.storageErrorSeconds * 1000, () => context.isStopped || track(action()));
  };

  /** Never rejects. */
  const release = async (work: Work) => {
    claimed.delete(work);
    // A claim that can't be released ends by itself, since it is no longer renewed.
    await store.release(work).then(onReleased, () => later(async () => onReleased()));
  };

  /** Never rejects. */
  const doAll = async (row: Row) => {
    const work = workOf(row);
    claimed.add(work);
    try {
      await inTurn(row, async () => {
        while (!context.isStopped) {
          await renewIfLate();
          if (!(await doNext(row))) return;
        }
      });
      await release(work);
    } catch (error) {
      logError(context, `sending ${name}`, error);
      // If the outcome can't be stored, releasing the claim at once would repeat the same request over and over.
      later(() => release(work));
    }
  };

  const claimAll = coalesce(async () => {
    try {
      // The next page is claimed when a whole one fits, so there isn't a query for each row.
      while (claimed.size <= atOnce + PAGE && !context.isStopped) {
        const now = clock.now();
        await renewIfLate();
        const rows = await claim(now, PAGE);
        if (rows.length === 0) return;
        if (claimed.size === 0) renewedAt = now;
        for (const row of rows) void track(doAll(row));
        scheduleRenewal();
      }
    } catch (error) {
      logError(context, `claiming ${name}`, error);
      wakeAt(clock.now() + limits.hub.storageErrorSeconds * 1000);
    }
  });

  return () => {
    if (!context.isStopped) void track(claimAll());
  };
}
