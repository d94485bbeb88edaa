import type { ToolDefinition } from './definition.ts';
import { type ObjectSchema, toInputSchema, toOutputSchema } from './json-schema.ts';

/** An entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: object;
}

/** Every tool reads what is published and nothing else. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A tool as `tools/list` and the developers' page show it. Its schemas are made anew each time: keep it. */
export function toListing({ name, title, description, input, output }: ToolDefinition): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: toInputSchema(input),
    outputSchema: toOutputSchema(output),
    annotations: { title, ...annotations },
  };
}
