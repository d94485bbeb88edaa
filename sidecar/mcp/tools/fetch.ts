import type { fetchPage as definition } from '../../../site/contract/mcp-tools/fetch.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { Dataset } from '../dataset.ts';
import { shorten, ToolError } from '../given-values.ts';
import { pagesOf } from './pages.ts';
import { titleOf } from './search.ts';
import type { Tool } from './tool.ts';

/** What stands behind an id of `search`, its link, or the id of a review. */
export const fetchPage: Tool<typeof definition> = (dataset, { id: given }) => {
  const path = given.startsWith(dataset.baseUrl) ? given.slice(dataset.baseUrl.length) : given;
  const review = dataset.review((/^(?:\/reviews\/)?(\w{26})\/?$/.exec(path)?.[1] ?? '').toUpperCase());
  if (review) return describeReview(dataset, review, given);
  const page = pagesOf(dataset).get(path);
  if (!page)
    throw new ToolError(`There is nothing under "${shorten(given)}". Give an id from a result of search; it may also have been withdrawn.`);
  const { title, metadata } = page;
  return { id: given, title, text: page.text(), url: dataset.baseUrl + path, metadata: { ...metadata } };
};

function describeReview(dataset: Dataset, review: Review, id: string) {
  const { author, date, rating, source, text, owner_reply } = review;
  const reply = owner_reply && `The owner's reply: ${owner_reply.text}`;
  return {
    id,
    title: titleOf(review),
    text: [text ?? `A rating without words: ${rating} of 5 stars.`, reply].filter((part) => part !== null).join('\n\n'),
    url: dataset.pageOf(review.id),
    metadata: { kind: 'review', author, date, rating: String(rating), source },
  };
}
