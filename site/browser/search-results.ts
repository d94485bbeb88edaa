import type { Review } from '../contract/review.ts';
import { type EntryMaker, toParts } from './search-entry.ts';
import { type Finding, PAGE_SIZE, SearchRefusal } from './search-find.ts';
import type { SearchWords } from './search-words.ts';

const part = <Part extends HTMLElement>(selector: string) => document.querySelector(selector) as Part;

/** Shows the results of a search, or the prebuilt list with the reason why there are none. */
export class SearchResults {
  /** Holds the list of results and the button for more. */
  readonly #found = part('[data-found]');
  readonly #list = part('[data-results]');
  readonly more = part<HTMLButtonElement>('[data-more]');
  /** The prebuilt list, shown without a search. */
  readonly #prebuilt = part('[data-prebuilt]');
  readonly #message = part('[data-say]');
  /** Offers another spelling. */
  readonly other = part<HTMLButtonElement>('[data-other]');
  /** Leads back to all reviews if there are no results. */
  readonly all = part<HTMLButtonElement>('[data-all]');
  readonly #words: SearchWords;
  readonly #entries: EntryMaker;

  constructor(words: SearchWords, entries: EntryMaker) {
    this.#words = words;
    this.#entries = entries;
  }

  /** How many reviews are shown. */
  get shown(): number {
    return this.#list.childElementCount;
  }

  /** Keeps the list's space for the first results, so nothing moves when they arrive. */
  wait(): void {
    this.#prebuilt.hidden = true;
  }

  show(finding: Finding, atLeast: number): void {
    this.#list.replaceChildren(
      ...this.#make(finding, finding.whole ? finding.reviews.slice(0, Math.max(PAGE_SIZE, atLeast)) : finding.reviews),
    );
    this.#found.hidden = false;
    this.#prebuilt.hidden = true;
    this.#offerMore(finding);
    this.#say(this.#describe(finding));
    this.#offerSpelling(finding);
    this.all.hidden = finding.matched > 0;
  }

  /** Appends reviews, moves the focus to the first of them and announces how many are shown. */
  append(finding: Finding, reviews: readonly Review[]): void {
    const entries = this.#make(finding, reviews);
    this.#list.append(...entries);
    this.#offerMore(finding);
    entries[0]?.querySelector<HTMLElement>('h3 a')?.focus();
    this.#say(`${this.#words.count('more_shown', reviews.length)} ${this.#words.count('shown', this.shown)}`);
  }

  /** Restores the page as it was before any search. */
  reset(): void {
    this.#showPrebuilt();
    this.#say('');
  }

  showProblem(problem: unknown): void {
    this.#showPrebuilt();
    if (!(problem instanceof SearchRefusal)) {
      part('[data-lists]').classList.add('needed');
      return this.#say(this.#words.say('away'), true);
    }
    const { issues } = problem;
    this.#say(issues === undefined ? this.#words.say('too_many') : this.#words.say('not_understood', { issues }), true);
  }

  #describe({ matched, how, query, other, telling, reviews }: Finding): string {
    const words = this.#words;
    if (matched === 0) return words.say('found_none');
    const told = [words.count(how === 'exact' ? 'found' : `found_${how}`, matched, { query, other: nameOf(other) })];
    if (telling && matched > 1)
      told.push(matched > reviews.length ? words.count('telling_among', reviews.length) : words.say('telling_means'));
    if (this.shown < matched) told.push(words.count('shown', this.shown));
    return told.join(' ');
  }

  #make(finding: Finding, reviews: readonly Review[]): Element[] {
    return reviews.map((review) => this.#entries.make(review, (text) => toParts(text, finding)));
  }

  #offerMore({ matched, whole, reviews }: Finding): void {
    this.more.hidden = this.shown >= (whole ? reviews.length : matched);
  }

  #offerSpelling({ how, other }: Finding): void {
    if (how === 'spelling' || how === 'mention' || other === undefined) return;
    this.other.textContent = this.#words.say(typeof other === 'string' ? 'instead' : 'instead_mention', { other: nameOf(other) });
    this.other.hidden = false;
  }

  #showPrebuilt(): void {
    this.#found.hidden = true;
    this.#prebuilt.hidden = false;
  }

  #say(text: string, isProblem = false): void {
    this.#message.textContent = text;
    this.other.hidden = true;
    this.all.hidden = true;
    this.#message.classList.toggle('away', isProblem);
  }
}

const nameOf = (other: Finding['other']) => (typeof other === 'string' ? other : (other?.label ?? ''));
