import PQueue from 'p-queue';
import { type Change, type LatestChanges, reviewOf, toChange } from '../../site/contract/changes.ts';
import { bundleWidths, type LogEntry, latestChangesPath, openingsPath, readBundle, TILE_WIDTH, tilePath } from '../../site/contract/log.ts';
import type { Review } from '../../site/contract/review.ts';

/** The published log of a generation, a page for each bundle of entries; decoded on demand. */
export interface LogPages {
  readonly total: number;
  /** `openings` are those of the entries whose review is still published. */
  readonly pages: readonly { readonly bundle: Buffer; readonly openings: Buffer }[];
}

const READS_AT_ONCE = 8;

/** Reads the log with `read`, which rejects if a file is damaged. */
export async function readLogPages(read: (publicPath: string) => Promise<Buffer>): Promise<LogPages> {
  const { total } = JSON.parse((await read(latestChangesPath)).toString()) as LatestChanges;
  const queue = new PQueue({ concurrency: READS_AT_ONCE });
  const pages = await queue.addAll(
    bundleWidths(total).map((width, index) => async () => ({
      bundle: await read(tilePath('entries', index, width)),
      openings: await read(openingsPath(index)),
    })),
  );
  return { total, pages };
}

/** Up to `count` changes from index `first` on, with `recordOf` for reviews that are still published. */
export function changesFrom(
  { total, pages }: LogPages,
  first: number,
  count: number,
  recordOf: (id: string) => Review | undefined,
): Change[] {
  const end = Math.min(total, first + count);
  const changes: Change[] = [];
  for (let page = Math.floor(first / TILE_WIDTH); page * TILE_WIDTH < end; page++) {
    const { bundle, openings } = pages[page] as LogPages['pages'][number];
    const opened = JSON.parse(openings.toString()) as Readonly<Record<string, unknown>>;
    for (const [place, bytes] of readBundle(bundle).entries()) {
      const index = page * TILE_WIDTH + place;
      if (index < first || index >= end) continue;
      const entry = JSON.parse(Buffer.from(bytes).toString()) as LogEntry;
      const id = Object.hasOwn(opened, index) ? reviewOf(entry) : undefined;
      changes.push(toChange(index, entry, id === undefined ? undefined : recordOf(id)));
    }
  }
  return changes;
}
