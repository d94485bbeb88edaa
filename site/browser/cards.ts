import { connectToHost, element, link, show, type ToolAnswer } from './cards-host.ts';

interface Card {
  readonly id: string;
  readonly author: string;
  readonly rating: number;
  readonly date: string;
  readonly text?: string;
  readonly source?: string;
  readonly source_url?: string;
  readonly owner_reply?: { readonly text: string; readonly date?: string };
  readonly [field: string]: unknown;
}

/** What readers of any list have to know about reviews with a value, from the page. */
const disclosures = JSON.parse(document.querySelector('#disclosures')?.textContent ?? '[]') as readonly {
  readonly field: string;
  readonly value: string;
  readonly label: string;
}[];

/** The fields of an answer that the page shows: those of `get_review`, or of `search_reviews` and `get_reviews_since`. */
interface CardsAnswer {
  readonly review?: Card;
  readonly url?: string;
  readonly analysis?: { readonly aspects?: readonly FoundAspect[] };
  readonly reviews?: readonly Card[];
  readonly matched?: number;
  readonly review_url?: string;
  readonly remark?: string;
}

interface FoundAspect {
  readonly id: string;
  readonly polarity: string;
}

const SHOWN_AT_FIRST = 5;
const LONG_TEXT = 480;

connectToHost(showCards);

/** Shows one review or a list. */
function showCards(answer: ToolAnswer, locale: string): void {
  const { review, url, analysis, reviews = [], matched, review_url, remark } = answer as CardsAnswer;
  const cards = review === undefined ? reviews : [review];
  const toCard = (card: Card) => {
    const page = url ?? review_url?.replace('{id}', encodeURIComponent(card.id));
    const found = review && analysis?.aspects?.length ? foundAspects(analysis.aspects) : undefined;
    return element(
      'li',
      {},
      element(
        'article',
        {},
        element('h2', { dir: 'auto' }, card.author),
        stars(card.rating),
        element(
          'p',
          { class: 'fine' },
          element('time', { datetime: card.date }, formatDay(card.date, locale)),
          ...(card.source === undefined ? [] : [' · ', element('span', { class: 'source' }, link(card.source_url, card.source))]),
          ...disclosures.filter(({ field, value }) => card[field] === value).map(({ label }) => ` · ${label}`),
          ...(page === undefined ? [] : [' · ', link(page, 'Open the review')]),
        ),
        words(card.text ?? 'Rating only'),
        found,
        reply(card, locale),
      ),
    );
  };
  const list = element('ol', { class: 'cards' }, ...cards.slice(0, SHOWN_AT_FIRST).map(toCard));
  const counted = matched === undefined ? '' : `${matched === 1 ? 'One review' : `${matched} reviews`} found, ${cards.length} here`;
  const heading = review ? 'A customer’s review' : cards.length === 0 ? 'No review found' : counted;
  const more = moreButton(list, cards.slice(SHOWN_AT_FIRST), toCard);
  show(element('h1', {}, heading), remark ? element('p', { class: 'fine' }, remark) : undefined, list, more);
}

/** A button that adds the rest to the list, if there is any. */
function moreButton(list: HTMLElement, rest: readonly Card[], toCard: (card: Card) => HTMLElement): HTMLElement | undefined {
  if (rest.length === 0) return undefined;
  const more = element('button', { type: 'button' }, `Show ${rest.length} more`);
  more.addEventListener('click', () => {
    const added = rest.map(toCard);
    list.append(...added);
    more.remove();
    const heading = added[0]?.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  });
  return more;
}

function stars(rating: number): HTMLElement {
  const full = Math.max(0, Math.min(5, Math.round(rating)));
  return element(
    'p',
    { class: 'stars' },
    element('span', { 'aria-hidden': 'true' }, '★'.repeat(full) + '☆'.repeat(5 - full)),
    element('span', { class: 'unseen' }, `${full} of 5 stars`),
  );
}

/** A paragraph; the rest of a long text is behind a button. */
function words(text: string): HTMLElement {
  if (text.length <= LONG_TEXT) return element('p', { class: 'words', dir: 'auto' }, text);
  const beginning = `${text.slice(0, LONG_TEXT).replace(/\s+\S*$/u, '')} … `;
  const more = element('button', { type: 'button' }, 'Read more');
  const shown = element('p', { class: 'words', dir: 'auto', tabindex: '-1' }, beginning, more);
  more.addEventListener('click', () => {
    shown.replaceChildren(text);
    shown.focus();
  });
  return shown;
}

function reply({ owner_reply }: Card, locale: string): HTMLElement | undefined {
  if (!owner_reply) return undefined;
  const day = owner_reply.date ? ` on ${formatDay(owner_reply.date, locale)}` : '';
  return element(
    'blockquote',
    {},
    element('p', { class: 'fine' }, `The business replied${day}`),
    element('p', { class: 'words', dir: 'auto' }, owner_reply.text),
  );
}

function foundAspects(aspects: readonly FoundAspect[]): HTMLElement {
  const items = aspects.map(({ id, polarity }) => element('li', { class: polarity }, `${id.replaceAll('_', ' ')}: ${polarity}`));
  return element('ul', { class: 'found', 'aria-label': 'What the analysis found' }, ...items);
}

/** Formats a `YYYY-MM-DD` date, or returns what can't be formatted. */
function formatDay(day: string, locale: string): string {
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  } catch {
    return day;
  }
}
