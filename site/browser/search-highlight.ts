import { numberForms, plainWords } from '../contract/plain-words.ts';
import type { Finding } from './search-find.ts';

/** A part of a text; `hit` where it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a text where a search matched: at the words as they were written, or at each of them in any form. */
export function toParts(text: string, { how, query, other }: Pick<Finding, 'how' | 'query' | 'other'>): TextPart[] {
  if (query === '') return [{ text, hit: false }];
  if (how === 'exact') return partsOfPhrase(text, query);
  return partsOfWords(text, how === 'words' ? query : typeof other === 'string' ? other : (other?.label ?? query));
}

function partsOfPhrase(text: string, phrase: string): TextPart[] {
  const pattern = phrase
    .normalize('NFC')
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return toggling(text.split(new RegExp(`(${pattern})`, 'giu')));
}

function partsOfWords(text: string, query: string): TextPart[] {
  const wanted = new Set(plainWords(query).flatMap(numberForms));
  return text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part) => ({ text: part, hit: plainWords(part).some((word) => wanted.has(word)) }));
}

/** `split` with a group gives what was matched at every second place. */
const toggling = (parts: readonly string[]): TextPart[] => parts.map((text, place) => ({ text, hit: place % 2 === 1 }));
