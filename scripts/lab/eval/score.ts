import vader from 'vader-sentiment';
import { learned } from '../../../site/analysis/model/model.ts';
import { compileCues } from '../../../site/analysis/text/evidence.ts';
import { toSentences } from '../../../site/analysis/text/sentences.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { readText } from '../../../site/analysis/text/verdicts.ts';
import { type AspectId, type AspectVerdict, aspectIds, type Polarity } from '../../../site/contract/insights.ts';
import { detectionFigures, type Pair } from './figures.ts';
import type { GoldItem, GoldMention } from './gold.ts';

/** One gold item beside what the engine reads from its text alone, and with its stars. */
interface Read {
  readonly item: GoldItem;
  readonly verdicts: readonly AspectVerdict[];
  readonly withStars: readonly AspectVerdict[];
}

export interface Mistake {
  readonly id: string;
  readonly aspect: AspectId;
  readonly kind: 'missed' | 'extra' | 'polarity';
  readonly gold: Polarity | undefined;
  readonly predicted: Polarity | undefined;
  readonly text: string;
}

const cues = compileCues();

/** Reads every item twice, without and with its stars. */
export function readItems(items: readonly GoldItem[], model = learned): Read[] {
  return items.map((item) => ({
    item,
    verdicts: readText(item.text, cues, undefined, model).verdicts,
    withStars: readText(item.text, cues, item.stars, model).verdicts,
  }));
}

/** Precision, recall and F1 of (review, aspect) pairs, over all aspects or one. */
export function scoreDetection(reads: readonly Read[], only?: AspectId) {
  const wanted = ({ aspect }: { aspect: AspectId }) => only === undefined || aspect === only;
  const gold = reads.flatMap(({ item }) => item.mentions.filter(wanted).map(({ aspect }) => `${item.id} ${aspect}`));
  const found = new Set(
    reads.flatMap(({ item, verdicts }) =>
      verdicts
        .map(({ id }) => ({ id: item.id, aspect: id }))
        .filter(wanted)
        .map(({ id, aspect }) => `${id} ${aspect}`),
    ),
  );
  const hits = gold.filter((key) => found.has(key)).length;
  return { gold: gold.length, ...detectionFigures(hits, found.size - hits, gold.length - hits) };
}

/** The engine's polarity of each gold mention that it found; `all` counts the missed ones as neutral. */
export function enginePairs(reads: readonly Read[], source: 'verdicts' | 'withStars', all = false): Pair[] {
  return mentionsOf(reads).flatMap(({ read, mention }) => {
    const verdict = read[source].find(({ id }) => id === mention.aspect);
    if (!verdict && !all) return [];
    return [{ gold: mention.polarity, predicted: verdict?.polarity ?? 'neutral' }];
  });
}

/** The baselines on the same mentions: the most frequent polarity, the stars alone, VADER on the sentence of the span. */
export function baselinePairs(reads: readonly Read[]): Readonly<Record<'majority' | 'stars alone' | 'VADER per sentence', Pair[]>> {
  const found = mentionsOf(reads).filter(({ read, mention }) => read.verdicts.some(({ id }) => id === mention.aspect));
  const predict = (rule: (item: GoldItem, mention: GoldMention) => Polarity) =>
    found.map(({ read, mention }) => ({ gold: mention.polarity, predicted: rule(read.item, mention) }));
  return {
    majority: predict(() => 'positive'),
    'stars alone': predict(({ stars }) => starPolarity(stars)),
    'VADER per sentence': predict(vaderPolarity),
  };
}

/** Reviews where a mention says the opposite of the stars: 4 and 5 against negative, 1 and 2 against positive. */
export function contradictions(reads: readonly Read[]): Read[] {
  return reads.flatMap((read) => {
    const stars = starPolarity(read.item.stars);
    const against = stars === 'positive' ? 'negative' : stars === 'negative' ? 'positive' : undefined;
    const mentions = read.item.mentions.filter(({ polarity }) => polarity === against);
    return mentions.length === 0 ? [] : [{ ...read, item: { ...read.item, mentions } }];
  });
}

const mentionsOf = (reads: readonly Read[]) => reads.flatMap((read) => read.item.mentions.map((mention) => ({ read, mention })));
const starPolarity = (stars: number): Polarity => (stars > 3 ? 'positive' : stars < 3 ? 'negative' : 'neutral');

function vaderPolarity({ text }: GoldItem, { span }: GoldMention): Polarity {
  const at = Math.max(0, text.indexOf(span));
  const sentence = toSentences(tokenize(text), text).find(({ start, end }) => start <= at && at < end);
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(sentence ? text.slice(sentence.start, sentence.end) : text);
  return compound >= 0.05 ? 'positive' : compound <= -0.05 ? 'negative' : 'neutral';
}

/** Which mentions went wrong, with the words that carried the engine's verdict. */
export function findMistakes(reads: readonly Read[]): Mistake[] {
  return reads.flatMap(({ item, verdicts }) =>
    aspectIds.flatMap((aspect): Mistake[] => {
      const gold = item.mentions.find((mention) => mention.aspect === aspect)?.polarity;
      const predicted = verdicts.find(({ id }) => id === aspect)?.polarity;
      if (gold === predicted) return [];
      const kind = predicted === undefined ? 'missed' : gold === undefined ? 'extra' : 'polarity';
      return [{ id: item.id, aspect, kind, gold, predicted, text: item.text }];
    }),
  );
}
