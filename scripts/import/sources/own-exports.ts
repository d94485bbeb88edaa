import { toInstant } from '../../../site/content/instant.ts';
import { showValue } from '../../../site/content/problems.ts';
import { csvColumns, restoreCell } from '../../../site/documents/csv.ts';
import { columnNames } from '../columns.ts';
import type { SourceContext } from '../context.ts';
import { asPublished, derivedSourceId, type Incoming, type Refused, toIncoming, toRefused } from '../incoming.ts';
import type { Raw } from '../input/document.ts';
import { isModeration, otherFields } from '../moderation/moderation.ts';
import { type CellValue, readDay, readRating } from '../values.ts';
import { adaptCells, type Cells, type OwnColumn } from './cells.ts';
import type { Source } from './source.ts';

/** The keys of a review that are imported; `mentions` are derived from the catalogue, and the others are computed. */
const KEYS = [
  'id',
  'source',
  'source_id',
  'source_url',
  'date',
  'rating',
  'author',
  'author_avatar_url',
  'text',
  'owner_reply',
  'verified',
  'verification',
  'changed_by_business',
  'source_updated_at',
] as const;

type Known = Readonly<Partial<Record<(typeof KEYS)[number], unknown>>>;

/** Reviews as this service publishes them: reviews.json, reviews.ndjson, answers of since and of search. */
export const ownJson: Source = {
  name: 'open-reviews',
  help: "this service's own reviews.json, reviews.ndjson and answers, or any JSON and NDJSON with their fields",
  canBeComplete: false,
  recognise: ({ format, ...head }) => format === 'json' && 'record' in head && hasOurKeys(head.record),
  begin: (_name, _head, context) => ({
    notes: [],
    adapt: (raw) => asPublished(adapt(raw, context)),
    othersOf: ({ value }) => otherFields(value, KNOWN),
  }),
};

/** Known paths of a review; any other field may be about its visibility. */
const KNOWN: ReadonlySet<string> = new Set([
  ...KEYS.filter((key) => key !== 'owner_reply' && key !== 'verification'),
  ...['owner_reply.text', 'owner_reply.date', 'mentions', 'edited'],
  ...['verification.method', 'verification.verified_at', 'verification.reference', 'verification.import'],
]);

const hasOurKeys = (record: unknown) => typeof record === 'object' && record !== null && 'rating' in record && 'date' in record;

function adapt({ place, value }: Raw, context: SourceContext): Incoming | Refused {
  if (!hasOurKeys(value)) return { place, reason: `${showValue(value)}: not a review with at least date, rating and author` };
  const record: Known = Object.fromEntries(Object.entries(value as object).filter(([key]) => KEYS.includes(key as (typeof KEYS)[number])));
  const source = typeof record.source === 'string' ? record.source : context.source;
  const known = { source, source_id: text(record.source_id) };
  const date = readDay(text(record.date) ?? '', context.dateOrder);
  if ('fix' in date) return toRefused(place, `date ${showValue(record.date)}: ${date.fix}`, known);
  if (date.value > context.lastDay) return toRefused(place, `date ${showValue(record.date)}: is in the future`, known);
  const rating: CellValue<unknown> = typeof record.rating === 'string' ? readRating(record.rating) : { value: record.rating };
  if ('fix' in rating) return toRefused(place, `rating ${showValue(record.rating)}: ${rating.fix}`, known);
  const hasIdentity = record.id !== undefined || record.source_id !== undefined;
  const source_id = hasIdentity ? known.source_id : derivedSourceId(String(record.author), date.value, context.occurrenceOf);
  const given = (Object.keys(record) as (keyof Known)[]).filter((key) => key !== 'verification' && key !== 'changed_by_business');
  return toIncoming(
    place,
    {
      ...record,
      date: date.value,
      rating: rating.value,
      text: blankToNull(record.text ?? null),
      source,
      source_id,
      verified: record.verified ?? context.verified,
      verification: verificationOf(record, context),
      changed_by_business: isEmptyList(record.changed_by_business) ? undefined : record.changed_by_business,
      source_updated_at: typeof record.source_updated_at === 'string' ? toInstant(record.source_updated_at) : undefined,
    },
    [...given, ...(isVerificationGiven(record, context) ? (['verification'] as const) : [])],
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value));

/** Reviews without a verification are published as `vouched` without a date, so that counts as none. */
function isVerificationGiven({ verification }: Known, context: SourceContext): boolean {
  if (verification === undefined || verification === null) return context.method !== undefined;
  const { method, verified_at } = verification as { method?: unknown; verified_at?: unknown };
  return method !== 'vouched' || (verified_at ?? null) !== null;
}

/** The verification without `reference` and `import`, which are only valid in the service that published them. */
function verificationOf({ verification }: Known, context: SourceContext): unknown {
  if (verification === undefined || verification === null) return { method: context.method ?? 'vouched', verified_at: context.day };
  if (typeof verification !== 'object') return verification;
  const { method, verified_at } = verification as { method?: unknown; verified_at?: unknown };
  return { method, verified_at };
}

/**
 * The reviews.csv that this service publishes. Its `id` is the identity; mentions are ignored, since they are derived from the catalogue.
 * A `vouched` verification without a date counts as none.
 */
export const ownCsv: Source = {
  name: 'open-reviews',
  help: "this service's own reviews.csv",
  canBeComplete: false,
  recognise: (head) => head.format === 'csv' && ['id', 'mentions_technicians'].every((column) => clean(head.header).includes(column)),
  begin: (name, head, context) => {
    const columns = clean(head.format === 'csv' ? head.header : []);
    const isOther = (column: string) => !Object.hasOwn(csvColumns, column) && !isKnown(column);
    return {
      notes: columns
        .filter((column) => isOther(column) && !isModeration(column, context))
        .map((column) => `${name}: the column "${column}" is not imported`),
      adapt: ({ place, value }) => {
        const cells = cellsOf(columns, value as readonly string[]);
        return asPublished(adaptCells(place, cells, context, { isDayKnown: cells.has('verified_at') }));
      },
      othersOf: ({ value }) =>
        columns.flatMap((column, index) => (isOther(column) ? [[column, (value as readonly string[])[index] ?? ''] as const] : [])),
    };
  },
};

const clean = (header: readonly string[]) => header.map((name) => name.trim());
const isKnown = (column: string): column is OwnColumn =>
  column === 'id' || column === 'changed_by_business' || (columnNames as readonly string[]).includes(column);

function cellsOf(columns: readonly string[], row: readonly string[]): Cells {
  const known = columns.map((column, index) => [column, restoreCell(row[index] ?? '').trim()] as const);
  const cells = new Map(known.filter((pair): pair is [OwnColumn, string] => isKnown(pair[0])));
  if (cells.get('verification_method') === 'vouched' && cells.get('verified_at') === '') cells.delete('verification_method');
  return cells;
}
