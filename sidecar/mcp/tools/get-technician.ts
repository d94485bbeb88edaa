import { z } from 'zod';
import { technicianInsight } from '../../../site/contract/insights.ts';
import { findTechnician } from '../catalogue.ts';
import { citeQuotes } from '../citation.ts';
import { defineTool } from '../tool.ts';
import { mentioning, quotes, serviceShare, serviceShares } from './entity.ts';

export const getTechnician = defineTool({
  name: 'get_technician',
  title: 'What customers say about a technician',
  description:
    'Returns what the reviews that name one technician say: how many there are, their mean stars and sentiment, what they praise and criticise by aspect, which services they are about, quotes to cite and example review ids. Use it for questions on a person, or once for each of several to compare them. To find out who is named for a kind of work, use get_service, which lists the technicians; for the full reviews, search_reviews with mentions_technician.',
  input: z.object({
    name: z.string().min(1, 'must not be empty').describe('Name or alias of a technician, such as a first name; get_business lists them'),
  }),
  output: technicianInsight.extend({
    quotes,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
  }),
  run: (dataset, { name }) => {
    const found = findTechnician(dataset, name);
    const reviews = mentioning(dataset.reviews.reviews, 'technicians', found.name);
    return { ...found, quotes: citeQuotes(dataset, found.quotes), services: serviceShares(dataset, reviews) };
  },
});
