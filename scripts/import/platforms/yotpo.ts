import { buyer, type Platform, wordsIn } from '../platform.ts';

/** The customer bought the product: "Verified Buyer", `verified_buyer`. Reviewers of all kinds are shown. */
const isBuyer = (type: string) => /^verified[ _]buyer$/i.test(type);

const common = {
  name: 'yotpo',
  scale: 5,
  hasUniqueIds: true,
} as const;

/** Reviews from Yotpo, in the layout with headers such as "Review Score". */
const yotpo: Platform = {
  ...common,
  help: "Yotpo's reviews: the CSV exports and responses of its API",
  by: [['review_score', 'review_creation_date', 'review_content']],
  columns: {
    review_id: 'source_id',
    review_creation_date: 'date',
    review_score: 'rating',
    reviewer_display_name: 'author',
    review_title: 'title',
    review_content: 'text',
    comment_content: 'reply_text',
    comment_date: 'reply_date',
  },
  ignored: wordsIn(`
    app_key appkey review_type review_source sentiment_score profanity_flag review_tags thumbs_up order_id order_date reviewer_email
    reviewer_type reviewer_device_type product_id product_title product_description product_url`),
  flags: {
    review_status: { shown: ['published'], hidden: ['rejected', 'pending'] },
    published: { shown: ['true', 'yes'], hidden: ['false', 'no'] },
    comment_public: { subject: 'reply', shown: ['yes', 'true'], hidden: ['no', 'false'] },
  },
  loses: { published_image_url: 'photos' },
  factsOf: (cell) => ({ source: 'yotpo', method: buyer(isBuyer(cell('reviewer_type'))) }),
};

/** Yotpo's older layout, with headers such as `review_score`. */
const yotpoOld: Platform = {
  ...common,
  help: '',
  by: [['review_score', 'review_content', 'display_name', 'user_type']],
  columns: {
    id: 'source_id',
    date: 'date',
    review_score: 'rating',
    display_name: 'author',
    review_title: 'title',
    review_content: 'text',
    comment_content: 'reply_text',
    comment_created_at: 'reply_date',
  },
  ignored: wordsIn(`
    user_type appkey product_id product_url product_title product_description product_image_url email unpublished_image_url
    cf_default_form_fit`),
  flags: {
    published: { shown: ['true', '1', 't'], hidden: ['false', '0', 'f'] },
    comment_public: { subject: 'reply', shown: ['true', '1', 't', 'yes'], hidden: ['false', '0', 'f', 'no'] },
  },
  loses: { published_image_url: 'photos' },
  factsOf: (cell) => ({ source: 'yotpo', method: buyer(isBuyer(cell('user_type'))) }),
};

/** Responses of Yotpo's API. `escalated` doesn't say whether a review is shown. */
const yotpoApi: Platform = {
  ...common,
  help: '',
  by: [['score', 'content', 'created_at', 'reviewer_type']],
  columns: {
    id: 'source_id',
    created_at: 'date',
    updated_at: 'updated_at',
    score: 'rating',
    name: 'author',
    title: 'title',
    content: 'text',
  },
  ignored: wordsIn('votes_up votes_down sentiment sku email reviewer_type escalated'),
  flags: { deleted: { shown: ['false'], hidden: ['true'] }, archived: { shown: ['false'], hidden: ['true'] } },
  factsOf: (cell) => ({ source: 'yotpo', method: buyer(isBuyer(cell('reviewer_type'))) }),
};

export const layouts = [yotpo, yotpoOld, yotpoApi];
