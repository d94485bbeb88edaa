import { publishedFrom } from '../../../site/analysis/published.ts';
import { readText } from '../../../site/analysis/verdicts.ts';
import { type AspectId, type PackName, type Polarity, packAspects } from '../../../site/contract/insights.ts';
import { detectionFigures, type Pair, polarityFigures } from '../train/figures.ts';
import { mergeLabels } from '../train/fit.ts';
import type { GoldItem } from '../train/gold.ts';
import { type HeldOut, isRight } from '../train/held-out.ts';
import type { Lesson } from '../train/lessons.ts';

/** The labels of a text and the findings in it: a polarity by aspect. */
export interface ReadText {
  readonly gold: ReadonlyMap<AspectId, Polarity>;
  readonly found: ReadonlyMap<AspectId, Polarity>;
  readonly stars: number | undefined;
}

/** The published verdicts of a model that hasn't seen the source of each text. */
export function toReads(texts: readonly HeldOut[], pack: PackName): ReadText[] {
  return texts.map(({ lesson, findings }) => ({
    gold: mergeLabels(lesson[pack] ?? [], pack),
    found: new Map(
      findings[pack].filter(({ confidence }) => confidence >= publishedFrom[pack]).map(({ aspect, polarity }) => [aspect, polarity]),
    ),
    stars: lesson.stars,
  }));
}

/** The engine's verdicts on the texts of the invented set, with the pack for home services. */
export function readGoldItems(items: readonly GoldItem[], withStars: boolean): ReadText[] {
  return items.map(({ text, stars, mentions }) => ({
    gold: new Map(mentions.map(({ aspect, polarity }) => [aspect, polarity])),
    found: publishedOf(text, 'home', withStars ? stars : undefined),
    stars,
  }));
}

/** The engine's published verdicts on texts labeled for both packs. */
export function readLabeled(lessons: readonly Lesson[], pack: PackName, withStars: boolean): ReadText[] {
  return lessons.map(({ text, stars, ...labels }) => ({
    gold: mergeLabels(labels[pack] ?? [], pack),
    found: publishedOf(text, pack, withStars ? stars : undefined),
    stars,
  }));
}

const publishedOf = (text: string, pack: PackName, stars: number | undefined) =>
  new Map(
    readText(text, { pack, stars }).verdicts.flatMap(({ id, polarity }) => (polarity === 'unclear' ? [] : [[id, polarity] as const])),
  );

/** Detection, polarity of the findings, and joint F1, over all aspects or one. */
export function figuresOf(reads: readonly ReadText[], only?: AspectId) {
  const isWanted = (aspect: AspectId) => only === undefined || aspect === only;
  const gold = reads.flatMap((read) =>
    [...read.gold].filter(([aspect]) => isWanted(aspect)).map(([aspect, polarity]) => ({ read, aspect, polarity })),
  );
  const found = reads.flatMap((read) => [...read.found.keys()].filter(isWanted)).length;
  const pairs = gold.flatMap(({ read, aspect, polarity }): Pair[] => {
    const predicted = read.found.get(aspect);
    return predicted === undefined ? [] : [{ gold: polarity, predicted }];
  });
  const right = pairs.filter((pair) => pair.gold === pair.predicted).length;
  return {
    labels: gold.length,
    ...detectionFigures(pairs.length, found - pairs.length, gold.length - pairs.length),
    polarity: polarityFigures(pairs),
    jointF1: detectionFigures(right, found - right, gold.length - right).f1,
  };
}

/** The texts with labels that contradict the stars (criticism with 4 or 5, praise with 1 or 2), with only those labels. */
export function againstStars(reads: readonly ReadText[]): ReadText[] {
  return reads.flatMap((read) => {
    const against = read.stars === undefined || read.stars === 3 ? undefined : read.stars > 3 ? 'negative' : 'positive';
    const gold = [...read.gold].filter(([, polarity]) => polarity === against);
    const found = [...read.found].filter(([aspect]) => gold.some(([wanted]) => wanted === aspect));
    return gold.length === 0 ? [] : [{ ...read, gold: new Map(gold), found: new Map(found) }];
  });
}

/** For each tenth of confidence: the number of findings, their mean confidence, and how many are correct. */
export function reliability(texts: readonly HeldOut[], pack: PackName) {
  const cases = texts.flatMap((text) =>
    text.findings[pack].map((finding) => ({ confidence: finding.confidence, isRight: isRight(text, pack, finding) })),
  );
  const tenths = Map.groupBy(cases, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  return [...tenths]
    .sort(([a], [b]) => a - b)
    .map(([tenth, own]) => ({
      from: tenth / 10,
      count: own.length,
      sure: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
      right: own.filter((item) => item.isRight).length / own.length,
    }));
}

/** The aspects of a pack with their figures. */
export const figuresByAspect = (reads: readonly ReadText[], pack: PackName) =>
  packAspects[pack].map((aspect) => ({ aspect, ...figuresOf(reads, aspect) }));
