import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { WrittenReview } from '../../../site/content/read/written-reviews.ts';
import type { Messages } from '../../../site/messages/messages.ts';
import { sourceLabel } from '../../../site/views/review-platforms.ts';
import type { ContentView } from '../../check-content/view.ts';
import type { Desk } from '../desk.ts';
import { type Html, html, stars } from '../html.ts';
import { done, form } from '../page.ts';
import type { Say } from '../words.ts';
import { placeOf } from './listing.ts';

/** A hash of the review as a form shows it. */
export const fingerprint = ({ entry }: WrittenReview): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 20);

/** Where owners answer Google's reviews, if an export has no link to the review. */
const GOOGLE_ANSWERS = 'https://business.google.com/reviews';

/** Says that a reply appears on this site only, with a link to where customers read it at the source. */
export function whereReplyAppears({ entry }: WrittenReview, { dataset }: ContentView, messages: Messages, say: Say<'reviews'>): Html {
  const { source, source_url } = entry;
  if (source === 'direct') return html`${say('reply_help')}`;
  const name = sourceLabel(source, dataset, messages);
  const address = source_url ?? (source === 'google' ? GOOGLE_ANSWERS : undefined);
  return html`${say('reply_here', { source: name })}${address !== undefined && html` <a href="${address}" target="_blank" rel="noopener">${say('reply_there', { source: name })}</a>`}`;
}

/** The stars of a review, for its line in a list and its page. */
export const starsOf = (rating: number, messages: Messages): Html =>
  stars(rating, messages.say('computed.stars_of', { stars: messages.stars(rating) }));

/** A form to reply in the list, which leads back to the list. `back` is the list's query. */
export function replyInList(
  desk: Desk,
  written: WrittenReview,
  view: ContentView,
  messages: Messages,
  say: Say<'reviews'>,
  back: string,
): Html {
  const { id, author } = written.entry;
  const name = `reply-${id}`;
  const fields = html`<input type="hidden" name="seen" value="${fingerprint(written)}"><input type="hidden" name="date" value="${placeOf(desk).today}"><input type="hidden" name="back" value="${back}">
<div class="field"><label for="${name}">${say('reply_to', { author })}</label><p class="help" id="${name}-help">${whereReplyAppears(written, view, messages, say)}</p><textarea id="${name}" name="text" aria-describedby="${name}-help" required></textarea></div>
<p class="buttons"><button>${say('reply_save')}</button></p>`;
  return html`<details class="row"><summary>${say('reply_link')}<span class="hidden">: ${author}</span></summary>${form(desk, `/reviews/${id}/reply`, fields)}</details>`;
}

/** Leads back to where a reply was written: to the review in the list, or to its page. */
export function afterReply(response: Response, desk: Desk, { body, params }: Request, say: Say<'reviews'>): void {
  const back: unknown = body?.back;
  const id = String(params['id']);
  if (typeof back !== 'string')
    return done(response, desk, `/reviews/${id}`, html`${say('replied')} <a href="/reviews?show=unanswered">${say('replied_next')}</a>`);
  const query = new URLSearchParams(back).toString();
  done(response, desk, `/reviews${query && `?${query}`}#list`, say('replied'));
}
