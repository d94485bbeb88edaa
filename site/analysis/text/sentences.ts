import type { Token } from './tokens.ts';

/** One sentence: its words (no marks), each with a place on a line along which marks and turns of thought lengthen the way. */
export interface Sentence {
  readonly words: readonly Token[];
  /** For each word: how far along the sentence it stands. Neighbours are 1 apart, plus the cost of what lies between. */
  readonly places: readonly number[];
  /** For each word: the number of its clause. */
  readonly clauses: readonly number[];
  /** For each word: the number of its piece, which ends at commas, stronger marks and turns such as "but". */
  readonly pieces: readonly number[];
  readonly question: boolean;
  /** UTF-16 units of the published text, end exclusive, the closing mark included. */
  readonly start: number;
  readonly end: number;
}

const ABBREVIATIONS = new Set('mr mrs ms dr st jr sr vs etc approx inc llc co dept est ext ft apt ave blvd no'.split(' '));
const TURNS = new Set('but though although however yet except whereas while unfortunately otherwise still despite'.split(' '));
const JOINTS = new Set('because so since when then if which who unless until'.split(' '));
const SUBJECTS = new Set('i we they he she it you nobody everyone everything the my our their his her there'.split(' '));
const COSTS: Readonly<Record<string, number>> = {
  ',': 2,
  ';': 5,
  ':': 3,
  '(': 3,
  ')': 3,
  '—': 4,
  '–': 4,
  '-': 0,
  '/': 0,
  '"': 1,
  '“': 1,
  '”': 1,
};
const TURN_COST = 6;

/** The sentences of a text. They end at . ! ? … and line breaks; not after a known abbreviation or an initial. */
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
  const first = tokens.find(({ word }) => !word.startsWith('\n')) ?? tokens[0];
  const last = tokens.findLast(({ word }) => !word.startsWith('\n'));
  if (words.length === 0 || !first || !last) return;
  const question = tokens.some(({ kind, word }) => kind === 'mark' && word.startsWith('?'));
  sentences.push({ words, ...layOut(tokens), question, start: words[0]?.start ?? first.start, end: last.end });
}

function layOut(tokens: readonly Token[]): Pick<Sentence, 'places' | 'clauses' | 'pieces'> {
  const places: number[] = [];
  const pieces: number[] = [];
  let piece = 0;
  const clauses: number[] = [];
  let place = 0;
  let clause = 0;
  let gap = 0;
  let before = '';
  for (const [index, { kind, word }] of tokens.entries()) {
    if (kind === 'mark') {
      gap += COSTS[word] ?? 1;
      continue;
    }
    const joined = word === 'and' && SUBJECTS.has(nextWord(tokens, index));
    const turn = TURNS.has(word) ? TURN_COST : joined || (JOINTS.has(word) && before !== 'even') ? 3 : 0;
    if (places.length > 0 && (gap >= 2 || turn > 0)) clause++;
    if (places.length > 0 && (gap >= 2 || turn === TURN_COST)) piece++;
    place += places.length === 0 ? 0 : 1 + gap + turn;
    places.push(place);
    clauses.push(clause);
    pieces.push(piece);
    gap = 0;
    before = word;
  }
  return { places, clauses, pieces };
}

function nextWord(tokens: readonly Token[], index: number): string {
  return tokens[index + 1]?.word ?? '';
}
