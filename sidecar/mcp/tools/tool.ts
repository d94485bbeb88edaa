import type { z } from 'zod';
import type { ToolDefinition } from '../../../site/contract/mcp-tools/definition.ts';
import type { ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { McpDataset } from '../dataset.ts';

type DefinitionOf<N extends ToolName> = Extract<(typeof toolDefinitions)[number], { name: N }>;
type Answering<D extends ToolDefinition> = (dataset: McpDataset, args: z.output<D['input']>) => Omit<z.input<D['output']>, 'notice'>;

/**
 * A tool: takes the dataset and its arguments and returns its answer. If the contract has a notice on quoted words, it is added afterwards.
 * @throws ToolError if there is no answer
 */
type Tool<N extends ToolName> = Answering<DefinitionOf<N>>;
/** The function of each tool in the contract. Each file here has some of them, by name. */
export type Tools = { readonly [N in ToolName]: Tool<N> };
export type AnyTool = Answering<ToolDefinition>;
