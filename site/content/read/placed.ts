import type { z } from 'zod';
import { type ContentProblem, formatPlace, type Place } from '../problems.ts';
import { type Locate, parseFile, type SourceFile } from './parse-file.ts';

/** A value with its file and its place there, so that a later check can name both. */
export interface Placed<T> {
  readonly value: T;
  readonly at: (path?: readonly PropertyKey[]) => Place;
}

/** Takes a problem, so that reading can continue and find the others. */
export type Report = (problem: ContentProblem) => void;

/** The places in a parsed file. */
export function placesIn(file: SourceFile, locate: Locate): Placed<unknown>['at'] {
  return (path = []) => ({ file: file.name, line: locate(path), place: formatPlace(path) });
}

/** Parses a file and reports its problems; undefined where there are some, or where there is no file. */
export function parsePlaced<T extends z.ZodType>(file: SourceFile | undefined, schema: T, report: Report): Placed<z.output<T>> | undefined {
  if (!file) return undefined;
  const parsed = parseFile(file, schema);
  if (!parsed.problems) return { value: parsed.value, at: placesIn(file, parsed.locate) };
  for (const problem of parsed.problems) report(problem);
  return undefined;
}
