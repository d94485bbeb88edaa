import { add, type BitSet, emptySet, unite } from './bit-set.ts';
import { fold } from './fold.ts';

/** Answers which of a list of texts contain a string, exactly and without reading the texts. */
export interface TextIndex {
  /** The indexes of the texts in which `query` stands, ignoring case and the form of letters. */
  containing(query: string): BitSet;
}

/** Letters and digits, or what stands between them: every text is a sequence of such tokens by turns. */
const TOKEN = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu;

/**
 * Builds the index over `texts` (null has nothing in it). A query is cut into tokens like the texts: one token is a
 * part of tokens of the vocabulary, found by their trigrams; of several, the first ends a token, the last begins one and
 * those between are whole, which the positions of the rarest of them decide.
 */
export function buildTextIndex(texts: readonly (string | null)[]): TextIndex {
  const corpus = tokenise(texts);
  const grams = gramIndex(corpus.vocabulary);
  const postings = postingsOf(corpus);
  const dense = new Map<number, BitSet>();

  /** The texts with a token, as a set that is made once for tokens in many texts. */
  const unitePostings = (into: BitSet, token: number) => {
    const { positions, starts } = postings;
    const from = starts[token] as number;
    const to = starts[token + 1] as number;
    if (to - from < into.length) {
      for (let at = from; at < to; at++) add(into, corpus.textOf[positions[at] as number] as number);
      return;
    }
    let set = dense.get(token);
    if (!set) {
      set = emptySet(texts.length);
      for (let at = from; at < to; at++) add(set, corpus.textOf[positions[at] as number] as number);
      dense.set(token, set);
    }
    unite(into, set);
  };

  const containingSequence = (tokens: readonly string[]): BitSet => {
    const found = emptySet(texts.length);
    const candidates = tokens.map((token, place) => {
      if (place === 0) return grams.matching(token, (word) => word.endsWith(token));
      if (place === tokens.length - 1) return grams.matching(token, (word) => word.startsWith(token));
      const id = corpus.ids.get(token);
      return id === undefined ? [] : [id];
    });
    if (candidates.some((ids) => ids.length === 0)) return found;
    const occurrences = (ids: readonly number[]) =>
      ids.reduce((sum, id) => sum + (postings.starts[id + 1] as number) - (postings.starts[id] as number), 0);
    const counts = candidates.map(occurrences);
    const rarest = counts.indexOf(Math.min(...counts));
    const allowed = candidates.map((ids) => new Set(ids));
    for (const id of candidates[rarest] ?? []) {
      for (let at = postings.starts[id] as number; at < (postings.starts[id + 1] as number); at++) {
        const first = (postings.positions[at] as number) - rarest;
        const text = corpus.textOf[postings.positions[at] as number] as number;
        if (followsAt(corpus, first, text, allowed)) add(found, text);
      }
    }
    return found;
  };

  return {
    containing: (query) => {
      const tokens = fold(query).match(TOKEN) ?? [];
      const [only] = tokens;
      if (only === undefined) return emptySet(texts.length).fill(0xffffffff);
      if (tokens.length > 1) return containingSequence(tokens);
      const found = emptySet(texts.length);
      for (const id of grams.matching(only, (word) => word.includes(only))) unitePostings(found, id);
      return found;
    },
  };
}

function followsAt(corpus: Corpus, first: number, text: number, allowed: readonly ReadonlySet<number>[]): boolean {
  if (first < 0 || first + allowed.length > corpus.tokens.length) return false;
  if (corpus.textOf[first] !== text || corpus.textOf[first + allowed.length - 1] !== text) return false;
  return allowed.every((ids, place) => ids.has(corpus.tokens[first + place] as number));
}

interface Corpus {
  readonly vocabulary: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** All texts' tokens one after the other, and the text that each is of. */
  readonly tokens: Uint32Array;
  readonly textOf: Uint32Array;
}

function tokenise(texts: readonly (string | null)[]): Corpus {
  const vocabulary: string[] = [];
  const ids = new Map<string, number>();
  const tokens: number[] = [];
  const textOf: number[] = [];
  for (const [index, text] of texts.entries()) {
    for (const token of text === null ? [] : (fold(text).match(TOKEN) ?? [])) {
      let id = ids.get(token);
      if (id === undefined) {
        id = vocabulary.push(token) - 1;
        ids.set(token, id);
      }
      tokens.push(id);
      textOf.push(index);
    }
  }
  return { vocabulary, ids, tokens: Uint32Array.from(tokens), textOf: Uint32Array.from(textOf) };
}

interface Postings {
  /** Positions in `tokens`, grouped by token id; the group of an id begins at `starts[id]`. */
  readonly positions: Uint32Array;
  readonly starts: Uint32Array;
}

function postingsOf({ vocabulary, tokens }: Corpus): Postings {
  const starts = new Uint32Array(vocabulary.length + 1);
  for (const id of tokens) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < vocabulary.length; id++) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const next = starts.slice();
  const positions = new Uint32Array(tokens.length);
  for (const [position, id] of tokens.entries()) {
    positions[next[id] as number] = position;
    next[id] = (next[id] as number) + 1;
  }
  return { positions, starts };
}

interface GramIndex {
  /** Ids of the words that contain `part` and pass `test`. */
  matching(part: string, test: (word: string) => boolean): number[];
}

const GRAM = 3;

/** Words by the runs of three units in them; shorter parts are looked for in the whole vocabulary. */
function gramIndex(vocabulary: readonly string[]): GramIndex {
  const byGram = new Map<number, number[]>();
  for (const [id, word] of vocabulary.entries()) {
    for (let at = 0; at + GRAM <= word.length; at++) {
      const gram = gramAt(word, at);
      const ids = byGram.get(gram);
      if (!ids) byGram.set(gram, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    }
  }
  const all = vocabulary.map((_, id) => id);
  const candidates = (part: string): readonly number[] => {
    if (part.length < GRAM) return all;
    let fewest: readonly number[] = all;
    for (let at = 0; at + GRAM <= part.length; at++) {
      const ids = byGram.get(gramAt(part, at)) ?? [];
      if (ids.length < fewest.length) fewest = ids;
    }
    return fewest;
  };
  return { matching: (part, test) => candidates(part).filter((id) => test(vocabulary[id] as string)) };
}

/** Three UTF-16 units as one number below 2^48. */
function gramAt(word: string, at: number): number {
  return (word.charCodeAt(at) * 65536 + word.charCodeAt(at + 1)) * 65536 + word.charCodeAt(at + 2);
}
