import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { aspectInsight, packAspects } from '../insights.ts';
import { describeTool } from './definition.ts';
import { leftOut, maxTokens } from './shapes/answer-size.ts';
import { citedQuote } from './shapes/citation.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** One aspect of the work, with quotes that can be cited. */
export const getAspectSentiment = describeTool({
  name: 'get_aspect_sentiment',
  title: 'What customers say about one aspect',
  description: `Returns what the reviews say about one aspect of the work: how many praise and criticize it, in counts and percent, its course over time, phrases, and quotes to cite. Use it for "do people complain about prices?" or "are they on time?". For all aspects at a glance use get_summary; for other subjects search_reviews. ${quotesStrangers}`,
  app: 'ui://chart',
  input: z.object({
    aspect: givenName.describe(
      `For work done in homes one of ${packAspects.home.join(', ')}, for other businesses one of ${packAspects.general.join(', ')}; or an everyday word for one, such as lateness`,
    ),
    max_tokens: maxTokens,
  }),
  outline: ['mention_count', 'positive_pct', 'neutral_pct', 'negative_pct', 'score', 'trend', 'phrases', 'quotes', 'example_review_ids'],
  output: aspectInsight.extend({
    notice,
    left_out: leftOut,
    quotes: z.array(citedQuote).describe('The clearest passages of each polarity'),
  }),
});
