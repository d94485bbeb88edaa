import type { z } from 'zod';
import { quotedNotice } from '../../../site/contract/mcp-tools/shapes/quoted-words.ts';
import { toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { Dataset } from '../dataset.ts';
import { shorten } from '../given-value.ts';
import { codes, type Params, RpcError } from '../message.ts';
import { PrintedResult } from '../surface.ts';
import { ToolError } from '../tool-error.ts';
import { printAnswer, printOnce } from './print-answer.ts';
import { readArguments } from './read-arguments.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

const notice = printOnce({ notice: quotedNotice });

interface ToolRefusal {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError: true;
}

/** Every tool with its schema, made strict once: zod compiles a schema at its first use. */
const byName = new Map<string, { readonly input: z.ZodObject; readonly quotes: boolean; readonly answer: Tool }>(
  toolDefinitions.map(({ name, input, output }) => [
    name,
    // The table above pairs each name with the function for its own arguments.
    { input: input.strict(), quotes: 'notice' in output.shape, answer: tools[name] as Tool },
  ]),
);

/**
 * The result of `tools/call`: the answer as it is printed. What is wrong with the arguments comes as a result with `isError`, so that the
 * model reads it. Throws -32602 for a tool that there isn't.
 */
export function callTool(dataset: Dataset, name: string, given: Params): PrintedResult | ToolRefusal {
  const tool = byName.get(name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${shorten(name)}; there are ${[...byName.keys()].join(', ')}`);
  try {
    const answer = tool.answer(dataset, readArguments(name, tool.input, given));
    return new PrintedResult(printAnswer(answer, tool.quotes ? notice : undefined));
  } catch (error) {
    if (error instanceof ToolError) return { content: [{ type: 'text', text: error.message }], isError: true };
    throw error;
  }
}
