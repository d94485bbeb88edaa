import type { searchReviews as definition } from '../../../site/contract/mcp-tools/search-reviews.ts';
import { pageTemplateOf } from './citation.ts';
import type { Tool } from './tool.ts';

/** As the search endpoint answers, with names understood as people write them. */
export const searchReviews: Tool<typeof definition> = (dataset, args) => {
  const { mentions_technician: technician, mentions_service: service } = args;
  const { matched, indexes } = dataset.search({
    ...args,
    ...(technician === undefined ? {} : { mentions_technician: dataset.catalogue.technician(technician).name }),
    ...(service === undefined ? {} : { mentions_service: dataset.catalogue.service(service).id }),
  });
  const reviews = indexes.flatMap((index) => dataset.reviews.reviews[index] ?? []);
  return { matched, returned: reviews.length, reviews, review_url: pageTemplateOf(dataset) };
};
