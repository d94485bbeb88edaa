import type { FaqAnswer } from '../../../site/contract/insights.ts';
import { logTypes } from '../../../site/contract/log.ts';
import { changeTypes } from '../../../site/contract/log-documents.ts';
import { machinePaths } from '../../../site/contract/paths.ts';
import type { PracticeDocument } from '../../../site/contract/practice.ts';
import { oncePer } from '../../../site/shared/algorithms.ts';
import { plural } from '../../../site/shared/text.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { McpDataset } from '../dataset.ts';

/** An answer with its question in English, by which it is also found. */
export interface PracticeAnswer {
  readonly entry: FaqAnswer;
  readonly english: string;
}

/**
 * What agents ask about the reviews themselves, answered from the published reviews, the log and what the business states. Questions and
 * statements are in the language of the site; sentences about tools are in English, as tools are.
 */
export const practiceAnswers = oncePer((dataset: McpDataset): PracticeAnswer[] => {
  const changed = dataset.facts.filter(({ isChanged }) => isChanged);
  const answers = [
    {
      english: 'Are the reviews verified, and how does verification work?',
      parts: ['verification', 'fake_review_policy'],
      tools: 'To list them, use search_reviews with verification.',
    },
    {
      english: 'Were reviews removed, deleted, hidden, edited, left out or not published, and are removals logged?',
      parts: ['completeness'],
      tools: [describeRemovals(dataset), remarkOnBeginning(dataset)].filter(Boolean).join(' '),
    },
    {
      english: 'Did the business itself change, alter or correct reviews, such as their stars?',
      parts: ['changes'],
      tools: remarkOnChanged(dataset),
      reviews: changed,
    },
    {
      english: 'Was anybody paid or given something (an incentive) for a review, or are some by staff or relatives?',
      parts: ['incentive', 'relation', 'incentive_policy'],
      tools: 'To list them, use search_reviews with these filters.',
    },
  ] as const satisfies readonly Asked[];
  return answers.map((asked: Asked) => ({ english: asked.english, entry: toAnswer(dataset, asked) }));
});

type WithQuestion = 'verification' | 'completeness' | 'changes' | 'incentive';

interface Asked {
  readonly english: string;
  /** The parts of `/review-practice.json` that answer it, first the one with the question. */
  readonly parts: readonly [WithQuestion, ...(keyof PracticeDocument)[]];
  readonly tools: string;
  readonly reviews?: readonly ReviewFacts[];
}

function toAnswer({ practice, reviews: { business } }: McpDataset, { parts, tools, reviews = [] }: Asked): FaqAnswer {
  const [first] = parts;
  return {
    question: practice[first].question,
    // Addresses in sentences are neutralized, so this is a path.
    answer: [...parts.flatMap((part) => statementsOf(practice[part], business.name)), tools, `More: ${machinePaths.practice} on the site.`]
      .filter(Boolean)
      .join(' '),
    origin: 'reviews',
    review_ids: reviews.slice(0, MOST_NAMED).map(({ id }) => id),
  };
}

/** The sentences of a part; the business's own words in quotation marks, with its name. */
function statementsOf(part: PracticeDocument[keyof PracticeDocument], name: string): readonly string[] {
  if (!('policy' in part) || part.policy === null) return part.statements;
  const { text } = part.policy;
  return part.statements.map((statement) => (statement === text ? `${name}: “${text}”` : statement));
}

/** The ids of all changed reviews could fill an answer. */
const MOST_NAMED = 20;

const NO_LOG = 'This site has no log of changes, so removals are not recorded.';

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

/** How many changes of reviews the log has; empty without a log. */
function remarkOnChanged({ log, changeTypes: types }: McpDataset): string {
  if (log.total === 0) return '';
  const logged = types.filter((type) => type === 'changed').length;
  return `The log has ${logged} changed ${plural(logged, 'review')}, by anybody: get_changes with types: changed.`;
}
