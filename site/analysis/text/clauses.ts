import { stem, type Token } from './tokens.ts';

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

/** A word as the model sees it. */
export interface Word {
  /** Folded; `<money>` and `<number>` stand for their kinds. */
  readonly word: string;
  readonly stem: string;
  /** Whether a negation applies to it. */
  readonly negated: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * The unit that the model judges: a part of a sentence between punctuation marks, "and", "or", "but" and similar words. `start` and `end`
 * are UTF-16 units.
 */
export interface Clause {
  readonly words: readonly Word[];
  /** The number of its sentence, from 0. */
  readonly sentence: number;
  readonly question: boolean;
  /** The joint before it ("but"), empty after a mark. */
  readonly joint: string;
  /** Whether it begins with a capital letter and isn't the beginning of its sentence. */
  readonly startsWithName: boolean;
  readonly start: number;
  readonly end: number;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const JOINTS = words(
  'but though although however yet except while whereas and or plus also nor because so then unfortunately besides despite',
);
const DIVIDING = /^(?:[,;:()"“”—–/…]|-+|\.+|[.!?]+|\n+)$/u;
/** Without a space before them, these join words. */
const HOLDING = /^[-/]$/;
/** Words that negate the words after them. */
export const NEGATORS = words(
  'not never no didnt doesnt dont wasnt werent isnt arent wont wouldnt couldnt cannot cant hasnt havent hadnt nobody none nothing neither nor without hardly barely rarely seldom scarcely shouldnt mustnt lack lacked lacking lacks zero less least fails failed fail aint',
);
const REACH = 5;
/** "Not only cheap", "not just on time". */
const ENDS_NEGATION = words('only just');
/** A negation carries over only to short items of a list: "not clean or tidy". */
const LONGEST_ITEM = 4;
const LIST_JOINTS = words('or nor');

/** The folded words with one space between them. */
export const textOf = (own: readonly { readonly word: string }[]) => own.map(({ word }) => word).join(' ');

/** The clauses of sentences, in order, without the joints and marks between them. */
export const toClauses = (sentences: readonly Sentence[]): Clause[] => sentences.flatMap(divide);

function divide({ tokens, question }: Sentence, sentence: number): Clause[] {
  const clauses: Clause[] = [];
  let open: Token[] = [];
  let joint = '';
  let negated = false;
  const close = () => {
    const [first] = open;
    const last = open.at(-1);
    if (first && last) {
      const carried = negated && LIST_JOINTS.has(joint) && open.length <= LONGEST_ITEM;
      const startsWithName = clauses.length > 0 && first.capital && first.word !== 'i';
      clauses.push({ words: toWords(open, carried), sentence, question, joint, startsWithName, start: first.start, end: last.end });
      negated = carried || open.some(({ word }) => NEGATORS.has(word));
    }
    if (first) joint = '';
    open = [];
  };
  for (const [index, token] of tokens.entries()) {
    const holding = HOLDING.test(token.word) && tokens[index - 1]?.end === token.start;
    if (token.kind === 'word' && JOINTS.has(token.word)) {
      close();
      joint = token.word;
    } else if (token.kind !== 'mark') open.push(token);
    else if (DIVIDING.test(token.word) && !holding) close();
  }
  close();
  return clauses;
}

function toWords(tokens: readonly Token[], carried: boolean): Word[] {
  let reach = carried ? REACH : 0;
  return tokens.map((token) => {
    const word = nameOf(token);
    const isNegator = NEGATORS.has(word);
    if (ENDS_NEGATION.has(word)) reach = 0;
    const own = { word, stem: stem(word), negated: reach > 0 && !isNegator, start: token.start, end: token.end };
    reach = isNegator ? REACH : Math.max(0, reach - 1);
    return own;
  });
}

const nameOf = ({ kind, word }: Token) => (kind === 'money' ? '<money>' : kind === 'number' ? '<number>' : word);
