import { buyer, type Platform, wordsIn } from '../platform.ts';

const NO_RATING = { values: ['0', ''], why: 'has no stars to publish' } as const;

const common = {
  name: 'woocommerce',
  scale: 5,
  unrated: NO_RATING,
  hasUniqueIds: true,
  encoding: 'html',
} as const;

/** Product reviews as WordPress comments; the shop's replies are rows that name their review in `comment_parent`. */
const wooCommerce: Platform = {
  ...common,
  help: "WooCommerce's reviews: WordPress comments as CSV (with comment_ID, comment_parent, comment_content, rating), and its REST API",
  by: [['comment_id', 'comment_parent', 'comment_content', 'rating']],
  columns: {
    comment_id: 'source_id',
    comment_date: 'date',
    comment_author: 'author',
    comment_content: 'text',
    title: 'title',
    rating: 'rating',
  },
  ignored: wordsIn(`
    comment_post_id comment_author_email comment_author_url comment_author_ip comment_date_gmt comment_karma
    comment_agent comment_type comment_parent user_id product_id product_title product_sku verified`),
  flags: { comment_approved: { shown: ['1', 'approved', 'approve'], hidden: ['0', 'hold', 'spam', 'trash', 'post-trashed'] } },
  always: ['owner_reply'],
  factsOf: (cell) => ({
    source: 'woocommerce',
    // The shop matches a "verified owner" to an order by account or e-mail address; nobody gave a number.
    method: buyer(cell('verified') === '1' && !/^0?$/.test(cell('user_id'))),
    ...(/^0?$/.test(cell('comment_parent'))
      ? {}
      : {
          replyTo: cell('comment_parent'),
          // Visitors may answer reviews, too; the shop answers with an account (`user_id`).
          isShown: /^(?:1|approved?|)$/.test(cell('comment_approved')) && cell('user_id') !== '0',
        }),
  }),
};

/** Responses of WooCommerce's REST API, which have no replies. The pictures of reviewers are made from their e-mail addresses. */
const wooCommerceApi: Platform = {
  ...common,
  help: '',
  by: [['review', 'reviewer', 'rating', 'date_created', 'product_id']],
  columns: { id: 'source_id', date_created: 'date', reviewer: 'author', review: 'text', rating: 'rating' },
  ignored: wordsIn(`
    date_created_gmt product_name product_permalink product_id reviewer_email verified reviewer_avatar_urls_24 reviewer_avatar_urls_48
    reviewer_avatar_urls_96 links_self links_collection links_up`),
  flags: { status: { shown: ['approved', 'unspam', 'untrash'], hidden: ['hold', 'spam', 'trash'] } },
  factsOf: (cell) => ({ source: 'woocommerce', method: buyer(cell('verified') === 'true') }),
};

export const layouts = [wooCommerce, wooCommerceApi];
