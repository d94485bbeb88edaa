import type { AppPage } from './host-connection.ts';

interface Card {
  readonly id: string;
  readonly author: string;
  readonly rating: number;
  readonly date: string;
  readonly text?: string;
  readonly source?: string;
  readonly source_url?: string;
  readonly owner_reply?: { readonly text: string; readonly date?: string };
}

/** Shows one review or a list: answers of `get_review`, `search_reviews` and `get_reviews_since`. See `ShowAnswer` for its limits. */
export function showReviewCards(answer: Readonly<Record<string, unknown>>, { element, link, date, show }: AppPage): void {
  const SHOWN_AT_FIRST = 5;
  const LONG_TEXT = 480;
  const { review, url, analysis, reviews, matched, review_url, remark } = answer as {
    readonly review?: Card;
    readonly url?: string;
    readonly analysis?: { readonly aspects?: readonly { readonly id: string; readonly polarity: string }[] };
    readonly reviews?: readonly Card[];
    readonly matched?: number;
    readonly review_url?: string;
    readonly remark?: string;
  };
  const cards = review === undefined ? (reviews ?? []) : [review];
  const pageOf = ({ id }: Card) => url ?? review_url?.replace('{id}', encodeURIComponent(id));

  const stars = (rating: number) => {
    const full = Math.max(0, Math.min(5, Math.round(rating)));
    return element(
      'p',
      { class: 'stars' },
      element('span', { 'aria-hidden': 'true' }, '★'.repeat(full) + '☆'.repeat(5 - full)),
      element('span', { class: 'unseen' }, `${full} of 5 stars`),
    );
  };
  /** A paragraph; the rest of a long text is behind a button. */
  const words = (text: string) => {
    if (text.length <= LONG_TEXT) return element('p', { class: 'words', dir: 'auto' }, text);
    const beginning = `${text.slice(0, LONG_TEXT).replace(/\s+\S*$/u, '')} … `;
    const more = element('button', { type: 'button' }, 'Read more');
    const shown = element('p', { class: 'words', dir: 'auto', tabindex: '-1' }, beginning, more);
    more.addEventListener('click', () => {
      shown.replaceChildren(text);
      shown.focus();
    });
    return shown;
  };
  const reply = ({ owner_reply }: Card) =>
    owner_reply &&
    element(
      'blockquote',
      {},
      element('p', { class: 'fine' }, `The business replied${owner_reply.date ? ` on ${date(owner_reply.date)}` : ''}`),
      element('p', { class: 'words', dir: 'auto' }, owner_reply.text),
    );
  const found = () =>
    review && analysis?.aspects?.length
      ? element(
          'ul',
          { class: 'found', 'aria-label': 'What the analysis found' },
          ...analysis.aspects.map(({ id, polarity }) => element('li', { class: polarity }, `${id.replaceAll('_', ' ')}: ${polarity}`)),
        )
      : undefined;
  const toCard = (card: Card) => {
    const page = pageOf(card);
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
          element('time', { datetime: card.date }, date(card.date)),
          ...(card.source === undefined ? [] : [' · ', element('span', { class: 'source' }, link(card.source_url, card.source))]),
          ...(page === undefined ? [] : [' · ', link(page, 'Open the review')]),
        ),
        words(card.text ?? 'Rating only'),
        found(),
        reply(card),
      ),
    );
  };

  const list = element('ol', { class: 'cards' }, ...cards.slice(0, SHOWN_AT_FIRST).map(toCard));
  const rest = cards.slice(SHOWN_AT_FIRST);
  const more = rest.length === 0 ? undefined : element('button', { type: 'button' }, `Show ${rest.length} more`);
  more?.addEventListener('click', () => {
    const added = rest.map(toCard);
    list.append(...added);
    more.remove();
    const heading = added[0]?.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  });
  const counted = matched === undefined ? '' : `${matched === 1 ? 'One review' : `${matched} reviews`} found, ${cards.length} here`;
  const heading = review ? 'A customer’s review' : cards.length === 0 ? 'No review found' : counted;
  show(element('h1', {}, heading), remark ? element('p', { class: 'fine' }, remark) : undefined, list, more);
}
