import type { z } from 'zod';
import type { ToolDefinition } from '../../site/contract/mcp-tools/definition.ts';
import type { Dataset } from './dataset.ts';
import { describeValue, shorten } from './given-value.ts';
import type { Params } from './message.ts';
import { keepPrinted } from './surface.ts';
import { withoutNulls } from './without-nulls.ts';

/** What stands wrong in a call, as a sentence for the agent to act on. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** The result of `tools/call`: the value, and the same as JSON text. */
interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/** A tool that can be called, under its name in the contract. */
export interface Tool<N extends string = string> {
  readonly name: N;
  /** Answers a call; what is wrong with it comes as a result with `isError`, so that the model reads it. */
  call(dataset: Dataset, given: Params): ToolResult;
}

/** Binds what answers a call to the tool's definition: `run` gets the arguments as read and returns what the output allows. */
export function bindTool<N extends string, I extends z.ZodObject, O extends z.ZodObject>(
  { name, input }: ToolDefinition<N, I, O>,
  run: (dataset: Dataset, args: z.output<I>) => z.input<O>,
): Tool<N> {
  // Made once: zod compiles a schema at its first use.
  const strict = input.strict();
  return {
    name,
    call: (dataset, given) => {
      try {
        return toResult(run(dataset, readArguments(name, strict, given) as z.output<I>));
      } catch (error) {
        if (error instanceof ToolError) return { content: [{ type: 'text', text: error.message }], isError: true };
        throw error;
      }
    },
  };
}

/** The text is printed once and stands in the answer twice: as itself and as a string. */
function toResult(value: object): ToolResult {
  const structuredContent = withoutNulls(value) as object;
  const text = JSON.stringify(structuredContent);
  const result: ToolResult = { content: [{ type: 'text', text }], structuredContent };
  return keepPrinted(result, `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`);
}

/**
 * Reads the arguments or throws a ToolError that names each wrong one. A null counts as absent: models that must fill in
 * every argument send it. A tool without arguments takes any, since some clients make one up.
 */
function readArguments(tool: string, input: z.ZodObject, given: Params): unknown {
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
