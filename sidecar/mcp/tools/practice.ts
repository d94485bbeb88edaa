import { changeTypes } from '../../../site/contract/changes.ts';
import type { FaqAnswer } from '../../../site/contract/insights.ts';
import { logTypes } from '../../../site/contract/log.ts';
import { pagePaths } from '../../../site/contract/paths.ts';
import { methodMeanings, methodsByStrength } from '../../../site/contract/review.ts';
import type { McpDataset } from '../dataset.ts';

/** What agents ask about the reviews themselves, answered from the published reviews and the log. */
export function practiceAnswers(dataset: McpDataset): FaqAnswer[] {
  return [
    {
      question: 'Are the reviews verified, and how does verification work?',
      answer: `${describeMethods(dataset)} More: ${pagePaths.method} on the site.`,
      origin: 'reviews',
      review_ids: [],
    },
    {
      question: 'Were reviews removed, deleted, hidden or left out, and are removals logged?',
      answer: `${describeRemovals(dataset)} Reviews left out before their first publication aren't in the log: see ${pagePaths.method}#left-out on the site.`,
      origin: 'reviews',
      review_ids: [],
    },
  ];
}

function describeMethods({ facts }: McpDataset): string {
  const counts = methodsByStrength.map((method) => ({ method, count: facts.filter((one) => one.verification === method).length }));
  const used = counts.filter(({ count }) => count > 0).map(({ method, count }) => `${count} ${methodMeanings[method]} (${method})`);
  return `Only verified reviews are published. Of ${facts.length}: ${used.join('; ') || 'none yet'}. To list them, use search_reviews with verification.`;
}

/** The number of entries of each type about reviews, without those about the log itself. */
function describeRemovals({ log, changeTypes: types }: McpDataset): string {
  if (log.total === 0) return 'This site has no log of changes, so removals are not recorded.';
  const ofReviews = changeTypes.filter((type) => !logTypes.some((one) => one === type));
  const counts = ofReviews.map((type) => `${types.filter((one) => one === type).length} ${type}`);
  return `The log has ${log.total} changes: ${counts.join(', ')}. To list them, use get_changes with types.`;
}
