import type { Request, Response } from 'express';
import type { Search } from '../../../sidecar/generation/generation.ts';
import { createSearch, indexReviews } from '../../../sidecar/search/search.ts';
import type { LeftOut } from '../../../site/content/dataset.ts';
import { methodOf, reasonToLeaveOut } from '../../../site/content/read/publication-policy.ts';
import type { WrittenReview } from '../../../site/content/read/written-reviews.ts';
import { type Mentions, newestFirst, type Review } from '../../../site/contract/review.ts';
import { type Messages, messagesOf } from '../../../site/messages/messages.ts';
import { daysAt } from '../../../site/shared/dates.ts';
import type { ContentView } from '../../check-content/view.ts';
import type { Problem } from '../../cli/flags.ts';
import type { ChangePlace } from '../../review/change.ts';
import type { Desk } from '../desk.ts';
import type { Texts } from '../fields.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';
import { type Say, speak } from '../words.ts';

// Shared by the pages about reviews.

/** A review of the content, and its published form if it's published. */
export interface ListedReview {
  readonly written: WrittenReview;
  readonly published: Review | undefined;
}

/** All reviews of the content, newest first, and the search over them. */
interface Listing {
  readonly all: readonly ListedReview[];
  readonly search: Search;
}

const listings = new WeakMap<ContentView, Promise<Listing>>();

export function listingOf(view: ContentView): Promise<Listing> {
  const known = listings.get(view) ?? makeListing(view);
  listings.set(view, known);
  return known;
}

const noMentions: Mentions = { technicians: [], services: [], service_areas: [] };

/** The site's search, over all reviews with their original texts. */
async function makeListing({ dataset, written }: ContentView): Promise<Listing> {
  const published = new Map(dataset.reviews.map((review) => [review.id, review]));
  const all = written
    .toSorted((a, b) => newestFirst(a.entry, b.entry))
    .map((one) => ({ written: one, published: published.get(one.entry.id) }));
  const searched = all.map(({ written: { entry }, published }) => ({
    ...entry,
    verified: true as const,
    verification: { method: methodOf(entry), verified_at: null },
    changed_by_business: [],
    mentions: published?.mentions ?? noMentions,
    photos: [],
    removed_at_source: entry.removed_at_source ?? null,
  }));
  const named = (kind: keyof Mentions) => dataset.catalog.filter((one) => one.kind === kind);
  const entities = {
    technicians: named('technicians'),
    services: named('services').map(({ key, ...one }) => ({ ...one, id: key })),
    service_areas: named('service_areas'),
  };
  return { all, search: await createSearch(await indexReviews(searched), entities) };
}

const reasons: Readonly<Record<LeftOut['reason'], Parameters<Say<'reviews'>>[0]>> = {
  'not public at the source': 'reason_hidden',
  'not verified': 'reason_unverified',
  'verified in a way that does not count here': 'reason_method',
  'removed at the source': 'reason_removed',
  'taken down': 'reason_taken_down',
};

/** Why a review isn't published; undefined if it is. */
export function reasonOf(written: WrittenReview, { dataset, isTakenDown }: ContentView, say: Say<'reviews'>): string | undefined {
  const reason = reasonToLeaveOut(written.entry, dataset.policy, isTakenDown(written));
  return reason && say(reasons[reason]);
}

/** A review with everything that its page needs. */
export interface Opened extends ListedReview {
  readonly id: string;
  readonly view: ContentView;
  readonly messages: Messages;
  readonly say: Say<'reviews'>;
}

/** Finds the review of a page. Sends another page, and returns undefined, if there is none. */
export async function openReview(desk: Desk, { params }: Request, response: Response): Promise<Opened | undefined> {
  const say = speak('reviews', (await desk.business()).language);
  const checked = await desk.content();
  const id = String(params['id']);
  const listed = checked.problems ? undefined : (await listingOf(checked.view)).all.find(({ written }) => written.entry.id === id);
  if (checked.problems || listed === undefined) {
    const body = checked.problems
      ? html`<p>${say('problem')} <a href="/">${say('problem_link')}</a></p>`
      : html`<p>${say('gone')} <a href="/reviews">${say('all')}</a></p>`;
    await sendPage(response, desk, { title: say('title'), screen: 'reviews', status: checked.problems ? 409 : 404, body });
    return undefined;
  }
  const { view } = checked;
  return { ...listed, id, view, say, messages: messagesOf(view.dataset) };
}

export const placeOf = ({ settings, now }: Desk): ChangePlace => ({
  contentDir: settings.CONTENT_DIR,
  dataDir: settings.DATA_DIR,
  ...daysAt(now()),
});

/** The history's name for a review, without its author and text, which may be taken down. */
export const nameOf = ({ written, messages, say }: Pick<Opened, 'written' | 'messages' | 'say'>): string =>
  say('the_review', { stars: written.entry.rating, date: messages.date(written.entry.date) });

/** Problems by field, in the language of the desk. */
export function errorsOf(problems: readonly Problem[], say: Say<'reviews'>): Texts {
  return Object.fromEntries(
    problems.map(({ code, field = 'text', message }) => {
      const known = {
        missing: 'error_missing',
        before_review: 'error_before_review',
        known: 'error_known',
        taken_down: 'error_taken_down',
        same_id: 'error_same_id',
        quoted: 'error_quoted',
      } as const;
      const key = code === 'invalid' && field === 'date' ? 'error_date' : known[code as keyof typeof known];
      return [field, key === undefined ? message : say(key)];
    }),
  );
}
