import { buyer, type Platform, wordsIn } from '../platform.ts';

const common = {
  name: 'loox',
  scale: 5,
  factsOf: (cell) => ({ source: 'loox', method: buyer(/^true$/i.test(cell('verified_purchase'))) }),
} satisfies Partial<Platform>;

/** Product reviews from Loox; `full_name` is from the order, and the shop only shows `nickname`, so without one a review is anonymous. */
const loox: Platform = {
  ...common,
  help: "Loox's product reviews (CSV)",
  by: [['status', 'rating', 'nickname', 'review', 'date', 'verified_purchase']],
  columns: {
    id: 'source_id',
    date: 'date',
    rating: 'rating',
    nickname: 'author',
    review: 'text',
    reply: 'reply_text',
    replied_at: 'reply_date',
  },
  ignored: wordsIn('email full_name product_id handle variant verified_purchase'),
  hasUniqueIds: true,
  // The shop shows nothing but `Active`.
  flags: { status: { shown: ['active'], hidden: ['hidden', 'pending'], hidesEmpty: true } },
  loses: { img: 'photos' },
};

/** The same in the layout of Loox's import template, which has no ids and only reviews that are shown. */
const looxTemplate: Platform = {
  ...common,
  help: '',
  by: [['product_handle', 'rating', 'author', 'body', 'created_at', 'photo_url', 'verified_purchase']],
  columns: {
    created_at: 'date',
    rating: 'rating',
    author: 'author',
    body: 'text',
    reply: 'reply_text',
    replied_at: 'reply_date',
  },
  ignored: wordsIn('product_handle product_id email verified_purchase'),
  hasUniqueIds: false,
  loses: { photo_url: 'photos' },
};

export const layouts = [loox, looxTemplate];
