import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { countryCode } from '../../../../site/content/privacy/phone-countries.ts';
import { type SchemaKeywords, withoutNull, writtenSchema } from '../../../../site/shared/json-schema.ts';
import type { JsonValue } from '../../../content/edit-text.ts';

/** A field of a form, made from a schema. `path`, such as `business.opening_hours.opens`, is the key of its texts. */
export type FormField = TextField | ChoiceField | ChecksField | LinesField | GroupField | ListField;

interface Common {
  readonly path: string;
  readonly isRequired: boolean;
  /** The default if it's left empty. */
  readonly default?: JsonValue | undefined;
}
/** The kind of text, from the schema's `input` and `format`. */
type Input = string;
interface TextField extends Common {
  readonly kind: 'text';
  readonly input: Input;
}
/** One of a few values; booleans stay booleans. */
interface ChoiceField extends Common {
  readonly kind: 'choice';
  readonly options: readonly (string | boolean)[];
}
/** Some of a few values. */
interface ChecksField extends Common {
  readonly kind: 'checks';
  readonly options: readonly string[];
}
/** Texts, one per line. */
interface LinesField extends Common {
  readonly kind: 'lines';
  readonly input: Input;
}
export interface GroupField extends Common {
  readonly kind: 'group';
  readonly fields: Readonly<Record<string, FormField>>;
}
/** Any number of groups. With `isKeyed`, they are an object in the data: its keys are the field `KEY`, its values have the other fields. */
export interface ListField extends Common {
  readonly kind: 'list';
  readonly item: GroupField;
  readonly isKeyed: boolean;
}

export type Data = Readonly<Record<string, JsonValue>>;

/** The names of the fields for the key of an object's entry, and for its value if that is a text. */
export const KEY = '(key)';
export const TEXT = '(text)';

/** The kind of text for an object with latitude and longitude. */
const PLACE = 'place';

export function fieldsOfSchema(schema: z.ZodType, path: string): FormField {
  return toField(writtenSchema(schema), path, true);
}

function toField(schema: SchemaKeywords, path: string, isRequired: boolean): FormField {
  const initial = schema.default as JsonValue | undefined;
  const common = { path, isRequired: isRequired && initial === undefined, default: initial ?? undefined };
  const only = withoutNull(schema);
  if (only !== schema) return { ...toField(only, path, false), ...common };
  if (schema.enum) return { ...common, kind: 'choice', options: schema.enum };
  if (schema.type === 'boolean') return { ...common, kind: 'choice', options: [true, false] };
  if (schema.input === PLACE) return { ...common, kind: 'text', input: PLACE };
  if (schema.properties) return { ...common, ...toGroup(schema, path) };
  if (schema.items?.enum) return { ...common, kind: 'checks', options: schema.items.enum };
  if (schema.items?.properties) return { ...common, kind: 'list', item: toGroup(schema.items, path), isKeyed: false };
  if (schema.items) return { ...common, kind: 'lines', input: inputOf(schema.items) };
  if (schema.additionalProperties) return { ...common, kind: 'list', item: toEntry(schema, path), isKeyed: true };
  return { ...common, kind: 'text', input: inputOf(schema) };
}

const inputOf = ({ input, format, type, anyOf }: SchemaKeywords): Input =>
  input ?? format ?? (anyOf ? anyOf.map(inputOf).join('_') : (type ?? 'string'));

function toGroup({ properties = {}, required = [] }: SchemaKeywords, path: string): GroupField {
  const fields = Object.entries(properties).map(([key, value]) => [key, toField(value, `${path}.${key}`, required.includes(key))] as const);
  return { kind: 'group', path, isRequired: true, fields: Object.fromEntries(fields) };
}

function toEntry({ propertyNames = {}, additionalProperties }: SchemaKeywords, path: string): GroupField {
  const value = toField(additionalProperties as SchemaKeywords, path, true);
  const key = toField(propertyNames, `${path}.${KEY}`, true);
  const fields = value.kind === 'group' ? value.fields : { [TEXT]: { ...value, path: `${path}.${TEXT}` } };
  return { kind: 'group', path, isRequired: true, fields: { [KEY]: key, ...fields } };
}

/** A field and all fields below it. */
export function allFields(field: FormField): readonly FormField[] {
  if (field.kind === 'list') return [field, ...Object.values(field.item.fields).flatMap(allFields)];
  return field.kind === 'group' ? [field, ...Object.values(field.fields).flatMap(allFields)] : [field];
}

/** The entries of an object as items of a list, for the form. */
export function toRows(value: JsonValue | undefined): readonly Data[] {
  return Object.entries(isObject(value) ? value : {}).map(([key, entry]) => ({
    [KEY]: key,
    ...(isObject(entry) ? entry : { [TEXT]: entry as JsonValue }),
  }));
}

/** The object for the items of a form. */
export function fromRows(rows: readonly Data[]): Data {
  return Object.fromEntries(
    rows.map(({ [KEY]: key, ...row }) => [String(key ?? ''), TEXT in row ? (row[TEXT] as JsonValue) : (row as JsonValue)]),
  );
}

/** The entered values, but values with the same meaning as before stay as they were written. Undefined if nothing is left. */
export function mergeInto(field: FormField, entered: JsonValue | undefined, written: JsonValue | undefined): JsonValue | undefined {
  if (isDeepStrictEqual(meaning(field, entered), meaning(field, written))) return written;
  if (field.kind === 'group') return mergeKeys(field.fields, entered, written);
  if (field.kind === 'checks') return isEmpty(entered) && !field.default ? undefined : entered;
  if (field.kind !== 'list') return isEmpty(entered) ? undefined : entered;
  if (field.isKeyed) {
    const { [KEY]: _key, ...fields } = field.item.fields;
    const item = fields[TEXT] ?? { ...field.item, fields };
    const old = isObject(written) ? written : {};
    const merged = Object.entries(isObject(entered) ? entered : {}).map(([key, value]) => [key, mergeInto(item, value, old[key]) ?? {}]);
    return merged.length === 0 ? undefined : Object.fromEntries(merged);
  }
  const [old, now] = [Array.isArray(written) ? written : [], Array.isArray(entered) ? entered : []];
  const pairs = align(
    old.map((item) => meaning(field.item, item) ?? null),
    now.map((item) => meaning(field.item, item) ?? null),
  );
  const merged = pairs.flatMap((pair) =>
    pair.own === undefined ? [] : [mergeInto(field.item, now[pair.own], pair.old === undefined ? undefined : old[pair.old]) ?? {}],
  );
  return merged.length === 0 ? undefined : merged;
}

/** Keys that the form doesn't have stay. */
function mergeKeys(fields: GroupField['fields'], entered: JsonValue | undefined, written: JsonValue | undefined): JsonValue | undefined {
  const [own, old] = [entered, written].map((value) => (isObject(value) ? value : {})) as [Data, Data];
  const keys = new Set([...Object.keys(fields), ...Object.keys(old)]);
  const merged = [...keys].flatMap((key) => {
    const field = fields[key];
    const value = field ? mergeInto(field, own[key], old[key]) : old[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

/** The meaning of a value, without empty and default values. */
function meaning(field: FormField, value: JsonValue | undefined): JsonValue | undefined {
  if (field.kind === 'checks' && Array.isArray(value)) {
    const sorted = field.options.filter((option) => value.includes(option));
    return isDeepStrictEqual(sorted, field.default ?? []) ? undefined : sorted;
  }
  if (isEmpty(value) || isDeepStrictEqual(value, field.default)) return undefined;
  if (field.kind === 'text') return canonical(field.input, value);
  if (field.kind === 'lines' && Array.isArray(value)) return value.map((line) => canonical(field.input, line) ?? null);
  if (field.kind === 'list' && !field.isKeyed && Array.isArray(value)) return value.map((item) => meaning(field.item, item) ?? null);
  if (field.kind !== 'group' || !isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, field.fields[key] ? meaning(field.fields[key], one) : one] as const);
  const kept = entries.filter(([, one]) => one !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Data);
}

/** Countries have a code and names. */
function canonical(input: Input, value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  return (input === 'country' ? countryCode(value) : undefined) ?? value.trim();
}

export const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Pairs the items of two lists in order, so that paired items have the most in common. `old` is an index in `now`, and `own` one in
 * `wanted`; items without a counterpart have only one of them.
 */
export function align(
  now: readonly JsonValue[],
  wanted: readonly JsonValue[],
): { readonly old?: number | undefined; readonly own?: number | undefined }[] {
  // The best score for the remaining items of both lists, computed from the end.
  const best = Array.from({ length: now.length + 1 }, () => new Float64Array(wanted.length + 1));
  const at = (old: number, own: number) => best[old]?.[own] ?? 0;
  const pair = (old: number, own: number) => likeness(now[old] as JsonValue, wanted[own] as JsonValue) + at(old + 1, own + 1);
  for (let old = now.length - 1; old >= 0; old--)
    for (let own = wanted.length - 1; own >= 0; own--)
      (best[old] as Float64Array)[own] = Math.max(pair(old, own), at(old + 1, own), at(old, own + 1));
  const aligned = [];
  for (let [old, own] = [0, 0]; old < now.length || own < wanted.length; ) {
    if (old < now.length && own < wanted.length && at(old, own) === pair(old, own)) aligned.push({ old: old++, own: own++ });
    else if (old < now.length && (own === wanted.length || at(old, own) === at(old + 1, own))) aligned.push({ old: old++ });
    else aligned.push({ own: own++ });
  }
  return aligned;
}

/** How much two values have in common, from 1 for nothing to 11 for equal values. */
function likeness(a: JsonValue, b: JsonValue): number {
  if (isObject(a) && isObject(b)) {
    const equal = Object.keys(a).filter((key) => isDeepStrictEqual(a[key], b[key])).length;
    return 1 + (10 * equal) / Math.max(Object.keys(a).length, Object.keys(b).length);
  }
  return isDeepStrictEqual(a, b) ? 11 : 1;
}
