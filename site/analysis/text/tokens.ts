import { allMasks } from '../../messages/languages.ts';
import { spellings } from './spellings.ts';

/** One word, number, emoji or mark of a text; `start` and `end` are UTF-16 units of the published text, end exclusive. */
export interface Token {
  readonly kind: 'word' | 'number' | 'money' | 'emoji' | 'mark';
  /** Folded: lower case, without apostrophes, clitics and drawn-out letters, common misspellings corrected. */
  readonly word: string;
  readonly capital: boolean;
  readonly start: number;
  readonly end: number;
}

/** Pads the character of an HTML entity to the entity's length, so ranges refer to the published text. */
const FILLER = '\u2060';
const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>', rsquo: '’', lsquo: '‘' };
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu;
/** The masks that replace personal data in published texts. */
const MASK = new RegExp(
  allMasks
    .flatMap((masks) => Object.values(masks))
    .map((mask) => mask.replace(/[[\]]/g, '\\$&'))
    .join('|'),
  'gu',
);
const TOKEN =
  /(?:([$€£]\s?\d[\d,]*(?:\.\d+)?k?)|(\d[\d,]*(?:[.:/]\d+)*[a-z%]{0,4})|([\p{L}\p{M}][\p{L}\p{M}\u2060]*(?:['’ʼ`´][\p{L}\p{M}\u2060]+)*)|(\p{Extended_Pictographic}\uFE0F?)|(\n+|\.{2,}|…|[.!?]+|[,;:()"“”—–&+/*]|-+))\u2060*/gu;
const CLITIC = /(?<=.)['’ʼ`´](?:s|d|ll|re|ve|m)$/u;
const APOSTROPHE = /['’ʼ`´]/gu;

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined;
  const character =
    code === undefined ? named[(name ?? '').toLowerCase()] : code > 0 && code < 0xd800 ? String.fromCharCode(code) : undefined;
  return character === undefined ? whole : character + FILLER.repeat(whole.length - character.length);
}

/** A word as the lexicons spell it: `Didn’t` is `didnt`, `He's` is `he`, `Wayyy` is `way`, `recomend` is `recommend`. */
export function foldWord(raw: string): string {
  const plain = raw.slice(0, 60).toLowerCase().replace(CLITIC, '').replace(APOSTROPHE, '');
  const short = /(.)\1\1/u.test(plain) ? plain.replace(/(.)\1{2,}/gu, '$1') : plain;
  return spellings.get(short) ?? short;
}

/** The tokens of a text in order, without white space. HTML entities count as their characters; masks are skipped. */
export function tokenize(text: string): Token[] {
  const spoken = text.includes('[') ? text.replace(MASK, (mask) => ' '.repeat(mask.length)) : text;
  const decoded = spoken.includes('&') ? spoken.replace(ENTITY, decodeEntity) : spoken;
  const tokens: Token[] = [];
  for (const match of decoded.matchAll(TOKEN)) {
    const [raw, money, number, word, emoji] = match;
    const kind = money ? 'money' : number ? 'number' : word ? 'word' : emoji ? 'emoji' : 'mark';
    const shown = raw.replaceAll(FILLER, '');
    const folded = kind === 'word' ? foldWord(shown) : shown === '&' ? 'and' : shown.toLowerCase();
    if (folded === '') continue;
    tokens.push({
      kind: folded === 'and' ? 'word' : kind,
      word: folded,
      capital: /^\p{Lu}/u.test(raw),
      start: match.index,
      end: match.index + raw.length,
    });
  }
  return tokens;
}

/** Shorter words are their own stems. */
const SHORTEST = 5;

/** The stem that inflections share, for comparing words: "leaking", "leaked" and "leaks" are "leak". */
export const stem = (word: string): string =>
  word.length < SHORTEST ? word : word.replace(/(?:ing|ed|es|s|ly|e)$/, '').replace(/(.)\1$/, '$1');
