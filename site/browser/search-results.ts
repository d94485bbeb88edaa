import { entityKinds, entityParameters } from '../content/catalog.ts';
import type { Review } from '../contract/review.ts';
import type { MakeEntry, SearchWords } from './search-entry.ts';
import { findAll, PAGE_SIZE, type SearchMatch, SearchRefusal } from './search-find.ts';

const part = <Part extends HTMLElement>(selector: string) => document.querySelector(selector) as Part;

/** Shows the results of a search, or the prebuilt list with the reason why there are none. */
export function searchResults(words: SearchWords, makeEntry: MakeEntry) {
  /** Holds the list of results and the button for more. */
  const found = part('[data-found]');
  const list = part('[data-results]');
  const more = part<HTMLButtonElement>('[data-more]');
  /** The prebuilt list, shown without a search. */
  const prebuilt = part('[data-prebuilt]');
  const message = part('[data-say]');
  /** Offers another spelling. */
  const other = part<HTMLButtonElement>('[data-other]');
  /** Leads back to all reviews if there are no results. */
  const all = part<HTMLButtonElement>('[data-all]');

  const shown = () => list.childElementCount;
  const showResults = (isShown: boolean) => {
    found.hidden = !isShown;
    prebuilt.hidden = isShown;
  };
  const say = (text: string, isProblem = false) => {
    message.textContent = text;
    other.hidden = true;
    all.hidden = true;
    message.classList.toggle('away', isProblem);
  };
  const offerMore = ({ matched, whole, reviews }: SearchMatch) => {
    more.hidden = shown() >= (whole ? reviews.length : matched);
  };
  const describe = ({ matched, how, query, other: meant, byRelevance, reviews }: SearchMatch) => {
    if (matched === 0) return words.say('found_none');
    const told = [words.count(how === 'exact' ? 'found' : `found_${how}`, matched, { query, other: nameOf(meant) })];
    if (byRelevance && matched > 1)
      told.push(matched > reviews.length ? words.count('relevance_among', reviews.length) : words.say('relevance_means'));
    if (shown() < matched) told.push(words.count('shown', shown()));
    return told.join(' ');
  };
  const offerSpelling = ({ how, other: meant }: SearchMatch) => {
    if (how === 'spelling' || how === 'mention' || meant === undefined) return;
    other.textContent = words.say(typeof meant === 'string' ? 'instead' : 'instead_mention', { other: nameOf(meant) });
    other.hidden = false;
  };

  return {
    more,
    other,
    all,
    /** How many reviews are shown. */
    shown,
    /** Hides the prebuilt list until the first results arrive. The style sheet keeps its space, so nothing below it moves. */
    wait: () => {
      prebuilt.hidden = true;
    },
    show: (finding: SearchMatch, atLeast: number) => {
      const { matched, whole, reviews } = finding;
      const first = whole ? reviews.slice(0, Math.max(PAGE_SIZE, atLeast)) : reviews;
      list.replaceChildren(...first.map((review) => makeEntry(review, finding)));
      showResults(true);
      offerMore(finding);
      say(describe(finding));
      offerSpelling(finding);
      all.hidden = matched > 0;
    },
    /** Appends reviews, moves the focus to the first of them and announces how many are shown. */
    append: (finding: SearchMatch, reviews: readonly Review[]) => {
      const entries = reviews.map((review) => makeEntry(review, finding));
      list.append(...entries);
      offerMore(finding);
      entries[0]?.querySelector<HTMLElement>('h3 a')?.focus();
      say(`${words.count('more_shown', reviews.length)} ${words.count('shown', shown())}`);
    },
    /** Restores the page as it was before any search. */
    reset: () => {
      showResults(false);
      say('');
    },
    showProblem: (problem: unknown) => {
      showResults(false);
      if (!(problem instanceof SearchRefusal)) {
        part('[data-lists]').classList.add('needed');
        return say(words.say('away'), true);
      }
      const { issues } = problem;
      say(issues === undefined ? words.say('too_many') : words.say('not_understood', { issues }), true);
    },
  };
}

export type SearchResults = ReturnType<typeof searchResults>;

const nameOf = (other: SearchMatch['other']) => (typeof other === 'string' ? other : (other?.label ?? ''));

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
