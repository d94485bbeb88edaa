import { getServiceArea as definition } from '../../../site/contract/mcp-tools/get-service-area.ts';
import { citeQuotes } from '../citation.ts';
import { bindTool } from '../tool.ts';
import { mentioning, serviceShares, technicianShares } from './entity.ts';

/** The service area of `/insights.json`, and what the same reviews mention. */
export const getServiceArea = bindTool(definition, (dataset, { area }) => {
  const found = dataset.catalogue.serviceArea(area);
  const reviews = mentioning(dataset.reviews.reviews, 'service_areas', found.name);
  return {
    ...found,
    quotes: citeQuotes(dataset, found.quotes),
    services: serviceShares(dataset, reviews),
    technicians: technicianShares(reviews),
  };
});
