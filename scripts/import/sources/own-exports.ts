import { isObject } from '../../../site/algorithms.ts';
import { showValue } from '../../../site/content/problems.ts';
import { csvColumns, restoreCell } from '../../../site/documents/csv.ts';
import { columnNames } from '../columns.ts';
import type { SourceContext } from '../context.ts';
import { asPublished, type Incoming, type Refused } from '../incoming.ts';
import { isModeration, otherFields } from '../moderation/moderation.ts';
import { adaptCells, type Cells, type OwnColumn } from './cells.ts';
import type { Source } from './source.ts';

/** Reviews as this service publishes them: reviews.json, reviews.ndjson, answers of since and of search. */
export const ownJson: Source = {
  name: 'open-reviews',
  help: "this service's own reviews.json, reviews.ndjson and answers, or any JSON and NDJSON with their fields",
  canBeComplete: false,
  recognise: ({ format, ...head }) => format === 'json' && 'record' in head && hasOurKeys(head.record),
  begin: (_name, _head, context) => ({
    notes: [],
    adapt: ({ place, value }) =>
      hasOurKeys(value)
        ? adapt(place, cellsOfRecord(value), context)
        : { place, reason: `${showValue(value)}: not a review with at least date, rating and author` },
    othersOf: ({ value }) => otherFields(value, KNOWN),
  }),
};

const hasOurKeys = (record: unknown): record is object => isObject(record) && 'rating' in record && 'date' in record;

/** The column of each path. Mentions are derived from the catalogue, photos are files of their own, and other keys are computed. */
const COLUMNS: Readonly<Record<string, OwnColumn>> = {
  ...Object.fromEntries(
    (['id', 'source', 'source_id', 'source_url', 'date', 'rating', 'author', 'author_avatar_url', 'text', 'verified'] as const).map(
      (key) => [key, key],
    ),
  ),
  owner_reply: 'reply_text',
  'owner_reply.text': 'reply_text',
  'owner_reply.date': 'reply_date',
  verification: 'verification_method',
  'verification.method': 'verification_method',
  'verification.verified_at': 'verified_at',
  changed_by_business: 'changed_by_business',
  source_updated_at: 'updated_at',
};

/** Paths that aren't about visibility; any other field may be. References and imports are only valid in the service that published them. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(COLUMNS).filter((path) => path !== 'owner_reply' && path !== 'verification'),
  ...['mentions', 'photos', 'edited', 'verification.reference', 'verification.import'],
]);

function cellsOfRecord(record: object): Cells {
  const cells = new Map<OwnColumn, string>();
  const add = (path: string, value: unknown) => {
    const column = Object.hasOwn(COLUMNS, path) ? COLUMNS[path] : undefined;
    if (column === 'changed_by_business') cells.set(column, printChanges(value));
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) add(`${path}.${key}`, inner);
    else if (column !== undefined) cells.set(column, String(value ?? '').trim());
  };
  for (const [key, value] of Object.entries(record)) add(key, value);
  return cells;
}

/** Changes as reviews.csv has them: "rating 2024-03-14; text unknown". */
function printChanges(value: unknown): string {
  const changes = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return changes
    .map((one) => (isObject(one) && 'field' in one && 'date' in one ? `${one.field} ${one.date ?? 'unknown'}` : '?'))
    .join('; ');
}

/** Reviews without a verification are published as `vouched` without a date, so that counts as none. */
function adapt(place: string, cells: Cells, context: SourceContext): Incoming | Refused {
  const isVouched = cells.get('verification_method') === 'vouched' && !cells.get('verified_at');
  const given = isVouched ? new Map([...cells].filter(([column]) => column !== 'verification_method')) : cells;
  return asPublished(adaptCells(place, given, context, { isDayKnown: cells.has('verified_at') }));
}

/** The reviews.csv that this service publishes. */
export const ownCsv: Source = {
  name: 'open-reviews',
  help: "this service's own reviews.csv",
  canBeComplete: false,
  recognise: (head) => head.format === 'csv' && ['id', 'mentions_technicians'].every((column) => clean(head.header).includes(column)),
  begin: (name, head, context) => {
    const columns = clean(head.format === 'csv' ? head.header : []);
    const isOther = (column: string) => !Object.hasOwn(csvColumns, column) && !isKnown(column);
    const pairs = (value: unknown) => columns.map((column, index) => [column, (value as readonly string[])[index] ?? ''] as const);
    return {
      notes: columns
        .filter((column) => isOther(column) && !isModeration(column, context))
        .map((column) => `${name}: the column "${column}" is not imported`),
      adapt: ({ place, value }) => {
        const known = pairs(value).filter((pair): pair is [OwnColumn, string] => isKnown(pair[0]));
        return adapt(place, new Map(known.map(([column, cell]) => [column, restoreCell(cell).trim()])), context);
      },
      othersOf: ({ value }) => pairs(value).filter(([column]) => isOther(column)),
    };
  },
};

const clean = (header: readonly string[]) => header.map((name) => name.trim());
const isKnown = (column: string): column is OwnColumn =>
  column === 'id' || column === 'changed_by_business' || (columnNames as readonly string[]).includes(column);
