import { z } from 'zod';
import { serviceInsight } from '../../../site/contract/insights.ts';
import { findService } from '../catalogue.ts';
import { citeQuotes } from '../citation.ts';
import { defineTool } from '../tool.ts';
import { mentioning, quotes, technicianShare, technicianShares } from './entity.ts';

export const getService = defineTool({
  name: 'get_service',
  title: 'What customers say about a service',
  description:
    'Returns what the reviews that mention one service say: how many there are, their mean stars and sentiment, what they praise and criticise by aspect, which technicians they name and with how many stars, quotes to cite and example review ids. Use it for questions on a kind of work, such as "who is best with EV chargers?" or "are panel upgrades any good?". For one person over all kinds of work use get_technician; for the full reviews, search_reviews with mentions_service.',
  input: z.object({
    service: z
      .string()
      .min(1, 'must not be empty')
      .describe('Id, name or alias of a service, such as "EV charger"; get_business lists them'),
  }),
  output: serviceInsight.extend({
    quotes,
    technicians: z
      .array(technicianShare)
      .describe('Technicians that the same reviews name, most frequent first; a mean of few reviews says little'),
  }),
  run: (dataset, { service }) => {
    const found = findService(dataset, service);
    const reviews = mentioning(dataset.reviews.reviews, 'services', found.id);
    return { ...found, quotes: citeQuotes(dataset, found.quotes), technicians: technicianShares(reviews) };
  },
});
