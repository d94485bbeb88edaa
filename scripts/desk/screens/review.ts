import { readFile } from 'node:fs/promises';
import type { Request, Response, Router } from 'express';
import type { AspectCorrections } from '../../../site/content/dataset.ts';
import { namedFile, readNamed } from '../../../site/content/read/content-files.ts';
import { methodOf } from '../../../site/content/read/publication-policy.ts';
import { packAspects, packOf, polarity } from '../../../site/contract/insights.ts';
import { methodsByStrength, verificationMethod } from '../../../site/contract/review.ts';
import { isWordField, type PlainFieldName, plainField, plainFieldNames } from '../../../site/contract/review-fields.ts';
import { capitalize } from '../../../site/messages/spelling.ts';
import { readPublication } from '../../../site/publication.ts';
import { sourceLabel } from '../../../site/views/review-platforms.ts';
import { methodLabel, verificationOf } from '../../../site/views/verification.ts';
import type { ContentView } from '../../check-content/view.ts';
import { insertItem, removeItem, setKeys } from '../../content/change-data.ts';
import { withContentLock } from '../../content/lock.ts';
import { removeFile, writeWhole } from '../../content/write-file.ts';
import { removeReply, replyTo, statePlain, unverifyReview, verifyReview } from '../../review/change.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { field, radios, type Texts } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { done, fieldsOf, form, sendPage } from '../page.ts';
import { errorsOf, nameOf, type Opened, openReview, placeOf, reasonOf } from './listing.ts';
import { afterReply, fingerprint, starsOf, whereReplyAppears } from './reply.ts';

/** A form that couldn't be saved: which one, the entered values, and the problems by field. */
interface Attempt {
  readonly form: 'reply' | 'verify' | 'more';
  readonly given: Texts;
  readonly errors: Texts;
}

/** The possible verdicts on an aspect. */
const answers = [...polarity.options, 'not_mentioned'] as const;

/** The pages of one review. */
export function reviewPages(router: Router, desk: Desk): void {
  router.get('/:id', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (opened) await show(desk, response, opened);
  });

  router.post('/:id/reply', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (!opened || (await askAboutChange(desk, request, response, opened, 'reply'))) return;
    const { say, id } = opened;
    const { text = '', date = '', remove } = fieldsOf(request);
    if (remove !== undefined) {
      const did = say('did_remove_reply', { review: nameOf(opened) });
      await desk.history.act(await outsideWords(desk), did, () => removeReply(placeOf(desk), id));
      return done(response, desk, `/reviews/${id}`, say('reply_removed'));
    }
    const did = say('did_reply', { review: nameOf(opened) });
    const outcome = await desk.history.act(await outsideWords(desk), did, () => replyTo(placeOf(desk), id, { text, date }, true));
    if (!outcome.problems) return afterReply(response, desk, request, say);
    await show(desk, response, opened, { form: 'reply', given: { text, date }, errors: errorsOf(outcome.problems, say) });
  });

  router.post('/:id/verify', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (!opened || (await askAboutChange(desk, request, response, opened, 'verify'))) return;
    const { say, id } = opened;
    const { method = '', verified_on: date = '', reference = '' } = fieldsOf(request);
    const isVerified = method !== 'none';
    const number = method === 'invoice' && reference.trim() !== '' ? { reference } : {};
    const outcome = await desk.history.act(
      await outsideWords(desk),
      say(isVerified ? 'did_verify' : 'did_unverify', { review: nameOf(opened) }),
      () => (isVerified ? verifyReview(placeOf(desk), id, { method, date, ...number }) : unverifyReview(placeOf(desk), id)),
    );
    if (outcome.problems)
      return show(desk, response, opened, { form: 'verify', given: { method, date, reference }, errors: errorsOf(outcome.problems, say) });
    if (outcome.sameNumber.length > 0) desk.notify(say('same_number'));
    done(response, desk, `/reviews/${id}`, say(isVerified ? 'verified' : 'unverified'));
  });

  router.post('/:id/more', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (!opened || (await askAboutChange(desk, request, response, opened, 'more'))) return;
    const { say, id } = opened;
    const given = fieldsOf(request);
    const did = say('did_more', { review: nameOf(opened) });
    const { problems } = await desk.history.act(await outsideWords(desk), did, () => statePlain(placeOf(desk), id, given));
    if (problems) return show(desk, response, opened, { form: 'more', given, errors: errorsOf(problems, say) });
    done(response, desk, `/reviews/${id}`, say('more_saved'));
  });

  router.post('/:id/analysis', async (request, response) => {
    const opened = await openReview(desk, request, response);
    if (!opened) return;
    const { say, id, view } = opened;
    const given = fieldsOf(request);
    const chosen = packAspects[packOf(view.dataset.type)].flatMap((aspect) => {
      const answer = given[aspect] ?? '';
      return (answers as readonly string[]).includes(answer) ? [[aspect, answer]] : [];
    });
    const corrections = Object.fromEntries(chosen) as AspectCorrections;
    await desk.history.act(await outsideWords(desk), say('did_correct', { review: nameOf(opened) }), () =>
      correctAnalysis(desk.settings.CONTENT_DIR, id, corrections),
    );
    done(response, desk, `/reviews/${id}`, say('corrected'));
  });
}

/** If the review has changed since its form was made, shows both versions, asks which one to keep, and returns true. */
async function askAboutChange(desk: Desk, request: Request, response: Response, opened: Opened, action: Attempt['form']): Promise<boolean> {
  const { seen, ...given } = fieldsOf(request);
  const { say, id, written } = opened;
  if (seen === fingerprint(written)) return false;
  const { now, entered } = versions[action](opened, given);
  const hidden = Object.entries({ ...given, seen: fingerprint(written) }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = html`<p>${say('changed_lead')}</p>
<div class="versions"><section><h2>${say('yours')}</h2><p class="words">${entered}</p></section><section><h2>${say('theirs')}</h2><p class="words">${now}</p></section></div>
${form(desk, `/reviews/${id}/${action}`, html`${hidden}<p class="buttons"><button>${say('use_mine')}</button> <a class="button plain" href="/reviews/${id}">${say('use_theirs')}</a></p>`)}`;
  await sendPage(response, desk, { title: say('changed'), screen: 'reviews', status: 409, body });
  return true;
}

/** What a form of a changed review compares: what is stored now, and what was entered. */
const versions: Readonly<Record<Attempt['form'], (opened: Opened, given: Texts) => { readonly now: string; readonly entered: string }>> = {
  reply: ({ written, say }, { text = '' }) => ({ now: written.entry.owner_reply?.text ?? say('unanswered'), entered: text }),
  verify: ({ written: { entry }, messages: { language }, say }, { method }) => ({
    now: entry.verified ? nameOfMethod(entry.verification?.method, language) : say('verified_not'),
    entered: method === 'none' ? say('verified_not') : nameOfMethod(method, language),
  }),
  more: ({ written, messages }, given) => ({ now: plainTexts(messages, written.entry), entered: plainTexts(messages, given) }),
};

/** The plain fields as lines of text. */
function plainTexts({ say }: Opened['messages'], values: Readonly<Record<string, unknown>>): string {
  const textOf = (name: PlainFieldName) =>
    isWordField(name) ? say(`fields.${name}_choice`, { value: String(values[name]) }) : (values[name] ?? '');
  return plainFieldNames.map((name) => `${capitalize(say(`fields.${name}`))}: ${textOf(name)}`).join('\n');
}

const nameOfMethod = (method: string | undefined, language: string) =>
  methodLabel(verificationMethod.safeParse(method).data ?? 'platform_account', language);

async function show(desk: Desk, response: Response, opened: Opened, attempt?: Attempt): Promise<void> {
  const { written, say } = opened;
  const { rating, author } = written.entry;
  await sendPage(response, desk, {
    title: say('by', { stars: rating, author }),
    screen: 'reviews',
    status: attempt ? 422 : 200,
    body: html`<p><a href="/reviews">${say('all')}</a></p>${wordsPart(opened)}${replyForm(desk, opened, attempt)}${verifyForm(desk, opened, attempt)}${moreForm(desk, opened, attempt)}${await analysisForm(desk, opened)}
<h2>${say('takedown')}</h2><p>${say('takedown_lead')}</p><p><a class="button plain" href="/reviews/${opened.id}/takedown">${say('takedown_link')}</a></p>`,
  });
}

/** The review as it was written, as it is published if that differs, and where it came from. */
function wordsPart({ written, published, view, messages, say }: Opened): Html {
  const { rating, date, text, source, source_url, verification, source_id } = written.entry;
  const imported = verification?.import !== undefined || written.entry.imported !== undefined;
  const masked = published !== undefined && published.text !== text && published.text;
  return html`<p class="help">${starsOf(rating, messages)} ${messages.date(date)} · ${sourceLabel(source, view.dataset, messages)} ${source_url !== null && html`· <a href="${source_url}">${say('original')}</a>`}</p>
<p class="words">${text ?? say('no_text')}</p>
${masked && html`<h2>${say('published_as')}</h2><p class="words">${masked}</p>`}
${published === undefined ? html`<p class="warn">${say('not_published', { reason: reasonOf(written, view, say) ?? '' })}</p>` : html`<p>${verificationOf(published, view.dataset, messages)}</p>`}
<details><summary>${say('origin')}</summary><p>${imported ? sourceLabel(source, view.dataset, messages) : say('origin_hand')} ${source_id !== undefined && html`<span class="help">${source_id}</span>`}</p><p>${say('unchangeable')}</p></details>`;
}

function replyForm(desk: Desk, { written, id, view, messages, say }: Opened, attempt: Attempt | undefined): Html {
  const mine = attempt?.form === 'reply' ? attempt : undefined;
  const reply = written.entry.owner_reply;
  const { latest } = placeOf(desk);
  return html`<h2>${say('reply')}</h2>${form(
    desk,
    `/reviews/${id}/reply`,
    html`<input type="hidden" name="seen" value="${fingerprint(written)}">
${field('text', say('reply'), { type: 'textarea', value: mine?.given['text'] ?? reply?.text ?? '', help: whereReplyAppears(written, view, messages, say), error: mine?.errors['text'] })}
${field('date', say('reply_date'), { type: 'date', value: mine?.given['date'] ?? reply?.date ?? placeOf(desk).today, error: mine?.errors['date'], max: latest })}
<p class="buttons"><button>${say('reply_save')}</button> ${reply !== null && html`<button name="remove" value="yes" class="plain">${say('reply_remove')}</button>`}</p>`,
  )}`;
}

function verifyForm(desk: Desk, { written, id, messages, say }: Opened, attempt: Attempt | undefined): Html {
  const mine = attempt?.form === 'verify' ? attempt : undefined;
  const { verified, verification } = written.entry;
  const current = verified ? methodOf(written.entry) : 'none';
  const choices = [
    ...methodsByStrength.map((one) => [one, methodLabel(one, messages.language)] as const),
    ['none', say('unverify')] as const,
  ];
  return html`<h2>${say('verified_as')}</h2>${form(
    desk,
    `/reviews/${id}/verify`,
    html`<input type="hidden" name="seen" value="${fingerprint(written)}">
${radios('method', say('verify'), choices, mine?.given['method'] ?? current, mine?.errors['method'])}
${field('reference', say('number'), { value: mine?.given['reference'] ?? '', help: say('number_help'), error: mine?.errors['reference'] })}
${field('verified_on', say('verify_date'), { type: 'date', value: mine?.given['date'] ?? verification?.verified_at ?? placeOf(desk).today, error: mine?.errors['date'], max: placeOf(desk).latest })}
<p class="buttons"><button>${say('verify_save')}</button></p>`,
  )}`;
}

/** The form for the plain fields, each by its kind. */
function moreForm(desk: Desk, { written, id, messages, say }: Opened, attempt: Attempt | undefined): Html {
  const mine = attempt?.form === 'more' ? attempt : undefined;
  const fields = plainFieldNames.map((name) => {
    const value = mine?.given[name] ?? written.entry[name] ?? '';
    const label = capitalize(messages.say(`fields.${name}`));
    const error = mine?.errors[name];
    if (!isWordField(name)) return field(name, label, { type: 'date', value, error, max: placeOf(desk).latest });
    const choices = (plainField(name).words ?? []).map((word) => [word, messages.say(`fields.${name}_choice`, { value: word })] as const);
    return radios(name, label, choices, value, error);
  });
  return html`<h2>${say('more')}</h2><p class="help">${say('more_help')}</p>${form(
    desk,
    `/reviews/${id}/more`,
    html`<input type="hidden" name="seen" value="${fingerprint(written)}">${fields}<p class="buttons"><button>${say('more_save')}</button></p>`,
  )}`;
}

const publications = new WeakMap<ContentView, ReturnType<typeof readPublication>['insights']>();

/** The form to correct the analysis, whose verdicts are cached for each state of the content. */
async function analysisForm(desk: Desk, { id, view, written, published, messages, say }: Opened): Promise<Html | undefined> {
  if (published === undefined) return undefined;
  if (written.entry.text === null) return html`<h2>${say('analysis')}</h2><p>${say('analysis_none')}</p>`;
  const insights = publications.get(view) ?? readPublication(desk.settings).insights;
  publications.set(view, insights);
  const corrected = await readCorrections(desk.settings.CONTENT_DIR, id);
  const found = new Map(insights.per_review[id]?.aspects.map((verdict) => [verdict.id, verdict]));
  const rows = packAspects[packOf(view.dataset.type)].map((aspect) => {
    const verdict = found.get(aspect);
    const what =
      corrected[aspect] === undefined
        ? say('as_found', { what: say(`verdict_${verdict?.polarity ?? 'not_mentioned'}`) })
        : say('as_found', { what: '…' });
    const options = [['', what] as const, ...answers.map((one) => [one, say(`verdict_${one}`)] as const)];
    const items = options.map(
      ([value, text]) => html`<option value="${value}"${value === (corrected[aspect] ?? '') && html` selected`}>${text}</option>`,
    );
    return html`<p><label for="${aspect}">${messages.say(`insights.label_${aspect}`)}</label><select id="${aspect}" name="${aspect}">${items}</select></p>`;
  });
  return html`<h2>${say('analysis')}</h2><p class="help">${say('analysis_help')}</p>
${form(desk, `/reviews/${id}/analysis`, html`<div class="side-by-side">${rows}</div><p class="buttons"><button>${say('analysis_save')}</button></p>`)}`;
}

/** The corrections of the analysis of a review. @throws ContentError */
async function readCorrections(contentDir: string, id: string): Promise<AspectCorrections> {
  const corrections = await readNamed(contentDir, 'corrections');
  return corrections.find(({ review }) => review === id)?.aspects ?? {};
}

/** Replaces the corrections of aspects of a review, and leaves its other corrections and comments as they are. @throws ContentError */
function correctAnalysis(contentDir: string, id: string, aspects: AspectCorrections): Promise<void> {
  return withContentLock(contentDir, async () => {
    const name = namedFile(contentDir, 'corrections');
    const all = await readNamed(contentDir, 'corrections');
    const text = await readFile(name, 'utf8').catch(() => '');
    const index = all.findIndex(({ review }) => review === id);
    const isEmpty = Object.keys(aspects).length === 0;
    const known = all[index];
    if (known === undefined) {
      if (!isEmpty) await writeWhole(name, insertItem({ name, text }, all.length, { review: id, aspects }));
      return;
    }
    const isNeeded = !isEmpty || known.mentions !== undefined || known.note !== undefined;
    if (isNeeded) await writeWhole(name, setKeys({ name, text }, [index], { aspects }));
    else if (all.length === 1) await removeFile(name);
    else await writeWhole(name, removeItem({ name, text }, [index]));
  });
}
