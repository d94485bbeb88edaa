import type { FaqAnswer } from '../../../site/contract/insights.ts';
import { logTypes } from '../../../site/contract/log.ts';
import { changeTypes } from '../../../site/contract/log-documents.ts';
import { machinePaths } from '../../../site/contract/paths.ts';
import type { PracticeDocument } from '../../../site/contract/practice.ts';
import { methodMeanings, methodsByStrength } from '../../../site/contract/review.ts';
import { reviewFields, type WordFieldName, wordFieldNames } from '../../../site/contract/review-fields.ts';
import { oncePer } from '../../../site/shared/algorithms.ts';
import { plural } from '../../../site/shared/text.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { McpDataset } from '../dataset.ts';

/** What agents ask about the reviews themselves, answered from the published reviews, the log and what the business states. */
export const practiceAnswers = oncePer((dataset: McpDataset): FaqAnswer[] => {
  const changed = dataset.facts.filter(({ changedFields }) => changedFields !== undefined);
  const answers = [
    [
      'Are the reviews verified, and how does verification work?',
      `${describeMethods(dataset)} ${quoteSite(dataset, ['verification', 'fake_review_policy'])}`,
    ],
    [
      'Were reviews removed, deleted, hidden, edited, left out or not published, and are removals logged?',
      [describeRemovals(dataset), remarkOnBeginning(dataset), quoteSite(dataset, ['completeness'])].filter(Boolean).join(' '),
    ],
    ['Did the business itself change, alter or correct reviews, such as their stars?', describeChanged(dataset, changed), changed],
    [
      'Was anybody paid or given something (an incentive) for a review, or are some by staff or relatives?',
      `${wordFieldNames.map((name) => describeWords(dataset, name)).join(' ')} Unknown means that nobody stated it. To list them, use search_reviews with these filters. ${quoteSite(dataset, ['incentive_policy'])}`,
    ],
  ] as const satisfies readonly (readonly [question: string, answer: string, reviews?: readonly ReviewFacts[]])[];
  return answers.map(([question, answer, reviews = []]) => ({
    question,
    answer,
    origin: 'reviews',
    review_ids: reviews.slice(0, MOST_NAMED).map(({ id }) => id),
  }));
});

/** The ids of all changed reviews could fill an answer. */
const MOST_NAMED = 20;

/** What the site states about these parts, in its language, and where the rest is: a path, since addresses in sentences are neutralized. */
function quoteSite({ practice }: McpDataset, parts: readonly (keyof PracticeDocument)[]): string {
  const statements = practice === undefined ? [] : parts.flatMap((part) => practice[part].statements);
  const stated = statements.length === 0 ? [] : [`The site states: ${statements.join(' ')}`];
  return [...stated, `More: ${machinePaths.practice} on the site.`].join(' ');
}

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
  return log.total === 0 ? NO_LOG : `The log has ${log.total} changes: ${counts.join(', ')}. To list them, use get_changes with types.`;
}

/** When the log begins; undefined without a log. */
function remarkOnBeginning({ log, changesAt }: McpDataset): string | undefined {
  const [first] = changesAt(log.total === 0 ? [] : [0]);
  return first && `The log begins on ${first.date}.`;
}

/** When the log begins, and where earlier removals are. Without it, counts of 0 would read as "no review was ever removed". */
export function remarkOnLog(dataset: McpDataset): string {
  return `${remarkOnBeginning(dataset) ?? NO_LOG} How many reviews were ever removed or left out, and why: get_faq with query: removed.`;
}

/** How many reviews have fields that the business changed after an import, and which. */
function describeChanged({ facts, changeTypes: types }: McpDataset, changed: readonly ReviewFacts[]): string {
  const fields = Map.groupBy(
    changed.flatMap(({ changedFields = [] }) => changedFields),
    (field) => field,
  );
  const counts = [...fields].map(([field, { length }]) => `${field} in ${length}`).join(', ');
  const logged = types.filter((type) => type === 'changed').length;
  return [
    `Of ${facts.length} reviews, ${changed.length} ${plural(changed.length, 'is', 'are')} recorded as changed by the business after an import${counts && `: ${counts}`}.`,
    `Only changes of imported reviews are recorded as such. The log has ${logged} changed ${plural(logged, 'review')}, by anybody: get_changes with types: changed.`,
  ].join(' ');
}

/** How many reviews have each value of a field that few reviews state. */
function describeWords({ facts }: McpDataset, name: WordFieldName): string {
  const counts = reviewFields[name].published.options.map((value) => ({ value, count: facts.filter((one) => one[name] === value).length }));
  const used = counts.filter(({ count }) => count > 0).map(({ value, count }) => `${value} for ${count}`);
  return `Of ${facts.length} reviews, ${name} is ${used.join(' and ') || 'unknown'}.`;
}
