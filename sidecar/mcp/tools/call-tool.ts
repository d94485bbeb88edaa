import type { z } from 'zod';
import { quotedNotice } from '../../../site/contract/mcp-tools/definition.ts';
import { toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { McpDataset } from '../dataset.ts';
import { codes, describeValue, type Params, RpcError, shorten, ToolError } from '../message.ts';
import { analysisTools } from './analysis.ts';
import { deepResearchTools } from './deep-research.ts';
import { entityTools } from './entities.ts';
import { overviewTools } from './overview.ts';
import { reviewTools } from './reviews.ts';
import type { AnyTool, Tools } from './tool.ts';

/** Structured content is `exact`. Text goes straight to models and screens, so it is `readable`: without hidden characters or markup. */
type Form = 'exact' | 'readable';

/** The result of a tool: its answer without null, and the same as text for clients that read only text. `first` comes before the answer. */
function toResult(answer: object, first: object = {}): object {
  return {
    content: [{ type: 'text', text: JSON.stringify({ ...first, ...inForm(answer, 'readable', '') }) }],
    structuredContent: { ...first, ...inForm(answer, 'exact', '') },
  };
}

/** A copy without null. */
function inForm(value: object, form: Form, name: string): object {
  if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, form, name));
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([key, inner]) => [key, copy(inner, form, key)]));
}

/** URLs are ours or were checked when they were imported, so they stay exact. */
const isAddress = (name: string) => name === 'url' || name.endsWith('_url') || name === 'same_as';

function copy(value: unknown, form: Form, name: string): unknown {
  if (typeof value === 'string') return form === 'exact' || isAddress(name) ? value : toReadable(value);
  return typeof value === 'object' && value !== null ? inForm(value, form, name) : value;
}

/**
 * Control characters except tab and line ends, bidirectional controls, invisible characters, and those that can hide text (tags, variation
 * selectors).
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Text that a host or a model could take for markup, with a harmless replacement. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/</g, '‹'],
  [/>/g, '›'],
  [/\]\(/g, '] ('],
  [/!\[/g, '! ['],
  [/`/g, 'ˋ'],
  [/\b(https?|ftp|data|javascript|file|mailto):(?=\S)/gi, '$1: '],
];

/** Matches every text that INVISIBLE or MARKUP change, and some others; most texts don't match. */
const SUSPECT = new RegExp(`${INVISIBLE.source}|[<>\`]|\\]\\(|!\\[|:\\S`, 'u');

function toReadable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return MARKUP.reduce((words, [pattern, harmless]) => words.replace(pattern, harmless), text.replace(INVISIBLE, ''));
}

/** A tool of the contract without a function is a type error. */
export const tools: Tools = { ...overviewTools, ...reviewTools, ...analysisTools, ...entityTools, ...deepResearchTools };

/** Every tool with its strict schema: made once, because zod compiles a schema on its first use. */
const byName = new Map<string, { readonly input: z.ZodObject; readonly quotes: boolean; readonly answer: AnyTool }>(
  toolDefinitions.map(({ name, input, output }) => [
    name,
    // TypeScript can't tell that this function takes the arguments of this schema.
    { input: input.strict(), quotes: 'notice' in output.shape, answer: tools[name] as AnyTool },
  ]),
);

/**
 * The result of `tools/call`. Invalid arguments give a result with `isError`, so the model can read the reason.
 * @throws RpcError with -32602 for an unknown tool
 */
export function callTool(dataset: McpDataset, name: string, given: Params): object {
  const tool = byName.get(name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${shorten(name)}; there are ${[...byName.keys()].join(', ')}`);
  try {
    const answer = tool.answer(dataset, readArguments(name, tool.input, given));
    return toResult(answer, tool.quotes ? { notice: quotedNotice } : {});
  } catch (error) {
    if (error instanceof ToolError) return { content: [{ type: 'text', text: error.message }], isError: true };
    throw error;
  }
}

const MOST_LINES = 20;

/** The argument that Cursor makes models fill in for tools without arguments. */
const PLACEHOLDER = 'random_string';

/**
 * Reads the arguments. A null counts as absent, and so does an empty string for an optional argument, because some models fill in every
 * argument.
 * @throws ToolError that names each wrong one
 */
function readArguments<T extends z.ZodObject>(tool: string, input: T, given: Params): z.output<T> {
  const names = Object.keys(input.shape);
  const present = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => (names.length > 0 || name !== PLACEHOLDER) && !isAbsent(input.shape[name], value)),
  );
  const result = input.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.flatMap((issue) => describeIssue(issue, present, input));
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more.`] : [];
  throw new ToolError([`${tool} can't use these arguments:`, ...lines.slice(0, MOST_LINES), ...more].join('\n- '));
}

function isAbsent(field: z.ZodType | undefined, value: unknown): boolean {
  return field !== undefined && (value === null || (value === '' && field.safeParse(undefined).success));
}

function describeIssue(issue: z.core.$ZodIssue, given: Params, input: z.ZodObject): string[] {
  const names = Object.keys(input.shape);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${shorten(key)}: there is no such argument; ${names.length === 0 ? 'give none' : `the arguments are ${names.join(', ')}`}.`,
    );
  const name = String(issue.path[0]);
  const value = given[name];
  const expected = input.shape[name]?.meta()?.description;
  const found = value === undefined ? 'is missing' : `was given ${describeValue(value)}; ${messageOf(issue)}`;
  return [`${name}: ${found}. ${expected === undefined ? '' : `Give: ${expected}.`}`.trim()];
}

function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input') ? `must be a ${issue.expected}` : issue.message;
}
