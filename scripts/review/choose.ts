import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import { describeReview, findReviews, newest } from './find.ts';

const SHOWN = 10;

/**
 * The one review that `reference` means. Where several match, or it is empty, a person is asked; without a terminal a SetupError lists
 * the candidates.
 */
export async function chooseReview(
  command: string,
  reviews: readonly WrittenReview[],
  reference: string,
  terminal: Terminal | undefined,
): Promise<WrittenReview> {
  const candidates = reference === '' ? reviews : findReviews(reviews, reference);
  const [first, ...others] = candidates;
  if (first && others.length === 0 && reference !== '') return first;
  if (terminal && first) return terminal.search('Which review? Type to search.', toChoices(candidates));
  if (reference === '') throw new SetupError(`${command}: ${missingReview('').join('')}`);
  if (!first)
    throw new SetupError(
      `${command}: no review matches ${JSON.stringify(reference)}; look for it with: ${commandLine('npm run review -- list --search WORDS')}`,
    );
  throw new SetupError(`${command}: ${JSON.stringify(reference)} is more than one review; write more of it\n${listSome(candidates)}`);
}

/** The message where a command names no review. */
export const missingReview = (reference: string): readonly string[] =>
  reference === '' ? ['REVIEW is missing (its id, the address of its page, or words that only it has)'] : [];

const toChoices = (reviews: readonly WrittenReview[]) =>
  newest(reviews).map((review) => ({ value: review, label: describeReview(review) }));

function listSome(reviews: readonly WrittenReview[]): string {
  const rest = reviews.length - SHOWN;
  return [
    ...newest(reviews)
      .slice(0, SHOWN)
      .map((review) => `  ${describeReview(review)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ].join('\n');
}
