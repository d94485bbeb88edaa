import PQueue from 'p-queue';
import { bundleWidths, type LogEntry, latestChangesPath, openingsPath, readBundle, TILE_WIDTH, tilePath } from '../../site/contract/log.ts';
import { type Change, change, type LatestChanges, reviewOf, toChange } from '../../site/contract/log-documents.ts';
import type { Review } from '../../site/contract/review.ts';
import { nextTurn } from '../runtime.ts';

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

/** Reads the type of each change, one page per turn of the event loop. */
export async function readChangeTypes({ pages }: LogPages): Promise<readonly Change['type'][]> {
  const types: Change['type'][] = [];
  for (const { bundle } of pages) {
    for (const bytes of readBundle(bundle)) types.push(change.shape.type.parse(readEntry(bytes).type));
    await nextTurn();
  }
  return types;
}

/** The changes at these ascending indexes, with `recordOf` for reviews that are still published. */
export function changesAt({ pages }: LogPages, indexes: readonly number[], recordOf: (id: string) => Review | undefined): Change[] {
  return [...Map.groupBy(indexes, (index) => Math.floor(index / TILE_WIDTH))].flatMap(([page, wanted]) => {
    const { bundle, openings } = pages[page] as LogPages['pages'][number];
    const opened = JSON.parse(openings.toString()) as Readonly<Record<string, unknown>>;
    const entries = readBundle(bundle);
    return wanted.map((index) => {
      const entry = readEntry(entries[index % TILE_WIDTH] as Uint8Array);
      const id = Object.hasOwn(opened, index) ? reviewOf(entry) : undefined;
      return toChange(index, entry, id === undefined ? undefined : recordOf(id));
    });
  });
}

const readEntry = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as LogEntry;
