import { editDistance } from '../algorithms.ts';

/** A problem in the content: where it is, what was found and what to write instead. */
export interface ContentProblem {
  /** Path of the file, as the person who ran the command would write it. */
  readonly file: string;
  readonly line?: number | undefined;
  /** The place inside the file, such as `[3].owner_reply.date`; empty for the whole file. */
  readonly place: string;
  readonly found: string;
  readonly write: string;
}

/** The file, the line and the place in it. */
export type Place = Pick<ContentProblem, 'file' | 'line' | 'place'>;

/** Thrown by the content reader with all problems at once; its message has a line for each. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super([`content: ${count}`, ...problems.map((problem) => `  ${describeProblem(problem)}`)].join('\n'));
    this.problems = problems;
  }
}

/** One line for a problem: where it is, what was found and what to write. */
export function describeProblem({ file, line, place, found, write }: ContentProblem): string {
  const where = [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' ');
  return `${where}: found ${found}; ${write}`;
}

/** `['reviews', 3, 'date']` as people write it: `reviews[3].date`. */
export function formatPlace(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    return place === '' ? String(key) : `${place}.${String(key)}`;
  }, '');
}

/** A value as messages show it, shortened to 60 characters. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The names nearest to `given` by edit distance (at most three), nearest first; ties in the order of `names`. */
export function nearest(given: string, names: readonly string[]): string[] {
  const scored = names.map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }));
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}
