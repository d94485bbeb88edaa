import type { Polarity, ReviewInsight, TextRange } from '../../../site/contract/insights.ts';
import type { getReview as definition } from '../../../site/contract/mcp-tools/get-review.ts';
import type { Dataset } from '../dataset.ts';
import { shorten } from '../given-value.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from './tool.ts';

/** The review, and its entry of `per_review` with passages in place of ranges. */
export const getReview: Tool<typeof definition> = (dataset, { id }) => {
  const found = dataset.review(id.trim().toUpperCase());
  if (!found)
    throw new ToolError(
      `There is no review "${shorten(id)}". Take an id from search_reviews or from example_review_ids; a review may also have been withdrawn.`,
    );
  return { review: found, url: dataset.pageOf(found.id), analysis: analysisOf(dataset, found.id, found.text ?? '') };
};

function analysisOf(dataset: Dataset, id: string, text: string) {
  const found = dataset.analysis(id);
  if (!found) return undefined;
  const { analysed, language, sentiment, aspects, mentions } = found;
  return {
    analysed,
    language,
    sentiment,
    aspects: aspects.map(({ ranges, ...rest }) => ({
      ...rest,
      passages: ranges.map(({ start, end }: TextRange) => text.slice(start, end)),
    })),
    people: mentions.technicians.map((person) => verdictOn(person, text, aspects)),
    problems: mentions.problems.map((problem) => problem.id),
  };
}

/** What the sentences about a person say, those that name the person and those that go on with "she" or "he". */
function verdictOn({ name, ranges }: NamedPerson, text: string, aspects: ReviewInsight['aspects']) {
  let isAbout = false;
  const sentences = sentencesOf(text).filter((sentence) => {
    const names = ranges.some((range) => overlap(sentence, range));
    isAbout = names || (isAbout && /^(?:she|he)\b/i.test(text.slice(sentence.start, sentence.end)));
    return isAbout;
  });
  const found = aspects.filter((verdict) => verdict.ranges.some((range) => sentences.some((sentence) => overlap(sentence, range))));
  return {
    name,
    polarity: onTheWhole(found.map((verdict) => verdict.polarity)),
    aspects: found.map(({ id, polarity }) => ({ id, polarity })),
    passages: sentences.map(({ start, end }) => text.slice(start, end)),
  };
}

type NamedPerson = ReviewInsight['mentions']['technicians'][number];

/** One polarity where all agree, neutral ones aside; mixed where they don't, null without any. */
function onTheWhole(polarities: readonly Polarity[]): Polarity | null {
  const telling = new Set(polarities.filter((polarity) => polarity !== 'neutral'));
  const [only] = telling;
  if (only === undefined) return polarities.length > 0 ? 'neutral' : null;
  return telling.size === 1 ? only : 'mixed';
}

const overlap = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end;

/** The sentences of a text, without the space around them. */
function sentencesOf(text: string): TextRange[] {
  return [...text.matchAll(/\S[^\n]*?(?:[.!?…]+(?=["'”’)]*(?:\s|$))["'”’)]*|(?=\n|$))/g)].map(({ 0: sentence, index }) => ({
    start: index,
    end: index + sentence.trimEnd().length,
  }));
}
