import { normaliseHeader, type OwnNames } from '../columns.ts';
import { beginTable } from './csv.ts';
import type { Source } from './source.ts';

/** Yelp documents no export for businesses; these are the columns of its open dataset, which tools have adopted. */
const NAMES: OwnNames = {
  review_id: 'source_id',
  stars: 'rating',
  date: 'date',
  text: 'text',
  user_name: 'author',
  business_id: undefined,
  user_id: undefined,
  useful: undefined,
  funny: undefined,
  cool: undefined,
};

/** Reviews from Yelp in the columns of its open dataset (https://business.yelp.com/data/resources/open-dataset/). */
export const yelp: Source = {
  name: 'yelp',
  help: "a CSV file with the columns of Yelp's review data: review_id, user_id, business_id, stars, date, text",
  canBeComplete: true,
  recognise: (head) =>
    head.format === 'csv' && ['review_id', 'business_id', 'stars', 'date'].every((name) => head.header.map(normaliseHeader).includes(name)),
  begin: (name, head, context) =>
    beginTable(name, head, context, { names: NAMES, factsOf: () => ({ source: 'yelp', method: 'platform_account' }) }),
};
