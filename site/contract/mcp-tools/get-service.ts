import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { serviceInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, technicianShare } from './shapes/entity.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** One kind of work, and the technicians that the same reviews name. */
export const getService = describeTool({
  name: 'get_service',
  title: 'What customers say about a service',
  description: `Returns what the reviews that mention one service say: how many, mean stars, sentiment, praise and criticism by aspect, the technicians named and their stars, quotes to cite. Use it for "who is best with EV chargers?". For one person use get_technician; for whole reviews, search_reviews. ${quotesStrangers}`,
  input: z.object({
    service: givenName.describe('Id, name or alias, such as EV charger'),
  }),
  outline: ['mention_count', 'rating_value', 'score', 'aspects', 'quotes', 'technicians', 'example_review_ids'],
  output: serviceInsight.extend({
    notice,
    quotes,
    technicians: z
      .array(technicianShare)
      .describe('Technicians that the same reviews name, most frequent first; a mean of few reviews says little'),
  }),
});
