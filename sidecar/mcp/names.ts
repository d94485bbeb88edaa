import { editDistance } from '../../site/contract/edit-distance.ts';
import { limits } from '../../site/contract/limits.ts';
import { ToolError } from './tool.ts';

/** Something that can be asked for by any of its names, the first of which stands in messages. */
export interface Named {
  readonly names: readonly [string, ...string[]];
}

/** Letters that people write without their stroke or as two, and that Unicode doesn't decompose. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Folds case, accents, punctuation and the plural s, so that "EV chargers" is "ev-charger" and Zielinski is Zieliński. */
function words(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþßæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’]/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

const LONGEST_SHOWN = 80;

const keyOf = (name: string) => words(name).join(' ');

/**
 * Finds the one entry that `given` names: by a whole name, else by words of first names, else of all names, that no other has. Throws a
 * ToolError with the nearest names where there is none, or with the candidates where there are several.
 */
export function findByName<T extends Named>(kind: string, given: string, entries: readonly T[]): T {
  const shown = given.length > LONGEST_SHOWN ? `${given.slice(0, LONGEST_SHOWN)}…` : given;
  const found = firstFilled([
    () => entries.filter(({ names }) => names.some((name) => keyOf(name) === keyOf(given))),
    () => entries.filter(({ names }) => holdsWords(names[0], given)),
    () => entries.filter(({ names }) => names.some((name) => holdsWords(name, given))),
  ]);
  const [only] = found;
  if (only && found.length === 1) return only;
  if (only) throw new ToolError(`"${shown}" could be ${listNames(found)}; ask for one of them.`);
  if (entries.length === 0) throw new ToolError(`There is no ${kind} in this dataset.`);
  throw new ToolError(`There is no ${kind} "${shown}". Nearest: ${nearestNames(shown, entries).join(', ')}. All: ${listNames(entries)}.`);
}

function firstFilled<T>(attempts: readonly (() => T[])[]): T[] {
  for (const attempt of attempts) {
    const found = attempt();
    if (found.length > 0) return found;
  }
  return [];
}

function holdsWords(name: string, given: string): boolean {
  const wanted = words(given);
  const held = new Set(words(name));
  return wanted.length > 0 && wanted.every((word) => held.has(word));
}

const MOST_LISTED = 40;

function listNames(entries: readonly Named[]): string {
  const names = entries.slice(0, MOST_LISTED).map((entry) => entry.names[0]);
  return names.join(', ') + (entries.length > MOST_LISTED ? ` and ${entries.length - MOST_LISTED} more` : '');
}

/** The first names of the entries nearest to `given`, by the nearest of all their names. */
function nearestNames(given: string, entries: readonly Named[]): string[] {
  const key = keyOf(given);
  const scored = entries.map((entry) => ({
    name: entry.names[0],
    distance: Math.min(...entry.names.map((name) => distance(key, keyOf(name)))),
  }));
  scored.sort((a, b) => a.distance - b.distance);
  return scored.slice(0, limits.mcp.nearestNames).map(({ name }) => name);
}

/** Edit distance, as a share of the longer string. */
function distance(a: string, b: string): number {
  return editDistance(a, b) / Math.max(a.length, b.length, 1);
}
