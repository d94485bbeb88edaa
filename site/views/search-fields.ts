import { oncePer } from '../content/once-per.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { hasInsights } from './aspects.ts';
import { type EntityKind, type Listing, listingsOf } from './listings.ts';
import { sourceLabel } from './review-platforms.ts';

/** The sort orders of the results; `telling` (most relevant) is computed on the page, the others by the API. */
export const sortOrders = ['newest', 'highest', 'lowest', 'telling'] as const;

/** A filter of the search as a choice; `name` is the API's parameter, but for `stars`, whose values are parameters themselves. */
export interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The value that is set because the current list is about it. */
  readonly chosen: string | undefined;
}

const fieldOf: Readonly<Record<EntityKind['kind'], string>> = {
  services: 'mentions_service',
  technicians: 'mentions_technician',
  service_areas: 'area',
};

/** The filters that distinguish reviews: none for people if there are no people, none for sources if there is only one. */
export function searchFields(publication: Publication, { rating, entity }: Listing): SearchField[] {
  const chosen: Readonly<Record<string, string | undefined>> = {
    ...(entity ? { [fieldOf[entity.kind]]: entity.key } : {}),
    stars: rating === undefined ? undefined : `rating=${rating}`,
  };
  return choices(publication).map((choice) => ({ ...choice, chosen: chosen[choice.name] }));
}

const choices = oncePer((publication: Publication): readonly Omit<SearchField, 'chosen'>[] => {
  const { dataset, insights } = publication;
  const messages = messagesOf(dataset);
  const { say, number } = messages;
  const { entities } = listingsOf(publication);
  const entityChoice = (kind: EntityKind['kind'], label: string) => ({
    name: fieldOf[kind],
    label,
    options: entities[kind]
      .filter(({ reviews }) => reviews.length > 0)
      .map(({ entity: of, label: name, reviews }) => [of?.key ?? '', `${name} (${number(reviews.length)})`] as const),
  });
  const sources = [...Map.groupBy(dataset.reviews, ({ source }) => source)].sort(([, a], [, b]) => b.length - a.length);
  const all = [
    { name: 'stars', label: say('search.stars'), options: starOptions(messages) },
    entityChoice('services', say('search.service')),
    entityChoice('technicians', say('search.person')),
    entityChoice('service_areas', say('search.area')),
    {
      name: 'source',
      label: say('search.source'),
      options:
        sources.length < 2
          ? []
          : sources.map(([source, of]) => [source, `${sourceLabel(source, dataset, messages)} (${number(of.length)})`] as const),
    },
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

/** The aspects as choices above the list of all reviews, the most mentioned first; none if there is no choice, or if too few texts were analyzed. */
export function aspectChips({ insights }: Pick<Publication, 'insights'>): SearchField['options'] {
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
