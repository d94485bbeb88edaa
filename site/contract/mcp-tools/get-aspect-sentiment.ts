import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { aspectInsight, packAspects } from '../insights.ts';
import { describeTool } from './definition.ts';
import { citedQuote } from './shapes/citation.ts';

/** One aspect of the work, with quotes that can be cited. */
export const getAspectSentiment = describeTool({
  name: 'get_aspect_sentiment',
  title: 'What customers say about one aspect',
  description: `Returns what the reviews say about one aspect of the work: how many praise and how many criticise it, in counts and percent of those that say something about it, its score, how it changes over time, the phrases used, and quotes with author, date, stars and link to cite. Use it for questions such as "do people complain about prices?" or "are they on time?". The aspects are ${packAspects.home.join(', ')} for work done in homes, and ${packAspects.general.join(', ')} for any other business; get_summary lists those of this one. For all at a glance use get_summary; for subjects beyond these, list_topics or search_reviews.`,
  input: z.object({
    aspect: givenName.describe(
      `Id or label of the aspect, such as ${packAspects.home[0]} or ${packAspects.general[0]}; an everyday word for one, such as price, lateness or mess, is understood`,
    ),
  }),
  output: aspectInsight.extend({ quotes: z.array(citedQuote).describe('The clearest passages of each polarity') }),
});
