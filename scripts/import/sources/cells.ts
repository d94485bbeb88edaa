import { toInstant } from '../../../site/content/instant.ts';
import type { ReviewEntry } from '../../../site/content/schemas.ts';
import { calendarDate } from '../../../site/contract/dates.ts';
import { type CustomerField, customerField, type VerificationMethod } from '../../../site/contract/review.ts';
import type { OwnColumn } from '../columns.ts';
import type { SourceContext } from '../context.ts';
import type { Place } from '../doubt.ts';
import { derivedSourceId, type Incoming, identityOf, type Refused, type Reply, toIncoming, toRefused } from '../incoming.ts';
import { type CellValue, readDay, readRating, toBoolean } from '../values.ts';

/** The cells of a row by column, for the columns that the table has; empty cells are empty strings. */
type Cells = ReadonlyMap<OwnColumn, string>;

/** Facts about a review that aren't in its columns. */
export interface TableFacts {
  readonly source?: string;
  readonly method?: VerificationMethod;
  readonly sourceUrl?: string;
  /** The reviewed place. */
  readonly place?: Place;
  /** If the row is a reply, the source id of its review. */
  readonly replyTo?: string;
  /** If the row is a reply, whether it is the business's and was shown at its source. */
  readonly isShown?: boolean;
  /** Whether an absent reply means that there is none, although the table has no column for it. */
  readonly hasReply?: boolean;
  /** Whether this service has published it: names and texts may be masked, and an empty verification date means that it is unknown. */
  readonly isPublished?: boolean;
}

/** Converts a row with a reply; the reply is null if it has no text, wasn't shown at its source or isn't the business's. */
export function adaptReply(place: string, cells: Cells, context: SourceContext, facts: TableFacts): Reply | Refused {
  const date = readDay(cells.get('date') ?? '', context.dateOrder);
  const source = facts.source ?? context.source;
  const text = facts.isShown === false ? '' : (cells.get('text') ?? '');
  if ('fix' in date) return { place, reason: `date ${JSON.stringify(cells.get('date') ?? '')}: ${date.fix}` };
  return {
    replyTo: identityOf({ source, source_id: facts.replyTo }),
    author: cells.get('author') ?? '',
    reply: text === '' ? null : { text, date: date.value },
  };
}

/** Converts the cells of a row into a review, or refuses them with the column, its value and the fix. */
export function adaptCells(place: string, cells: Cells, context: SourceContext, facts: TableFacts = {}): Incoming | Refused {
  const { isPublished } = facts;
  const cell = (column: OwnColumn) => cells.get(column) || undefined;
  const source = (facts.source ?? cell('source') ?? context.source).toLowerCase();
  const sourceId = cell('source_id');
  const wrong = (column: OwnColumn, write: string) =>
    toRefused(place, `${column} ${JSON.stringify(cells.get(column) ?? '')}: ${write}`, { source, source_id: sourceId });

  const toDay = (text: string) => readDay(text, context.dateOrder);
  const date = toDay(cell('date') ?? '');
  if ('fix' in date) return wrong('date', date.fix);
  if (date.value > context.lastDay) return wrong('date', 'is in the future');
  const rating = readRating(cell('rating') ?? '');
  if ('fix' in rating) return wrong('rating', rating.fix);
  const verified = toBoolean(cell('verified'));
  if (verified === 'unclear') return wrong('verified', 'write true or false');
  const replyDate = readOptional(cell('reply_date'), null, toDay);
  if ('fix' in replyDate) return wrong('reply_date', replyDate.fix);
  const updated = readOptional(cell('updated_at'), undefined, (text) => readTime(text, context.dateOrder));
  if ('fix' in updated) return wrong('updated_at', updated.fix);
  const verifiedAt = readOptional(cell('verified_at'), isPublished && cells.has('verified_at') ? null : context.day, toDay);
  if ('fix' in verifiedAt) return wrong('verified_at', verifiedAt.fix);

  const changed = readChanges(cell('changed_by_business'));
  if ('fix' in changed) return wrong('changed_by_business', changed.fix);

  const author = cell('author') ?? 'Anonymous';
  const id = cell('id');
  const replyText = cell('reply_text');
  const reference = cell('reference');
  const method = cell('verification_method') ?? facts.method ?? (reference === undefined ? (context.method ?? 'vouched') : 'invoice');
  const result = toIncoming(
    place,
    {
      id,
      source,
      source_id: sourceId ?? (id === undefined ? derivedSourceId(author, date.value, context.occurrenceOf) : undefined),
      source_url: cell('source_url') ?? facts.sourceUrl ?? null,
      date: date.value,
      rating: rating.value,
      author,
      author_avatar_url: cell('author_avatar_url') ?? null,
      text: [cell('title'), cell('text')].filter((part) => part !== undefined).join('\n') || null,
      owner_reply: replyText === undefined ? null : { text: replyText, date: replyDate.value },
      verified: verified ?? context.verified,
      verification: {
        method,
        verified_at: verifiedAt.value,
        ...(reference === undefined ? {} : { reference }),
      },
      changed_by_business: changed.value,
      source_updated_at: updated.value,
    },
    givenKeys(cells, context, facts),
  );
  return isPublished && 'entry' in result ? { ...result, isPublished } : result;
}

function readOptional<T, Nothing>(
  text: string | undefined,
  nothing: Nothing,
  read: (text: string) => CellValue<T>,
): CellValue<T | Nothing> {
  return text === undefined ? { value: nothing } : read(text);
}

/** Reads "rating 2024-03-14; text unknown". */
function readChanges(cell: string | undefined): CellValue<ReviewEntry['changed_by_business']> {
  if (cell === undefined) return { value: undefined };
  const changes = cell.split(';').map((change) => change.trim().split(' '));
  const isRead = changes.every(([field, day = '', more]) => {
    const isField = customerField.safeParse(field).success;
    return isField && more === undefined && (day === 'unknown' || calendarDate.safeParse(day).success);
  });
  if (!isRead) return { fix: 'write fields and days, such as "rating 2024-03-14; text unknown"' };
  return {
    value: changes.map(([field, day = '']) => ({ field: field as CustomerField, date: day === 'unknown' ? null : day })),
  };
}

/** A date without a time counts as midnight UTC: of two changes on the same day the last import wins. */
function readTime(text: string, order: SourceContext['dateOrder']): CellValue<string> {
  const instant = toInstant(text);
  if (instant !== undefined) return { value: instant };
  const day = readDay(text, order);
  return 'fix' in day ? day : { value: `${day.value}T00:00:00Z` };
}

/** The key of a review that a column is part of, if it has another name. */
const keyOf: Readonly<Record<Exclude<OwnColumn, keyof ReviewEntry>, keyof ReviewEntry>> = {
  title: 'text',
  reply_text: 'owner_reply',
  reply_date: 'owner_reply',
  updated_at: 'source_updated_at',
  verification_method: 'verification',
  verified_at: 'verification',
  reference: 'verification',
};

const isKey = (column: OwnColumn): column is OwnColumn & keyof ReviewEntry => !Object.hasOwn(keyOf, column);

/** Columns whose empty cells keep the stored value. In other columns, an empty cell means that there is none. */
const KEPT_IF_EMPTY: ReadonlySet<string> = new Set(['verified', 'verification_method', 'verified_at', 'reference', 'updated_at']);

function* givenKeys(cells: Cells, context: SourceContext, { hasReply }: TableFacts): Generator<keyof ReviewEntry> {
  if (hasReply) yield 'owner_reply';
  if (context.method !== undefined) yield 'verification';
  for (const [column, value] of cells)
    if (column !== 'changed_by_business' && (value !== '' || !KEPT_IF_EMPTY.has(column))) yield isKey(column) ? column : keyOf[column];
}
