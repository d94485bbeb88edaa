import type { z } from 'zod';
import { type ContentProblem, formatPlace, type Place } from '../problems.ts';
import { type Locate, parseFile, type SourceFile } from './parse-file.ts';

/** A value with its file and place, so that later checks can report them. */
export interface Placed<T> {
  readonly value: T;
  readonly at: (path?: readonly PropertyKey[]) => Place;
}

/** Records a problem, so that reading can continue and find others. */
export type Report = (problem: ContentProblem) => void;

/** The places in a parsed file. Lines are looked up when they are read, because that means parsing the file again. */
export function placesIn(file: SourceFile, locate: Locate): Placed<unknown>['at'] {
  return (path = []) => ({
    file: file.name,
    place: formatPlace(path),
    get line() {
      return locate(path);
    },
  });
}

/** The entries of a list, each with its place. */
export const itemsOf = <T>(list: Placed<readonly T[]> | undefined): Placed<T>[] =>
  list?.value.map((value, index) => partOf(list, value, [index])) ?? [];

/** A part of a value, or what is made from it, at `path` in it. */
export const partOf = <T>({ at }: Placed<unknown>, value: T, path: readonly PropertyKey[]): Placed<T> => ({
  value,
  at: (place = []) => at([...path, ...place]),
});

/** Parses a file and reports its problems; undefined if it has problems or doesn't exist. */
export function parsePlaced<T extends z.ZodType>(file: SourceFile | undefined, schema: T, report: Report): Placed<z.output<T>> | undefined {
  if (!file) return undefined;
  const parsed = parseFile(file, schema);
  if (!parsed.problems) return { value: parsed.value, at: placesIn(file, parsed.locate) };
  for (const problem of parsed.problems) report(problem);
  return undefined;
}
