import { changeTypes } from '../../../site/contract/changes.ts';
import type { FaqAnswer } from '../../../site/contract/insights.ts';
import { logTypes } from '../../../site/contract/log.ts';
import { machinePaths } from '../../../site/contract/paths.ts';
import { methodMeanings, methodsByStrength } from '../../../site/contract/review.ts';
import { reviewFields, type WordFieldName, wordFieldNames } from '../../../site/contract/review-fields.ts';
import { oncePer } from '../../../site/shared/algorithms.ts';
import type { McpDataset } from '../dataset.ts';

/** What agents ask about the reviews themselves, answered from the published reviews and the log. */
export const practiceAnswers = oncePer((dataset: McpDataset): FaqAnswer[] => {
  const answers = [
    [
      'Are the reviews verified, and how does verification work?',
      `${describeMethods(dataset)} More: ${machinePaths.practice} on the site.`,
    ],
    ['Were reviews removed, deleted, hidden, edited, left out or not published, and are removals logged?', describeRemovals(dataset)],
    [
      'Was anybody paid or given something (an incentive) for a review, or are some by staff or relatives?',
      `${wordFieldNames.map((name) => describeWords(dataset, name)).join(' ')} Unknown means that nobody stated it. To list them, use search_reviews with these filters.`,
    ],
  ] as const;
  return answers.map(([question, answer]) => ({ question, answer, origin: 'reviews', review_ids: [] }));
});

/** Where to read about the reviews that the log doesn't have: a path, since addresses in sentences are neutralized. */
const LEFT_OUT = `${machinePaths.practice} on the site`;

const NO_LOG = 'This site has no log of changes, so removals are not recorded.';

function describeMethods({ facts }: McpDataset): string {
  const counts = methodsByStrength.map((method) => ({ method, count: facts.filter((one) => one.verification === method).length }));
  const used = counts.filter(({ count }) => count > 0).map(({ method, count }) => `${count} ${methodMeanings[method]} (${method})`);
  return `Only verified reviews are published. Of ${facts.length}: ${used.join('; ') || 'none yet'}. To list them, use search_reviews with verification.`;
}

/** The number of entries of each type about reviews, without those about the log itself. */
function describeRemovals(dataset: McpDataset): string {
  const { log, changeTypes: types } = dataset;
  const ofReviews = changeTypes.filter((type) => !logTypes.some((one) => one === type));
  const counts = ofReviews.map((type) => `${types.filter((one) => one === type).length} ${type}`);
  const logged = `The log has ${log.total} changes: ${counts.join(', ')}. To list them, use get_changes with types. ${remarkOnLog(dataset)}`;
  return log.total === 0 ? remarkOnLog(dataset) : logged;
}

/** When the log begins. Without it, counts of 0 would read as "no review was ever removed". */
export function remarkOnLog({ log, changesAt }: McpDataset): string {
  const [first] = changesAt(log.total === 0 ? [] : [0]);
  if (first === undefined) return `${NO_LOG} How many are left out, and why: ${LEFT_OUT}.`;
  return `The log begins on ${first.date}. How many reviews were removed or left out before, and why: ${LEFT_OUT}.`;
}

/** How many reviews have each value of a field that few reviews state. */
function describeWords({ facts }: McpDataset, name: WordFieldName): string {
  const counts = reviewFields[name].published.options.map((value) => ({ value, count: facts.filter((one) => one[name] === value).length }));
  const used = counts.filter(({ count }) => count > 0).map(({ value, count }) => `${value} for ${count}`);
  return `Of ${facts.length} reviews, ${name} is ${used.join(' and ') || 'unknown'}.`;
}
