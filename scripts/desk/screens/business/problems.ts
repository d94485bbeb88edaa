import path from 'node:path';
import type { z } from 'zod';
import { ContentError, type ContentProblem } from '../../../../site/content/problems.ts';
import { readDataset } from '../../../../site/content/read/read.ts';
import type { JsonValue } from '../../../content/edit-text.ts';
import type { Desk } from '../../desk.ts';
import { hasMessage, type Say, speak } from '../../words.ts';
import { type Part, textWith, type WrittenPart } from './content.ts';
import { type Data, type FormField, isEmpty, isObject, KEY, TEXT } from './fields.ts';
import { type FormView, isKeyed, nameOf, titleOf, wordsOf } from './form.ts';

/** The problems with a form. */
export interface Problems {
  /** By the name of the field. */
  readonly fields: ReadonlyMap<string, string>;
  /** The label of each field with a problem. */
  readonly labels: ReadonlyMap<string, string>;
  /** Problems without a field, such as another file that mentions a removed entry. */
  readonly others: readonly string[];
}

interface Entered {
  /** The values as the form has them: with rows instead of objects with arbitrary keys. */
  readonly shown: Data;
  /** The values as they would be written to the file. */
  readonly wanted: Data;
  readonly written: WrittenPart;
}

/** The problems that the build would report for the entered values, in the form's words. Undefined if there are none. */
export async function findProblems(desk: Desk, part: Part, entered: Entered): Promise<Problems | undefined> {
  const { language } = await desk.business();
  const say = speak('business', language);
  const found = keyProblems(part, entered.shown, say);
  if (found.length === 0) found.push(...schemaProblems(part, entered, say));
  if (found.length === 0) found.push(...(await contentProblems(desk, part, entered, say)));
  if (found.length === 0) return undefined;
  const fields = new Map(found.flatMap(({ name, text }) => (name === undefined ? [] : [[name, text] as const])));
  const labels = new Map(
    found.flatMap(({ name, field }) =>
      name === undefined || !field ? [] : [[name, labelAt(part, name.split('.'), entered.shown, { language, say })] as const],
    ),
  );
  return { fields, labels, others: [...new Set(found.flatMap(({ name, text }) => (name === undefined ? [text] : [])))] };
}

/** The label of a field, after that of its row: "Services 3 (Panel upgrade): Name". */
function labelAt(
  { field: root }: Part,
  [key = '', row, ...inner]: readonly string[],
  shown: Data,
  view: Pick<FormView, 'language' | 'say'>,
): string {
  const field = root.fields[key];
  const labelOf = (found: FormField | undefined) => (found ? wordsOf(view.language, found.path).label : view.say('here'));
  if (field === undefined || row === undefined) return labelOf(field);
  if (field.kind === 'group') return labelOf(field.fields[row]);
  if (field.kind !== 'list') return labelOf(field);
  const rows = Array.isArray(shown[key]) ? shown[key] : [];
  const entered = rows[Number(row)];
  const title = titleOf(field.item, isObject(entered) ? entered : {}, view);
  const named = view.say('row', { list: labelOf(field), number: Number(row) + 1, title });
  return inner[0] === undefined ? named : `${named}: ${labelOf(field.item.fields[inner[0]])}`;
}

interface Found {
  readonly name?: string;
  readonly field?: FormField;
  readonly text: string;
}

/** Entries without a name, and duplicate names, which an object can't have. */
function keyProblems({ field }: Part, shown: Data, say: Say<'business'>): Found[] {
  return Object.entries(field.fields).flatMap(([key, list]) => {
    if (list.kind !== 'list' || !isKeyed(list)) return [];
    const names = (Array.isArray(shown[key]) ? shown[key] : []).filter(isObject).map((row) => row[KEY]);
    return names.flatMap((name, index): Found[] => {
      const place = { name: nameOf([key, index, KEY]), field: list.item.fields[KEY] as FormField };
      if (isEmpty(name)) return [{ ...place, text: say('missing') }];
      return names.indexOf(name) === index ? [] : [{ ...place, text: say('twice', { name: String(name) }) }];
    });
  });
}

function schemaProblems(part: Part, { wanted, shown }: Entered, say: Say<'business'>): Found[] {
  const parsed = part.schema.safeParse(part.isList ? (wanted['items'] ?? []) : wanted);
  return (parsed.error?.issues ?? []).map((issue) => {
    const place = locate(part, part.isList ? ['items', ...issue.path] : issue.path, shown, issue);
    if (issue.code === 'unrecognized_keys') return { text: say('unknown_keys', { keys: issue.keys.join(', ') }) };
    if (place.name === undefined) return { text: issue.message };
    return { name: place.name, field: place.field, text: adviceFor(place.field, place.value, issue.path.at(-1), say) };
  });
}

interface Located {
  /** Undefined if the form doesn't have the field. */
  readonly name?: string;
  readonly field: FormField;
  readonly value?: JsonValue | undefined;
}

/** The field of a place in the data, and its value. */
function locate({ field: root }: Part, place: readonly PropertyKey[], shown: Data, issue?: z.core.$ZodIssue): Located {
  let found: { readonly field: FormField; readonly value: JsonValue | undefined; readonly name: readonly PropertyKey[] } = {
    field: root,
    value: shown,
    name: [],
  };
  const enter = (key: PropertyKey, field: FormField, value: JsonValue | undefined) => {
    found = { field, value, name: [...found.name, key] };
  };
  for (const [depth, key] of place.entries()) {
    const { field, value } = found;
    const inside = (one: PropertyKey) => (isObject(found.value) ? found.value[String(one)] : undefined);
    if (field.kind === 'list') {
      const rows = Array.isArray(value) ? value : [];
      const index = field.isKeyed ? rows.findIndex((row) => isObject(row) && String(row[KEY] ?? '') === key) : Number(key);
      enter(index, field.item, rows[index]);
      const inner = issue?.code === 'invalid_key' ? KEY : TEXT;
      if (depth === place.length - 1 && field.item.fields[inner]) enter(inner, field.item.fields[inner], inside(inner));
    } else if (field.kind === 'group') {
      const inner = field.fields[String(key)];
      if (!inner) return { field };
      enter(key, inner, inside(key));
    } else break;
  }
  return { ...found, name: nameOf(found.name) };
}

/** What to enter instead, by the kind of the field. The schema's own advice is about files. */
function adviceFor(field: FormField, value: JsonValue | undefined, last: PropertyKey | undefined, say: Say<'business'>): string {
  if (isEmpty(value)) return say('missing');
  if (field.kind === 'list' || field.kind === 'group') return say('wrong');
  if (field.kind === 'choice' || field.kind === 'checks') return say('wrong_choice');
  const key = `wrong_${field.input}`;
  const advice = say(hasMessage('business', key) ? key : 'wrong');
  const line = field.kind === 'lines' && Array.isArray(value) && typeof last === 'number' ? value[last] : undefined;
  return line === undefined ? advice : `“${line}”: ${advice}`;
}

/** New problems in other files and between keys, such as a name that two services share, or an illegible color. */
async function contentProblems(desk: Desk, part: Part, { wanted, shown, written }: Entered, say: Say<'business'>): Promise<Found[]> {
  const { CONTENT_DIR: contentDir } = desk.settings;
  const text = await textWith(desk, part, written, wanted);
  if (text === written.text) return [];
  const after = problemsIn(contentDir, { name: written.file, bytes: Buffer.from(text) });
  if (after.length === 0) return [];
  const before = new Set(problemsIn(contentDir).map(identityOf));
  return after
    .filter((problem) => !before.has(identityOf(problem)))
    .map((problem): Found => {
      const text = translate(problem, say);
      if (problem.file !== written.file) return { text: say('elsewhere', { file: path.basename(problem.file), text }) };
      const place = [...problem.place.matchAll(/[^.[\]]+/g)].map(([key]) => key);
      const located = locate(part, part.isList ? ['items', ...place] : place, shown);
      return located.name ? { name: located.name, field: located.field, text } : { text };
    });
}

/** Lines move, so they can't identify a problem. */
const identityOf = ({ file, found }: ContentProblem) => `${file} ${found}`;

function problemsIn(contentDir: string, instead?: Parameters<typeof readDataset>[1]): readonly ContentProblem[] {
  try {
    readDataset(contentDir, instead);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/** Describes a problem in the desk's words if a form can cause it, otherwise as `check` does. */
function translate({ place, found, write }: ContentProblem, say: Say<'business'>): string {
  const color = /"(#[0-9a-f]{6})"/i.exec(write)?.[1];
  if (color && place === 'theme.brand') return say('pale_brand', { color });
  if (color && place.startsWith('theme.')) return say('pale', { color });
  const [, name, owner] = /^"(.*)", which is already a name of "(.*)"$/s.exec(found) ?? [];
  if (name !== undefined && owner !== undefined) return say('taken', { name, owner });
  const [, picture] = /^"(.*)", which isn't in pictures\//s.exec(found) ?? [];
  return picture === undefined ? `${found}; ${write}` : say('no_picture', { picture });
}
