import { type AspectId, type AspectVerdict, aspectIds, type Polarity, type TextRange } from '../../contract/insights.ts';
import { type compileCues, type Evidence, findEvidence } from './evidence.ts';
import { type Sentence, toSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** What a text says: a verdict for each aspect that it says something about, and the passages behind each. */
export interface Reading {
  readonly verdicts: readonly AspectVerdict[];
  readonly evidence: readonly Evidence[];
}

const CLEAR = 0.8;
const MIXED_SHARE = 0.5;
const STAR_WEIGHT = 0.5;

/** Reads a text sentence by sentence. `stars` (1 to 5, or undefined) tip only verdicts whose words leave it open. */
export function readText(text: string, cues: ReturnType<typeof compileCues>, stars: number | undefined): Reading {
  return readSentences(toSentences(tokenize(text), text), cues, stars, []);
}

/** As `readText`. `masked` are names that may look like words ("Lower Tansy"): nothing that touches them counts. */
export function readSentences(
  sentences: readonly Sentence[],
  cues: ReturnType<typeof compileCues>,
  stars: number | undefined,
  masked: readonly TextRange[],
): Reading {
  const isMasked = ({ words }: Evidence) => masked.some(({ start, end }) => words.start < end && start < words.end);
  const evidence = sentences.flatMap((sentence, number) => findEvidence(sentence, number, cues)).filter((item) => !isMasked(item));
  const verdicts = aspectIds.flatMap((aspect) => {
    const own = evidence.filter((item) => item.aspect === aspect);
    return own.length === 0 ? [] : [toVerdict(aspect, own, stars)];
  });
  return { verdicts, evidence };
}

/** One verdict from all passages on one aspect. Mixed: praise and criticism of similar weight in different clauses. */
export function toVerdict(aspect: AspectId, evidence: readonly Evidence[], stars: number | undefined): AspectVerdict {
  const praise = total(evidence.filter(({ value }) => value > 0));
  const blame = -total(evidence.filter(({ value }) => value < 0));
  const sum = praise - blame;
  const judged = praise + blame > 0;
  const apart = isApart(evidence);
  const mixed = judged && apart && Math.min(praise, blame) >= MIXED_SHARE * Math.max(praise, blame);
  const tipped = judged && !mixed && Math.abs(sum) < CLEAR && stars !== undefined && stars !== 3;
  const lean = tipped ? sum + STAR_WEIGHT * (stars - 3) : sum;
  const polarity: Polarity = mixed ? 'mixed' : !judged || lean === 0 ? 'neutral' : lean > 0 ? 'positive' : 'negative';
  return {
    id: aspect,
    polarity,
    score: squash(mixed ? sum / 2 : lean),
    confidence: confidenceOf(evidence, praise, blame, mixed),
    basis: tipped ? 'text_and_stars' : 'text',
    source: 'engine',
    ranges: distinctRanges(evidence, polarity),
  };
}

const total = (evidence: readonly Evidence[]) => evidence.reduce((sum, { value }) => sum + value, 0);

function isApart(evidence: readonly Evidence[]): boolean {
  const places = (sign: number) => evidence.filter(({ value }) => value * sign > 0).map(({ sentence, clause }) => `${sentence} ${clause}`);
  const praised = new Set(places(1));
  return places(-1).some((place) => !praised.has(place)) && praised.size > 0;
}

/** From any sum to -1..1, two decimals. Square roots are exact on every machine; exp and tanh are not. */
export function squash(value: number): number {
  return Math.round((value / Math.sqrt(value * value + 4)) * 100) / 100 + 0;
}

function confidenceOf(evidence: readonly Evidence[], praise: number, blame: number, mixed: boolean): number {
  const clarity = mixed ? 0.6 : praise + blame === 0 ? 0.5 : Math.abs(squash(praise - blame));
  const sure = evidence.some((item) => item.sure) ? 1 : 0.75;
  return Math.round(clarity * sure * 100) / 100;
}

/** The passages that speak for the verdict, each once, in the text's order. */
function distinctRanges(evidence: readonly Evidence[], polarity: Polarity) {
  const sign = polarity === 'positive' ? 1 : polarity === 'negative' ? -1 : 0;
  const speaking = evidence.filter(({ value }) => sign === 0 || value * sign > 0);
  const ranges = new Map((speaking.length > 0 ? speaking : evidence).map(({ range }) => [range.start, range]));
  return [...ranges.values()].sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end }));
}
