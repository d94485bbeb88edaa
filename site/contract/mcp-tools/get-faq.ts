import { z } from 'zod';
import { givenQuery } from '../given-text.ts';
import { faqAnswer } from '../insights.ts';
import { describeTool } from './definition.ts';
import { leftOut, maxTokens } from './shapes/answer-size.ts';
import { notice, quotesStrangers, remark } from './shapes/quoted-words.ts';

/** Practical questions, answered by the business or from the figures. */
export const getFaq = describeTool({
  name: 'get_faq',
  title: 'Questions and answers',
  description: `Returns practical questions with answers, the business's own or computed from reviews, with the reviews that they rest on. Use it before hiring. With \`query\`, only those that fit, the best first; where none does, it says where to look. For opinions use get_aspect_sentiment. ${quotesStrangers}`,
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
    other_questions: z.array(z.string()).optional().describe('All the questions there are, where none fits'),
  }),
});
