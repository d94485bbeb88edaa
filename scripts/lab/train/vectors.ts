import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldWord } from '../../../site/analysis/text/tokens.ts';

/** Word vectors for training, a word and its code a line; derive-vectors.ts says where they come from. */
export const VECTORS_FILE = 'scripts/lab/train/vectors.txt';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LEVELS = 8;
/** Coordinates of a vector of length 1 with 100 axes rarely lie beyond ±0.24. */
const WIDEST = 0.24;
const STEP = (2 * WIDEST) / LEVELS;

/** A vector as text: each character holds two coordinates of eight levels. */
export function encodeVector(vector: readonly number[]): string {
  const levels = vector.map((value) => Math.min(LEVELS - 1, Math.max(0, Math.floor((value + WIDEST) / STEP))));
  return Array.from(
    { length: levels.length / 2 },
    (_, pair) => ALPHABET[(levels[2 * pair] ?? 0) * LEVELS + (levels[2 * pair + 1] ?? 0)],
  ).join('');
}

/** The coordinates of a code: the middles of their levels. */
export function decodeVector(code: string): number[] {
  const middle = (level: number) => (level + 0.5) * STEP - WIDEST;
  return [...code].flatMap((character) => {
    const both = ALPHABET.indexOf(character);
    return [middle(Math.floor(both / LEVELS)), middle(both % LEVELS)];
  });
}

/** All vectors of the table by word. */
export function readVectors(file = VECTORS_FILE): ReadonlyMap<string, readonly number[]> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), decodeVector(line.slice(line.indexOf(' ') + 1))]));
}

const STRONGEST = 4;

/** The list of VADER (Hutto and Gilbert 2014), its words as we fold them: how much each praises, above 0, or blames, from -1 to 1. */
export function readValences(): ReadonlyMap<string, number> {
  const file = createRequire(import.meta.url).resolve('vader-sentiment/vader_lexicon.txt');
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  return new Map(
    rows.flatMap(([word = '', value]) => (/^[a-z'-]+$/.test(word) ? [[foldWord(word), Number(value) / STRONGEST] as const] : [])),
  );
}
