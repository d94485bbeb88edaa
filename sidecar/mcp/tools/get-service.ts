import type { getService as definition } from '../../../site/contract/mcp-tools/get-service.ts';
import type { Dataset } from '../dataset.ts';
import { citeQuotes } from './citation.ts';
import { mentioning, technicianShares } from './entity.ts';
import { madeOnce, type Tool } from './tool.ts';

/** The service of `/insights.json`, and whom the same reviews name. */
export const getService: Tool<typeof definition> = (dataset, { service }) => describeService(dataset, dataset.catalogue.service(service));

const describeService = madeOnce((dataset, found: Dataset['insights']['entities']['services'][number]) => {
  const reviews = mentioning(dataset.facts, 'services', found.id);
  return { ...found, quotes: citeQuotes(dataset, found.quotes), technicians: technicianShares(reviews) };
});
