import { buyer, type Platform, wordsIn } from '../platform.ts';

const common = {
  name: 'okendo',
  scale: 5,
  hasUniqueIds: true,
} as const;

const STATUS = { shown: ['approved'], hidden: ['pending', 'rejected'] };

/** Product reviews in Okendo's CSV export, whose `name` is the full one; shops show it as "Tim C.". Private replies are dropped. */
const okendo: Platform = {
  ...common,
  help: "Okendo's product reviews: the CSV export and responses of its API",
  by: [['body', 'date_created', 'rating', 'name', 'is_verified_buyer', 'status']],
  columns: {
    hash: 'source_id',
    date_created: 'date',
    rating: 'rating',
    name: 'author',
    title: 'title',
    body: 'text',
    reply: 'reply_text',
    reply_date_created: 'reply_date',
  },
  hasFullNames: true,
  ignored: wordsIn(`
    country_code email handle image_count is_approved is_recommended is_verified_buyer product_id product_name rejected_image_urls sku
    source syndicated variant_id video_count video_urls fit_sizing upvotes positive_keywords negative_keywords mixed_keywords`),
  flags: { status: STATUS, reply_is_public: { subject: 'reply', shown: ['true'], hidden: ['false'] } },
  loses: { image_urls: 'photos' },
  factsOf: (cell) => ({ source: 'okendo', method: buyer(/^true$/i.test(cell('is_verified_buyer'))) }),
};

/**
 * Responses of Okendo's Merchant API (docs.okendo.io/merchant-rest-api). Shops show `reviewer.displayName` and not `reviewer.name`. The
 * body of a reply is HTML.
 */
const okendoApi: Platform = {
  ...common,
  help: '',
  by: [['review_id', 'body', 'date_created', 'rating', 'reviewer_display_name']],
  columns: {
    review_id: 'source_id',
    date_created: 'date',
    date_updated: 'updated_at',
    rating: 'rating',
    reviewer_display_name: 'author',
    reviewer_avatar_url: 'author_avatar_url',
    title: 'title',
    body: 'text',
    reply_body: 'reply_text',
    reply_date_created: 'reply_date',
  },
  ignored: wordsIn(`
    subscriber_id product_id product_name product_variant_name contains_profanity helpful_count unhelpful_count is_recommended
    order_order_id order_order_number variant_id reply_raw_body reviewer_name reviewer_email reviewer_is_verified reviewer_verified_status
    reviewer_location_country reviewer_location_country_code reward_description`),
  encoding: 'html',
  flags: { status: STATUS, reply_is_private: { subject: 'reply', shown: ['false'], hidden: ['true'] } },
  always: ['owner_reply'],
  loses: { media: 'photos' },
  factsOf: (cell) => ({
    source: 'okendo',
    method: buyer(cell('reviewer_verified_status') === 'Verified Buyer'),
  }),
};

export const layouts = [okendo, okendoApi];
