import { editDistance } from '../contract/edit-distance.ts';
import { numberForms, plainWords } from '../contract/plain-words.ts';

/** Threshold: a word of this many letters or fewer may differ by one letter, a longer one by two. */
const SHORT_LETTERS = 4;

/**
 * The query with each word that no review has replaced by the nearest one that occurs, the more frequent of equally near ones; undefined
 * where nothing is near or nothing was to be replaced. `known` are plain words, most frequent first.
 */
export function correctSpelling(query: string, known: readonly string[]): string | undefined {
  const words = plainWords(query);
  const occurring = new Set(known);
  const corrected = words.map((word) => (numberForms(word).some((form) => occurring.has(form)) ? word : nearestWord(word, known)));
  if (corrected.includes(undefined)) return undefined;
  const text = corrected.join(' ');
  return text === words.join(' ') ? undefined : text;
}

function nearestWord(word: string, known: readonly string[]): string | undefined {
  const most = word.length <= SHORT_LETTERS ? 1 : 2;
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > most) continue;
    const distance = editDistance(word, candidate);
    if (distance <= most && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, distance };
  }
  return nearest?.word;
}
