import { nearest } from '../../site/content/read/nearest.ts';
import type { SourceContext } from './context.ts';

/** The headers under which exports carry each column (contract.md 2), in lower case with underscores; our own name comes first. */
const names = {
  date: [
    'date',
    'review_date',
    'date_of_review',
    'created',
    'created_at',
    'create_time',
    'createtime',
    'posted',
    'time',
    'timestamp',
    'review_created',
    'review_created_utc',
  ],
  rating: ['rating', 'stars', 'star_rating', 'starrating', 'star', 'review_rating', 'review_stars', 'overall_rating'],
  author: [
    'author',
    'author_name',
    'author_title',
    'reviewer',
    'reviewer_name',
    'customer',
    'customer_name',
    'display_name',
    'displayname',
    'nickname',
    'user_name',
    'username',
    'consumer_name',
    'review_username',
    'review_display',
    'comment_author',
  ],
  text: [
    'text',
    'review',
    'review_text',
    'review_content',
    'comment',
    'comments',
    'comment_content',
    'content',
    'body',
    'message',
    'description',
    'detail',
  ],
  source_id: ['source_id', 'id', 'review_id', 'reviewid', 'reviews_id', 'comment_id', 'external_id', 'uuid'],
  source: ['source', 'platform', 'site', 'origin', 'channel', 'provider'],
  source_url: ['source_url', 'url', 'link', 'review_url', 'review_link', 'permalink'],
  title: ['title', 'review_title', 'headline', 'subject', 'heading'],
  reply_text: [
    'reply_text',
    'reply',
    'owner_reply',
    'response',
    'response_text',
    'owner_response',
    'business_response',
    'company_reply',
    'owner_answer',
  ],
  reply_date: ['reply_date', 'response_date', 'replied_at', 'owner_reply_date', 'owner_response_date', 'company_reply_date'],
  author_avatar_url: ['author_avatar_url', 'avatar', 'avatar_url', 'author_image', 'profile_photo', 'profile_photo_url', 'profilephotourl'],
  verified: ['verified', 'is_verified', 'verified_purchase', 'verified_customer', 'verified_buyer', 'is_verified_buyer'],
  updated_at: ['updated_at', 'updated', 'update_time', 'updatetime', 'last_modified', 'modified_at', 'edited_at', 'source_updated_at'],
  verification_method: ['verification_method', 'verified_by', 'verified_how'],
  verified_at: ['verified_at', 'verification_date', 'date_verified'],
  reference: ['reference', 'invoice', 'invoice_number', 'invoice_no', 'job_number', 'job_no', 'job_id', 'order_number', 'order_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Headers that mean a column where no usual one does, the likeliest first: beside a date `published` says whether a review can be seen,
 * or since when.
 */
const lesserNames: Readonly<Partial<Record<Column, readonly string[]>>> = {
  date: [
    ...['date_created', 'created_date', 'creation_date', 'review_creation_date', 'comment_date', 'addition_date', 'review_datetime_utc'],
    ...['submitted_at', 'date_submitted', 'published_date', 'publish_date', 'date_published', 'published_at', 'published'],
  ],
  rating: ['review_score', 'score'],
  author: ['reviewer_display_name', 'name', 'full_name', 'user'],
  reply_date: ['reply_published_date', 'owner_answer_timestamp_datetime_utc'],
  updated_at: ['updated_date', 'date_updated'],
};

/** What a column can hold. */
export type Column = keyof typeof names;

export const columnNames = Object.keys(names) as Column[];

const columnOf = new Map<string, Column>(columnNames.flatMap((column) => names[column].map((name) => [name, column] as const)));

/** What a header usually means, whatever its case and spacing; undefined where that isn't known. */
export const usualColumn = (name: string): Column | undefined => columnOf.get(normaliseHeader(name));

export interface Columns {
  /** For each place in a row, the column it holds, or undefined for one that means nothing to us. */
  readonly places: readonly (Column | undefined)[];
  /** The places of columns that nobody knows. */
  readonly unknown: readonly number[];
  /** What is wrong with the header, in a sentence; undefined where it will do. */
  readonly problem: string | undefined;
}

/** What a source calls its columns beyond the usual, in lower case with underscores; undefined for one that is known and not needed. */
export type OwnNames = Readonly<Record<string, Column | undefined>>;

/**
 * Recognises a header's columns by their usual names, whatever their case and spacing, by a source's own names, and before
 * all by what is `mapped`: the header's name for each of ours. Those that are `ignored` are unknown.
 */
export function recogniseColumns(
  header: readonly string[],
  { columns: mapped, ignored }: Pick<SourceContext, 'columns' | 'ignored'>,
  own: OwnNames = {},
): Columns {
  const ours = new Map([...mapped].map(([column, name]) => [name, column as Column]));
  const taken = new Set<Column | undefined>(ours.values());
  const isKnown = (name: string) => normaliseHeader(name) in own && !ignored.has(name.trim());
  const usual = (name: string) => (ignored.has(name.trim()) ? undefined : isKnown(name) ? own[normaliseHeader(name)] : usualColumn(name));
  const found = header.map((name) => ours.get(name) ?? (taken.has(usual(name)) ? undefined : usual(name)));
  const isFree = (index: number) => found[index] === undefined && !isKnown(header[index] ?? '');
  const free = new Map(
    header.flatMap((name, index) => (isFree(index) && !ignored.has(name.trim()) ? [[normaliseHeader(name), index] as const] : [])),
  );
  const lesser = new Map(columnNames.filter((column) => !found.includes(column)).map((column) => [likeliest(column, free), column]));
  const places = found.map((column, index) => column ?? lesser.get(index));
  const unknown = [...header.keys()].filter((index) => isFree(index) && places[index] === undefined);
  return { places, unknown, problem: problemOf(header, places, mapped) };
}

/** The place of the likeliest of a column's lesser names among those that are free; undefined where there is none. */
function likeliest(column: Column, free: ReadonlyMap<string, number>): number | undefined {
  const name = lesserNames[column]?.find((one) => free.has(one));
  return name === undefined ? undefined : free.get(name);
}

function problemOf(header: readonly string[], places: Columns['places'], mapped: ReadonlyMap<string, string>): string | undefined {
  const [absent] = [...mapped].filter(([, name]) => !header.includes(name));
  if (absent)
    return `--map ${absent[0]}="${absent[1]}": no such column; write ${nearest(absent[1], header)
      .map((name) => `"${name}"`)
      .join(' or ')}`;
  const twice = places.find((column, index) => column !== undefined && places.indexOf(column) !== index);
  if (twice) {
    const both = header.filter((_, index) => places[index] === twice).map((name) => `"${name}"`);
    return `the columns ${both.join(' and ')} both mean ${twice}; rename or remove one, or say which with --map ${twice}=${both[0]}`;
  }
  const missing = (['date', 'rating'] as const).filter((column) => !places.includes(column));
  if (missing.length === 0) return undefined;
  const known = missing.map((column) => `${column} (also called ${names[column].slice(1, 5).join(', ')})`).join(' and ');
  return `no column for ${known} in its first line: ${header.join(', ')}; if one is called otherwise, say --map ${missing[0]}="ITS NAME"`;
}

/** A header's name as `names` spells it. */
export const normaliseHeader = (name: string) =>
  name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
