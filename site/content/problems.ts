import { editDistance } from '../shared/algorithms.ts';
import { counted, truncate } from '../shared/text.ts';

/** A problem in the content: its place, what was found, and what to write instead. */
export interface ContentProblem {
  /** The path of the file, relative to the working directory like CONTENT_DIR. */
  readonly file: string;
  readonly line?: number | undefined;
  /** The place in the file, such as `[3].owner_reply.date`; empty for the whole file. */
  readonly place: string;
  readonly found: string;
  readonly write: string;
}

export type Place = Pick<ContentProblem, 'file' | 'line' | 'place'>;

/** The content is invalid. The message has a line for each problem. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super([`content: ${counted(problems.length, 'problem')}`, ...problems.map((problem) => `  ${describeProblem(problem)}`)].join('\n'));
    this.problems = problems;
  }
}

/** A problem in one line. */
export function describeProblem({ file, line, place, found, write }: ContentProblem): string {
  const where = [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' ');
  return `${where}: found ${found}; ${write}`;
}

/** Formats `['reviews', 3, 'date']` as `reviews[3].date`. */
export function formatPlace(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    return place === '' ? String(key) : `${place}.${String(key)}`;
  }, '');
}

/** The beginning of a value, for messages. */
export const showValue = (value: unknown): string => truncate(JSON.stringify(value) ?? 'nothing', 60);

/** The name closest to `given` by edit distance, if at most `most` letters differ. */
export function meantName(given: string, names: readonly string[], most: number): string | undefined {
  const [close] = nearest(given, names);
  return close !== undefined && editDistance(given.toLowerCase(), close.toLowerCase()) <= most ? close : undefined;
}

/** Up to three names closest to `given` by edit distance, closest first. */
export function nearest(given: string, names: readonly string[]): string[] {
  const scored = names.map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }));
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** A value with its file and place, so later checks can report them. */
export interface Placed<T> {
  readonly value: T;
  readonly at: (path?: readonly PropertyKey[]) => Place;
}

/** Records a problem, so reading can continue and find others. */
export type Report = (problem: ContentProblem) => void;

/** The entries of a list, each with its place. */
export const itemsOf = <T>(list: Placed<readonly T[]> | undefined): Placed<T>[] =>
  list?.value.map((value, index) => partOf(list, value, [index])) ?? [];

/** Places a part of a value, or a value made from that part, at its `path`. */
export const partOf = <T>({ at }: Placed<unknown>, value: T, path: readonly PropertyKey[]): Placed<T> => ({
  value,
  at: (place = []) => at([...path, ...place]),
});
