import { entityKinds, entityParameters } from '../content/catalog-entry.ts';
import type { Review } from '../contract/review.ts';
import { findAll, type SearchMatch } from './search-find.ts';

/** A link beside the list, with the parameter and value that find its reviews. */
interface ListLink {
  readonly link: HTMLAnchorElement;
  readonly name: string;
  readonly value: string;
  readonly count: HTMLElement;
  readonly bar: SVGRectElement | null;
  /** As it was built: its address, number of reviews and width of the bar. */
  readonly built: { readonly href: string | null; readonly count: string | null; readonly width: string | null };
}

/** The parameters that limit the stars, of which a link sets `rating`. */
const starNames = ['rating', 'min_rating', 'max_rating'];

/** The lists beside the results. During a search, their links keep it and show the number of its results; `number` formats a number. */
export function searchLists(address: string, number: (value: number) => string) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#lists a[data-filter]')].flatMap(toListLink);
  let counting: AbortController | undefined;

  const show = ({ link, count, bar }: ListLink, href: string | null, text: string | null, width: string | null) => {
    if (href === null) link.removeAttribute('href');
    else link.setAttribute('href', href);
    count.textContent = text;
    if (width !== null) bar?.setAttribute('width', width);
  };
  const reset = () => {
    counting?.abort();
    for (const link of links) show(link, link.built.href, link.built.count, link.built.width);
  };
  /** Keeps the search in the links, without numbers until they are counted. A link replaces a filter of its own kind, which isn't counted. */
  const keep = (state: URLSearchParams) => {
    counting?.abort();
    for (const link of links) show(link, `${address}?${withFilter(state, link)}`, '', '0');
  };
  const count = async (state: URLSearchParams, api: string, found: SearchMatch) => {
    keep(state);
    const controller = new AbortController();
    counting = controller;
    const reviews = await findAll(api, found, controller.signal).catch(() => undefined);
    if (controller.signal.aborted || reviews === undefined) return;
    for (const link of links) {
      if (namesOf(link).some((name) => state.has(name))) continue;
      const matching = reviews.filter((review) => isIn(review, link)).length;
      const share = matching === 0 ? 0 : (matching * 100) / reviews.length;
      show(link, matching === 0 ? null : `${address}?${withFilter(state, link)}`, number(matching), String(share));
    }
  };
  return { reset, keep, count };
}

function toListLink(link: HTMLAnchorElement): ListLink[] {
  const [[name, value] = []] = [...new URLSearchParams(link.dataset['filter'])];
  const count = link.querySelector<HTMLElement>('[data-count]');
  const bar = link.querySelector<SVGRectElement>('.fill');
  if (name === undefined || value === undefined || count === null) return [];
  const built = { href: link.getAttribute('href'), count: count.textContent, width: bar?.getAttribute('width') ?? null };
  return [{ link, name, value, count, bar, built }];
}

const namesOf = ({ name }: Pick<ListLink, 'name'>): readonly string[] => (name === 'rating' ? starNames : [name]);

function withFilter(state: URLSearchParams, { name, value }: Pick<ListLink, 'name' | 'value'>): URLSearchParams {
  const filtered = new URLSearchParams(state);
  for (const other of namesOf({ name })) filtered.delete(other);
  filtered.set(name, value);
  return filtered;
}

function isIn({ rating, mentions }: Review, { name, value }: Pick<ListLink, 'name' | 'value'>): boolean {
  if (name === 'rating') return String(rating) === value;
  const kind = entityKinds.find((one) => entityParameters[one] === name);
  return kind !== undefined && mentions[kind].includes(value);
}
