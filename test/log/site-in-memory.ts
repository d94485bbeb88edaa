import { reviewId } from '../../site/content/identity.ts';
import type { Absence } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import type { Review } from '../../site/contract/review.ts';
import { utf8 } from '../../site/log/bytes.ts';
import { beginLog, extendLog } from '../../site/log/extend.ts';
import { printChanges, printLog, signTree } from '../../site/log/print.ts';
import { type Read, readLog } from '../../site/log/published-log.ts';
import { type Signer, toSigner } from '../../site/log/signer.ts';
import { aReview } from '../support/a-review.ts';

export const ORIGIN = 'reviews.example.com/log';
export const signerOf = (byte: number, origin = ORIGIN): Promise<Signer> => toSigner(origin, new Uint8Array(32).fill(byte));

/** The files that a site publishes about its reviews, by path: `/reviews.json`, the log and the changes. */
export type SiteFiles = ReadonlyMap<string, Uint8Array>;
export const readerOf =
  (site: SiteFiles): Read =>
  async (path) =>
    site.get(path);

/** Returns a review with `text` in its author and text, so tests can search for it. */
export function reviewOf(name: string, text: string, reply?: string): Review {
  const day = `2024-01-${String(1 + (name.charCodeAt(0) % 28)).padStart(2, '0')}`;
  return aReview({
    id: reviewId(day, 'google', name),
    author: `Author ${text}`,
    rating: 1,
    date: day,
    text: `Text ${text}`,
    owner_reply: reply === undefined ? null : { text: reply, date: null },
  });
}

export interface Edition {
  readonly reviews: readonly Review[];
  readonly absences?: ReadonlyMap<string, Absence>;
  readonly date?: string;
}

/** Publishes an edition on top of `site`, like a build does. If `site` is empty, a new log begins. */
export async function publish(
  site: SiteFiles,
  { reviews, absences = new Map(), date = '2026-01-01' }: Edition,
  signer: Signer,
  origin = ORIGIN,
): Promise<SiteFiles> {
  const known = await readLog(readerOf(site));
  const log = known ? { ...known, origin: known.checkpoint.origin } : beginLog(origin, date);
  const before = new Map(reviewsOf(site).map((review) => [review.id, review]));
  const next = await extendLog(log, { reviews, absences, before, date }, signer);
  const files = printLog(next, await signTree(next, [signer]), signer, new Set(site.keys()));
  const all = [...files, ...printChanges(next, reviews), [paths.reviews, JSON.stringify({ reviews })] as const];
  return new Map(all.map(([path, body]) => [path, typeof body === 'string' ? utf8(body) : body]));
}

export function reviewsOf(site: SiteFiles): Review[] {
  const document = site.get(paths.reviews);
  return document ? (JSON.parse(new TextDecoder().decode(document)) as { reviews: Review[] }).reviews : [];
}

export const textOf = (site: SiteFiles, path: string) => new TextDecoder().decode(site.get(path));
