import { pagePaths } from '../contract/paths.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { type Entry, templateEntries } from './entries.ts';
import { entityKinds, type Listing, type ListingPage, listingsOf } from './listings.ts';
import { aspectChips, type SearchField, searchFields } from './search-fields.ts';
import { isSearchable, printSearchPage, toSearchPage } from './search-page.ts';

/** The search above a list. */
export interface SearchBarData {
  /** The address of the list. */
  readonly path: string;
  readonly fields: readonly SearchField[];
  /** Aspects to choose with one press, on the page of all reviews. */
  readonly aspects: SearchField['options'];
  /** How many fields are set for this list. */
  readonly chosen: number;
  /** Links to prebuilt lists, by kind, for readers without JavaScript. */
  readonly filters: readonly { readonly title: string; readonly kind: string; readonly listings: readonly Listing[] }[];
  /** What the script needs to show results, on the one page that shows them: its data as JSON, and templates by kind of entry. */
  readonly live: { readonly json: string; readonly templates: readonly (readonly [kind: string, entry: Entry])[] } | undefined;
}

/** The search above one page of a list; undefined where there are too few reviews to search. */
export function toSearchBar(publication: Publication, { listing, number }: ListingPage): SearchBarData | undefined {
  if (!isSearchable(publication)) return undefined;
  const fields = searchFields(publication, listing);
  const isLive = listing.path === pagePaths.reviews && number === 1;
  return {
    path: listing.path,
    fields,
    aspects: isLive ? aspectChips(publication) : [],
    chosen: fields.filter(({ chosen }) => chosen !== undefined).length,
    filters: filtersOf(publication),
    live: isLive
      ? { json: printSearchPage(toSearchPage(publication, messagesOf(publication.dataset))), templates: templateEntries(publication) }
      : undefined,
  };
}

function filtersOf(publication: Publication): SearchBarData['filters'] {
  const { say } = messagesOf(publication.dataset);
  const { all, stars, entities } = listingsOf(publication);
  const mentioned = (listings: readonly Listing[]) => listings.filter(({ reviews }) => reviews.length > 0);
  return [
    { title: say('search.stars'), kind: say('reviews.kind_stars'), listings: [all, ...mentioned(stars)] },
    ...entityKinds.map(({ kind }) => ({
      title: say(`reviews.${kind}`),
      kind: say(`reviews.kind_${kind}`),
      listings: mentioned(entities[kind]),
    })),
  ].filter(({ listings }) => listings.length > 0);
}
