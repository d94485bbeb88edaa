import type { z } from 'zod';
import { isObject } from '../../site/shared/algorithms.ts';
import { truncate } from '../../site/shared/text.ts';
import { codes, type Params, RpcError } from './message.ts';

/** The problem with a call, as a sentence that the agent can act on. */
export class ToolError extends Error {
  override name = 'ToolError';
}

const MOST_SHOWN = 80;

/** The beginning of a given text, as messages show it. */
export const shorten = (text: string) => truncate(text, MOST_SHOWN);

/** A short description of a given value. Lists and objects are only named, since they can be long. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : shorten(JSON.stringify(value));
}

/**
 * Reads the params of a method.
 * @throws RpcError with -32602 and `expected`, or with the string that is too long
 */
export function readParams<T extends z.ZodType>(type: T, params: Params, expected: string): z.output<T> {
  const result = type.safeParse(params);
  if (result.success) return result.data;
  const tooLong = result.error.issues.find(({ code }) => code === 'too_big');
  throw new RpcError(codes.invalidParams, tooLong ? describeTooLong(tooLong, params) : expected);
}

function describeTooLong({ path, message }: z.core.$ZodIssue, params: Params): string {
  const value = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[String(name)] : undefined), params);
  return `${path.join('.')}: was given ${describeValue(value)}; ${message}`;
}
