import { z } from 'zod';
import { change } from '../changes.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { pageTemplate } from './shapes/citation.ts';

/** The log as changes, in pages. */
export const getChanges = describeTool({
  name: 'get_changes',
  title: 'Changes since the last visit',
  description:
    'Returns what has changed in what is published, oldest first: reviews added, changed, replied to, removed at their source, taken down or withdrawn, and back again, each with its date and the record where it is published still. Use it to learn of edits, replies and removals since a visit: keep `next_after` and give it as `after` the next time. For new reviews alone use get_reviews_since.',
  input: z.object({
    after: z
      .int({ error: 'must be a whole number' })
      .min(-1, 'must be -1 or more')
      .optional()
      .describe('`next_after` of the call before, the index of the last change that is known; leave it out to begin with the first'),
    limit: searchQuery.shape.limit.describe('How many changes to return at the most, 1 to 100; 20 without it'),
  }),
  output: z.object({
    total: z.int().describe('How many changes there are; `after` or less means that the log was begun again, so begin anew, too'),
    returned: z.int(),
    changes: z.array(change).describe('Oldest first'),
    review_url: pageTemplate,
    next_after: z.int().describe('Index of the last change known now: give it as `after` for those that come later'),
  }),
});
