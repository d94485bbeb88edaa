import type { getServiceArea as definition } from '../../../site/contract/mcp-tools/get-service-area.ts';
import type { Dataset } from '../dataset.ts';
import { citeQuotes } from './citation.ts';
import { mentioning, serviceShares, technicianShares } from './entity.ts';
import { madeOnce, type Tool } from './tool.ts';

/** The service area of `/insights.json`, and what the same reviews mention. */
export const getServiceArea: Tool<typeof definition> = (dataset, { area }) => describeArea(dataset, dataset.catalogue.serviceArea(area));

const describeArea = madeOnce((dataset, found: Dataset['insights']['entities']['service_areas'][number]) => {
  const reviews = mentioning(dataset.facts, 'service_areas', found.name);
  return {
    ...found,
    quotes: citeQuotes(dataset, found.quotes),
    services: serviceShares(dataset, reviews),
    technicians: technicianShares(reviews),
  };
});
