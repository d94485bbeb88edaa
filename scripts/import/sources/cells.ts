import type { VerificationMethod } from '../../../site/contract/review.ts';
import type { ReviewEntry } from '../../../site/dataset/content-files.ts';
import { type Context, type Incoming, madeUpId, type Refused, refuse, toIncoming } from '../incoming.ts';
import { toInstant } from '../instant.ts';
import { toBoolean, toDate, toRating } from '../values.ts';
import type { Column } from './columns.ts';

/** One review as a table tells it: a cell for each column that the table has, empty where it says nothing. */
export type Cells = ReadonlyMap<Column | 'id', string>;

/** What a source of tables knows of a review beside its columns. */
export interface TableFacts {
  readonly source?: string;
  readonly method?: VerificationMethod;
  readonly sourceUrl?: string;
  /** Whether an empty day of verification says that nobody wrote it down; otherwise it is the day of the import. */
  readonly isDayKnown?: boolean;
}

/** Turns the cells of a row into a review; what can't be one is refused with the column, what was found and what to write. */
export function adaptCells(place: string, cells: Cells, context: Context, facts: TableFacts = {}): Incoming | Refused {
  const cell = (column: Column | 'id') => cells.get(column) || undefined;
  const source = (facts.source ?? cell('source') ?? context.source).toLowerCase();
  const sourceId = cell('source_id');
  const wrong = (column: Column, write: string) =>
    refuse(place, `${column} ${JSON.stringify(cells.get(column) ?? '')}: ${write}`, { source, source_id: sourceId });

  const date = toDate(cell('date'), context.dateOrder);
  if (date === undefined) return wrong('date', 'not a date like 2025-03-14; for 3/14/2025 say --dates mdy, for 14/3/2025 --dates dmy');
  if (date > context.lastDay) return wrong('date', 'lies in the future');
  const rating = toRating(cell('rating'));
  if (rating === undefined) return wrong('rating', 'not a whole number of stars from 1 to 5');
  const verified = toBoolean(cell('verified'));
  if (verified === 'unclear') return wrong('verified', 'write true or false');
  const replyDate = cell('reply_date') === undefined ? date : toDate(cell('reply_date'), context.dateOrder);
  if (replyDate === undefined) return wrong('reply_date', 'not a date like 2025-03-14');
  const updated = cell('updated_at') === undefined ? undefined : toInstant(cell('updated_at') ?? '');
  if (updated === undefined && cell('updated_at')) return wrong('updated_at', 'not a time like 2025-03-14T09:30:00Z');
  const verifiedAt =
    cell('verified_at') === undefined ? (facts.isDayKnown ? null : context.day) : toDate(cell('verified_at'), context.dateOrder);
  if (verifiedAt === undefined) return wrong('verified_at', 'not a date like 2025-03-14');

  const author = cell('author') ?? 'Anonymous';
  const id = cell('id');
  const replyText = cell('reply_text');
  const reference = cell('reference');
  const method = cell('verification_method') ?? facts.method ?? (reference === undefined ? (context.method ?? 'vouched') : 'invoice');
  return toIncoming(
    place,
    {
      id,
      source,
      source_id: sourceId ?? (id === undefined ? madeUpId(author, date, context.nth) : undefined),
      source_url: cell('source_url') ?? facts.sourceUrl ?? null,
      date,
      rating,
      author,
      author_avatar_url: cell('author_avatar_url') ?? null,
      text: [cell('title'), cell('text')].filter((part) => part !== undefined).join('\n') || null,
      owner_reply: replyText === undefined ? null : { text: replyText, date: replyDate },
      verified: verified ?? context.verified,
      verification: {
        method,
        verified_at: verifiedAt,
        ...(reference === undefined ? {} : { reference }),
      },
      source_updated_at: updated,
    },
    givenKeys(cells, context),
  );
}

const keysOf: Readonly<Record<Column | 'id', keyof ReviewEntry>> = {
  id: 'id',
  date: 'date',
  rating: 'rating',
  author: 'author',
  text: 'text',
  source_id: 'source_id',
  source: 'source',
  source_url: 'source_url',
  title: 'text',
  reply_text: 'owner_reply',
  reply_date: 'owner_reply',
  author_avatar_url: 'author_avatar_url',
  verified: 'verified',
  updated_at: 'source_updated_at',
  verification_method: 'verification',
  verified_at: 'verification',
  reference: 'verification',
};

/** An empty cell says that there is nothing, but for what only ever adds: whether and how a review was verified, and when it changed. */
const ADDS: ReadonlySet<string> = new Set(['verified', 'verification_method', 'verified_at', 'reference', 'updated_at']);

function* givenKeys(cells: Cells, context: Context): Generator<keyof ReviewEntry> {
  if (context.method !== undefined) yield 'verification';
  for (const [column, value] of cells) if (value !== '' || !ADDS.has(column)) yield keysOf[column];
}
