import type { CustomPhrase } from '../content/dataset.ts';
import type { AspectId, Polarity } from '../contract/insights.ts';
import { type Clause, toClauses } from './text/clauses.ts';
import type { Sentence } from './text/sentences.ts';
import { tokenize } from './text/tokens.ts';

/** A clause in which a phrase of a business's own stands, with what it says; undefined of a topic, which says nothing by itself. */
export interface GivenClause {
  readonly clause: Clause;
  readonly polarity: Polarity | undefined;
}

/** The phrases that a business gave for its own customers. */
export interface OwnPhrases {
  /** The clauses in which phrases of an aspect stand. */
  readonly find: (aspect: AspectId, sentences: readonly Sentence[]) => readonly GivenClause[];
}

/** Compiles phrases, which are plain words. They are found whole, in any case and usual spelling. */
export function compilePhrases(phrases: readonly CustomPhrase[] = []): OwnPhrases {
  const compiled = phrases.map((phrase) => ({ ...phrase, words: wordsOf(phrase.phrase) })).filter(({ words }) => words.length > 0);
  return {
    find: (aspect, sentences) =>
      sentences.flatMap((sentence, number) => {
        const own = sentence.words.map(({ word }) => word);
        const hits = compiled.flatMap((phrase) => {
          const at = phrase.aspect === aspect ? placeOf(phrase.words, own) : -1;
          return at < 0 ? [] : [{ at, polarity: phrase.kind === 'topic' ? undefined : phrase.kind }];
        });
        if (hits.length === 0) return [];
        const clauses = toClauses([sentence]);
        return hits.flatMap(({ at, polarity }) => {
          const start = sentence.words[at]?.start ?? sentence.start;
          const clause = clauses.find(({ end }) => start < end) ?? clauses.at(-1);
          return clause ? [{ clause: { ...clause, sentence: number }, polarity }] : [];
        });
      }),
  };
}

const wordsOf = (text: string) => tokenize(text).flatMap(({ kind, word }) => (kind === 'mark' ? [] : [word]));

/** Where `part` begins in `whole`; -1 if it doesn't stand there. */
function placeOf(part: readonly string[], whole: readonly string[]): number {
  return whole.findIndex((_, index) => part.every((word, step) => whole[index + step] === word));
}
