/** What a column can hold (contract.md 2). */
export type Column =
  | 'date'
  | 'rating'
  | 'author'
  | 'text'
  | 'source_id'
  | 'source'
  | 'source_url'
  | 'title'
  | 'reply_text'
  | 'reply_date'
  | 'author_avatar_url'
  | 'verified';

/** The headers under which exports carry each column, in lower case with underscores; our own name comes first. */
const names: Readonly<Record<Column, readonly string[]>> = {
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
};

const columnOf = new Map(Object.entries(names).flatMap(([column, known]) => known.map((name) => [name, column as Column])));

export interface Columns {
  /** For each place in a row, the column it holds, or undefined for one that means nothing to us. */
  readonly places: readonly (Column | undefined)[];
  readonly unknown: readonly string[];
  /** What is wrong with the header, in a sentence; undefined where it will do. */
  readonly problem: string | undefined;
}

/** Recognises a header's columns by their usual names, whatever their case and spacing. */
export function recogniseColumns(header: readonly string[]): Columns {
  const places = header.map((name) => columnOf.get(normalise(name)));
  const twice = places.find((column, index) => column !== undefined && places.indexOf(column) !== index);
  const missing = (['date', 'rating'] as const).filter((column) => !places.includes(column));
  const unknown = header.filter((_, index) => places[index] === undefined);
  if (twice) {
    const both = header.filter((_, index) => places[index] === twice);
    return {
      places,
      unknown,
      problem: `the columns ${both.map((name) => `"${name}"`).join(' and ')} both mean ${twice}; rename or remove one`,
    };
  }
  if (missing.length > 0) {
    const known = missing.map((column) => `${column} (also called ${names[column].slice(1, 5).join(', ')})`).join(' and ');
    return { places, unknown, problem: `no column for ${known} in its first line: ${header.join(', ')}` };
  }
  return { places, unknown, problem: undefined };
}

const normalise = (name: string) =>
  name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
