import { asSubstring, filterPlainly } from './questions.ts';
import { serveSearch } from './serve.ts';

/** What most people would write: Array.filter behind Express. */
await serveSearch(
  ({ reviews }) =>
    (question) =>
      filterPlainly(reviews, question, asSubstring),
);
