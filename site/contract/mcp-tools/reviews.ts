import { z } from 'zod';
import { calendarDate } from '../../shared/dates.ts';
import { aspectVerdict, reviewInsight } from '../insights.ts';
import { change, changeTypes } from '../log-documents.ts';
import { review } from '../review.ts';
import { givenName, givenQuery, searchQuery } from '../search-query.ts';
import {
  briefReview,
  describeTool,
  detail,
  listedReviews,
  maxTokens,
  notice,
  pageTemplate,
  pageUrl,
  quotesCustomers,
  remark,
  source,
} from './definition.ts';

const { query } = searchQuery.shape;

/** The search endpoint as a tool: the same filters, each described for an agent. */
export const searchReviews = describeTool({
  name: 'search_reviews',
  title: 'Search reviews',
  description: `Returns the verified reviews that meet all filters, newest first. Use it to find reviews to quote, to count (\`matched\`, \`rating_value\`; \`limit: 1\` is enough) or to look for words; survey with \`detail: brief\`, then read with get_review. For opinions in any wording get_aspect_sentiment is better; for a person, service or place get_technician, get_service, get_service_area. ${quotesCustomers}`,
  app: 'ui://review-cards',
  input: searchQuery.extend({
    query: query.describe('Exact substring, ignoring case; best one short word'),
    aspect: givenName.optional().describe('Aspect, or with a polarity: pricing:negative'),
    detail,
    max_tokens: maxTokens,
  }),
  outline: ['matched', 'rating_value', 'reviews', 'next_offset'],
  output: listedReviews.extend({
    rating_value: z.number().nullable().describe('Mean stars of all matching reviews, two decimals; null without any'),
    next_offset: z.int().optional().describe('`offset` of the next page; absent on the last one'),
  }),
});

const verdict = aspectVerdict.omit({ ranges: true }).extend({
  passages: z.array(z.string()).describe('The exact passages of the text behind the verdict'),
});

const personVerdict = reviewInsight.shape.mentions.shape.technicians.element.omit({ ranges: true, about: true }).extend({
  passages: z.array(z.string()).describe('The exact sentences that name the person, and the following ones that continue with he or she'),
});

/** One review in full, and the passages behind its verdicts. */
export const getReview = describeTool({
  name: 'get_review',
  title: 'One review and its analysis',
  description: `Returns one review in full, and what the analysis found: its sentiment, the verdict on each aspect and on each person named, with the passages behind them. Use it to check or quote a review by an id from another tool. To find reviews use search_reviews. ${quotesCustomers}`,
  app: 'ui://review-cards',
  input: z.object({
    id: givenName.describe('Id of a review from another tool'),
  }),
  output: z.object({
    notice,
    review,
    url: pageUrl,
    analysis: z
      .object({
        analysed: reviewInsight.shape.analysed,
        language: reviewInsight.shape.language,
        sentiment: reviewInsight.shape.sentiment,
        aspects: z.array(verdict),
        people: z.array(personVerdict).describe('People who work there that the text names'),
        problems: z.array(z.string()).describe('Ids of the problems that it names'),
      })
      .optional()
      .describe('Absent if this review has no analysis'),
  }),
});

/** Whether words are in a review, for checking a quote before publishing it. */
export const verifyQuote = describeTool({
  name: 'verify_quote',
  title: 'Check a quote',
  description: `Returns whether words are in a published review, the passage as published, and a file that proves the review offline. Use it before publishing a quote. For a whole review use get_review. ${quotesCustomers}`,
  input: z.object({
    text: givenQuery.describe('The quoted words, without gaps'),
    id: givenName.describe('Id of the review'),
  }),
  outline: ['match', 'passage', 'proof_url'],
  output: z.object({
    notice,
    match: z
      .enum(['exact', 'same_words', 'none'])
      .describe(
        'exact: letter by letter; same_words: but for case, accents, punctuation or spaces; none: these words are not in the review',
      ),
    passage: z.string().nullable().describe('The words as published; null if there is no match'),
    review_id: z.string(),
    ...source,
    proof_url: z.url().nullable().describe('The proof that the log has this review, in the format of C2SP tlog-proof; null without a log'),
  }),
});

/** The reviews since a day, in pages. */
export const getReviewsSince = describeTool({
  name: 'get_reviews_since',
  title: 'Reviews since a date',
  description: `Returns the reviews on or after a date, newest first, page by page. Use it to read everything new since a day, or everything. With filters use search_reviews; for how ratings moved, get_trend. ${quotesCustomers}`,
  app: 'ui://review-cards',
  input: z.object({
    date: calendarDate.describe('The first day to include, YYYY-MM-DD'),
    limit: searchQuery.shape.limit,
    cursor: givenName.optional().describe('`next_cursor` of the previous page'),
    detail,
    max_tokens: maxTokens,
  }),
  outline: ['matched', 'reviews', 'next_cursor'],
  output: listedReviews.extend({
    next_cursor: z.string().optional().describe('Cursor of the next page; absent on the last one'),
  }),
});

/** The log of changes, in pages. */
export const getChanges = describeTool({
  name: 'get_changes',
  title: 'Changes since the last visit',
  description: `Returns changes to the published reviews, oldest first: reviews added, edited, replied to, removed, withdrawn or back, with the record if it is still published, and \`counts\` by type. Use it to catch up since a visit, or to learn whether anything was removed (\`limit: 1\` is enough). For new reviews alone use get_reviews_since. ${quotesCustomers}`,
  input: z.object({
    after: z
      .int({ error: 'must be a whole number' })
      .min(-1, 'must be -1 or more')
      .optional()
      .describe('`next_after` of the previous call; without it, from the first change'),
    types: z.array(z.enum(changeTypes)).optional().describe('Only changes of these types'),
    limit: searchQuery.shape.limit.describe('Maximum number of changes'),
    detail,
    max_tokens: maxTokens,
  }),
  outline: ['total', 'counts', 'changes', 'next_after'],
  output: z.object({
    notice,
    remark,
    total: z.int().describe('Number of changes; if it is `after` or less, the log was restarted, so start again without `after`'),
    counts: z.record(z.string(), z.int()).describe('Number of changes after `after`, by type'),
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
    next_after: z.int().describe('Index of the last change returned: give it as `after` for later changes'),
  }),
});
