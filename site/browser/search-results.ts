import { verifiedBy } from '../views/verification.ts';
import type { FoundReview, FoundReviews, SearchOutcome } from './search-api.ts';

const AWAY =
  'The search is away at the moment. The lists by stars, service, technician and area work without it, and here are the newest reviews.';

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The parts of the page that show what was found. Text of reviews only ever becomes text, never markup. */
export interface ResultParts {
  readonly results: HTMLElement;
  /** The list that stands in the page without a search. */
  readonly prebuilt: HTMLElement;
  readonly template: HTMLTemplateElement;
  readonly say: HTMLElement;
}

/** Shows what a search found, or the prebuilt list and why there is nothing else to show. */
export class SearchResults {
  readonly #parts: ResultParts;

  constructor(parts: ResultParts) {
    this.#parts = parts;
  }

  show(outcome: SearchOutcome): void {
    if (outcome.kind === 'found') return this.#showFound(outcome.found);
    this.#showPrebuilt();
    if (outcome.kind === 'too many requests') this.#say('Too many searches at once. Wait a moment, then try again.', true);
    else this.#say(`The search was not understood: ${outcome.issues}.`, true);
  }

  /** The page as it was before any search. */
  reset(): void {
    this.#say('');
    this.#showPrebuilt();
  }

  showAway(): void {
    this.#showPrebuilt();
    this.#say(AWAY, true);
  }

  #showFound({ matched, returned, reviews }: FoundReviews): void {
    const { results, prebuilt, template } = this.#parts;
    results.replaceChildren(...reviews.map((review) => fill(template, review)));
    results.hidden = false;
    prebuilt.hidden = true;
    const shown = returned < matched ? `; the newest ${returned} are shown` : '';
    if (matched === 0) this.#say('No review matches. Try fewer words, or another filter.');
    else this.#say(`${matched} ${matched === 1 ? 'review matches' : 'reviews match'}${shown}.`);
  }

  #showPrebuilt(): void {
    this.#parts.results.hidden = true;
    this.#parts.prebuilt.hidden = false;
  }

  #say(text: string, isAway = false): void {
    this.#parts.say.textContent = text;
    this.#parts.say.classList.toggle('away', isAway);
  }
}

/** The template's link leads to the folder of the pages with reviews, beneath the path of the site. */
function fill(template: HTMLTemplateElement, review: FoundReview): Node {
  const node = template.content.cloneNode(true) as DocumentFragment;
  const part = <T extends Element>(name: string) => node.querySelector(`[data-${name}]`) as T;
  part('stars').setAttribute('aria-label', `${review.rating} out of 5 stars`);
  part('fill').setAttribute('width', String(review.rating * 20));
  const link = part<HTMLAnchorElement>('link');
  link.href = `${link.getAttribute('href')}${encodeURIComponent(review.id)}/`;
  part('author').textContent = review.author;
  part<HTMLTimeElement>('date').dateTime = review.date;
  part('date').textContent = dates.format(new Date(`${review.date}T00:00:00Z`));
  part('verified').textContent = verifiedBy(review);
  part('words').textContent = review.text ?? 'Rated without words.';
  part('words').classList.toggle('none', review.text === null);
  if (review.owner_reply) part('said').textContent = review.owner_reply.text;
  else part('reply').remove();
  return node;
}
