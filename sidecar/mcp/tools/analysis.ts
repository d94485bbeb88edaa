import { listTopics as topicsDefinition } from '../../../site/contract/mcp-tools/analysis.ts';
import { mean } from '../../../site/shared/algorithms.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { McpDataset } from '../dataset.ts';
import { ToolError } from '../message.ts';
import {
  citeQuotes,
  inProportion,
  joinRemarks,
  remarkOnAspect,
  remarkOnCoverage,
  remarkOnMonths,
  remarkOnQuotes,
  tallyOf,
  withoutVaguePercentages,
} from './answer-parts.ts';
import { fit } from './answer-size.ts';
import type { Tools } from './tool.ts';

/** A trend without months isn't one, so these stay however small the budget is. */
const FEWEST_MONTHS = 3;

/** Counts, mean stars and sentiment by year, oldest first. */
function yearsOf(dataset: McpDataset, facts: readonly ReviewFacts[]) {
  const byYear = Map.groupBy(facts.toReversed(), ({ date }) => date.slice(0, 4));
  return [...byYear].map(([year, some]) => ({ year, ...tallyOf(dataset, some) }));
}

/** How many of these reviews have a reply, the median of the days until then, and the slowest reply; the newest one among equals. */
function repliesOf(facts: readonly ReviewFacts[]) {
  const days = facts.flatMap(({ replyDays }) => replyDays ?? []).sort((a, b) => a - b);
  const slowest = facts.reduce<ReviewFacts | undefined>(
    (one, other) => ((other.replyDays ?? -1) > (one?.replyDays ?? -1) ? other : one),
    undefined,
  );
  const middle = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]];
  return {
    reply_count: facts.filter(({ hasReply }) => hasReply).length,
    dated_count: days.length,
    median_days: mean(middle.filter((day) => day !== undefined)),
    longest_days: slowest?.replyDays ?? null,
    longest_review_id: slowest?.id ?? null,
  };
}

/** Aspects, topics and trends. */
export const analysisTools = {
  /** The aspect from `/insights.json`, with the source of each quote; without percentages and a trend if too little was read. */
  get_aspect_sentiment: (dataset, { aspect, max_tokens }) => {
    if (dataset.insights.aspects.length === 0) {
      throw new ToolError('This dataset has no analysis of aspects yet. Use search_reviews with a word for the aspect as `query`.');
    }
    const found = dataset.catalog.aspect(aspect);
    const answer = {
      remark: joinRemarks([remarkOnAspect(dataset, found), remarkOnQuotes(found)]),
      ...withoutVaguePercentages(found),
      trend: found.enough ? found.trend : null,
      quotes: inProportion(citeQuotes(dataset, found.quotes), {
        positive: found.positive_count,
        negative: found.negative_count,
        mixed: found.mixed_count,
        neutral: found.neutral_count,
      }),
    };
    if (max_tokens === undefined) return answer;
    const { trend } = answer;
    const lists = { ...answer, trend: trend && { ...trend, quarters: [] }, quarters: trend?.quarters ?? [] };
    const { quarters, ...fitting } = fit(lists, max_tokens, {
      quarters: ['first', 0],
      phrases: ['last', 0],
      top_phrases: ['last', 0],
      example_review_ids: ['last', 0],
      trend: 'whole',
      quotes: ['last', 1],
    });
    return { ...fitting, trend: fitting.trend && { ...fitting.trend, quarters } };
  },

  /** The topics from `/insights.json`, and its problems, most frequent first. */
  list_topics: (dataset, { max_tokens }) => {
    const { insights } = dataset;
    return fit(
      {
        remark: remarkOnCoverage(dataset),
        analysed_reviews: insights.coverage.analysed,
        topics: insights.topics,
        problems: problems.parse(insights.entities.problems).sort((a, b) => b.mention_count - a.mention_count),
      },
      max_tokens,
      { problems: ['last', 0], topics: ['last', 1] },
    );
  },

  /** The requested months, compared with all reviews before them. */
  get_trend: (dataset, { from, to, max_tokens }) => {
    if (from !== undefined && to !== undefined && from > to)
      throw new ToolError(`from: was given ${from}, which is after to, ${to}; give the earlier month as from.`);
    const { temporal, aspects } = dataset.insights;
    const isBefore = (month: string) => from !== undefined && month < from;
    const isWithin = (month: string) => !isBefore(month) && (to === undefined || month <= to);
    const before = dataset.facts.filter(({ date }) => isBefore(date.slice(0, 7)));
    const within = dataset.facts.filter(({ date }) => isWithin(date.slice(0, 7)));
    const answer = {
      remark: joinRemarks([remarkOnMonths(dataset, from, to), remarkOnCoverage(dataset)]),
      years: yearsOf(dataset, within),
      months: temporal.monthly.filter(({ month }) => isWithin(month)),
      period: tallyOf(dataset, within),
      replies: repliesOf(within),
      before: before.length === 0 ? null : tallyOf(dataset, before),
      trend: temporal.trend,
      aspects: aspects.flatMap(({ id, label, enough, trend }) =>
        enough && trend ? [{ id, label, direction: trend.direction, basis: trend.basis }] : [],
      ),
    };
    return fit(answer, max_tokens, { months: ['first', FEWEST_MONTHS], aspects: ['last', 0], years: ['first', 0] });
  },
} satisfies Partial<Tools>;

const { problems } = topicsDefinition.output.shape;
