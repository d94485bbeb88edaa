import { type Column, columnNames } from '../../import/columns.ts';
import type { ImportOptions } from '../../import/plan.ts';
import type { ImportQuestion } from '../../import/questions.ts';
import { isScale } from '../../import/values.ts';
import { type Html, html } from '../html.ts';
import { type Found, type ImportSay, plainly, type Reading } from './import-reading.ts';

type Asked = Extract<Found, { readonly plan?: undefined }>;
type Of<Kind extends ImportQuestion['kind']> = Extract<ImportQuestion, { readonly kind: Kind }>;

/** Returns all values that the form sent under a name. */
export type Given = (name: string) => readonly string[];

/** The answer to a question, or its problems by the name of the field. */
export type Answer = { readonly options: ImportOptions } | { readonly problems: ReadonlyMap<string, string> };

/** The title of the question's page. */
export const questionTitle = ({ question }: Asked, say: ImportSay): string => say(`ask_${question.kind}`);

/** The fields of a question. After a mistake, `given` has the entered values, and `problems` their problems. */
export function questionFields(
  { question }: Asked,
  reading: Reading,
  say: ImportSay,
  given: Given | undefined,
  problems: ReadonlyMap<string, string> = new Map(),
): Html {
  const error = (name: string) => problems.has(name) && html`<p class="error" id="error-${name}">${problems.get(name)}</p>`;
  if (question.kind === 'columns') return columnFields(question, reading, say, given, error);
  if (question.kind === 'locations') return locationFields(question, say, given, error);
  if (question.kind === 'scale') return scaleFields(question, reading, say, given, error);
  if (question.kind === 'html') return htmlFields(question, reading, say, error);
  if (question.kind === 'placeholders') return placeholderFields(question, reading, say, error);
  return moderationFields(question, reading, say, given, error);
}

/** Reads the answer from the form. */
export function readAnswer({ question }: Asked, reading: Reading, say: ImportSay, given: Given): Answer {
  if (question.kind === 'columns') return readColumns(question, reading, say, given);
  if (question.kind === 'moderation') return readModeration(question, reading, say, given);
  if (question.kind === 'scale') return readScale(say, given);
  if (question.kind === 'html') return readHtml(say, given);
  if (question.kind === 'placeholders') return readPlaceholders(question, reading, say, given);
  const known = question.locations.map(({ scope }) => scope);
  const locations = given('location').filter((scope) => known.includes(scope));
  return locations.length > 0 ? { options: { locations } } : { problems: new Map([['location', say('choose_one')]]) };
}

type ErrorOf = (name: string) => Html | false;

function columnFields(
  { file, header, columns, rows }: Of<'columns'>,
  reading: Reading,
  say: ImportSay,
  given: Given | undefined,
  error: ErrorOf,
): Html {
  const choices = (chosen: string) =>
    html`<option value="">${say('column_none')}</option>${columnNames.map(
      (name) => html`<option value="${name}"${name === chosen && html` selected`}>${say(`column_${name}`)}</option>`,
    )}`;
  const row = (name: string, index: number) => {
    const wrong = error(`column-${index}`);
    return html`<tr>
<th scope="row"><label for="column-${index}">${name || say('column_unnamed', { number: index + 1 })}</label></th>
<td id="sample-${index}"><ol class="samples">${rows.map((cells) => html`<li>${cells[index] || '–'}</li>`)}</ol></td>
<td>${wrong}<select id="column-${index}" name="column-${index}" aria-describedby="sample-${index}${wrong && ` error-column-${index}`}"${wrong && html` aria-invalid="true"`}>${choices(given?.(`column-${index}`)[0] ?? columns[index] ?? '')}</select></td>
</tr>`;
  };
  return html`<p>${say('columns_help', { file: plainly(file, reading.upload) })}</p>${error('columns')}
<table class="mapping"><thead><tr><th scope="col">${say('columns_theirs')}</th><th scope="col">${say('columns_rows')}</th><th scope="col">${say('columns_ours')}</th></tr></thead>
<tbody>${header.map(row)}</tbody></table>`;
}

function readColumns({ header, columns: guesses }: Of<'columns'>, reading: Reading, say: ImportSay, given: Given): Answer {
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

function locationFields({ locations }: Of<'locations'>, say: ImportSay, given: Given | undefined, error: ErrorOf): Html {
  const wrong = error('location');
  return html`<fieldset class="bare"${wrong && html` aria-describedby="error-location"`}><legend>${say('locations_legend')}</legend>${wrong}${locations.map(
    ({ scope, name, count }, index) =>
      html`<p class="choice"><input type="checkbox" id="location-${index}" name="location" value="${scope}"${given?.('location').includes(scope) && html` checked`}>
<label for="location-${index}">${name ?? say('location_unnamed', { id: scope.replace('locations/', '') })} <span class="quiet">(${say('reviews', { count })})</span></label></p>`,
  )}</fieldset>`;
}

function moderationFields(
  { file, columns }: Of<'moderation'>,
  reading: Reading,
  say: ImportSay,
  given: Given | undefined,
  error: ErrorOf,
): Html {
  const field = ({ name, subject, values }: (typeof columns)[number], index: number) => {
    const wrong = error(`public-${index}`);
    const chosen = given?.(`public-${index}`) ?? [];
    const box = (id: string, value: string, label: string) =>
      html`<p class="choice"><input type="checkbox" id="${id}" name="public-${index}" value="${value}"${chosen.includes(value) && html` checked`}> <label for="${id}">${label}</label></p>`;
    return html`<fieldset class="bare"${wrong && html` aria-describedby="error-public-${index}"`}><legend>${say(`public_${subject}`, { column: name })}</legend>${wrong}
${values.map((value, number) => box(`public-${index}-${number}`, `=${value}`, value || say('nothing')))}${box(`none-${index}`, 'none', say('public_none'))}${box(`ignore-${index}`, 'ignore', say('public_ignore'))}</fieldset>`;
  };
  return html`<p>${say('moderation_help', { file: plainly(file, reading.upload) })}</p>${columns.map(field)}`;
}

function readModeration({ columns }: Of<'moderation'>, { options }: Reading, say: ImportSay, given: Given): Answer {
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
  given: Given | undefined,
  error: ErrorOf,
): Html {
  const wrong = error('scale');
  const words = { column: column.name, file: plainly(file, reading.upload), smallest, largest, values: quoted(column.values) };
  return html`<p>${say('scale_help', words)}</p>
<label for="scale">${say('scale_best')}</label><p class="help" id="scale-help">${say('scale_advice')}${smallest === 0 && html` ${say('scale_zero')}`}${largest > 5 && html` ${say('scale_above')}`}</p>${wrong}
<input id="scale" name="scale" inputmode="numeric" value="${given?.('scale')[0]}" aria-describedby="scale-help${wrong && ' error-scale'}"${wrong && html` aria-invalid="true"`}>`;
}

function readScale(say: ImportSay, given: Given): Answer {
  const scale = Number(given('scale')[0]?.trim() || Number.NaN);
  return isScale(scale) ? { options: { scale } } : { problems: new Map([['scale', say('scale_number')]]) };
}

const radio = (name: string, value: string, label: string) =>
  html`<p class="choice"><input type="radio" id="${name}-${value}" name="${name}" value="${value}"> <label for="${name}-${value}">${label}</label></p>`;

function htmlFields({ file, count, columns }: Of<'html'>, reading: Reading, say: ImportSay, error: ErrorOf): Html {
  const wrong = error('html');
  return html`<fieldset class="bare"${wrong && html` aria-describedby="error-html"`}><legend>${say('html_help', { count, file: plainly(file, reading.upload) })}</legend>${wrong}
<ul class="samples">${columns.flatMap(({ values }) => values).map((value) => html`<li><code>${value}</code></li>`)}</ul>
${(['decode', 'keep'] as const).map((choice) => radio('html', choice, say(`html_${choice}`)))}</fieldset>`;
}

function readHtml(say: ImportSay, given: Given): Answer {
  const choice = (['decode', 'keep'] as const).find((one) => one === given('html')[0]);
  return choice === undefined ? { problems: new Map([['html', say('choose_answer')]]) } : { options: { html: choice } };
}

function placeholderFields({ file, column, values }: Of<'placeholders'>, reading: Reading, say: ImportSay, error: ErrorOf): Html {
  const field = (value: string, index: number) => {
    const wrong = error(`word-${index}`);
    return html`<fieldset class="bare"${wrong && html` aria-describedby="error-word-${index}"`}><legend>${say('placeholder_legend', { value })}</legend>${wrong}
${(['empty', 'keep'] as const).map((choice) => radio(`word-${index}`, choice, say(`placeholder_${choice}`)))}</fieldset>`;
  };
  return html`<p>${say('placeholders_help', { column, file: plainly(file, reading.upload) })}</p>${values.map(field)}`;
}

function readPlaceholders({ values }: Of<'placeholders'>, { options }: Reading, say: ImportSay, given: Given): Answer {
  const problems = new Map<string, string>();
  const placeholders = new Map(options.placeholders);
  for (const [index, value] of values.entries()) {
    const choice = (['empty', 'keep'] as const).find((one) => one === given(`word-${index}`)[0]);
    if (choice === undefined) problems.set(`word-${index}`, say('choose_answer'));
    else placeholders.set(value, choice);
  }
  return problems.size > 0 ? { problems } : { options: { placeholders } };
}
