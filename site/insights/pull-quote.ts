import type { AnalysedReview } from '../analysis/analyse-review.ts';
import type { Passage } from '../analysis/verdicts.ts';
import type { InsightsDocument } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import { holds } from './quotes.ts';

const SHORTEST = 40;
const LONGEST = 160;

/** Returns the sentence that praises most, with the rule that chose it; both null if there is none. */
export function toPullQuote(
  reviews: readonly AnalysedReview[],
  { say }: Messages,
): Pick<InsightsDocument, 'pull_quote' | 'pull_quote_source'> {
  const candidates = reviews.filter(({ review, insight }) => review.rating === 5 && isAllPraise(insight)).flatMap(candidatesOf);
  const [best] = candidates.sort((a, b) => b.aspects - a.aspects || b.sureness - a.sureness);
  if (!best) return { pull_quote: null, pull_quote_source: null };
  const { review } = best.from;
  const { start, end } = best.sentence;
  const { id, author, date, rating } = review;
  const pull_quote_source = { review_id: id, start, end, author, date, rating, rule: say('computed.pull_quote_rule') };
  return { pull_quote: (review.text ?? '').slice(start, end), pull_quote_source };
}

const isAllPraise = ({ analysed, sentiment, aspects }: AnalysedReview['insight']) =>
  analysed && sentiment.polarity === 'positive' && aspects.every(({ polarity }) => polarity === 'positive' || polarity === 'neutral');

function candidatesOf(from: AnalysedReview) {
  return from.analysis.sentences.flatMap((sentence) => {
    const text = (from.review.text ?? '').slice(sentence.start, sentence.end);
    const passages = from.analysis.passages.filter((passage) => holds(sentence, passage));
    if (!standsAlone(text) || passages.some(({ polarity }) => polarity !== 'positive')) return [];
    const praised = praisedAspects(from, passages);
    if (praised.length === 0) return [];
    const sureness = Math.min(...praised.map(({ confidence }) => confidence));
    return [{ from, sentence, aspects: praised.length, sureness }];
  });
}

const praisedAspects = ({ insight }: AnalysedReview, passages: readonly Passage[]) =>
  insight.aspects.filter(({ id, polarity }) => polarity === 'positive' && passages.some(({ aspect }) => aspect === id));

/** A complete sentence that makes sense by itself and has no "but". */
function standsAlone(text: string): boolean {
  if (text.length < SHORTEST || text.length > LONGEST || /[\n:"“”]/.test(text)) return false;
  if (!/^\p{Lu}/u.test(text) || !/[.!]$/.test(text)) return false;
  if (/^(?:And|But|Or|So|Then|Also|It|That|This|These|Those|However|Because|Which|Despite|Although|Though|Even)\b/.test(text)) return false;
  return !/\b(?:but|though|although|however|except|despite|wish|unfortunately)\b/i.test(text);
}
