import type { FaqAnswer } from '../../../site/contract/insights.ts';
import type { getFaq as definition } from '../../../site/contract/mcp-tools/get-faq.ts';
import { plainWords } from '../../../site/contract/plain-words.ts';
import { fit } from './answer-size.ts';
import { tellingWords } from './telling-words.ts';
import type { Tool } from './tool.ts';

const LOOK_ELSEWHERE =
  'None of these questions fits. Opening hours, contact, address, license, services, areas and technicians: get_business. Prices, punctuality and other aspects: get_aspect_sentiment. Anything else that customers may have written: search_reviews with `words`.';

/** All entries in their order, or those that fit, the best first. */
export const getFaq: Tool<typeof definition> = ({ insights }, { query, max_tokens }) => {
  const faq = query === undefined ? insights.faq : matching(insights.faq, query);
  const none = query !== undefined && faq.length === 0;
  const answer = {
    remark: none ? LOOK_ELSEWHERE : undefined,
    matched: faq.length,
    faq,
    other_questions: none ? insights.faq.map(({ question }) => question) : undefined,
  };
  return fit(answer, max_tokens, { other_questions: 'last', faq: 'last' });
};

/** The plain words of an entry, which take a while to find. */
const wordsOf = (entry: FaqAnswer) => {
  const words = known.get(entry) ?? { asked: plainWords(entry.question), answered: plainWords(entry.answer) };
  known.set(entry, words);
  return words;
};
const known = new WeakMap<FaqAnswer, { readonly asked: readonly string[]; readonly answered: readonly string[] }>();

const holds = (words: readonly string[], stem: string) => words.some((word) => word.startsWith(stem));

/**
 * Entries that hold at least half of the query's telling words, some of them in the question itself; those with the most first, and
 * a word in the question counts double.
 */
function matching(faq: readonly FaqAnswer[], query: string): FaqAnswer[] {
  const stems = tellingWords(query).map(stemOf);
  const weigh = (entry: FaqAnswer) => {
    const words = wordsOf(entry);
    const asked = stems.filter((stem) => holds(words.asked, stem));
    const answered = stems.filter((stem) => !asked.includes(stem) && holds(words.answered, stem));
    const fits = asked.length > 0 && 2 * (asked.length + answered.length) >= stems.length;
    return fits ? 2 * asked.length + answered.length : 0;
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
