import type { PhraseVerdict } from '../model/polarity.ts';
import type { Evidence } from './evidence.ts';

const MIXED_SHARE = 0.5;

/** What the phrases alone make of one aspect. Mixed: praise and criticism of similar weight in different clauses; undefined of nothing. */
export function weighPhrases(evidence: readonly Evidence[]): PhraseVerdict | undefined {
  if (evidence.length === 0) return undefined;
  const praise = total(evidence.filter(({ value }) => value > 0));
  const blame = -total(evidence.filter(({ value }) => value < 0));
  const sum = praise - blame;
  const mixed = praise + blame > 0 && isApart(evidence) && Math.min(praise, blame) >= MIXED_SHARE * Math.max(praise, blame);
  if (mixed) return { polarity: 'mixed', score: squash(sum / 2) };
  return { polarity: sum > 0 ? 'positive' : sum < 0 ? 'negative' : 'neutral', score: squash(sum) };
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
