import type { AnalysedReview, SentenceNote } from '../analysis/analyse-review.ts';
import type { PullQuote } from '../contract/insights.ts';

const SHORTEST = 60;
const LONGEST = 160;
/** What the opinion words of a sentence must add up to: one clear word of praise. */
const PRAISE = 2;

const RULE =
  'Of all sentences of 60 to 160 characters in five-star reviews that criticise nothing, the ones that praise at least one aspect in a known phrase, hold a word of praise and can stand alone: of these the one that praises most aspects; then the one with the strongest words; then the newest.';

interface Candidate {
  readonly from: AnalysedReview;
  readonly sentence: SentenceNote;
  readonly aspects: number;
}

/** The sentence that says most for the business, chosen by the rule it carries; null where there is none. */
export function toPullQuote(reviews: readonly AnalysedReview[]): PullQuote | null {
  const candidates = reviews.filter(({ review, insight }) => review.rating === 5 && isAllPraise(insight)).flatMap(candidatesOf);
  const best = candidates.reduce<Candidate | undefined>((a, b) => (a === undefined || isBetter(b, a) ? b : a), undefined);
  if (!best) return null;
  const { review } = best.from;
  const { start, end } = best.sentence;
  const { id, author, date, rating } = review;
  return { review_id: id, start, end, text: (review.text ?? '').slice(start, end), author, date, rating, rule: RULE };
}

const isAllPraise = ({ analysed, sentiment, aspects }: AnalysedReview['insight']) =>
  analysed && sentiment.polarity === 'positive' && aspects.every(({ polarity }) => polarity === 'positive' || polarity === 'neutral');

const isBetter = (b: Candidate, a: Candidate) => b.aspects > a.aspects || (b.aspects === a.aspects && b.sentence.value > a.sentence.value);

function candidatesOf(from: AnalysedReview): Candidate[] {
  return from.analysis.sentences.flatMap((sentence) => {
    const { start, end, value } = sentence;
    const text = (from.review.text ?? '').slice(start, end);
    const evidence = from.analysis.evidence.filter(({ words }) => words.start >= start && words.start < end);
    const praised = praisedAspects(from, evidence);
    if (!standsAlone(text) || value < PRAISE || praised === 0 || evidence.some((item) => item.value < 0)) return [];
    return [{ from, sentence, aspects: praised }];
  });
}

function praisedAspects({ insight }: AnalysedReview, evidence: AnalysedReview['analysis']['evidence']): number {
  const positive = new Set(insight.aspects.filter(({ polarity }) => polarity === 'positive').map(({ id }) => id));
  return new Set(evidence.filter(({ value, sure, aspect }) => sure && value > 0 && positive.has(aspect)).map(({ aspect }) => aspect)).size;
}

/** Whole, not leaning on what was said before, no turn to the worse in it. */
function standsAlone(text: string): boolean {
  if (text.length < SHORTEST || text.length > LONGEST || /[\n:"“”]/.test(text)) return false;
  if (!/^\p{Lu}/u.test(text) || !/[.!]$/.test(text)) return false;
  if (/^(?:And|But|Or|So|Then|Also|It|That|This|These|Those|However|Because|Which|Despite|Although|Though|Even)\b/.test(text)) return false;
  return !/\b(?:but|though|although|however|except|despite|wish|unfortunately)\b/i.test(text);
}
