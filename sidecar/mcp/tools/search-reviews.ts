import { polarity } from '../../../site/contract/insights.ts';
import type { searchReviews as definition } from '../../../site/contract/mcp-tools/search-reviews.ts';
import type { SearchQuery } from '../../../site/contract/search-query.ts';
import type { Dataset } from '../dataset.ts';
import { ToolError } from '../given-values.ts';
import { inDetail, takeWithin } from './answer-size.ts';
import { pageTemplateOf } from './citation.ts';
import { remarkOnDates } from './remarks.ts';
import type { Tool } from './tool.ts';

/** As the search endpoint answers, with names understood as people write them. */
export const searchReviews: Tool<typeof definition> = (dataset, { detail, max_tokens, ...given }) => {
  refuseEmptyRanges(given);
  const { aspect, ...filters } = given;
  const wanted = aspect === undefined ? {} : { aspect: aspectOf(aspect, dataset.catalogue) };
  const { matched, indexes } = dataset.search({ ...filters, ...namesIn(filters, dataset), ...wanted });
  const reviews = takeWithin(
    indexes.map((index) => inDetail(dataset.reviewAt(index), detail)),
    max_tokens,
  );
  const next = (given.offset ?? 0) + reviews.length;
  return {
    matched,
    returned: reviews.length,
    reviews: [...reviews],
    remark: matched === 0 ? remarkOnDates(dataset, given) : undefined,
    review_url: detail === 'full' ? pageTemplateOf(dataset) : undefined,
    next_offset: reviews.length > 0 && next < matched ? next : undefined,
  };
};

function refuseEmptyRanges({ since, until, min_rating, max_rating }: Omit<SearchQuery, 'aspect'>): void {
  if (since !== undefined && until !== undefined && since > until)
    throw new ToolError(`since: was given ${since}, which is after until, ${until}; give the earlier day as since.`);
  if (min_rating !== undefined && max_rating !== undefined && min_rating > max_rating)
    throw new ToolError(`min_rating: was given ${min_rating}, which is more than max_rating, ${max_rating}.`);
}

/** The names given, each as the search endpoint takes it. Throws a ToolError for one that nobody or nothing has. */
function namesIn(
  { mentions_technician: technician, mentions_service: service, area, source }: SearchQuery,
  { catalogue, facts }: Dataset,
): Partial<SearchQuery> {
  return {
    ...(technician === undefined ? {} : { mentions_technician: catalogue.technician(technician).name }),
    ...(service === undefined ? {} : { mentions_service: catalogue.service(service).id }),
    ...(area === undefined ? {} : { area: catalogue.serviceArea(area).name }),
    ...(source === undefined ? {} : { source: sourceOf(source, facts) }),
  };
}

/** `price: negative` is `pricing:negative`. */
function aspectOf(given: string, catalogue: Dataset['catalogue']): Exclude<SearchQuery['aspect'], undefined> {
  const [name = '', wanted, ...rest] = given.split(':').map((part) => part.trim());
  const { id } = catalogue.aspect(name);
  if (wanted === undefined) return id;
  const { success, data } = polarity.safeParse(wanted.toLowerCase());
  if (!success || rest.length > 0)
    throw new ToolError(`aspect: the polarity, behind the colon, is one of ${polarity.options.join(', ')}; leave it out for all.`);
  return `${id}:${data}`;
}

function sourceOf(given: string, facts: Dataset['facts']): string {
  const sources = [...new Set(facts.map(({ source }) => source))];
  const found = sources.find((source) => source.toLowerCase() === given.trim().toLowerCase());
  if (found === undefined) throw new ToolError(`source: there are reviews from ${sources.join(', ') || 'nowhere yet'}; give one of these.`);
  return found;
}
