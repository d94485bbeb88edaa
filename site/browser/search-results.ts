import type { Review } from '../contract/review.ts';
import type { MakeEntry } from './search-entry.ts';
import { PAGE_SIZE, type SearchMatch, SearchRefusal } from './search-find.ts';
import type { SearchWords } from './search-words.ts';

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
