import { editDistance } from '../contract/edit-distance.ts';
import { numberForms, plainWords } from '../contract/plain-words.ts';

/** In how many reviews each plain word occurs, the most frequent first. */
export type WordCounts = Readonly<Record<string, number>>;

/** Threshold: a word of this many letters or fewer may differ by one letter, a longer one by two. */
const SHORT_LETTERS = 4;
/** Threshold: a word that occurs is taken for a slip if one of nearly the same letters occurs in so many times as many reviews. */
const TIMES_AS_FREQUENT = 10;

/**
 * The query with each word that seldom or never occurs replaced by the nearest one that does, the more frequent of equally near ones;
 * undefined where nothing is near or nothing was to be replaced.
 */
export function correctSpelling(query: string, counts: WordCounts): string | undefined {
  const words = plainWords(query);
  const corrected = words.map((word) => {
    const count = numberForms(word).reduce((sum, form) => sum + (Object.hasOwn(counts, form) ? (counts[form] ?? 0) : 0), 0);
    const nearest = nearestWord(word, counts, count * TIMES_AS_FREQUENT);
    return nearest ?? (count > 0 ? word : undefined);
  });
  if (corrected.includes(undefined)) return undefined;
  const text = corrected.join(' ');
  return text === words.join(' ') ? undefined : text;
}

/** The nearest of the words that occur in at least `least` reviews. */
function nearestWord(word: string, counts: WordCounts, least: number): string | undefined {
  const most = word.length <= SHORT_LETTERS ? 1 : 2;
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const [candidate, count] of Object.entries(counts)) {
    if (count < least) break;
    if (candidate === word || Math.abs(candidate.length - word.length) > most) continue;
    const distance = slips(word, candidate);
    if (distance <= most && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, distance };
  }
  return nearest?.word;
}

/** How many letters differ; letters in another order ("wierd") are one slip. */
function slips(a: string, b: string): number {
  const isReordered = a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
  return isReordered ? 1 : editDistance(a, b);
}
