import { crc32 } from 'node:zlib';
import { type ChangeByBusiness, type CustomerField, customerField } from '../contract/review.ts';
import { isPlainField, plainDefaults } from '../contract/review-fields.ts';
import { editable, type IdentifiedEntry, type ReviewEntry } from './schemas.ts';

/** A key that people may set by hand. */
export type EditableKey = NonNullable<ReviewEntry['edited']>[number];

/** In the order of their checksums: new keys are added at the end. */
const KEYS: readonly EditableKey[] = editable.options;
const BYTES = 4;

/**
 * The checksums that an import stores in a record (`imported`), by which the next import detects hand edits: the CRC-32 of each key's
 * value, concatenated in Base64url. They don't depend on spacing or the order of keys. Plain fields at the end that have their default are
 * left out, so a new field changes no record.
 */
export function checksums(entry: ReviewEntry): string {
  const keys = KEYS.slice(0, KEYS.findLastIndex((key) => !isPlainField(key) || entry[key] !== plainDefaults[key]) + 1);
  const sums = Buffer.alloc(keys.length * BYTES);
  for (const [index, key] of keys.entries()) sums.writeUInt32BE(checksum(entry[key]), index * BYTES);
  return sums.toString('base64url');
}

/** The CRC-32 of a value as JSON; null counts as absent. */
export const checksum = (value: unknown) => crc32(JSON.stringify(value, (_key, inner) => inner ?? undefined) ?? '');

const sumsOf = ({ imported }: ReviewEntry) => Buffer.from(imported ?? '', 'base64url');

/**
 * The checksum of a key's value as the last import wrote it: for a plain field that its checksums leave out, that of the default.
 * Undefined if the import stored none.
 */
function storedSum(sums: Buffer, key: EditableKey): number | undefined {
  const at = KEYS.indexOf(key) * BYTES;
  if (at + BYTES <= sums.length) return sums.readUInt32BE(at);
  return sums.length > 0 && isPlainField(key) ? checksum(plainDefaults[key]) : undefined;
}

/** The keys whose values differ from what the last import wrote; empty if it stored no checksums. */
export function handEdits(entry: ReviewEntry): readonly EditableKey[] {
  const sums = sumsOf(entry);
  return KEYS.filter((key) => {
    const sum = storedSum(sums, key);
    return sum !== undefined && sum !== checksum(entry[key]);
  });
}

/** The review with `keys` marked as edited by hand. */
export function markEdited(entry: IdentifiedEntry, keys: readonly EditableKey[]): IdentifiedEntry {
  return keys.length === 0 ? entry : { ...entry, edited: [...new Set([...(entry.edited ?? []), ...keys])] };
}

type Change = NonNullable<ReviewEntry['changed_by_business']>[number];

/** A checksum as `at_source` stores it: 8 hex digits. */
const printSum = (sum: number) => sum.toString(16).padStart(8, '0');

/** The review with its hand edits recorded as of `day`, before new checksums hide them. */
export function recordChanges(entry: IdentifiedEntry, day: string): IdentifiedEntry {
  const sums = sumsOf(entry);
  const known = changesOf(entry);
  for (const field of handEdits(entry).filter(isCustomerField)) {
    const { date = null, at_source = printSum(storedSum(sums, field) ?? 0) } = known.get(field) ?? {};
    known.set(field, { field, date: date ?? day, at_source });
  }
  return withChanges(entry, known);
}

/**
 * The review with its recorded changes updated from the current values at its source, which provides `fields`. A field that equals its
 * source counts as unchanged.
 */
export function compareToSource(entry: IdentifiedEntry, source: ReviewEntry, fields: readonly (keyof ReviewEntry)[]): IdentifiedEntry {
  const known = changesOf(entry);
  for (const field of customerField.options.filter((one) => fields.includes(one))) {
    const at_source = printSum(checksum(source[field]));
    const isProtected = entry.edited?.includes(field) ?? false;
    // Imports leave edited fields alone, so one that equals its source now may differ from a later version.
    if (isProtected || (known.has(field) && at_source !== printSum(checksum(entry[field]))))
      known.set(field, { field, date: known.get(field)?.date ?? null, at_source });
    else known.delete(field);
  }
  return withChanges(entry, known);
}

/**
 * The fields of an imported review that the business changed, each with the day on which that was recorded. To state a plain field that its
 * source doesn't state is no change.
 */
export function changesByBusiness(entry: ReviewEntry): ChangeByBusiness[] {
  const { changed_by_business, edited, imported } = entry;
  if (imported === undefined && changed_by_business === undefined && edited === undefined) return [];
  const known = changesOf(entry);
  const unrecorded = handEdits(entry);
  const edits = new Set<string>([...unrecorded, ...(edited ?? [])]);
  const sums = sumsOf(entry);
  return customerField.options
    .filter((field) => {
      const change = known.get(field);
      const atSource = change?.at_source ?? (unrecorded.includes(field) ? printSum(storedSum(sums, field) ?? 0) : undefined);
      if (isPlainField(field) && atSource === printSum(checksum(plainDefaults[field]))) return false;
      if (change?.at_source === undefined) return change !== undefined || edits.has(field);
      return change.at_source !== printSum(checksum(entry[field]));
    })
    .map((field) => ({ field, date: known.get(field)?.date ?? null }));
}

const changesOf = ({ changed_by_business = [] }: ReviewEntry) =>
  new Map<CustomerField, Change>(changed_by_business.map((change) => [change.field, change]));

function withChanges(entry: IdentifiedEntry, changes: ReadonlyMap<CustomerField, Change>): IdentifiedEntry {
  const { changed_by_business: _, ...rest } = entry;
  return changes.size === 0 ? rest : { ...rest, changed_by_business: [...changes.values()] };
}

const isCustomerField = (key: string): key is CustomerField => (customerField.options as readonly string[]).includes(key);
