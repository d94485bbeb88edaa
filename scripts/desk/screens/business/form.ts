import { standardTheme } from '../../../../site/content/theme.ts';
import { verificationMethod } from '../../../../site/contract/review.ts';
import { methodLabel } from '../../../../site/views/verification.ts';
import type { JsonValue } from '../../../content/edit-text.ts';
import { choice, fieldOf, fieldset } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import { hasMessage, type Say, speak } from '../../words.ts';
import { allFields, type Data, type FormField, fromRows, type GroupField, isEmpty, isObject, toRows } from './fields.ts';
import { notationsIn } from './notations.ts';

/** The values that a form sent, by name. */
export type Body = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The data and state of a form. */
export interface FormView {
  readonly say: Say<'business'>;
  readonly language: string;
  /** Problems, by the name of the field. */
  readonly errors: ReadonlyMap<string, string>;
  /** Whether the fields belong to a group that can be left empty as a whole. */
  readonly isInOptional?: boolean;
  /** The field or button that is focused. */
  readonly focus?: string | undefined;
  /** Values to choose from, by the kind of text. */
  readonly suggestions: Readonly<Record<string, readonly string[]>>;
}

/** The texts of a field, which are named after its path: `services`, `services:help`, `services:add`, and `policy.names=initials` for a value. */
export function wordsOf(language: string, path: string) {
  const say = speak('fields', language);
  const find = (key: string, values = {}) => (hasMessage('fields', key) ? say(key, values) : undefined);
  return {
    label: find(path) ?? path,
    help: find(`${path}:help`),
    /** The button that adds one. */
    add: find(`${path}:add`),
    option: (value: unknown) => {
      const method = path === 'policy.verification' ? verificationMethod.safeParse(value).data : undefined;
      return method === undefined ? (find(`${path}=${String(value)}`) ?? String(value)) : methodLabel(method, language);
    },
  };
}

/** The name of a field in the form, from the path of its data. */
export const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** The entered values as the schema's data, but with rows instead of objects with arbitrary keys. */
export function readForm(field: FormField, name: string, body: Body, language: string): JsonValue | undefined {
  const values = [body[name] ?? []].flat();
  const text = (values.at(-1) ?? '').replaceAll('\r\n', '\n').trim();
  if (field.kind === 'checks') return field.options.filter((option) => values.includes(option));
  if (field.kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => notationsIn(language)[field.input]?.written(line) ?? line);
  if (field.kind === 'group') return readGroup(field, name, body, language);
  if (field.kind === 'list') return rowNumbers(name, body).flatMap((row) => readGroup(field.item, `${name}.${row}`, body, language) ?? []);
  if (text === '') return undefined;
  if (field.kind === 'choice') return typeof field.options[0] === 'boolean' ? text === 'true' : text;
  const notation = notationsIn(language)[field.input];
  if (notation) return notation.written(text);
  const number = Number(text.replace(',', '.'));
  return /number|integer/.test(field.input) && Number.isFinite(number) ? number : text;
}

function readGroup({ fields }: GroupField, name: string, body: Body, language: string): Data | undefined {
  const entries = Object.entries(fields).map(
    ([key, field]) => [key, readForm(field, name === '' ? key : `${name}.${key}`, body, language)] as const,
  );
  const given = entries.filter(([key, value]) => !isEmpty(value) || fields[key]?.kind === 'checks');
  return given.every(([, value]) => isEmpty(value)) ? undefined : (Object.fromEntries(given) as Data);
}

/** The numbers of a list's rows in the form, in order. */
function rowNumbers(name: string, body: Body): number[] {
  const rows = Object.keys(body).flatMap((key) => (key.startsWith(`${name}.`) ? [Number(key.slice(name.length + 1).split('.')[0])] : []));
  return [...new Set(rows)].filter(Number.isInteger).sort((a, b) => a - b);
}

/** Converts written data for a form: objects with arbitrary keys become rows. */
export function toForm(field: GroupField, data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, isKeyed(field.fields[key]) ? toRows(value) : value]));
}

/** Converts a form's data back: rows become objects again. */
export function fromForm(field: GroupField, data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isKeyed(field.fields[key]) ? fromRows(value as Data[]) : value]),
  );
}

export const isKeyed = (field: FormField | undefined): boolean => field?.kind === 'list' && field.isKeyed;

/** A field of the schema, with its current value. */
export function showField(field: FormField, name: string, value: JsonValue | undefined, view: FormView): Html {
  if (field.kind === 'list') return showList(field, name, value, view);
  const { label, help } = wordsOf(view.language, field.path);
  const mark =
    field.isRequired && field.kind !== 'group' && !view.isInOptional && html` <span class="required">${view.say('required')}</span>`;
  const texts = { label: html`${label}${mark}`, help, error: view.errors.get(name) };
  if (field.kind === 'group')
    return fieldset(name, texts, showGroup(field, name, isObject(value) ? value : {}, { ...view, isInOptional: true }));
  if (field.kind === 'checks' || (field.kind === 'choice' && (field.isRequired || field.default !== undefined)))
    return fieldset(name, texts, showOptions(field, name, value, view));
  return fieldOf(name, texts, (described) => {
    const attributes = html`${described}${name === view.focus && html` autofocus`}`;
    return showControl(field, attributes, value, view);
  });
}

export function showGroup({ fields }: GroupField, name: string, data: Data, view: FormView): Html {
  return html`${Object.entries(fields).map(([key, field]) => showField(field, name === '' ? key : `${name}.${key}`, data[key], view))}`;
}

function showOptions(field: FormField & { kind: 'checks' | 'choice' }, name: string, value: JsonValue | undefined, view: FormView): Html[] {
  const chosen = [value ?? field.default ?? []].flat();
  const { option: wordOf } = wordsOf(view.language, field.path);
  return field.options.map((option, index) =>
    choice(field.kind === 'checks' ? 'checkbox' : 'radio', name, String(option), wordOf(option), {
      isChecked: chosen.includes(option),
      more: index === 0 && name === view.focus ? html` autofocus` : undefined,
    }),
  );
}

const TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', phone: 'tel', time: 'time' };

/** The colors of pages without a theme. */
const COLORS: Readonly<Record<string, string>> = {
  'business.theme.brand': standardTheme.band.ground.light,
  'business.theme.link': '#0a5f4c',
  'business.theme.star': '#b26a00',
};

function showControl(field: FormField, attributes: Html, value: JsonValue | undefined, { say, language, suggestions }: FormView): Html {
  if (field.kind === 'lines')
    return html`<textarea ${attributes}>${`\n${[isEmpty(value) ? [] : value]
      .flat()
      .map((line) => shownIn(language, field.input, line ?? null))
      .join('\n')}`}</textarea>`;
  if (field.kind === 'choice') {
    const text = isEmpty(value) ? '' : String(value);
    const { option: wordOf } = wordsOf(language, field.path);
    return html`<select ${attributes}>${['', ...field.options].map((option) => html`<option value="${String(option)}"${String(option) === text && html` selected`}>${wordOf(option)}</option>`)}</select>`;
  }
  const { input } = field as FormField & { kind: 'text' };
  const current = isEmpty(value) ? field.default : value;
  const text = isEmpty(current) ? '' : shownIn(language, input, current ?? null);
  if (input === 'prose') return html`<textarea ${attributes}>${`\n${text.trim()}`}</textarea>`;
  const known = choicesOf(input, { language, suggestions });
  const list = known && html` list="known-${input}"`;
  const number = /number|integer/.test(input) && html` inputmode="decimal"`;
  const color =
    input === 'color' &&
    html` data-picker="${say('pick_color', { field: wordsOf(language, field.path).label })}" placeholder="${COLORS[field.path] ?? ''}"`;
  const map = isObject(value) && html` <a href="${mapLink(value)}" target="_blank">${say('on_map')}</a>`;
  return html`<input type="${TYPES[input] ?? 'text'}" ${attributes} value="${text}"${list}${number}${color} autocomplete="off">${map}`;
}

const mapLink = ({ latitude, longitude }: Data) =>
  `https://www.openstreetmap.org/?mlat=${String(latitude)}&mlon=${String(longitude)}#map=17/${String(latitude)}/${String(longitude)}`;

/** A value as a form shows it. */
const shownIn = (language: string, input: string, value: JsonValue): string => {
  const notation = notationsIn(language)[input];
  if (notation) return notation.shown(value);
  return typeof value === 'object' ? '' : String(value);
};

/** The values to choose from for a kind of text, if there are any. */
const choicesOf = (input: string, { language, suggestions }: Pick<FormView, 'language' | 'suggestions'>): readonly string[] | undefined =>
  suggestions[input] ?? notationsIn(language)[input]?.choices;

/** The lists that the controls of a part name. */
export function showChoices(root: FormField, view: FormView): Html[] {
  const inputs = new Set(allFields(root).flatMap((field) => (field.kind === 'text' ? [field.input] : [])));
  return [...inputs].flatMap((input) => {
    const choices = choicesOf(input, view);
    return choices ? [html`<datalist id="known-${input}">${choices.map((value) => html`<option value="${value}">`)}</datalist>`] : [];
  });
}

/** A list of groups with buttons to add and remove them. Each button submits the form with its action, so they work without JavaScript. */
function showList(field: FormField & { kind: 'list' }, name: string, value: JsonValue | undefined, view: FormView): Html {
  const { label, help, add } = wordsOf(view.language, field.path);
  const rows = (Array.isArray(value) ? value : []).filter(isObject);
  const content = html`${rows.map((row, index) => showRow(field.item, `${name}.${index}`, row, view))}
<p><button class="plain" formnovalidate name="do" value="add:${name}"${view.focus === `add:${name}` && html` autofocus`}>${add ?? view.say('add')}</button></p>`;
  // The page's heading already names its only list.
  const isAlone = name === 'items';
  const texts = { label: isAlone ? html`<span class="hidden">${label}</span>` : label, help, error: view.errors.get(name) };
  return fieldset(name, texts, content, { isBare: isAlone });
}

function showRow(item: GroupField, name: string, row: Data, view: FormView): Html {
  const title = titleOf(item, row, view);
  const isOpen = isEmpty(row) || [...view.errors.keys()].some((one) => one === name || one.startsWith(`${name}.`));
  const first = Object.keys(item.fields)[0];
  const focused = view.focus === name ? { ...view, focus: `${name}.${first}` } : view;
  return html`<details class="row" id="${name}"${isOpen && html` open`}><summary>${title}</summary><fieldset class="bare"><legend class="hidden">${title}</legend>
${view.errors.has(name) && html`<p class="error">${view.errors.get(name)}</p>`}${showGroup(item, name, row, focused)}
<p><button class="plain" formnovalidate name="do" value="remove:${name}">${view.say('remove')}<span class="hidden"> ${title}</span></button></p></fieldset></details>`;
}

/** A title for a row: its name, its hours, or else its first text. */
export function titleOf({ fields }: GroupField, row: Data, view: Pick<FormView, 'language' | 'say'>): string {
  const textOf = (key: string) => (fields[key] ? textsOf(fields[key], row[key], view).join(', ') : '');
  const hours = [textOf('opens'), textOf('closes')].filter(Boolean).join(' – ');
  const title = ['name', 'alt', ...Object.keys(fields)].map(textOf).find((text) => text !== '');
  return (hours ? [textOf('days'), hours].filter(Boolean).join(': ') : title) ?? view.say('new_row');
}

/** A value as text, for titles and comparisons, with a line for each text. */
export function textsOf(field: FormField, value: JsonValue | undefined, view: Pick<FormView, 'language'>): string[] {
  if (isEmpty(value)) return [];
  const { option: wordOf } = wordsOf(view.language, field.path);
  if (field.kind === 'group' && isObject(value))
    return Object.entries(field.fields).flatMap(([key, one]) => textsOf(one, value[key], view));
  if (field.kind === 'list') {
    const rows = field.isKeyed && !Array.isArray(value) ? toRows(value) : value;
    return (Array.isArray(rows) ? rows : []).map((row) => textsOf(field.item, row, view).join(' · '));
  }
  if (field.kind === 'text' || field.kind === 'lines') return [value].flat().map((one) => shownIn(view.language, field.input, one ?? null));
  return [value].flat().map(wordOf);
}

/** Handles a button of a list: adds or removes a row. Returns what to focus. */
export function changeRows(data: Data, action: string): { readonly data: Data; readonly focus: string } | undefined {
  const [verb, name = ''] = action.split(':');
  const [key = '', row] = name.split('.');
  const rows = Array.isArray(data[key]) ? (data[key] as Data[]) : [];
  if (verb === 'add') return { data: { ...data, [key]: [...rows, {}] }, focus: `${key}.${rows.length}` };
  if (verb !== 'remove') return undefined;
  return { data: { ...data, [key]: rows.filter((_, index) => index !== Number(row)) }, focus: `add:${key}` };
}
