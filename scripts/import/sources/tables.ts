import { isObject } from '../../../site/algorithms.ts';
import { restoreCell } from '../../../site/documents/csv.ts';
import { type OwnNames, wordsIn } from '../columns.ts';
import type { Source } from './source.ts';
import { type TableKind, tableSource } from './table-reader.ts';

/** Columns that aren't imported. */
const ignoring = (names: string): OwnNames => Object.fromEntries(wordsIn(names).map((name) => [name, undefined]));

/** Service reviews in Trustpilot Business; newer exports use Business instead of Company. */
export const trustpilot = tableSource({
  name: 'trustpilot',
  help: "Trustpilot Business's export of service reviews (CSV)",
  format: 'csv',
  by: ['review_id', 'review_created_utc', 'review_stars'],
  names: {
    reference_id: 'reference',
    company_response: 'reply_text',
    company_reply_date_utc: 'reply_date',
    business_reply: 'reply_text',
    business_reply_date_utc: 'reply_date',
    ...ignoring(`
        source_of_review domain_url webshop_name business_unit_id review_consumer_user_id review_user_email
        review_language location_name location_id`),
  },
  factsOf: (cell) => ({
    source: 'trustpilot',
    method: isInvited(cell('source_of_review'), cell('reference_id')) ? 'invitation' : 'platform_account',
    ...(cell('review_id') === '' ? {} : { sourceUrl: `https://www.trustpilot.com/reviews/${encodeURIComponent(cell('review_id'))}` }),
  }),
});

/**
 * "Automatic invitation", "Manual invitation", "Basic invitation" and "Generated link" are invitations, "Organic" and the form on the
 * business's own site aren't (support.trustpilot.com, The Service Reviews page). Without that column, a reference number implies an
 * invitation.
 */
function isInvited(source: string, reference: string): boolean {
  return source === '' ? reference !== '' : /invit|link|AFS/i.test(source);
}

/** Reviews of a Google place as Outscraper exports them; `rating` and `reviews` are the place's average and count. */
export const outscraper = tableSource({
  name: 'outscraper',
  help: "Outscraper's export of Google reviews (CSV)",
  format: 'csv',
  by: ['review_id', 'review_rating', 'review_datetime_utc', 'author_title'],
  names: {
    review_datetime_utc: 'date',
    owner_answer_timestamp_datetime_utc: 'reply_date',
    ...ignoring(`
        query name google_id place_id location_link reviews_link reviews rating reviews_id cid kgmid
        reviews_per_score reviews_per_score_1 review_pagination_id author_link author_id author_reviews_count
        author_ratings_count review_img_url review_img_urls review_photo_ids review_questions review_timestamp
        review_likes owner_answer_timestamp review_summary site located_in popular_times`),
  },
  // Its times are like 03/14/2025 09:30:00.
  dateOrder: 'mdy',
  factsOf: (cell) => ({
    source: 'google',
    method: 'platform_account',
    place: { id: cell('place_id') || undefined, name: cell('name') || undefined },
  }),
});

/** Product reviews from Judge.me; its `source` is how a review was collected (`web`, `email`), not a platform. */
export const judgeMe = tableSource({
  name: 'judge.me',
  help: "Judge.me's export (CSV)",
  format: 'csv',
  by: ['body', 'rating', 'review_date', 'reviewer_name', 'product_id'],
  names: {
    ...ignoring(`
        source reviewer_email product_id product_handle picture_urls ip_address location metaobject_handle
        product_title product_url`),
  },
  factsOf: () => ({ source: 'judge.me' }),
});

/** Product reviews as WordPress comments; the shop's replies are rows that name their review in `comment_parent`. */
export const wooCommerce = tableSource({
  name: 'woocommerce',
  help: "WooCommerce's reviews as WordPress comments (CSV with comment_ID, comment_parent, comment_content, rating)",
  format: 'csv',
  by: ['comment_id', 'comment_parent', 'comment_content', 'rating'],
  names: {
    comment_date: 'date',
    ...ignoring(`
        comment_post_id comment_author_email comment_author_url comment_author_ip comment_date_gmt comment_karma
        comment_agent comment_type comment_parent user_id product_id product_title product_sku verified`),
  },
  factsOf: (cell) => ({
    source: 'woocommerce',
    // The shop matches a "verified owner" to an order by account or e-mail address; nobody gave a number.
    ...(cell('verified') === '1' && !/^0?$/.test(cell('user_id')) ? { method: 'platform_account' as const } : {}),
    hasReply: true,
    ...(/^0?$/.test(cell('comment_parent'))
      ? {}
      : {
          replyTo: cell('comment_parent'),
          // Visitors may answer reviews, too; the shop answers with an account (`user_id`).
          isShown: /^(?:1|approved?|)$/.test(cell('comment_approved')) && cell('user_id') !== '0',
        }),
  }),
});

/** Reviews of a Google place as Apify's scrapers export them; `title` is the place's name and `totalScore` its average. */
export const apify = tableSource({
  name: 'apify',
  help: "Apify's export of Google reviews (JSON)",
  format: 'json',
  by: ['review_id', 'stars', 'published_at_date'],
  names: {
    published_at_date: 'date',
    name: 'author',
    reviewer_photo_url: 'author_avatar_url',
    response_from_owner_text: 'reply_text',
    response_from_owner_date: 'reply_date',
    ...ignoring('title rating url publish_at scraped_at reviews_count total_score'),
  },
  factsOf: (cell) => ({
    source: 'google',
    method: 'platform_account',
    place: { id: cell('place_id') || undefined, name: cell('title') || undefined, town: cell('city') || undefined },
  }),
});

/** Reviews as this service publishes them. References and imports are only valid in the service that published them. */
const OWN = {
  name: 'open-reviews',
  canBeComplete: false,
  names: {
    id: 'id',
    owner_reply_text: 'reply_text',
    verification: 'verification_method',
    verification_verified_at: 'verified_at',
    changed_by_business: 'changed_by_business',
    source_updated_at: 'updated_at',
    ...ignoring(`
      mentions_technicians mentions_services mentions_service_areas photos verification_reference verification_import`),
  },
  factsOf: () => ({ isPublished: true }),
} satisfies Partial<TableKind>;

/** reviews.json, reviews.ndjson, responses of `since` and search, and any records with the same fields. */
export const ownJson: Source = {
  ...tableSource({
    ...OWN,
    help: "this service's own reviews.json, reviews.ndjson and responses, or any JSON and NDJSON with the same fields",
    format: 'json',
    by: [],
    prepare: (record: Readonly<Record<string, unknown>>) => ({
      ...record,
      changed_by_business: printChanges(record['changed_by_business']),
    }),
  }),
  recognize: ({ format, ...head }) =>
    format === 'json' && 'record' in head && isObject(head.record) && 'rating' in head.record && 'date' in head.record,
};

/** Formats changes as in reviews.csv: "rating 2024-03-14; text unknown". */
function printChanges(value: unknown): string {
  const changes = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return changes
    .map((one) => (isObject(one) && 'field' in one && 'date' in one ? `${one['field']} ${one['date'] ?? 'unknown'}` : '?'))
    .join('; ');
}

export const ownCsv = tableSource({
  ...OWN,
  help: "this service's own reviews.csv",
  format: 'csv',
  by: ['id', 'mentions_technicians'],
  prepare: (row: readonly string[]) => row.map(restoreCell),
});

export const csv = tableSource({
  name: 'csv',
  help: 'any other CSV with usual column names, such as date, rating, author, text; map others with --map',
  format: 'csv',
  by: [],
});

export const json = tableSource({
  name: 'json',
  help: 'any other JSON or NDJSON with a list of reviews; map keys with --map',
  format: 'json',
  by: [],
});
