import type { AppPage } from './host-connection.ts';

/** How many reviews of a period are positive, neutral and negative. */
interface Column {
  readonly label: string;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

interface Quote {
  readonly text: string;
  readonly polarity: string;
  readonly author: string;
  readonly date: string;
  readonly rating: number;
  readonly url: string;
}

/**
 * Shows an aspect by quarter, or all reviews by month: the answers of `get_aspect_sentiment` and `get_trend`. Printed into the page: see
 * `ShowAnswer`.
 */
export function showSentimentChart(answer: Readonly<Record<string, unknown>>, { element, link, date, show }: AppPage): void {
  type Counts = { readonly positive_count: number; readonly neutral_count: number; readonly negative_count: number };
  type Shares = { readonly positive_pct?: number; readonly neutral_pct?: number; readonly negative_pct?: number };
  const { label, mention_count, rating_value, trend, quotes, months, period, remark } = answer as {
    readonly label?: string;
    readonly mention_count?: number;
    readonly rating_value?: number;
    readonly trend?: { readonly basis?: string; readonly quarters?: readonly (Counts & { readonly quarter: string })[] };
    readonly quotes?: readonly Quote[];
    readonly months?: readonly (Shares & { readonly month: string; readonly review_count: number })[];
    readonly period?: Counts & { readonly review_count: number; readonly rating_value?: number };
    readonly remark?: string;
  };
  const POLARITIES = ['positive', 'neutral', 'negative'] as const;
  const QUOTES_SHOWN = 6;
  const share = (count: number, pct = 0) => Math.round((count * pct) / 100);
  const columns: readonly Column[] = months
    ? months.map(({ month, review_count: count, positive_pct, neutral_pct, negative_pct }) => ({
        label: month,
        positive: share(count, positive_pct),
        neutral: share(count, neutral_pct),
        negative: share(count, negative_pct),
      }))
    : (trend?.quarters ?? []).map(({ quarter, positive_count, neutral_count, negative_count }) => ({
        label: quarter,
        positive: positive_count,
        neutral: neutral_count,
        negative: negative_count,
      }));
  const totals = period ?? (answer as unknown as Counts);
  const total = { positive: totals.positive_count, neutral: totals.neutral_count, negative: totals.negative_count };
  const all = period?.review_count ?? mention_count ?? 0;
  const percent = (count: number) => (all === 0 ? '' : ` (${Math.round((count / all) * 100)}%)`);
  const summed = POLARITIES.map((polarity) => `${total[polarity] ?? 0} ${polarity}`).join(', ');
  const heightOf = ({ positive, neutral, negative }: Column) => positive + neutral + negative;
  const highest = Math.max(1, ...columns.map(heightOf));
  const [first, last] = [columns[0]?.label, columns.at(-1)?.label];

  const bar = (of: Column) =>
    element(
      'div',
      {
        class: 'column',
        '--height': String(heightOf(of) / highest),
        title: `${of.label}: ${of.positive} / ${of.neutral} / ${of.negative}`,
      },
      ...POLARITIES.toReversed().map((polarity) => element('div', { class: polarity, '--part': String(of[polarity]) })),
    );
  const chart = () =>
    element(
      'figure',
      {},
      element(
        'div',
        { role: 'img', class: 'chart', 'aria-label': `Reviews from ${first} to ${last}: ${summed}. The table below has the figures.` },
        ...columns.map(bar),
      ),
      element('figcaption', { class: 'axis' }, element('span', {}, first ?? ''), element('span', {}, last === first ? '' : (last ?? ''))),
    );
  const legend = element(
    'ul',
    { class: 'legend' },
    ...POLARITIES.map((polarity) =>
      element('li', { class: polarity }, `${polarity}: ${total[polarity] ?? 0}${percent(total[polarity] ?? 0)}`),
    ),
  );
  const row = (cells: readonly string[], tag: string) =>
    element(
      'tr',
      {},
      ...cells.map((cell, index) =>
        element(index === 0 || tag === 'th' ? 'th' : 'td', { scope: tag === 'th' ? 'col' : index === 0 ? 'row' : undefined }, cell),
      ),
    );
  const table = () =>
    element(
      'details',
      {},
      element('summary', {}, 'Show as table'),
      element(
        'table',
        {},
        element('thead', {}, row([months ? 'Month' : 'Quarter', ...POLARITIES], 'th')),
        element('tbody', {}, ...columns.map((of) => row([of.label, ...POLARITIES.map((polarity) => String(of[polarity]))], 'td'))),
      ),
    );
  const toQuote = ({ text, polarity, author, date: day, rating, url }: Quote) =>
    element(
      'li',
      { class: polarity },
      element('blockquote', {}, element('p', { class: 'words', dir: 'auto' }, text)),
      element('p', { class: 'fine' }, `${polarity} · ${rating} of 5 stars · ${date(day)} · `, link(url, author)),
    );

  const mean = period?.rating_value ?? rating_value;
  const rated = mean === undefined ? '' : `, ${mean} stars on average`;
  const counted = `${all} ${all === 1 ? 'review' : 'reviews'}`;
  const heading = label === undefined ? `${counted} from ${first} to ${last}${rated}` : `${label}: ${counted}${rated}`;
  show(
    element('h1', {}, columns.length === 0 && label === undefined ? 'No reviews in this period' : heading),
    legend,
    ...(columns.length === 0 ? [] : [chart(), table()]),
    ...[remark, trend?.basis].map((sentence) => (sentence ? element('p', { class: 'fine' }, sentence) : undefined)),
    quotes?.length
      ? element('ul', { class: 'quotes', 'aria-label': 'What customers wrote' }, ...quotes.slice(0, QUOTES_SHOWN).map(toQuote))
      : undefined,
  );
}
