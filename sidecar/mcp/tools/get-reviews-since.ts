import { firstIndex } from '../../../site/contract/first-index.ts';
import type { getReviewsSince as definition } from '../../../site/contract/mcp-tools/get-reviews-since.ts';
import { newestFirst, type Review } from '../../../site/contract/review.ts';
import { ToolError } from '../given-values.ts';
import { inDetail, takeWithin } from './answer-size.ts';
import { pageTemplateOf } from './citation.ts';
import { remarkOnDates } from './remarks.ts';
import type { Tool } from './tool.ts';

/** A page of the reviews, which stand newest first. */
export const getReviewsSince: Tool<typeof definition> = (dataset, { date, limit, cursor, detail, max_tokens }) => {
  const matched = firstIndex(dataset.facts, (review) => review.date < date);
  const after = cursor === undefined ? undefined : readCursor(cursor, date);
  const from =
    after === undefined
      ? 0
      : Math.min(
          matched,
          firstIndex(dataset.facts, (review) => newestFirst(review, after) > 0),
        );
  const reviews = takeWithin(
    dataset.facts.slice(from, Math.min(from + limit, matched)).map((_, place) => inDetail(dataset.reviewAt(from + place), detail)),
    max_tokens,
  );
  const last = reviews.at(-1);
  return {
    matched,
    returned: reviews.length,
    reviews: [...reviews],
    remark: matched === 0 ? remarkOnDates(dataset, { since: date }) : undefined,
    review_url: detail === 'full' ? pageTemplateOf(dataset) : undefined,
    next_cursor: last && from + reviews.length < matched ? writeCursor(date, last) : undefined,
  };
};

/** Names the last review of a page, not its number, so that reviews that come or go meanwhile shift nothing. */
function writeCursor(since: string, { date, id }: Pick<Review, 'date' | 'id'>): string {
  return Buffer.from(`${since} ${date} ${id}`).toString('base64url');
}

function readCursor(cursor: string, since: string): { date: string; id: string } {
  const parts = /^([\d-]{10}) ([\d-]{10}) ([0-9A-Z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, madeFor, date, id] = parts ?? [];
  if (date === undefined || id === undefined)
    throw new ToolError('cursor: this is no cursor of ours; give `next_cursor` of the page before, or leave it out for the first page.');
  if (madeFor !== since) throw new ToolError(`cursor: this one belongs to date ${madeFor}; give the same date, or leave the cursor out.`);
  return { date, id };
}
