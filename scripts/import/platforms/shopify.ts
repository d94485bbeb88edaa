import { type Platform, wordsIn } from '../platform.ts';

/** Shopify's discontinued app Product Reviews, whose export has no ids and didn't verify anybody. */
const shopify: Platform = {
  name: 'shopify',
  help: "Shopify's Product Reviews (CSV)",
  by: [['product_handle', 'state', 'rating', 'author', 'body', 'created_at', 'replied_at']],
  columns: {
    created_at: 'date',
    rating: 'rating',
    author: 'author',
    title: 'title',
    body: 'text',
    reply: 'reply_text',
    replied_at: 'reply_date',
  },
  ignored: wordsIn('product_handle email location'),
  scale: 5,
  hasUniqueIds: false,
  flags: { state: { shown: ['published'], hidden: ['unpublished'] } },
  factsOf: () => ({ source: 'shopify' }),
};

export const layouts = [shopify];
