import { buyer, type Platform, wordsIn } from '../platform.ts';

/**
 * Product reviews from Judge.me; its `source` is how a review was collected (`web`, `email`), not a platform. `curated` is `ok`, `spam`, or
 * `not-yet` if nobody has decided: whether such a review is shown depends on the shop's settings, so the import asks.
 */
const judgeMe: Platform = {
  name: 'judge.me',
  help: "Judge.me's product reviews: the CSV export and responses of its API",
  by: [['body', 'rating', 'review_date', 'reviewer_name', 'product_id']],
  columns: {
    metaobject_handle: 'source_id',
    review_date: 'date',
    rating: 'rating',
    reviewer_name: 'author',
    title: 'title',
    body: 'text',
    reply: 'reply_text',
    reply_date: 'reply_date',
  },
  ignored: wordsIn('source reviewer_email product_id product_handle ip_address location product_title product_url'),
  scale: 5,
  hasUniqueIds: true,
  flags: { curated: { shown: ['ok'], hidden: ['spam'] } },
  loses: { picture_urls: 'photos' },
  factsOf: () => ({ source: 'judge.me' }),
};

/** Responses of Judge.me's API, which have no replies. `published` and `hidden` decide. */
const judgeMeApi: Platform = {
  name: 'judge.me',
  help: '',
  by: [['body', 'rating', 'created_at', 'reviewer_name', 'curated']],
  columns: {
    id: 'source_id',
    created_at: 'date',
    rating: 'rating',
    reviewer_name: 'author',
    title: 'title',
    body: 'text',
  },
  ignored: wordsIn(`
    source updated_at verified featured pinned has_published_pictures has_published_videos ip_address product_title product_handle
    product_external_id reviewer_id reviewer_external_id reviewer_email reviewer_phone reviewer_tags reviewer_accepts_marketing
    reviewer_unsubscribed_at`),
  scale: 5,
  hasUniqueIds: true,
  flags: {
    published: { shown: ['true'], hidden: ['false'], hidesEmpty: true },
    hidden: { shown: ['false'], hidden: ['true'] },
    curated: { shown: ['ok', 'not-yet'], hidden: ['spam'] },
  },
  loses: { pictures: 'photos' },
  factsOf: (cell) => ({ source: 'judge.me', method: buyer(cell('verified') === 'buyer') }),
};

export const layouts = [judgeMe, judgeMeApi];
