import { createHash } from 'node:crypto';
import { isCalendarDate } from '../../site/contract/dates.ts';
import { type ReviewEntry, reviewEntry } from '../../site/dataset/content-files.ts';
import { reviewId } from '../../site/dataset/identity.ts';
import type { Column } from './csv-columns.ts';
import type { SourceRecord } from './source-record.ts';

export type DateOrder = 'ymd' | 'mdy' | 'dmy';

export interface AdaptOptions {
  /** The source of records that name none. */
  readonly source: string;
  /** Whether a record that says nothing about it counts as verified. */
  readonly verified: boolean;
  readonly dateOrder: DateOrder;
  /** The last day on which a review can have been written, YYYY-MM-DD. */
  readonly today: string;
}

/** A review ready to be merged: only the keys that its source speaks of, so that a merge leaves the others alone. */
export interface Incoming {
  readonly place: string;
  readonly identity: string;
  readonly entry: ReviewEntry;
  readonly given: ReadonlySet<keyof ReviewEntry>;
}

export interface Refused {
  readonly place: string;
  readonly reason: string;
}

export interface Adapted {
  readonly incoming: readonly Incoming[];
  readonly refused: readonly Refused[];
}

/** Turns a source's records into reviews; what can't be one is refused with the reason. Later records of an identity win. */
export function adaptRecords(records: readonly SourceRecord[], options: AdaptOptions): Adapted {
  const byIdentity = new Map<string, Incoming>();
  const refused: Refused[] = [];
  const nth = counter();
  for (const record of records) {
    const adapted = adapt(record, options, nth);
    if ('reason' in adapted) refused.push(adapted);
    else byIdentity.set(adapted.identity, adapted);
  }
  return { incoming: [...byIdentity.values()], refused };
}

function adapt({ place, cells }: SourceRecord, options: AdaptOptions, nth: (key: string) => number): Incoming | Refused {
  const cell = (column: Column) => cells.get(column) || undefined;
  const refuse = (column: Column, write: string): Refused => ({
    place,
    reason: `${column} ${JSON.stringify(cells.get(column) ?? '')}: ${write}`,
  });

  const date = toDate(cell('date'), options.dateOrder);
  if (date === undefined) return refuse('date', 'not a date like 2025-03-14; for 3/14/2025 say --dates mdy, for 14/3/2025 --dates dmy');
  if (date > options.today) return refuse('date', 'lies in the future');
  const rating = toRating(cell('rating'));
  if (rating === undefined) return refuse('rating', 'not a whole number of stars from 1 to 5');
  const verified = toBoolean(cell('verified'));
  if (verified === 'unclear') return refuse('verified', 'write true or false');
  const replyDate = cell('reply_date') === undefined ? date : toDate(cell('reply_date'), options.dateOrder);
  if (replyDate === undefined) return refuse('reply_date', 'not a date like 2025-03-14');

  const source = cell('source')?.toLowerCase() ?? options.source;
  const author = cell('author') ?? 'Anonymous';
  const sourceId = cell('source_id') ?? madeUpId(author, date, nth);
  const replyText = cell('reply_text');
  const parsed = reviewEntry.safeParse({
    id: reviewId(date, source, sourceId),
    source,
    source_id: sourceId,
    source_url: cell('source_url') ?? null,
    date,
    rating,
    author,
    author_avatar_url: cell('author_avatar_url') ?? null,
    text: joinTitle(cell('title'), cell('text')),
    owner_reply: replyText === undefined ? null : { text: replyText, date: replyDate },
    verified: verified ?? options.verified,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { place, reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  return { place, identity: identityOf(source, sourceId), entry: parsed.data, given: givenKeys(cells) };
}

/** What makes a review the same at its source, whatever else of it changes. */
export function identityOf(source: string, sourceId: string): string {
  return `${source}\n${sourceId}`;
}

const keysOf: Readonly<Record<Column, keyof ReviewEntry>> = {
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
};

function givenKeys(cells: SourceRecord['cells']): Set<keyof ReviewEntry> {
  return new Set([...cells].filter(([column, value]) => column !== 'verified' || value !== '').map(([column]) => keysOf[column]));
}

/** For exports without ids: who wrote on which day, and the how-manyeth of that day it is. Edits of the text keep it. */
function madeUpId(author: string, date: string, nth: (key: string) => number): string {
  const key = `${author}\n${date}`;
  return createHash('sha256')
    .update(`${key}\n${nth(key)}`)
    .digest('hex')
    .slice(0, 16);
}

function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

function joinTitle(title: string | undefined, text: string | undefined): string | null {
  return [title, text].filter((part) => part !== undefined).join('\n') || null;
}

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };

function toRating(text: string | undefined): number | undefined {
  const value = text?.toLowerCase().replace(/\s*(?:stars?|\/ ?5|out of 5)$/, '') ?? '';
  if (/^[1-5](?:\.0+)?$/.test(value)) return Number(value);
  return /^★{1,5}☆{0,4}$/.test(value) ? value.replace(/☆/g, '').length : NUMBERS[value];
}

function toBoolean(text: string | undefined): boolean | 'unclear' | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|yes|y|1|verified)$/i.test(text)) return true;
  return /^(?:false|no|n|0|unverified|not verified)$/i.test(text) ? false : 'unclear';
}

/** The day that a cell names, as it is written there: a time and its offset are cut off. */
function toDate(text: string | undefined, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text ?? '');
  const other = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,].*)?$/.exec(text ?? '');
  const parts =
    iso?.slice(1) ??
    (other && order === 'mdy' ? [other[3], other[1], other[2]] : other && order === 'dmy' ? [other[3], other[2], other[1]] : undefined);
  const date = parts?.map((part) => String(part).padStart(2, '0')).join('-');
  return date !== undefined && isCalendarDate(date) ? date : undefined;
}
