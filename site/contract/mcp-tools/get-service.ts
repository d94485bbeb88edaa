import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { serviceInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, technicianShare } from './shapes/entity.ts';

/** One kind of work, and the technicians that the same reviews name. */
export const getService = describeTool({
  name: 'get_service',
  title: 'What customers say about a service',
  description:
    'Returns what the reviews that mention one service say: how many there are, their mean stars and sentiment, what they praise and criticise by aspect, which technicians they name and with how many stars, quotes to cite and example review ids. Use it for questions on a kind of work, such as "who is best with EV chargers?" or "are panel upgrades any good?". For one person over all kinds of work use get_technician; for the full reviews, search_reviews with mentions_service.',
  input: z.object({
    service: givenName.describe('Id, name or alias of a service, such as "EV charger"; get_business lists them'),
  }),
  output: serviceInsight.extend({
    quotes,
    technicians: z
      .array(technicianShare)
      .describe('Technicians that the same reviews name, most frequent first; a mean of few reviews says little'),
  }),
});
