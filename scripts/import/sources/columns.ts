import { nearest } from '../../../site/dataset/nearest.ts';

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
    'published',
    'published_at',
    'posted',
    'time',
    'timestamp',
    'review_created',
    'review_created_utc',
  ],
  rating: ['rating', 'stars', 'star_rating', 'starrating', 'star', 'score', 'review_rating', 'review_stars', 'overall_rating'],
  author: [
    'author',
    'author_name',
    'name',
    'reviewer',
    'reviewer_name',
    'customer',
    'customer_name',
    'display_name',
    'displayname',
    'user',
    'user_name',
    'username',
    'consumer_name',
    'review_username',
  ],
  text: ['text', 'review', 'review_text', 'review_content', 'comment', 'comments', 'content', 'body', 'message', 'description'],
  source_id: ['source_id', 'id', 'review_id', 'reviewid', 'external_id', 'uuid'],
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
  verified: ['verified', 'is_verified', 'verified_purchase', 'verified_customer'],
  updated_at: ['updated_at', 'updated', 'update_time', 'updatetime', 'last_modified', 'modified_at', 'edited_at', 'source_updated_at'],
  verification_method: ['verification_method', 'verified_by', 'verified_how'],
  verified_at: ['verified_at', 'verification_date', 'date_verified'],
  reference: ['reference', 'invoice', 'invoice_number', 'invoice_no', 'job_number', 'job_no', 'job_id', 'order_number', 'order_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a column can hold. */
export type Column = keyof typeof names;

export const columnNames = Object.keys(names) as Column[];

const columnOf = new Map<string, Column>(columnNames.flatMap((column) => names[column].map((name) => [name, column] as const)));

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
 * all by `mapped`: the header's name for each of ours.
 */
export function recogniseColumns(header: readonly string[], mapped: ReadonlyMap<string, string>, own: OwnNames = {}): Columns {
  const byName = new Map([...mapped].map(([column, name]) => [name, column as Column]));
  const taken = new Set(byName.values());
  const usual = (name: string) => (normalise(name) in own ? own[normalise(name)] : columnOf.get(normalise(name)));
  const found = header.map((name) => byName.get(name) ?? (taken.has(usual(name) as Column) ? undefined : usual(name)));
  const places = found.map((column, index) => (isOtherDate(header[index] ?? '', column, found) ? undefined : column));
  const unknown = header.flatMap((name, index) => (places[index] === undefined && !(normalise(name) in own) ? [index] : []));
  return { places, unknown, problem: problemOf(header, places, mapped) };
}

/** Beside another date `published` says whether, or since when, a review could be seen. */
const isOtherDate = (name: string, column: Column | undefined, found: Columns['places']) =>
  column === 'date' && /^published(?:_at)?$/.test(normalise(name)) && found.filter((one) => one === 'date').length > 1;

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
export const normalise = (name: string) =>
  name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
