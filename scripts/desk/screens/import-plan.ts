import type { Policy } from '../../../site/content/schemas.ts';
import { isObject } from '../../../site/shared/algorithms.ts';
import { DEMO_NAME } from '../../build/last-publication.ts';
import type { JsonValue } from '../../content/edit-text.ts';
import type { BusinessProposal } from '../../import/locations.ts';
import type { Confirmed, Doubt, ImportPlan } from '../../import/plan.ts';
import { type ImportSummary, type RemovedChoice, SHOWN } from '../../import/report.ts';
import type { DateOrder } from '../../import/values.ts';
import { type PlannedChange, plannedChanges } from '../changes.ts';
import type { Desk } from '../desk.ts';
import { choice, field, fieldOf, fieldset } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { form } from '../page.ts';
import { dayWords } from '../words.ts';
import { changeItem, type Words } from './import-changes.ts';
import { type Found, type ImportSay, type Kind, kinds, plainly, type Reading } from './import-reading.ts';

type Planned = Extract<Found, { readonly question?: undefined }>;

/** What a person may have to confirm. */
export type Confirmation = Exclude<keyof Confirmed, 'removedAtSource' | 'filledIn'>;

export interface PlanView {
  readonly desk: Desk;
  readonly reading: Reading;
  readonly planned: Planned;
  readonly say: ImportSay;
  readonly language: string;
  readonly policy: Policy;
  readonly name: string;
  /** Which changes are shown; undefined for all. */
  readonly kind: Kind | undefined;
  readonly page: number;
  /** Confirmations that are missing. */
  readonly unconfirmed: ReadonlySet<Confirmation>;
}

/** How many changes a page shows. */
const PAGE = 50;

/** The counts as text, such as "3 new, 1 edited". */
export const countsText = (counts: Planned['counts'], say: ImportSay): string =>
  kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => say(`count_${kind}`, { count: counts[kind] }))
    .join(', ');

const totalOf = (counts: Planned['counts']) => kinds.reduce((sum, kind) => sum + counts[kind], 0);

/** Shows what an import would change, and asks whether to do it. */
export function planBody(view: PlanView): Html {
  const { reading, planned, say } = view;
  const { counts, plan } = planned;
  const { summary } = plan;
  const counted = kinds.filter((kind) => counts[kind] > 0);
  const path = `/import/${reading.id}`;
  const facts = [
    rowsText(summary, say),
    summary.keptOut > 0 && say('kept_out', { count: summary.keptOut }),
    summary.addedAsRemoved > 0 && say('added_removed', { count: summary.addedAsRemoved }),
    summary.addedAgain > 0 && say('added_again', { count: summary.addedAgain }),
  ].filter((fact) => fact !== false);
  return html`${reading.isAgain && html`<p class="warn" role="status">${say('again')}</p>`}
<p class="quiet">${reading.names.join(', ')}</p>
${totalOf(counts) === 0 && html`<p>${say(summary.isAllRefused ? 'all_refused' : 'nothing_new')}</p>`}
${counted.length > 0 && html`<ul class="counts">${counted.map((kind) => html`<li><a href="${path}?kind=${kind}#changes">${say(`count_${kind}`, { count: counts[kind] })}</a></li>`)}</ul>`}
${facts.map((fact) => html`<p>${fact}</p>`)}
${refused(view)}${notes(view)}${decision(view)}${counted.length > 0 && changes(view)}${otherwise(view)}`;
}

/** How many reviews or rows ended in which way, as the command counts them. */
function rowsText(summary: ImportSummary, say: ImportSay): string {
  const { rows, refused, elsewhere } = summary;
  const { empty: _, notPublished, ...others } = rows;
  const all = Object.values(others).reduce((sum, count) => sum + count, notPublished + refused.length);
  const values = { ...others, rows: all, refused: refused.length, not_published: notPublished - elsewhere, elsewhere };
  return say('rows', { ...values, kind: kindOf(summary) });
}

/** Only tables have rows. */
const kindOf = ({ hasTable }: ImportSummary) => (hasTable ? 'table' : 'reviews');

function refused({ desk, reading, planned: { plan }, say, language }: PlanView): Html {
  const { refused } = plan.summary;
  if (refused.length === 0) return html``;
  const shown = refused.slice(0, SHOWN);
  const rest = refused.length - shown.length;
  const ambiguous = shown.map(({ reason }) => /^date "(\d+)\D(\d+)\D(\d{4}).*ambiguous/.exec(reason)).find((found) => found !== null);
  const [, a = '', b = '', year = ''] = ambiguous ?? [];
  const order = (dates: string, month: string, day: string) =>
    html`<button class="plain" name="dates" value="${dates}">${dayWords(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, language)}</button>`;
  const lang = !language.startsWith('en') && html` lang="en"`;
  return html`<section><h2>${say('refused', { count: refused.length, kind: kindOf(plan.summary) })}</h2>
${ambiguous && form(desk, `/import/${reading.id}/options`, html`<p>${say('ambiguous', { date: `${a}/${b}/${year}` })}</p><p class="buttons">${order('dmy', b, a)}${order('mdy', a, b)}</p>`)}
<ul class="plain">${shown.map(({ place, reason }) => html`<li><b>${rowOf(plainly(place, reading.upload), say)}</b>: <span${lang}>${plainly(reason, reading.upload)}</span></li>`)}</ul>
${rest > 0 && html`<p>${say('more', { count: rest })}</p>`}</section>`;
}

/** Prints a place such as `reviews.csv:12` in words. */
function rowOf(place: string, say: ImportSay): string {
  const [, file = '', line = ''] = /^(.*):(\d+)$/.exec(place) ?? [];
  return line === '' ? place : say('line', { file, line });
}

function notes({ reading, planned: { plan }, say, language }: PlanView): Html {
  const { notes, handEdited } = plan.summary;
  const count = notes.length + handEdited.length;
  if (count === 0) return html``;
  const [shownNotes, shownEdits] = [notes.slice(0, SHOWN), handEdited.slice(0, SHOWN)];
  const rest = count - shownNotes.length - shownEdits.length;
  return html`<section><h2>${say('notes')}</h2><ul class="plain">
${shownNotes.map((note) => html`<li${!language.startsWith('en') && html` lang="en"`}>${plainly(note, reading.upload)}</li>`)}
${shownEdits.map(({ entry }) => html`<li>${say('hand_edited', { author: entry.author, date: dayWords(entry.date, language) })}</li>`)}</ul>
${rest > 0 && html`<p>${say('more', { count: rest })}</p>`}</section>`;
}

/** The form that imports or cancels, with the required confirmations. */
function decision(view: PlanView): Html {
  const { desk, reading, planned, say } = view;
  const { plan, counts } = planned;
  const confirm = (name: Confirmation, why: Html) => {
    const isMissing = view.unconfirmed.has(name);
    return html`<section class="warn">${why}${isMissing && html`<p class="error" id="${name}-error">${say('confirm_first')}</p>`}
${choice('checkbox', name, 'yes', say(`confirm_${name}`), { id: name, more: isMissing ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined })}</section>`;
  };
  const { massRemoval, summary, undecided } = plan;
  const gone = (value: RemovedChoice) => choice('radio', 'gone', value, say(`gone_${value}`), { isChecked: value === 'leave_out' });
  return form(
    desk,
    `/import/${reading.id}`,
    html`<h2 id="decide">${say('decide')}</h2>
${plan.doubts.map((doubt) => confirm(doubt.kind, describeDoubt(view, doubt)))}
${
  massRemoval !== undefined &&
  confirm(
    'removals',
    html`${massRemoval.scopes.map(({ present, removed }) => html`<p>${say('mass_removal', { present, removed })}</p>`)}<p>${say('mass_removal_advice')}</p>`,
  )
}
${undecided > 0 && fieldset('gone', { label: say('gone_question', { count: undecided }) }, (['leave_out', 'publish'] as const).map(gone), { isBare: true })}
${plan.proposals.length > 0 && businessFields(view)}
<p class="buttons">${!summary.isAllRefused && html`<button>${say(totalOf(counts) === 0 ? 'finish' : 'import')}</button>`}
<button class="plain" formaction="/import/${reading.id}/cancel">${say('cancel')}</button></p>
${totalOf(counts) > 0 && html`<p class="help">${say('not_public')}</p>`}`,
  );
}

/** What the export says about the business, each with a box. */
function businessFields({ say, planned: { plan } }: PlanView): Html {
  const box = ({ key, value }: BusinessProposal) =>
    choice('checkbox', 'fill', key, html`${say(`business_${key}`)}: <b class="lines">${printValue(value)}</b>`, { isChecked: true });
  return fieldset('fill', { label: say('business_fields', { count: plan.proposals.length }) }, plan.proposals.map(box), { isBare: true });
}

/** A proposed value as text: the parts of an address on one line, hours by day. */
function printValue(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(printValue).join('\n');
  if (!isObject(value)) return String(value);
  const { days, opens, closes, ...parts } = value;
  return Array.isArray(days) ? `${days.join(', ')} ${opens}–${closes}` : Object.values(parts).map(String).join(', ');
}

function describeDoubt({ say, name, language, planned: { plan } }: PlanView, { kind, reason }: Doubt): Html {
  if (kind === 'business' && name === DEMO_NAME) return html`<p>${say('doubt_demo', { name })}</p>`;
  const sentence = plainly(reason.replaceAll(plan.contentDir, 'your business'), { folder: '' });
  const title = say(kind === 'business' ? 'doubt' : 'doubt_dates');
  return html`<p>${title}</p><p${!language.startsWith('en') && html` lang="en"`}>${sentence[0]?.toUpperCase()}${sentence.slice(1)}.</p>`;
}

function changes(view: PlanView): Html {
  const { reading, planned, say, kind, language, policy } = view;
  const count = kind === undefined ? totalOf(planned.counts) : planned.counts[kind];
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const page = Math.min(Math.max(1, view.page), pages);
  const words: Words = { say, language, policy, isUndecided: planned.plan.undecided > 0 };
  const link = (to: number, text: string) => html`<a href="/import/${reading.id}?${kind && `kind=${kind}&`}page=${to}#changes">${text}</a>`;
  return html`<section aria-labelledby="changes"><h2 id="changes">${kind === undefined ? say('changes') : say(`count_${kind}`, { count })}</h2>
${kind !== undefined && html`<p><a href="/import/${reading.id}#changes">${say('show_all')}</a></p>`}
<ul class="plain">${shownChanges(planned.plan, kind, page).map((change) => changeItem(change, words))}</ul>
${
  pages > 1 &&
  html`<nav class="buttons" aria-label="${say('pages')}">${page > 1 && link(page - 1, say('previous'))}<span>${say('page_of', { page, pages })}</span>${page < pages && link(page + 1, say('next'))}</nav>`
}
<p><a href="#decide">${say('to_decision')}</a></p></section>`;
}

function shownChanges(plan: ImportPlan, wanted: Kind | undefined, page: number): PlannedChange[] {
  const shown: PlannedChange[] = [];
  let place = 0;
  for (const change of plannedChanges(plan)) {
    if (change.kind === 'marked' || (wanted !== undefined && change.kind !== wanted)) continue;
    if (++place > (page - 1) * PAGE && shown.push(change) === PAGE) break;
  }
  return shown;
}

/** The form for reading the same files again with other options. */
function otherwise({ desk, reading, say }: PlanView): Html {
  const { source = 'direct', dateOrder = 'ymd', verified = true, isComplete } = reading.options;
  const box = (name: 'vouch' | 'partial', isChecked: boolean) =>
    choice('checkbox', name, 'yes', say(`option_${name}`), { id: name, isChecked });
  const order = (value: DateOrder) =>
    html`<option value="${value}"${value === dateOrder && html` selected`}>${say(`dates_${value}`)}</option>`;
  return html`<details><summary>${say('options')}</summary>${form(
    desk,
    `/import/${reading.id}/options`,
    html`<input type="hidden" name="all" value="yes">
${field('source', say('option_source'), { value: source === 'direct' ? '' : source, help: say('option_source_help') })}
${fieldOf('dates', { label: say('option_dates') }, (attributes) => html`<select ${attributes}>${(['ymd', 'dmy', 'mdy'] as const).map(order)}</select>`)}
${box('vouch', verified)}${box('partial', isComplete === false)}
<p><button class="plain">${say('read_again')}</button></p>`,
  )}</details>`;
}
