import { z } from 'zod';
import { aspectInsight, faqAnswer, insightsDocument, pullQuoteSource } from '../insights.ts';
import { verificationMethod } from '../review.ts';
import { aggregateRating, business, distribution } from '../reviews-document.ts';
import { givenQuery } from '../search-query.ts';
import { describeTool, labels, leftOut, maxTokens, notice, pageUrl, quotesCustomers, remark } from './definition.ts';

const { coverage, date_range, overall_sentiment, pull_quote, summary, summary_source } = insightsDocument.shape;

const mentions = {
  mention_count: z.int().describe('Reviews that mention it'),
  rating_value: z.number().nullable().describe('Mean stars of these reviews, two decimals; null without any'),
};

/** The business and its overall rating. */
export const getBusiness = describeTool({
  name: 'get_business',
  title: 'Business and overall rating',
  description:
    'Returns who the business is (contact, address, opening hours, license, people, areas, services with ids), its mean stars with the count of each, and the reviews and stars of each person, area and service. Use it for facts of the business. For what customers think use get_summary; for reviews, search_reviews.',
  input: z.object({}),
  outline: ['business', 'aggregate_rating', 'mentions'],
  output: z.object({
    business,
    aggregate_rating: aggregateRating,
    review_count: z.int().describe('Verified reviews published'),
    mentions: z
      .object({
        services: z.array(z.object({ id: z.string(), ...mentions })),
        technicians: z.array(z.object({ name: z.string(), ...mentions })),
        service_areas: z.array(z.object({ name: z.string(), ...mentions })),
      })
      .describe('Each service, person and area; most reviews first'),
    date_range: date_range.describe('Dates of the first and the newest review'),
  }),
});

const aspectAtAGlance = aspectInsight
  .pick({
    id: true,
    label: true,
    mention_count: true,
    positive_pct: true,
    neutral_pct: true,
    mixed_pct: true,
    negative_pct: true,
    unclear_pct: true,
    score: true,
    enough: true,
  })
  .partial({ positive_pct: true, neutral_pct: true, mixed_pct: true, negative_pct: true, unclear_pct: true });

/** All reviews at a glance. */
export const getSummary = describeTool({
  name: 'get_summary',
  title: 'What customers think, in short',
  description: `Returns the summary of all reviews, overall sentiment, mean stars with the count of each, all aspects at a glance, a quote, and how many reviews have each source, language and verification. Use it for "is this business any good?". For reasons and quotes use get_aspect_sentiment; for contact and hours, get_business. ${quotesCustomers}`,
  input: z.object({}),
  outline: ['review_count', 'rating_value', 'summary', 'overall_sentiment', 'aspects', 'pull_quote'],
  output: z.object({
    notice,
    review_count: z.int(),
    rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
    distribution: distribution.describe('Number of reviews with each number of stars'),
    date_range,
    sources: z
      .array(z.object({ source: z.string(), review_count: z.int() }))
      .describe('Where the reviews were written; most reviews first'),
    verification_methods: z
      .array(z.object({ method: verificationMethod, review_count: z.int() }))
      .describe('How they were verified; most reviews first'),
    summary,
    summary_source,
    overall_sentiment,
    coverage,
    aspects: z.array(aspectAtAGlance),
    pull_quote,
    pull_quote_source: pullQuoteSource
      .omit({ start: true, end: true })
      .extend({ ...labels, url: pageUrl })
      .nullable(),
  }),
});

/** Practical questions, answered by the business or from the figures. */
export const getFaq = describeTool({
  name: 'get_faq',
  title: 'Questions and answers',
  description: `Returns practical questions with answers, the business's own or computed from reviews, with the reviews they are based on. Use it for practical matters. With \`query\`, only matching ones, best first. For opinions use get_aspect_sentiment. ${quotesCustomers}`,
  input: z.object({
    query: givenQuery.optional().describe('Words of the question; without it, all'),
    max_tokens: maxTokens,
  }),
  output: z.object({
    notice,
    left_out: leftOut,
    remark,
    matched: z.int().describe('Answers in this list'),
    faq: z.array(faqAnswer),
    other_questions: z.array(z.string()).optional().describe('All questions, if none matches'),
  }),
});
