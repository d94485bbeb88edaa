import type { Response, Router } from 'express';
import { methodsByStrength } from '../../../site/contract/review.ts';
import { messagesOf } from '../../../site/messages/messages.ts';
import { methodLabel } from '../../../site/views/verification.ts';
import { addReview } from '../../review/add.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { field, radios, type Texts } from '../fields.ts';
import { html } from '../html.ts';
import { done, fieldsOf, form, sendPage } from '../page.ts';
import { speak } from '../words.ts';
import { errorsOf, placeOf } from './listing.ts';

/** The form for a review that a customer gave the business directly. */
export function addReviewPages(router: Router, desk: Desk): void {
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
