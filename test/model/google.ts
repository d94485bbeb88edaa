import fc from 'fast-check';
import { reviewId } from '../../site/content/identity.ts';
import { type GoogleReview, googleReview, takeoutOf, zipOf } from '../support/archives.ts';
import type { Written } from './business.ts';
import type { World } from './world.ts';
import { type Draft, type Drawn, describe, draft, pick, pickOne, write, writeText } from './writing.ts';

/** The business's two locations on Google. */
const LOCATIONS = ['20', '30'] as const;
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;
const prefixOf = (location: string) => `locations/${location}/reviews/`;

/** Changes to a review on Google. */
const changes: Readonly<Record<string, (world: World, one: Written, draft: Draft) => Written>> = {
  edited: (world, one, { rating, words }) => ({ ...one, rating, text: writeText(world, words) }),
  answered: ({ marks }, one) => ({ ...one, reply: `${marks.next()} thanks you.` }),
  'answered, which Google rejects': ({ marks }, one) => ({ ...one, rejectedReply: `${marks.next()} thanks you.` }),
};

/** An event on Google between two exports: people write reviews, or the review that `pick` chooses changes. */
const event = fc.oneof(
  fc.record({ what: fc.constant('written'), drafts: fc.array(draft, { minLength: 1, maxLength: 3 }), pick }),
  fc.record({ what: fc.constant('written'), drafts: fc.array(draft, { minLength: 6, maxLength: 8 }), pick }),
  fc.record({
    what: fc.constantFrom(...Object.keys(changes), 'deleted', 'back', 'written again'),
    drafts: fc.array(draft, { minLength: 1 }),
    pick,
  }),
);

/**
 * The events before an export, and its contents: all reviews of both locations or of one, only the first half (treated as complete or not),
 * or none.
 */
export const googleExport = fc.record({
  events: fc.array(event, { maxLength: 3 }),
  has: fc.constantFrom('all', 'all', 'all', 'all of one location', 'a part', 'a part, taken for all', 'nothing, taken for all'),
});
export type GoogleExport = Drawn<typeof googleExport>;

/** Applies an event to the reviews on Google. */
export function happen(world: World, { what, drafts, pick: index }: GoogleExport['events'][number]): void {
  const { business, today, marks } = world;
  const { google, deleted } = business;
  const now = world.clock.now();
  const put = (fresh: readonly Written[], replaced?: Written) => {
    business.google = [...google.filter((other) => other !== replaced), ...fresh];
    for (const one of fresh) world.tell(`on Google, ${what}: ${describe(one)} (location ${one.location})`);
  };
  if (what === 'written') {
    const location = LOCATIONS[index % 2] ?? '';
    return put(drafts.map((one) => write(world, one, 'google', location, prefixOf(location))));
  }
  if (what === 'written again') {
    // The same author writes the same words again after the first review was taken down.
    const first = pickOne(
      business.reviews.filter(({ takenDown, text, location }) => takenDown && text !== null && location !== ''),
      index,
    );
    const sourceId = prefixOf(first?.location ?? '') + marks.next();
    return put(first ? [{ ...first, sourceId, date: today, updated: now, id: reviewId(today, 'google', sourceId), reply: null }] : []);
  }
  if (what === 'back') {
    const one = pickOne(deleted, index);
    business.deleted = deleted.filter((other) => other !== one);
    return put(one ? [one] : []);
  }
  // The right result isn't defined if owner and customer both changed a review, or if a copy of a taken-down review gets another text.
  const isTouched = ({ id, text }: Written) =>
    business.reviews.some((owned) => (owned.id === id ? owned.byHand.size > 0 : owned.takenDown && owned.text === text));
  const isFree = (one: Written) => what === 'deleted' || (!isTouched(one) && (one.reply === null || !/rejects/.test(what)));
  const one = pickOne(google.filter(isFree), index);
  if (one === undefined || drafts[0] === undefined) return;
  const change = changes[what];
  if (change) return put([{ ...change(world, one, drafts[0]), updated: now }], one);
  business.google = google.filter((other) => other !== one);
  business.deleted = [...deleted, one];
  world.tell(`on Google, deleted: ${describe(one)}`);
}

/** An export's file, the arguments to import it with, its reviews, and the locations for which it is treated as complete. */
export interface Exported {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly args: readonly string[];
  readonly found: readonly Written[];
  readonly complete: readonly string[];
}

/** Makes an export: an archive from Takeout or, for a part, a response of the API. */
export async function exportOf({ business, clock }: World, has: GoogleExport['has']): Promise<Exported> {
  const all = business.google;
  const some = all.slice(0, Math.ceil(all.length / 2));
  if (has === 'a part') {
    const reviews = some.map((one) => googleReview(toGoogle(one), one.location));
    return { name: 'page.json', bytes: JSON.stringify({ reviews }), args: ['--location', 'all'], found: some, complete: [] };
  }
  const inside = { 'nothing, taken for all': [], 'a part, taken for all': some, all, 'all of one location': all }[has];
  const files = LOCATIONS.map((location) => takeoutOf(inside.filter((one) => one.location === location).map(toGoogle), location));
  const bytes = await zipOf(Object.assign({}, ...files), new Date(clock.now()));
  const complete: readonly string[] = has === 'all of one location' ? LOCATIONS.slice(0, 1) : LOCATIONS;
  const args = complete.flatMap((location) => ['--location', location]);
  return { name: 'takeout.zip', bytes, args, found: inside.filter(({ location }) => complete.includes(location)), complete };
}

function toGoogle({ sourceId, rating, text, author, date, updated, reply, rejectedReply }: Written): GoogleReview {
  const updateTime = new Date(updated).toISOString();
  const comment = reply ?? rejectedReply;
  const state = reply === null ? { reviewReplyState: 'REJECTED' } : {};
  return {
    id: sourceId.replace(/.*\//, ''),
    stars: STARS[rating - 1] ?? '',
    ...(text === null ? {} : { comment: text }),
    author,
    created: `${date}T00:00:00Z`,
    updated: updateTime,
    ...(comment === undefined ? {} : { reply: { comment, updateTime, ...state } }),
  };
}
