import type { z } from 'zod';
import { describeValue, shorten } from '../given-value.ts';
import type { Params } from '../message.ts';
import { ToolError } from '../tool-error.ts';

/**
 * Reads the arguments or throws a ToolError that names each wrong one. A null counts as absent: models that must fill in
 * every argument send it. A tool without arguments takes any, since some clients make one up.
 */
export function readArguments<T extends z.ZodObject>(tool: string, input: T, given: Params): z.output<T> {
  const names = Object.keys(input.shape);
  const present = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => names.length > 0 && (value !== null || !names.includes(name))),
  );
  const result = input.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.flatMap((issue) => describeIssue(issue, present, input));
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more.`] : [];
  throw new ToolError([`${tool} can't use these arguments:`, ...lines.slice(0, MOST_LINES), ...more].join('\n- '));
}

const MOST_LINES = 20;

function describeIssue(issue: z.core.$ZodIssue, given: Params, input: z.ZodObject): string[] {
  const names = Object.keys(input.shape);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${shorten(key)}: there is no such argument; the arguments are ${names.join(', ')}.`);
  const name = String(issue.path[0]);
  const value = given[name];
  const wanted = input.shape[name]?.meta()?.description;
  const found = value === undefined ? 'is missing' : `was given ${describeValue(value)}; ${sentenceOf(issue)}`;
  return [`${name}: ${found}. ${wanted === undefined ? '' : `Give: ${wanted}.`}`.trim()];
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input') ? `must be a ${issue.expected}` : issue.message;
}
