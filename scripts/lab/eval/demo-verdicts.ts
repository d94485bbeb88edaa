import { z } from 'zod';
import { readDataset } from '../../../site/content/read/read.ts';
import { aspectId, polarity } from '../../../site/contract/insights.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { inSeededOrder } from '../train/choose-texts.ts';
import { readLines } from '../train/gold.ts';

const FILE = 'test/gold/demo-verdicts.jsonl';
const SEED = '1';
const DRAWN = 80;

const judgement = z.strictObject({
  review: z.string(),
  aspect: aspectId,
  polarity,
  /** What the verdict quotes; where it quotes several passages, with " … " between them. */
  passage: z.string(),
  /** Whether the text judges the aspect, with this polarity, and the passage shows it; null until somebody has read it. */
  right: z.boolean().nullable(),
  why: z.string(),
});
type Judgement = z.infer<typeof judgement>;

/** 80 of the engine's verdicts on the demo's reviews before corrections, drawn by a fixed seed, each with what was judged of it. */
export function drawDemoVerdicts(): Judgement[] {
  const known = readLines(FILE, judgement) ?? [];
  return inSeededOrder(rawVerdicts('content'), SEED)
    .slice(0, DRAWN)
    .map(({ id: _, ...verdict }) => {
      const own = known.find((other) => KEYS.every((key) => other[key] === verdict[key]));
      return { ...verdict, right: own?.right ?? null, why: own?.why ?? '' };
    });
}

const KEYS = ['review', 'aspect', 'polarity', 'passage'] as const;

/** The verdicts of a folder's reviews as the engine gives them; `id` is a verdict's own. */
function rawVerdicts(folder: string) {
  const dataset = readDataset(folder);
  const texts = new Map(dataset.reviews.map(({ id, text }) => [id, text ?? '']));
  const raw = dataset.analysis && { ...dataset.analysis, corrections: new Map(), verdicts: new Map() };
  return Object.entries(toInsights({ ...dataset, analysis: raw }).per_review).flatMap(([review, { aspects }]) =>
    aspects.map(({ id: aspect, polarity, ranges }) => ({
      id: `${review} ${aspect}`,
      review,
      aspect,
      polarity,
      passage: ranges.map(({ start, end }) => texts.get(review)?.slice(start, end)).join(' … '),
    })),
  );
}

if (import.meta.main) for (const verdict of drawDemoVerdicts()) console.log(JSON.stringify(verdict));
