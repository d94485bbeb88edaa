import { isPlainField } from '../../../site/contract/review-fields.ts';
import { plainFieldLabel } from '../../../site/messages/messages.ts';
import { capitalize } from '../../../site/messages/spelling.ts';
import { plainWords } from '../../../site/shared/text.ts';
import type { ImportOptions } from '../../import/plan.ts';
import { type Column, columnNames } from '../../import/platform.ts';
import type { ImportQuestion } from '../../import/questions.ts';
import { isScale } from '../../import/values.ts';
import { choice, fieldOf, fieldset } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { type Found, type ImportSay, plainly, type Reading } from './import-reading.ts';

type Asked = Extract<Found, { readonly plan?: undefined }>;
type Of<Kind extends ImportQuestion['kind']> = Extract<ImportQuestion, { readonly kind: Kind }>;

/** Returns all values that the form sent under a name. */
export type GivenValues = (name: string) => readonly string[];

/** The answer to a question, or its problems by the name of the field. */
export type QuestionAnswer = { readonly options: ImportOptions } | { readonly problems: ReadonlyMap<string, string> };

/** The title of the question's page. */
export const questionTitle = ({ question }: Asked, say: ImportSay): string => say(`ask_${question.kind}`);

/** The fields of a question. After a mistake, `given` has the entered values, and `problems` their problems. */
export function questionFields(
  { question }: Asked,
  reading: Reading,
  { say, language, business }: { readonly say: ImportSay; readonly language: string; readonly business: string },
  given: GivenValues | undefined,
  problems: ReadonlyMap<string, string> = new Map(),
): Html {
  const error = (name: string) => problems.get(name);
  if (question.kind === 'columns') return columnFields(question, reading, { say, language }, given, error);
  if (question.kind === 'locations') return locationFields(question, business, say, given, error);
  if (question.kind === 'scale') return scaleFields(question, reading, say, given, error);
  if (question.kind === 'html') return htmlFields(question, reading, say, error);
  if (question.kind === 'placeholders') return placeholderFields(question, reading, say, error);
  return moderationFields(question, reading, say, given, error);
}

/** Reads the answer from the form. */
export function readAnswer({ question }: Asked, reading: Reading, say: ImportSay, given: GivenValues): QuestionAnswer {
  if (question.kind === 'columns') return readColumns(question, reading, say, given);
  if (question.kind === 'moderation') return readModeration(question, reading, say, given);
  if (question.kind === 'scale') return readScale(say, given);
  if (question.kind === 'html') return readHtml(say, given);
  if (question.kind === 'placeholders') return readPlaceholders(question, reading, say, given);
  const known = question.locations.map(({ scope }) => scope);
  const locations = given('location').filter((scope) => known.includes(scope));
  return locations.length > 0 ? { options: { locations } } : { problems: new Map([['location', say('choose_one')]]) };
}

type ErrorOf = (name: string) => string | undefined;

function columnFields(
  { file, header, columns, rows }: Of<'columns'>,
  reading: Reading,
  { say, language }: { readonly say: ImportSay; readonly language: string },
  given: GivenValues | undefined,
  error: ErrorOf,
): Html {
  const labelOf = (name: Column) => (isPlainField(name) ? capitalize(plainFieldLabel(name, language)) : say(`column_${name}`));
  const missing = error('columns');
  const choices = (chosen: string) =>
    html`<option value="">${say('column_none')}</option>${columnNames.map(
      (name) => html`<option value="${name}"${name === chosen && html` selected`}>${labelOf(name)}</option>`,
    )}`;
  const row = (name: string, index: number) => {
    const wrong = error(`column-${index}`);
    return html`<tr>
<th scope="row"><label for="column-${index}">${name || say('column_unnamed', { number: index + 1 })}</label></th>
<td id="sample-${index}"><ol class="samples">${rows.map((cells) => html`<li>${cells[index] || '–'}</li>`)}</ol></td>
<td>${wrong && html`<p class="error" id="column-${index}-error">${wrong}</p>`}<select id="column-${index}" name="column-${index}" aria-describedby="sample-${index}${wrong && ` column-${index}-error`}"${wrong && html` aria-invalid="true"`}>${choices(given?.(`column-${index}`)[0] ?? columns[index] ?? '')}</select></td>
</tr>`;
  };
  return html`<p>${say('columns_help', { file: plainly(file, reading.upload) })}</p>${missing && html`<p class="error">${missing}</p>`}
<table class="mapping"><thead><tr><th scope="col">${say('columns_theirs')}</th><th scope="col">${say('columns_rows')}</th><th scope="col">${say('columns_ours')}</th></tr></thead>
<tbody>${header.map(row)}</tbody></table>`;
}

function readColumns({ header, columns: guesses }: Of<'columns'>, reading: Reading, say: ImportSay, given: GivenValues): QuestionAnswer {
  const problems = new Map<string, string>();
  const columns = new Map<string, string>();
  const ignored = new Set(reading.options.ignored);
  for (const [index, name] of header.entries()) {
    const column = columnNames.find((one) => one === given(`column-${index}`)[0]);
    if (column === undefined && guesses[index] !== undefined) ignored.add(name.trim());
    if (column === undefined) continue;
    if (columns.has(column)) problems.set(`column-${index}`, say('column_twice', { name: columns.get(column) ?? '' }));
    columns.set(column, name);
  }
  const missing = (['date', 'rating'] as const satisfies readonly Column[]).filter((column) => !columns.has(column));
  if (missing.length > 0) problems.set('columns', say('column_missing', { what: missing.map((one) => say(`column_${one}`)).join(', ') }));
  return problems.size > 0 ? { problems } : { options: { columns, ignored, isWithoutText: !columns.has('text') } };
}

function locationFields(
  { locations }: Of<'locations'>,
  business: string,
  say: ImportSay,
  given: GivenValues | undefined,
  error: ErrorOf,
): Html {
  const plainName = (name = '') => plainWords(name).join(' ');
  const [own, ...others] = locations.filter(({ name }) => plainName(name) === plainName(business));
  const chosen = given?.('location') ?? (own !== undefined && others.length === 0 ? [own.scope] : []);
  const boxes = locations.map(({ scope, name, count }, index) => {
    const label = html`${name ?? say('location_unnamed', { id: scope.replace('locations/', '') })} <span class="quiet">(${say('reviews', { count })})</span>`;
    return choice('checkbox', 'location', scope, label, { id: `location-${index}`, isChecked: chosen.includes(scope) });
  });
  return fieldset('location', { label: say('locations_legend'), error: error('location') }, boxes, { isBare: true });
}

function moderationFields(
  { file, columns }: Of<'moderation'>,
  reading: Reading,
  say: ImportSay,
  given: GivenValues | undefined,
  error: ErrorOf,
): Html {
  const field = ({ name, subject, values }: (typeof columns)[number], index: number) => {
    const chosen = given?.(`public-${index}`) ?? [];
    const box = (id: string, value: string, label: string) =>
      choice('checkbox', `public-${index}`, value, label, { id, isChecked: chosen.includes(value) });
    const boxes = [
      ...values.map((value, number) => box(`public-${index}-${number}`, `=${value}`, value || say('nothing'))),
      box(`none-${index}`, 'none', say('public_none')),
      box(`ignore-${index}`, 'ignore', say('public_ignore')),
    ];
    const texts = { label: say(`public_${subject}`, { column: name }), error: error(`public-${index}`) };
    return fieldset(`public-${index}`, texts, boxes, { isBare: true });
  };
  return html`<p>${say('moderation_help', { file: plainly(file, reading.upload) })}</p>${columns.map(field)}`;
}

function readModeration({ columns }: Of<'moderation'>, { options }: Reading, say: ImportSay, given: GivenValues): QuestionAnswer {
  const problems = new Map<string, string>();
  const publicValues = new Map(options.publicValues);
  const ignored = new Set(options.ignored);
  for (const [index, { name }] of columns.entries()) {
    const chosen = given(`public-${index}`);
    const values = chosen.filter((value) => value.startsWith('=')).map((value) => value.slice(1).trim().toLowerCase());
    const kinds = [values.length > 0, chosen.includes('none'), chosen.includes('ignore')];
    if (kinds.filter(Boolean).length !== 1) problems.set(`public-${index}`, say('public_one'));
    else if (chosen.includes('ignore')) ignored.add(name);
    else publicValues.set(name, new Set(values));
  }
  return problems.size > 0 ? { problems } : { options: { publicValues, ignored } };
}

const quoted = (values: readonly string[]) => values.map((value) => `“${value}”`).join(', ');

function scaleFields(
  { file, column, smallest, largest }: Of<'scale'>,
  reading: Reading,
  say: ImportSay,
  given: GivenValues | undefined,
  error: ErrorOf,
): Html {
  const words = { column: column.name, file: plainly(file, reading.upload), smallest, largest, values: quoted(column.values) };
  const help = [say('scale_advice'), smallest === 0 && say('scale_zero'), largest > 5 && say('scale_above')].filter(Boolean).join(' ');
  const texts = { label: say('scale_best'), help, error: error('scale') };
  return html`<p>${say('scale_help', words)}</p>
${fieldOf('scale', texts, (attributes) => html`<input ${attributes} inputmode="numeric" value="${given?.('scale')[0]}">`)}`;
}

function readScale(say: ImportSay, given: GivenValues): QuestionAnswer {
  const scale = Number(given('scale')[0]?.trim() || Number.NaN);
  return isScale(scale) ? { options: { scale } } : { problems: new Map([['scale', say('scale_number')]]) };
}

function htmlFields({ file, count, columns }: Of<'html'>, reading: Reading, say: ImportSay, error: ErrorOf): Html {
  const texts = { label: say('html_help', { count, file: plainly(file, reading.upload) }), error: error('html') };
  const content = html`<ul class="samples">${columns.flatMap(({ values }) => values).map((value) => html`<li><code>${value}</code></li>`)}</ul>
${(['decode', 'keep'] as const).map((one) => choice('radio', 'html', one, say(`html_${one}`)))}`;
  return fieldset('html', texts, content, { isBare: true });
}

function readHtml(say: ImportSay, given: GivenValues): QuestionAnswer {
  const chosen = (['decode', 'keep'] as const).find((one) => one === given('html')[0]);
  return chosen === undefined ? { problems: new Map([['html', say('choose_answer')]]) } : { options: { html: chosen } };
}

function placeholderFields({ file, column, values }: Of<'placeholders'>, reading: Reading, say: ImportSay, error: ErrorOf): Html {
  const field = (value: string, index: number) => {
    const choices = (['empty', 'keep'] as const).map((one) => choice('radio', `word-${index}`, one, say(`placeholder_${one}`)));
    return fieldset(`word-${index}`, { label: say('placeholder_legend', { value }), error: error(`word-${index}`) }, choices, {
      isBare: true,
    });
  };
  return html`<p>${say('placeholders_help', { column, file: plainly(file, reading.upload) })}</p>${values.map(field)}`;
}

function readPlaceholders({ values }: Of<'placeholders'>, { options }: Reading, say: ImportSay, given: GivenValues): QuestionAnswer {
  const problems = new Map<string, string>();
  const placeholders = new Map(options.placeholders);
  for (const [index, value] of values.entries()) {
    const chosen = (['empty', 'keep'] as const).find((one) => one === given(`word-${index}`)[0]);
    if (chosen === undefined) problems.set(`word-${index}`, say('choose_answer'));
    else placeholders.set(value, chosen);
  }
  return problems.size > 0 ? { problems } : { options: { placeholders } };
}
