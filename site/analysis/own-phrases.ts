import type { GivenAnalysis } from '../content/dataset.ts';
import type { AspectId } from '../contract/insights.ts';
import { type Clause, type Sentence, textOf } from './text/clauses.ts';
import { tokenize } from './text/tokens.ts';

const KINDS = ['topic', 'positive', 'neutral', 'negative'] as const;

/**
 * Compiles a business's own phrases for aspects into a function that finds the clauses with them. Only whole words match, in any case and
 * usual spelling. The polarity is undefined for a topic, which judges nothing by itself.
 */
export function compilePhrases(aspects: GivenAnalysis['aspects'] = []) {
  const phrases = aspects.flatMap((own) => KINDS.flatMap((kind) => own[kind].map((phrase) => ({ aspect: own.aspect, kind, phrase }))));
  const compiled = phrases
    .map(({ aspect, kind, phrase }) => ({ aspect, polarity: kind === 'topic' ? undefined : kind, words: spaced(tokenize(phrase)) }))
    .filter(({ words }) => words.trim() !== '');
  return (aspect: AspectId, clauses: readonly Clause[], sentences: readonly Sentence[]) =>
    sentences.flatMap((sentence) => {
      const text = spaced(sentence.words);
      return compiled.flatMap(({ polarity, words, aspect: own }) => {
        const at = own === aspect ? text.indexOf(words) : -1;
        if (at < 0) return [];
        const last = sentence.words[text.slice(1, at + words.length - 1).split(' ').length - 1];
        const clause = clauses.find(({ start, end }) => last && start <= last.start && last.start < end);
        return clause ? [{ clause, polarity }] : [];
      });
    });
}
export type FindOwnPhrases = ReturnType<typeof compilePhrases>;

const spaced = (tokens: Sentence['words']) => ` ${textOf(tokens.filter(({ kind }) => kind !== 'mark'))} `;
