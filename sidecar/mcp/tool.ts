import type { z } from 'zod';
import type { Dataset } from './dataset.ts';
import { isObject, type Params } from './message.ts';
import { keepPrinted } from './surface.ts';
import { type ObjectSchema, toInputSchema, toOutputSchema, withoutNulls } from './tool-schema.ts';

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

/** An entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: object;
}

export interface Tool {
  readonly name: string;
  list(): ToolListing;
  /** Answers a call; what is wrong with it comes as a result with `isError`, so that the model reads it. */
  call(dataset: Dataset, given: Params): ToolResult;
}

interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** What it returns, when to use it, and which sibling instead. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly run: (dataset: Dataset, args: z.output<I>) => z.input<O>;
}

/** Every tool reads what is published and nothing else. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(spec: ToolSpec<I, O>): Tool {
  const { name, title, description, input, output, run } = spec;
  // Made once: zod compiles a schema at its first use.
  const strict = input.strict();
  return {
    name,
    list: () => ({
      name,
      title,
      description,
      inputSchema: toInputSchema(Object.keys(input.shape).length === 0 ? input : strict),
      outputSchema: toOutputSchema(output),
      annotations: { title, ...annotations },
    }),
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
  throw new ToolError(`${tool} can't use these arguments:\n${lines.map((line) => `- ${line}`).join('\n')}`);
}

function describeIssue(issue: z.core.$ZodIssue, given: Params, input: z.ZodObject): string[] {
  const names = Object.keys(input.shape);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${key}: there is no such argument; the arguments are ${names.join(', ')}.`);
  const name = String(issue.path[0]);
  const value = given[name];
  const wanted = input.shape[name]?.meta()?.description;
  const found = value === undefined ? 'is missing' : `was given ${describeValue(value)}; ${sentenceOf(issue)}`;
  return [`${name}: ${found}. ${wanted === undefined ? '' : `Give: ${wanted}.`}`.trim()];
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input') ? `must be a ${issue.expected}` : issue.message;
}

const LONGEST_SHOWN = 80;

/** A short picture of a value; what has parts is only named, since it may be as deep as the body is long. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
