import type { z } from 'zod';
import type { ToolDefinition } from '../../../site/contract/mcp-tools/definition.ts';
import type { ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { Dataset } from '../dataset.ts';
import { share } from './result.ts';

type DefinitionOf<N extends ToolName> = Extract<(typeof toolDefinitions)[number], { name: N }>;
type Answering<D extends ToolDefinition> = (dataset: Dataset, args: z.output<D['input']>) => Omit<z.input<D['output']>, 'notice'>;

/**
 * A tool: takes the dataset and its arguments and returns its answer. If the contract has a notice on quoted words, it is added afterwards.
 * @throws ToolError if there is no answer
 */
export type Tool<N extends ToolName> = Answering<DefinitionOf<N>>;
export type AnyTool = Answering<ToolDefinition>;

/** Caches answers by `entry`, an object of the current generation, such as an aspect, or the dataset for answers about everything. */
export function madeOnce<E extends object, A extends object>(make: (dataset: Dataset, entry: E) => A): (dataset: Dataset, entry: E) => A {
  const made = new WeakMap<E, A>();
  return (dataset, entry) => {
    const answer = made.get(entry) ?? share(make(dataset, entry));
    made.set(entry, answer);
    return answer;
  };
}
