import { type Request, type Response, Router } from 'express';
import type { Search } from '../../../sidecar/generation/generation.ts';
import { methodsByStrength } from '../../../site/contract/review.ts';
import { type Messages, messagesOf } from '../../../site/messages/messages.ts';
import { truncateWords } from '../../../site/shared/text.ts';
import { sourceLabel } from '../../../site/views/review-platforms.ts';
import { methodLabel } from '../../../site/views/verification.ts';
import type { ContentView } from '../../check-content/view.ts';
import { addReview } from '../../review/add.ts';
import { findReviews } from '../../review/find.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { field, radios, type Texts } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { done, fieldsOf, form, sendPage } from '../page.ts';
import { type Say, speak } from '../words.ts';
import { errorsOf, type ListedReview, listingOf, placeOf, reasonOf } from './listing.ts';
import { replyInList, starsOf } from './reply.ts';
import { reviewPages } from './review.ts';
import { takedownPages } from './takedown.ts';

/** How many reviews a page shows. */
const SHOWN = 50;

/** How many characters of a text the list shows. */
const TEXT_LENGTH = 300;

const shows = ['all', 'unanswered', 'unverified', 'unpublished'] as const;
const orders = ['newest', 'oldest', 'highest', 'lowest'] as const;

/** The Reviews screen: all reviews in the content, published or not. */
export function reviews(desk: Desk): Router {
  const router = Router({ strict: true });
  router.get('/', async (request, response) => {
    const say = speak('reviews', (await desk.business()).language);
    const checked = await desk.content();
    const title = say('title');
    if (checked.problems) {
      const body = html`<p>${say('problem')} <a href="/">${say('problem_link')}</a></p>`;
      return sendPage(response, desk, { title, screen: 'reviews', body });
    }
    const body = await list(desk, checked.view, filtersOf(request), say);
    return sendPage(response, desk, { title, screen: 'reviews', body });
  });
  addReviewPages(router, desk);
  takedownPages(router, desk);
  reviewPages(router, desk);
  return router;
}

type Filters = Readonly<Record<'words' | 'stars' | 'source' | 'about' | 'sort' | 'show', string>> & { readonly page: number };

function filtersOf({ query }: Request): Filters {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim().slice(0, 200) : '');
  const names = ['words', 'stars', 'source', 'about', 'sort', 'show'] as const;
  const given = Object.fromEntries(names.map((name) => [name, text(name)])) as Record<(typeof names)[number], string>;
  return { ...given, page: Math.max(1, Number.parseInt(text('page'), 10) || 1) };
}

async function list(desk: Desk, view: ContentView, filters: Filters, say: Say<'reviews'>): Promise<Html> {
  const { all, search } = await listingOf(view);
  const found = find(all, search, filters);
  const shown = found.slice((filters.page - 1) * SHOWN, filters.page * SHOWN);
  const messages = messagesOf(view.dataset);
  const back = queryOf(filters, filters.page);
  return html`${filterForm(view, all, filters, say)}
<p role="status" id="list"><strong>${say('found', { count: found.length })}</strong> ${found.length === 0 && html`<a href="/reviews">${say('all')}</a>`}</p>
<ol class="plain">${shown.map((one) => html`<li>${line(one, view, messages, say)}${one.published !== undefined && one.written.entry.owner_reply === null && replyInList(desk, one.written, view, messages, say, back)}</li>`)}</ol>
<p class="buttons">${pageLink(filters, filters.page - 1, filters.page > 1, say('newer'))} ${pageLink(filters, filters.page + 1, found.length > filters.page * SHOWN, say('older'))}</p>`;
}

function find(all: readonly ListedReview[], search: Search, { words, stars, source, about, sort, show }: Filters): readonly ListedReview[] {
  const [kind, name] = about.split(/:(.*)/s);
  const query = {
    ...(/^[1-5]$/.test(stars) ? { rating: Number(stars) } : {}),
    ...(source === '' ? {} : { source }),
    ...(kind === 'technicians' && name ? { mentions_technician: name } : {}),
    ...(kind === 'services' && name ? { mentions_service: name } : {}),
    ...(kind === 'service_areas' && name ? { area: name } : {}),
    sort: orders.find((one) => one === sort) ?? 'newest',
    limit: Math.max(1, all.length),
  };
  const inOrder = search(query).indexes.flatMap((index) => all[index] ?? []);
  const withWords =
    words === ''
      ? undefined
      : new Set([
          ...search({ words, limit: query.limit }).indexes.flatMap((index) => all[index]?.written ?? []),
          // Also searches authors' names and ids.
          ...findReviews(
            all.map(({ written }) => written),
            words,
          ),
        ]);
  return inOrder.filter((one) => (withWords?.has(one.written) ?? true) && isShown(one, show));
}

function isShown({ written: { entry }, published }: ListedReview, show: string): boolean {
  if (show === 'unanswered') return published !== undefined && entry.owner_reply === null;
  if (show === 'unverified') return !entry.verified && entry.hidden_at_source === undefined;
  return show !== 'unpublished' || published === undefined;
}

function filterForm({ dataset }: ContentView, all: readonly ListedReview[], filters: Filters, say: Say<'reviews'>): Html {
  const messages = messagesOf(dataset);
  const sources = [...new Set(all.map(({ written }) => written.entry.source))].sort();
  const any: readonly [string, string] = ['', say('any')];
  const isFiltered = [filters.show, filters.stars, filters.source, filters.about, filters.sort].some((value) => value !== '');
  return html`<form method="get" action="/reviews">
<p><label for="words">${say('words')}</label><input id="words" name="words" type="search" value="${filters.words}" maxlength="200"></p>
<details class="folded"${isFiltered && html` open`}><summary>${say('filters')}</summary><div class="filters">
${select(
  'show',
  say('show'),
  shows.map((one) => [one === 'all' ? '' : one, say(`show_${one}`)]),
  filters.show,
)}
${select('stars', say('stars'), [any, ...['5', '4', '3', '2', '1'].map((one) => [one, `${'★'.repeat(Number(one))} ${one}`] as const)], filters.stars)}
${sources.length > 1 && select('source', say('source'), [any, ...sources.map((one) => [one, sourceLabel(one, dataset, messages)] as const)], filters.source)}
${dataset.catalog.length > 0 && select('about', say('mentions'), [any, ...dataset.catalog.map(({ kind, key, name }) => [`${kind}:${key}`, name] as const)], filters.about)}
${select(
  'sort',
  say('sort'),
  orders.map((one) => [one === 'newest' ? '' : one, say(one)]),
  filters.sort,
)}
</div></details>
<p class="buttons"><button>${say('search')}</button> <a class="button plain" href="/reviews/new">${say('add')}</a></p>
</form>`;
}

export function select(name: string, label: string, options: readonly (readonly [string, string])[], chosen: string): Html {
  const items = options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`);
  return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${items}</select></p>`;
}

/** A review in the list. */
function line({ written, published }: ListedReview, view: ContentView, messages: Messages, say: Say<'reviews'>): Html {
  const { id, rating, author, date, text, source, owner_reply } = written.entry;
  return html`<p><a href="/reviews/${id}">${starsOf(rating, messages)} <bdi>${author}</bdi></a> <span class="help">${messages.date(date)} · ${sourceLabel(source, view.dataset, messages)}</span></p>
<p class="words">${text === null ? say('no_text') : truncateWords(text, TEXT_LENGTH)}</p>
${published === undefined ? html`<p class="error">${say('not_published', { reason: reasonOf(written, view, say) ?? '' })}</p>` : owner_reply !== null && html`<p class="help"><b>${say('reply')}:</b> ${truncateWords(owner_reply.text, TEXT_LENGTH)}</p>`}`;
}

/** The query of a page of the list. */
function queryOf(filters: Filters, page: number): string {
  const query = new URLSearchParams({ ...filters, page: String(page) });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return query.toString();
}

function pageLink(filters: Filters, page: number, isThere: boolean, text: string): Html | undefined {
  return isThere ? html`<a class="button plain" href="/reviews?${queryOf(filters, page)}">${text}</a>` : undefined;
}

/** The form for a review that a customer gave the business directly. */
function addReviewPages(router: Router, desk: Desk): void {
  router.get('/new', (_request, response) => ask(desk, response, {}));

  router.post('/new', async (request, response) => {
    const { language } = await desk.business();
    const say = speak('reviews', language);
    const given = fieldsOf(request);
    const { date = '', rating = '', author = '', text = '', method = '', reference = '' } = given;
    const number = method === 'invoice' && reference.trim() !== '' ? { reference } : {};
    const checked = await desk.content();
    const review = say('the_review', {
      stars: Number(rating) || 0,
      date: checked.problems || !/^\d{4}-\d{2}-\d{2}$/.test(date) ? date : messagesOf(checked.view.dataset).date(date),
    });
    const values = { date, rating, author, ...(text.trim() === '' ? {} : { text }), method, ...number };
    const outcome = await desk.history.act(await outsideWords(desk), say('did_add', { review }), () =>
      addReview(placeOf(desk), values, method !== 'none'),
    );
    if (outcome.problems) return ask(desk, response, given, errorsOf(outcome.problems, say));
    if (outcome.duplicates.length > 0) desk.notify(say('added_similar'));
    done(response, desk, `/reviews/${outcome.entry.id}`, say('added'));
  });
}

async function ask(desk: Desk, response: Response, given: Texts, errors: Texts = {}): Promise<void> {
  const { language } = await desk.business();
  const say = speak('reviews', language);
  const stars = ['5', '4', '3', '2', '1'].map((one) => [one, one] as const);
  const methods = methodsByStrength.filter((one) => one !== 'platform_account').map((one) => [one, methodLabel(one, language)] as const);
  const fields = html`${field('date', say('add_date'), { type: 'date', value: given['date'] ?? '', error: errors['date'], max: placeOf(desk).latest })}
${radios('rating', say('stars'), stars, given['rating'] ?? '', errors['rating'])}
${field('author', say('add_author'), { value: given['author'] ?? '', error: errors['author'] })}
${field('text', say('add_text'), { type: 'textarea', value: given['text'] ?? '', help: say('add_text_help'), error: errors['text'] })}
${radios('method', say('verify'), [...methods, ['none', say('unverify')]], given['method'] ?? 'vouched', errors['method'])}
${field('reference', say('number'), { value: given['reference'] ?? '', help: say('number_help'), error: errors['reference'] })}
<p class="buttons"><button>${say('add_save')}</button> <a class="button plain" href="/reviews">${say('cancel')}</a></p>`;
  await sendPage(response, desk, {
    title: say('add_title'),
    screen: 'reviews',
    status: Object.keys(errors).length > 0 ? 422 : 200,
    body: html`<p>${say('add_lead')}</p>${form(desk, '/reviews/new', fields)}`,
  });
}
