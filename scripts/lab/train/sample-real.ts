import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { choose, countWords, inSeededOrder, isEnglish, isHeldOut, type Quotas, readKeys, toSentences } from './choose-texts.ts';
import { type RealText, readRealTexts } from './real-sources.ts';

const HELP = `node scripts/lab/train/sample-real.ts --raw FOLDER --held-out FILE --to FOLDER   writes texts to label, in batches
  --seed WORD     another choice (default: 1)`;

const SENTENCES: Quotas = {
  'nhs-transport': {
    ...{ cleanliness: 30, safety: 15, competence: 100, information: 60, contact: 110, appointments: 30 },
    ...{ negative: 180, mixed: 70, positive: 185 },
  },
  'nhs-care': {
    ...{ cleanliness: 15, safety: 10, competence: 35, information: 25, contact: 20, appointments: 35 },
    ...{ negative: 180, mixed: 40, positive: 190 },
  },
  airbnb: { 'below-4.0': 190, 'below-4.4': 284, 'below-4.7': 140, 'from-4.7': 130 },
  'tsa-md': { negative: 190, mixed: 30, positive: 200, none: 30 },
  'fine-foods': { '1-stars': 60, '2-stars': 35, '3-stars': 35, '4-stars': 20, '5-stars': 40 },
};

const REVIEWS: readonly { readonly words: readonly [from: number, to: number]; readonly quotas: Quotas }[] = [
  {
    words: [4, 30],
    quotas: {
      'nhs-transport': { negative: 10, mixed: 4, positive: 8, competence: 2, contact: 2 },
      'nhs-care': { negative: 6, mixed: 4, positive: 7, competence: 2, appointments: 2 },
      airbnb: { 'below-4.0': 20, 'below-4.4': 22, 'below-4.7': 8, 'from-4.7': 9 },
      'fine-foods': { '1-stars': 5, '2-stars': 2, '3-stars': 3, '4-stars': 2, '5-stars': 3 },
    },
  },
  {
    words: [31, 90],
    quotas: {
      'nhs-transport': { negative: 14, mixed: 10, positive: 9, competence: 4, information: 3, contact: 4 },
      'nhs-care': { negative: 10, mixed: 5, positive: 8, information: 2 },
      airbnb: { 'below-4.0': 22, 'below-4.4': 22, 'below-4.7': 12, 'from-4.7': 12 },
      'fine-foods': { '1-stars': 7, '2-stars': 4, '3-stars': 3, '4-stars': 2, '5-stars': 4 },
    },
  },
  {
    words: [91, 260],
    quotas: {
      'nhs-transport': { negative: 9, mixed: 6, positive: 4, competence: 4 },
      'nhs-care': { negative: 8, mixed: 3, positive: 4 },
      airbnb: { 'below-4.0': 22, 'below-4.4': 20, 'below-4.7': 9, 'from-4.7': 7 },
      'fine-foods': { '1-stars': 4, '2-stars': 2, '3-stars': 2, '4-stars': 1, '5-stars': 2 },
    },
  },
];

const SHORT_SENTENCE = 5;
const LONGEST_SENTENCE = 60;
const BATCHES = { sentences: 100, reviews: 25 } as const;

function main() {
  const { values } = parseArgs({
    options: {
      raw: { type: 'string' },
      'held-out': { type: 'string' },
      to: { type: 'string' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const { raw, 'held-out': heldOut, to, seed } = values;
  if (values.help || raw === undefined || heldOut === undefined || to === undefined) return console.log(HELP);
  const keys = readKeys(heldOut);
  const texts = readRealTexts(raw).filter((item) => isEnglish(item) && !isHeldOut(item.text, keys));
  const reviews = inSeededOrder(chooseReviews(texts, seed), seed);
  const sentences = inSeededOrder(chooseSentences(texts, new Set(reviews.map(({ id }) => id)), keys, seed), seed);
  mkdirSync(to, { recursive: true });
  write(to, 'sentences', sentences);
  write(to, 'reviews', reviews);
}

function chooseReviews(texts: readonly RealText[], seed: string): RealText[] {
  const whole = texts.filter(({ source }) => source !== 'tsa-md');
  return REVIEWS.flatMap(({ words: [from, to], quotas }) => {
    const fitting = whole.filter(({ text }) => countWords(text) >= from && countWords(text) <= to);
    return choose(fitting, quotas, seed);
  });
}

/** One sentence per text, so no writer weighs more than another; none from texts that are labeled as a whole. */
function chooseSentences(texts: readonly RealText[], taken: ReadonlySet<string>, keys: ReadonlySet<string>, seed: string): RealText[] {
  const single = texts.filter(({ id }) => !taken.has(id)).flatMap((item) => oneSentence(item, seed));
  const fitting = single.filter((item) => isFitting(item) && isEnglish(item) && !isHeldOut(item.text, keys));
  return choose(fitting, SENTENCES, seed, SHORT_SENTENCE);
}

function oneSentence(item: RealText, seed: string): RealText[] {
  const parts = toSentences(item.text).map((text, index) => ({ ...item, id: `${item.id}-${index}`, text }));
  return inSeededOrder(parts, seed).slice(0, 1);
}

function isFitting({ text }: RealText): boolean {
  const words = countWords(text);
  return words >= 2 && words <= LONGEST_SENTENCE;
}

/** Writes batches without strata for annotators, and the strata to a separate file. */
function write(folder: string, kind: keyof typeof BATCHES, items: readonly RealText[]) {
  const size = BATCHES[kind];
  const lines = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('');
  for (let from = 0; from < items.length; from += size) {
    const name = `${kind}-${String(from / size + 1).padStart(2, '0')}.jsonl`;
    const batch = items.slice(from, from + size).map(({ id, source, text }) => ({ id, source, text }));
    writeFileSync(path.join(folder, name), lines(batch));
  }
  writeFileSync(path.join(folder, `strata-${kind}.tsv`), items.map(({ id, source, stratum }) => `${id}\t${source}\t${stratum}\n`).join(''));
  const counts = Map.groupBy(items, ({ source, stratum }) => `${source} ${stratum}`);
  for (const [stratum, { length }] of [...counts].sort()) console.log(`${kind}\t${stratum}\t${length}`);
  console.log(`${kind}\tall\t${items.length}`);
}

main();
