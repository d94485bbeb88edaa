import type { z } from 'zod';
import type { AppUri } from '../mcp-apps.ts';

/** A tool of the MCP server as everybody sees it (sidecar/mcp/README.md, "Add a tool"): its words and its shapes, without what answers a call. */
export interface ToolDefinition<N extends string = string, I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: N;
  readonly title: string;
  /** What it returns, when to use it, and which sibling instead. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** The fields of the answer that `tools/list` names, where it names not all. */
  readonly outline?: readonly string[];
  /** The page that a host may show the answer in. */
  readonly app?: AppUri;
}

/** The definition as given, with its types kept. */
export function describeTool<const N extends string, I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<N, I, O>,
): ToolDefinition<N, I, O> {
  return definition;
}
