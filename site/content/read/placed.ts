import type { ContentProblem, Place } from '../problems.ts';

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
