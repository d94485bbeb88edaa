import type { z } from 'zod';
import type { ToolDefinition } from '../../../site/contract/mcp-tools/definition.ts';
import type { Dataset } from '../dataset.ts';

/**
 * A tool: from the dataset and its arguments, as read, to its answer, to which the notice on quoted words is added where the
 * contract has one. Throws a ToolError for what it can't answer.
 */
export type Tool<D extends ToolDefinition = ToolDefinition> = (
  dataset: Dataset,
  args: z.output<D['input']>,
) => Omit<z.input<D['output']>, 'notice'>;
