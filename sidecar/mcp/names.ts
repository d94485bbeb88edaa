import { editDistance } from '../../site/contract/edit-distance.ts';
import { limits } from '../../site/contract/limits.ts';
import { plainWords } from '../../site/contract/plain-words.ts';
import { shorten, ToolError } from './given-values.ts';

/** Something that can be asked for by any of its names, the first of which stands in messages. */
export interface Named<T> {
  readonly entry: T;
  readonly names: readonly [string, ...string[]];
}

/**
 * Returns the one entry that `given` names: by a whole name, else by words of first names, else of all names, that no other has. Throws a
 * ToolError with the nearest names where there is none, or with the candidates where there are several.
 */
export type FindByName<T> = (given: string) => T;

/** Folds case, accents, punctuation and the plural s, so that "EV chargers" is "ev-charger" and Zielinski is Zieliński. */
function words(name: string): string[] {
  return plainWords(name.replace(/['’]/g, '')).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

/** A name as it is compared. */
interface FoldedName {
  readonly key: string;
  readonly words: ReadonlySet<string>;
}

interface Folded<T> {
  readonly entry: T;
  readonly name: string;
  readonly folded: readonly FoldedName[];
}

function fold(name: string): FoldedName {
  const parts = words(name);
  return { key: parts.join(' '), words: new Set(parts) };
}

/** Makes what finds an entry; folds all names once, which takes longer than any search among them. */
export function nameFinder<T>(kind: string, named: readonly Named<T>[]): FindByName<T> {
  const entries: readonly Folded<T>[] = named.map(({ entry, names }) => ({ entry, name: names[0], folded: names.map(fold) }));
  return (given) => {
    const wanted = fold(given);
    const found = firstFilled([
      () => entries.filter(({ folded }) => folded.some(({ key }) => key === wanted.key)),
      () => entries.filter(({ folded }) => holdsWords(folded[0], wanted)),
      () => entries.filter(({ folded }) => folded.some((name) => holdsWords(name, wanted))),
    ]);
    const [only] = found;
    if (only && found.length === 1) return only.entry;
    const shown = shorten(given);
    if (only) throw new ToolError(`"${shown}" could be ${listNames(found)}; ask for one of them.`);
    if (entries.length === 0) throw new ToolError(`There is no ${kind} in this dataset.`);
    const nearest = nearestNames(wanted.key, entries).join(', ');
    throw new ToolError(`There is no ${kind} "${shown}". Nearest: ${nearest}. All: ${listNames(entries)}.`);
  };
}

function firstFilled<T>(attempts: readonly (() => T[])[]): T[] {
  for (const attempt of attempts) {
    const found = attempt();
    if (found.length > 0) return found;
  }
  return [];
}

function holdsWords(name: FoldedName | undefined, wanted: FoldedName): boolean {
  if (!name || wanted.words.size === 0) return false;
  return [...wanted.words].every((word) => name.words.has(word));
}

const MOST_LISTED = 40;

function listNames(entries: readonly Folded<unknown>[]): string {
  const names = entries.slice(0, MOST_LISTED).map(({ name }) => name);
  return names.join(', ') + (entries.length > MOST_LISTED ? ` and ${entries.length - MOST_LISTED} more` : '');
}

/** The time of an edit distance is the product of two lengths; this much of a name tells which ones are near. */
const MOST_COMPARED = 40;

/** The first names of the entries nearest to `key`, by the nearest of all their names. */
function nearestNames(key: string, entries: readonly Folded<unknown>[]): string[] {
  const start = key.slice(0, MOST_COMPARED);
  const scored = entries.map(({ name, folded }) => ({
    name,
    distance: Math.min(...folded.map((other) => distance(start, other.key.slice(0, MOST_COMPARED)))),
  }));
  scored.sort((a, b) => a.distance - b.distance);
  return scored.slice(0, limits.mcp.nearestNames).map(({ name }) => name);
}

/** Edit distance, as a share of the longer string. */
function distance(a: string, b: string): number {
  return editDistance(a, b) / Math.max(a.length, b.length, 1);
}
