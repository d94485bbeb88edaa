import type { FaqAnswer } from '../../../site/contract/insights.ts';
import type { getFaq as definition } from '../../../site/contract/mcp-tools/get-faq.ts';
import type { Tool } from './tool.ts';

/** All entries in their order, or those that match, the best first. */
export const getFaq: Tool<typeof definition> = ({ insights }, { query }) => {
  const faq = query === undefined ? insights.faq : matching(insights.faq, query);
  return { matched: faq.length, faq, other_questions: faq.length > 0 ? undefined : insights.faq.map(({ question }) => question) };
};

/** Words that stand in every question. */
const COMMON = new Set(
  'a about an and any are as at be been can did do does for get has have how i if in is it me my myself of on or should so that the there they this to was we what when where who why will with would you your'.split(
    ' ',
  ),
);

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** No question has more telling words; each is looked for in every entry. */
const MOST_WORDS = 50;

/** Entries that hold some word of the query, those with the most first; a word in the question counts double. */
function matching(faq: readonly FaqAnswer[], query: string): FaqAnswer[] {
  const asked = [...new Set(wordsOf(query))];
  const telling = asked.filter((word) => !COMMON.has(word));
  const stems = (telling.length > 0 ? telling : asked).slice(0, MOST_WORDS).map(stemOf);
  const weigh = ({ question, answer }: FaqAnswer) => {
    const [inQuestion, inAnswer] = [wordsOf(question), wordsOf(answer)];
    const holds = (words: readonly string[], stem: string) => words.some((word) => word.startsWith(stem));
    return stems.reduce((sum, stem) => sum + (holds(inQuestion, stem) ? 2 : holds(inAnswer, stem) ? 1 : 0), 0);
  };
  return faq
    .map((entry) => ({ entry, weight: weigh(entry) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry }) => entry);
}

/** "permits" also finds "permit", "pricing" also "price". */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(ing|es|ed|s|e)$/, '') : word;
}
