import type { Response, Router } from 'express';
import { takedownReasons } from '../../../site/contract/log.ts';
import { planTakeDown, type TakedownPlan, takeDownReviews } from '../../review/takedown.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { choice, field, radios, type Texts } from '../fields.ts';
import { html } from '../html.ts';
import { done, fieldsOf, form, sendPage } from '../page.ts';
import { recover } from '../recover.ts';
import { errorsOf, type Opened, openReview, placeOf } from './listing.ts';

/** The pages of a takedown: first what would be removed, then the removal. */
export function takedownPages(router: Router, desk: Desk): void {
  router.get('/:id/takedown', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (opened) await ask(desk, response, opened, {});
  });

  router.post('/:id/takedown', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (!opened) return;
    const { say, id } = opened;
    const given = fieldsOf(request);
    const { reason = '', note = '', keep, confirmed } = given;
    const values = { reason, ...(note.trim() === '' ? {} : { note }) };
    const place = placeOf(desk);
    const plan = reason === '' ? undefined : await planTakeDown(place, [id], values);
    if (plan === undefined) return ask(desk, response, opened, given, { reason: say('error_missing') });
    if (plan.problems) return ask(desk, response, opened, given, errorsOf(plan.problems, say));
    const mustLook = plan.quotes.length > 0 && keep === undefined && reason !== 'legal';
    if (confirmed === undefined || mustLook) {
      const errors: Texts = confirmed !== undefined && mustLook ? { keep: say('error_quoted') } : {};
      return ask(desk, response, opened, given, errors, plan);
    }
    await recover(desk.settings);
    const outcome = await desk.history
      .act(
        await outsideWords(desk),
        say('did_takedown'),
        async () => {
          const carriedOut = await takeDownReviews(place, [id], values, keep !== undefined);
          // A takedown that isn't carried out isn't in the history.
          if (carriedOut.problems) throw new Refused(errorsOf(carriedOut.problems, say));
        },
        { final: true },
      )
      .catch((error: unknown) => {
        if (error instanceof Refused) return error;
        throw error;
      });
    if (outcome instanceof Refused) return ask(desk, response, opened, given, outcome.errors, plan);
    done(response, desk, '/reviews', say('taken_down'));
  });
}

class Refused extends Error {
  readonly errors: Texts;
  constructor(errors: Texts) {
    super('refused');
    this.errors = errors;
  }
}

/** The form for the reason and the note, then what would be removed. */
async function ask(desk: Desk, response: Response, opened: Opened, given: Texts, errors: Texts = {}, plan?: TakedownPlan): Promise<void> {
  const { say, id, written, messages } = opened;
  const labels = takedownReasons.map((one) => [one, messages.say(`computed.reason_${one}`)] as const);
  const copies =
    plan?.copies.map(
      ({ entry }) => html`<li>${say('by', { stars: entry.rating, author: entry.author })}, ${messages.date(entry.date)}</li>`,
    ) ?? [];
  const quotes = plan?.quotes.map(({ where, found }) => html`<li>“${found}” <span class="help">${where}</span></li>`) ?? [];
  const others = Object.entries(errors).filter(([name]) => name !== 'reason' && name !== 'keep');
  const fields = html`${others.map(([, text]) => html`<p class="error">${text}</p>`)}
${radios('reason', say('takedown_reason'), labels, given['reason'] ?? '', errors['reason'])}
${field('note', say('note'), { value: given['note'] ?? '', help: say('note_help') })}
${copies.length > 0 && html`<p>${say('copies')}</p><ul>${copies}</ul>`}
${
  quotes.length > 0 &&
  html`<p>${say('quotes')}</p><ul>${quotes}</ul>
${choice('checkbox', 'keep', 'yes', say('keep'), { id: 'keep', more: errors['keep'] ? html` aria-describedby="keep-error" aria-invalid="true"` : undefined })}${errors['keep'] && html`<p class="error" id="keep-error">${errors['keep']}</p>`}`
}
${plan && copies.length + quotes.length === 0 && html`<p role="status">${say('only_this')}</p>`}${plan && html`<input type="hidden" name="confirmed" value="yes">`}
<p class="buttons"><button>${say(plan ? 'takedown_do' : 'takedown_check')}</button> <a class="button plain" href="/reviews/${id}">${say('cancel')}</a></p>`;
  await sendPage(response, desk, {
    title: say('takedown'),
    screen: 'reviews',
    status: Object.keys(errors).length > 0 ? 422 : 200,
    body: html`<p>${say('by', { stars: written.entry.rating, author: written.entry.author })}, ${messages.date(written.entry.date)}</p>
<p class="words">${written.entry.text ?? say('no_text')}</p><p class="warn">${say('takedown_lead')}</p>${form(desk, `/reviews/${id}/takedown`, fields)}`,
  });
}
