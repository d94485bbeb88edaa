import type { Token } from './tokens.ts';

/** One sentence: its tokens, including punctuation, and its words. */
export interface Sentence {
  readonly tokens: readonly Token[];
  readonly words: readonly Token[];
  readonly question: boolean;
  /** UTF-16 units of the published text, end exclusive, the closing mark included. */
  readonly start: number;
  readonly end: number;
}

const ABBREVIATIONS = new Set('mr mrs ms dr st jr sr vs etc approx inc llc co dept est ext ft apt ave blvd no'.split(' '));

/** The sentences of a text. They end at . ! ? … -- and line breaks, but not after a known abbreviation or an initial. */
export function toSentences(tokens: readonly Token[], text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let open: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    open.push(token);
    if (token.kind === 'mark' && isEnd(token, tokens[index - 1], tokens[index + 1], text)) {
      addSentence(sentences, open);
      open = [];
    }
  }
  addSentence(sentences, open);
  return sentences;
}

function isEnd(mark: Token, before: Token | undefined, after: Token | undefined, text: string): boolean {
  if (!/^[\n.!?…]/u.test(mark.word)) return mark.word.startsWith('--');
  if (mark.word !== '.') return mark.word !== '...' || !after || /^\p{Lu}/u.test(text.slice(after.start, after.end));
  if (!before || before.end !== mark.start || !after) return true;
  return !(ABBREVIATIONS.has(before.word) || /^[a-hj-z]$/u.test(before.word));
}

function addSentence(sentences: Sentence[], tokens: readonly Token[]) {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const [first] = words;
  const last = tokens.findLast(({ word }) => !word.startsWith('\n'));
  if (!first || !last) return;
  const question = tokens.some(({ kind, word }) => kind === 'mark' && word.startsWith('?'));
  sentences.push({ tokens, words, question, start: first.start, end: last.end });
}
