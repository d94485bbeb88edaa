import { z } from 'zod';
import { change } from '../changes.ts';
import { review } from '../review.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { briefReview, detail, maxTokens } from './shapes/answer-size.ts';
import { pageTemplate } from './shapes/citation.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** The log as changes, in pages. */
export const getChanges = describeTool({
  name: 'get_changes',
  title: 'Changes since the last visit',
  description: `Returns what changed in what is published, oldest first: reviews added, edited, replied to, removed, withdrawn or back, with the record where it is still published. Use it to learn of changes since a visit: give \`next_after\` as \`after\` the next time. For new reviews alone use get_reviews_since. ${quotesStrangers}`,
  input: z.object({
    after: z
      .int({ error: 'must be a whole number' })
      .min(-1, 'must be -1 or more')
      .optional()
      .describe('`next_after` of the call before; without it, from the first'),
    limit: searchQuery.shape.limit.describe('At most so many changes'),
    detail,
    max_tokens: maxTokens,
  }),
  output: z.object({
    notice,
    total: z.int().describe('How many changes there are; `after` or less means that the log was begun again, so begin anew, too'),
    returned: z.int(),
    changes: z
      .array(
        change.extend({
          review: z
            .union([review, briefReview])
            .nullable()
            .describe(change.shape.review.description ?? ''),
        }),
      )
      .describe('Oldest first'),
    review_url: pageTemplate.optional(),
    next_after: z.int().describe('Index of the last change known now: give it as `after` for those that come later'),
  }),
});
