import type { CatalogEntry } from '../content/catalog-entry.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';

/** Shorter words are rarely worth searching for. */
const LONG = /\p{L}{5,}/gu;

const namesOf = ({ name, aliases }: CatalogEntry) => [name, ...aliases];

const longWords = (text: string) => new Set(text.normalize('NFC').toLowerCase().match(LONG));

/** Used if no review has a long word. */
export const WITHOUT_WORDS = 'service';

/**
 * The word that search examples look for, so they find something: the most frequent word of four- and five-star reviews that is a
 * name or an alias of a service, or else is part of one, or else isn't part of a name.
 */
export const exampleWord = oncePer(({ dataset: { reviews, catalog } }: Pick<Publication, 'dataset'>): string => {
  const counts = new Map<string, number>();
  for (const { rating, text } of reviews) {
    if (rating >= 4) for (const word of longWords(text ?? '')) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1)).map(([word]) => word);
  const services = catalog.filter(({ kind }) => kind === 'services').flatMap(namesOf);
  const others = catalog.filter(({ kind }) => kind !== 'services').flatMap(namesOf);
  const whole = new Set(services.map((name) => name.toLowerCase()));
  const parts = longWords(services.join(' '));
  const foreign = longWords(others.join(' '));
  return (
    ranked.find((word) => whole.has(word)) ??
    ranked.find((word) => parts.has(word)) ??
    ranked.find((word) => !foreign.has(word)) ??
    WITHOUT_WORDS
  );
});
