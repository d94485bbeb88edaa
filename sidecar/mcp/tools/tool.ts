import type { z } from 'zod';
import type { ToolDefinition } from '../../../site/contract/mcp-tools/definition.ts';
import type { ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { Dataset } from '../dataset.ts';
import { share } from './result.ts';

type DefinitionOf<N extends ToolName> = Extract<(typeof toolDefinitions)[number], { name: N }>;
type Answering<D extends ToolDefinition> = (dataset: Dataset, args: z.output<D['input']>) => Omit<z.input<D['output']>, 'notice'>;

/**
 * A tool: from the dataset and its arguments to its answer, to which the notice on quoted words is added where the contract has one.
 * @throws ToolError where there is no answer
 */
export type Tool<N extends ToolName> = Answering<DefinitionOf<N>>;
export type AnyTool = Answering<ToolDefinition>;

/** Makes the answer about an entry of the documents only once: for tools that read all reviews for it, and whose entries are few. */
export function madeOnce<E extends object, A extends object>(make: (dataset: Dataset, entry: E) => A): (dataset: Dataset, entry: E) => A {
  const made = new WeakMap<E, A>();
  return (dataset, entry) => {
    const answer = made.get(entry) ?? share(make(dataset, entry));
    made.set(entry, answer);
    return answer;
  };
}
