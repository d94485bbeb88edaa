import { aggregate } from '../../../../site/content/dataset.ts';
import type { Review } from '../../../../site/contract/review.ts';
import { averageOf } from '../../../../site/insights/averages.ts';
import { messagesOf } from '../../../../site/messages/messages.ts';
import { quarterWords, toQuarterChart, toQuarters } from '../../../../site/views/quarters.ts';
import type { ContentView } from '../../../check-content/view.ts';
import { type Html, html, stars } from '../../html.ts';
import type { Say } from '../../words.ts';

/** The average of all published reviews, of the last year and the one before, and a chart of the quarters. */
export function scorePart({ dataset, today }: ContentView, say: Say<'today'>): Html | undefined {
  const { reviews, aggregateRating } = dataset;
  if (reviews.length === 0) return undefined;
  const words = messagesOf(dataset);
  const average = averageOf(aggregateRating.distribution);
  const count = say('score_count', { count: aggregateRating.review_count });
  const rounded = Math.round(aggregateRating.rating_value ?? 0);
  const [current, before] = [0, 1].map((age) => yearOf(reviews, today, age));
  const compared =
    current?.average != null && before?.average != null
      ? say('score_years', { average: words.average(current.average), count: current.count, before: words.average(before.average) })
      : say('score_year', { count: current?.count ?? 0 });
  return html`<section class="score-part"><h2>${say('score')}</h2>
<p class="score">${average !== null && html`<strong>${words.average(average)}</strong> `}${stars(rounded, words.say('computed.stars_of', { stars: words.stars(rounded) }))} <span>${count}</span></p>
<p>${compared}</p>${chart(reviews, words, say)}</section>`;
}

/** The reviews of the year before `today`, or of an earlier one, and their average, null with fewer than five. */
function yearOf(reviews: readonly Review[], today: string, age: number) {
  const back = (years: number) => `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
  const ratings = reviews.filter(({ date }) => date > back(age + 1) && date <= back(age)).map(({ rating }) => rating);
  return { count: ratings.length, average: averageOf(aggregate(ratings).distribution) };
}

/** The chart of the insights page, smaller; empty with a single quarter, which isn't a trend. */
function chart(reviews: readonly Review[], { say: saySite, number }: ReturnType<typeof messagesOf>, say: Say<'today'>): Html | undefined {
  const quarters = toQuarters(reviews);
  if (quarters.length < 2) return undefined;
  const { width, most, bars, line, years } = toQuarterChart(quarters);
  const [first, last] = [quarters[0], quarters.at(-1)].map((one) => saySite('insights.quarter', quarterWords(one?.quarter)));
  const label = saySite('insights.stars_by_quarter_label', { first: first ?? '', last: last ?? '' });
  const averages =
    line !== '' &&
    html`<div class="axis"><span>${number(5)}</span><span>${number(1)}</span></div>
<svg class="averages" viewBox="0 0 ${width} 100" preserveAspectRatio="none" aria-hidden="true"><path class="rule" d="M0 0H${width}M0 100H${width}${years}"/><path class="line" d="${line}"/></svg>`;
  return html`<figure class="chart"><div class="plot" role="img" aria-label="${label}">${averages}
<div class="axis"><span>${number(most)}</span><span>${number(0)}</span></div>
<svg class="columns" viewBox="0 0 ${width} 100" preserveAspectRatio="none" aria-hidden="true"><path class="rule" d="M0 0H${width}M0 100H${width}${years}"/>${bars.map((bar) => html`<rect class="${bar.kind}" x="${bar.x}" y="${bar.y}" width="${bar.width}" height="${bar.height}"/>`)}</svg>
<div class="axis across"><span>${first}</span><span>${last}</span></div></div>
<figcaption class="help">${say(line === '' ? 'score_chart' : 'score_chart_average')}</figcaption></figure>`;
}
