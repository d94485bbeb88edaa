import type { z } from 'zod';
import { describeValue } from './given-value.ts';
import { codes, isObject, type Params, RpcError } from './message.ts';

/** Reads the params of a method. Throws -32602 with `wanted`, or with the string that is longer than it may be (M11). */
export function readParams<T extends z.ZodType>(type: T, params: Params, wanted: string): z.output<T> {
  const result = type.safeParse(params);
  if (result.success) return result.data;
  const tooLong = result.error.issues.find(({ code }) => code === 'too_big');
  throw new RpcError(codes.invalidParams, tooLong ? describeTooLong(tooLong, params) : wanted);
}

function describeTooLong({ path, message }: z.core.$ZodIssue, params: Params): string {
  const value = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[String(name)] : undefined), params);
  return `${path.join('.')}: was given ${describeValue(value)}; ${message}`;
}
