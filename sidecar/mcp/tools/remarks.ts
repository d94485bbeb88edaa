import type { Dataset } from '../dataset.ts';

/** Says that the days asked for lie outside those of all reviews; undefined where they don't. */
export function remarkOnDates(
  { insights: { date_range } }: Dataset,
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
): string | undefined {
  if (date_range === null) return 'There are no reviews yet.';
  const { earliest, latest } = date_range;
  if (since !== undefined && since > latest) return `There are no reviews on or after ${since}: the newest is of ${latest}.`;
  if (until !== undefined && until < earliest) return `There are no reviews on or before ${until}: the first is of ${earliest}.`;
  return undefined;
}

const MOST_LISTED = 12;

/** Says which of the months asked for have no reviews; undefined where all have some. `from` and `to` are YYYY-MM. */
export function remarkOnMonths({ insights }: Dataset, from: string | undefined, to: string | undefined): string | undefined {
  const range = insights.date_range;
  if (range === null) return 'There are no reviews yet.';
  const [first, last] = [range.earliest.slice(0, 7), range.latest.slice(0, 7)];
  const outside = (from !== undefined && from > last) || (to !== undefined && to < first);
  if (outside) return `There are no reviews in this period: they run from ${range.earliest} to ${range.latest}.`;
  const filled = new Set(insights.temporal.monthly.map(({ month }) => month));
  const empty = monthsBetween(from ?? first, to ?? last).filter((month) => !filled.has(month));
  if (empty.length === 0) return undefined;
  const more = empty.length > MOST_LISTED ? ` and ${empty.length - MOST_LISTED} more months` : '';
  return `No reviews in ${empty.slice(0, MOST_LISTED).join(', ')}${more}; all reviews run from ${range.earliest} to ${range.latest}.`;
}

/** Enough for any business; a period from the year 0 on is cut. */
const MOST_MONTHS = 1_200;

function monthsBetween(from: string, to: string): string[] {
  const at = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const first = Math.max(at(from), at(to) - MOST_MONTHS);
  return Array.from({ length: at(to) - first + 1 }, (_, index) => {
    const month = first + index;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
