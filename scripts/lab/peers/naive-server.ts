import { asSubstring, filterPlainly } from './questions.ts';
import { serveSearch } from './serve.ts';

/** Array.filter behind Express, as most people would write it. */
await serveSearch(
  ({ reviews }) =>
    (question) =>
      filterPlainly(reviews, question, asSubstring),
);
