import type { Router } from 'express';
import type { Review } from '../../../../site/contract/review.ts';
import { messagesOf } from '../../../../site/messages/messages.ts';
import { truncateWords } from '../../../../site/shared/text.ts';
import type { ContentView } from '../../../check-content/view.ts';
import type { Desk } from '../../desk.ts';
import { type Html, html, stars } from '../../html.ts';
import { done, fieldsOf, form } from '../../page.ts';
import { readDeskSettings, rememberSettings } from '../../settings.ts';
import { dayWords, type Say, speak } from '../../words.ts';

/** How many reviews are shown. */
const SHOWN = 5;
const RECENT_MS = 183 * 86_400_000;

/** A review in a list of Today. */
export function reviewLine({ id, rating, author, date, text }: Review, { dataset }: ContentView, say: Say<'today'>): Html {
  const words = messagesOf(dataset);
  const label = words.say('computed.stars_of', { stars: words.stars(rating) });
  return html`<a href="/reviews/${id}">${stars(rating, label)} <bdi>${author}</bdi>, ${dayWords(date, words.language)}</a><br><span class="help">${text === null ? say('no_text') : truncateWords(text, 140)}</span>`;
}

/** The reviews without a reply: those of the last six months first, the lowest rating first. Each can be set aside. */
export async function waitingPart(desk: Desk, view: ContentView, say: Say<'today'>): Promise<Html | undefined> {
  const since = new Date(desk.now().getTime() - RECENT_MS).toISOString().slice(0, 10);
  const isOld = ({ date }: Review) => Number(date < since);
  // The newest come first otherwise, as in the data set.
  const unanswered = view.dataset.reviews
    .filter(({ owner_reply }) => owner_reply === null)
    .toSorted((a, b) => isOld(a) - isOld(b) || a.rating - b.rating);
  if (unanswered.length === 0) return undefined;
  const aside = new Set((await readDeskSettings(desk.settings.DATA_DIR)).set_aside);
  const waiting = unanswered.filter(({ id }) => !aside.has(id));
  const set = unanswered.filter(({ id }) => aside.has(id));
  const line = (review: Review, action: 'set_aside' | 'take_back') => {
    const name = say('review', {
      stars: review.rating,
      author: review.author,
      date: dayWords(review.date, messagesOf(view.dataset).language),
    });
    const button = html`<input type="hidden" name="review" value="${review.id}"><button class="plain small" name="action" value="${action}" aria-label="${say(action)}: ${name}">${say(action)}</button>`;
    return html`<li class="waiting"><div>${reviewLine(review, view, say)}</div>${form(desk, '/aside', button)}</li>`;
  };
  return html`<p>${say('unanswered', { count: waiting.length })} <a href="/reviews?show=unanswered">${say('unanswered_link')}</a></p>
${waiting.length > 0 && html`<p class="help">${say('set_aside_help')}</p>`}
<ul class="plain">${waiting.slice(0, SHOWN).map((review) => line(review, 'set_aside'))}</ul>
${set.length > 0 && html`<details><summary>${say('aside', { count: set.length })}</summary><ul class="plain">${set.map((review) => line(review, 'take_back'))}</ul></details>`}`;
}

/** Sets a review aside, or takes it back. */
export function asidePages(router: Router, desk: Desk): void {
  router.post('/aside', async (request, response) => {
    const say = speak('today', (await desk.business()).language);
    const { review = '', action } = fieldsOf(request);
    const { DATA_DIR } = desk.settings;
    const others = ((await readDeskSettings(DATA_DIR)).set_aside ?? []).filter((id) => id !== review);
    const isSet = action === 'set_aside';
    await rememberSettings(DATA_DIR, { set_aside: isSet ? [...others, review] : others });
    done(response, desk, '/', say(isSet ? 'was_set_aside' : 'was_taken_back'));
  });
}
