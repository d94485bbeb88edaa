import type { getTechnician as definition } from '../../../site/contract/mcp-tools/get-technician.ts';
import type { Dataset } from '../dataset.ts';
import { citeQuotes } from './citation.ts';
import { mentioning, serviceShares } from './entity.ts';
import { madeOnce, type Tool } from './tool.ts';

/** The technician of `/insights.json`, and what the same reviews mention. */
export const getTechnician: Tool<typeof definition> = (dataset, { name }) =>
  describeTechnician(dataset, dataset.catalogue.technician(name));

const describeTechnician = madeOnce((dataset, found: Dataset['insights']['entities']['technicians'][number]) => {
  const reviews = mentioning(dataset.facts, 'technicians', found.name);
  return { ...found, quotes: citeQuotes(dataset, found.quotes), services: serviceShares(dataset, reviews) };
});
