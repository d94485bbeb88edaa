import { z } from 'zod';
import { givenQuery } from '../given-text.ts';
import { faqAnswer } from '../insights.ts';
import { describeTool } from './definition.ts';

/** Practical questions, answered by the business or from the figures. */
export const getFaq = describeTool({
  name: 'get_faq',
  title: 'Questions and answers',
  description:
    "Returns questions with answers: the business's own (`origin` business, such as minimum charge, permits or waiting times) and those computed from the reviews (`origin` reviews), with the ids of the reviews that an answer rests on. Use it for practical questions before hiring. With `query`, the best match comes first, and what has none of its words is left out. For opinions use get_aspect_sentiment or search_reviews.",
  input: z.object({
    query: givenQuery.optional().describe('Words of the question, such as "permit" or "how soon"; leave it out for all'),
  }),
  output: z.object({
    matched: z.int().describe('Answers in this list'),
    faq: z.array(faqAnswer),
    other_questions: z.array(z.string()).optional().describe('All the questions there are, where none matches'),
  }),
});
