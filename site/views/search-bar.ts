import { type EntityKind, entityParameters } from '../content/catalog.ts';
import { pagePaths } from '../contract/paths.ts';
import { hasInsights } from '../insights/wording.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';
import { templateEntry } from './entries.ts';
import { type Listing, type ListingPage, listingsOf } from './listings.ts';
import { isSearchable, toSearchPage } from './search-page.ts';
import { toSources } from './sources.ts';

/** The sort orders of the results; `relevance` (most relevant) is computed on the page, the others by the API. */
export const sortOrders = ['newest', 'highest', 'lowest', 'relevance'] as const;

/** The search above one page of a list; undefined if there are too few reviews to search. */
export function toSearchBar(publication: Publication, { listing, number }: ListingPage) {
  if (!isSearchable(publication)) return undefined;
  const fields = searchFields(publication, listing);
  const isLive = listing.path === pagePaths.reviews && number === 1;
  return {
    fields,
    /** Aspects to choose with one click, on the first page of all reviews. */
    aspects: isLive ? aspectChips(publication) : [],
    /** How many fields are set for this list. */
    chosen: fields.filter(({ chosen }) => chosen !== undefined).length,
    /** The script's data as JSON, and the template of an entry, on the page that shows results. */
    live: isLive
      ? { json: printBlock(toSearchPage(publication, messagesOf(publication.dataset))), template: templateEntry(publication) }
      : undefined,
  };
}

export type SearchBarData = NonNullable<ReturnType<typeof toSearchBar>>;

/** A JSON block for a page, escaped so that its content can't end the block. */
const printBlock = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A filter of the search. `name` is the API's parameter, except for `stars`, whose values include the parameter. */
interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The value that is set because the current list is about it. */
  readonly chosen: string | undefined;
}

/** The filters that distinguish reviews: none for people if there are no people, none for sources if there is only one. */
function searchFields(publication: Publication, { rating, entity }: Listing): SearchField[] {
  const chosen: Readonly<Record<string, string | undefined>> = {
    ...(entity ? { [entityParameters[entity.kind]]: entity.key } : {}),
    stars: rating === undefined ? undefined : `rating=${rating}`,
  };
  return choices(publication).map((choice) => ({ ...choice, chosen: chosen[choice.name] }));
}

const choices = oncePer((publication: Publication): readonly Omit<SearchField, 'chosen'>[] => {
  const { dataset, insights } = publication;
  const messages = messagesOf(dataset);
  const { say, number } = messages;
  const { mentioned } = listingsOf(publication);
  const entityChoice = (kind: EntityKind, label: string) => ({
    name: entityParameters[kind],
    label,
    options: mentioned[kind].map(({ entity: of, label: name, reviews }) => [of?.key ?? '', `${name} (${number(reviews.length)})`] as const),
  });
  const sources = toSources(dataset).map(({ id, name, review_count }) => [id, `${name} (${number(review_count)})`] as const);
  const all = [
    { name: 'stars', label: say('search.stars'), options: starOptions(messages) },
    entityChoice('services', say('search.service')),
    entityChoice('technicians', say('search.person')),
    entityChoice('service_areas', say('search.area')),
    { name: 'source', label: say('search.source'), options: sources.length < 2 ? [] : sources },
    {
      name: 'aspect',
      label: say('search.aspect'),
      options: insights.aspects.flatMap(({ id, label, mention_count, positive_count, negative_count }) => [
        ...(mention_count > 0 ? [[id, label] as const] : []),
        ...(positive_count > 0 ? [[`${id}:positive`, say('search.praised', { aspect: label })] as const] : []),
        ...(negative_count > 0 ? [[`${id}:negative`, say('search.criticized', { aspect: label })] as const] : []),
      ]),
    },
  ];
  return all.filter(({ options }) => options.length > 0);
});

/**
 * The aspects as choices above the list of all reviews, the most mentioned first; none if there are fewer than two, or if too few texts
 * were analyzed.
 */
function aspectChips({ insights }: Pick<Publication, 'insights'>): SearchField['options'] {
  const mentioned = insights.aspects.filter(({ mention_count }) => mention_count > 0);
  if (mentioned.length < 2 || !hasInsights(insights)) return [];
  return mentioned.sort((a, b) => b.mention_count - a.mention_count).map(({ id, label }) => [id, label]);
}

function starOptions({ say }: Messages): SearchField['options'] {
  const exactly = [5, 4, 3, 2, 1].map((count) => [`rating=${count}`, say('search.exactly', { count })] as const);
  const atLeast = [4, 3, 2].map((count) => [`min_rating=${count}`, say('search.at_least', { count })] as const);
  const atMost = [4, 3, 2].map((count) => [`max_rating=${count}`, say('search.at_most', { count })] as const);
  return [...exactly, ...atLeast, ...atMost];
}

/**
 * The attributes that make the search form a tool for agents in the browser: WebMCP, declarative API
 * (github.com/webmachinelearning/webmcp, declarative-api-explainer.md). Fields without a description are described by their labels.
 */
export function searchTool({ say }: Pick<Messages, 'say'>) {
  return {
    form: { toolname: 'search_reviews', tooldescription: say('search.tool'), toolautosubmit: true },
    query: { toolparamdescription: say('search.tool_query') },
    since: { toolparamdescription: say('search.tool_since') },
    until: { toolparamdescription: say('search.tool_until') },
  };
}
