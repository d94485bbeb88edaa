import type { ToolDefinition } from './definition.ts';
import { type ObjectSchema, toInputSchema, toOutline } from './json-schema.ts';

/** An entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: object;
  /** MCP Apps, resource discovery. */
  readonly _meta?: { readonly ui: { readonly resourceUri: string } };
}

/** Every tool reads what is published and nothing else. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * A tool as `tools/list` shows it, which every agent reads before anything else: of the answer it names the fields, and the
 * developers' page has the rest. Its schemas are made anew each time: keep it.
 */
export function toListing({ name, title, description, input, output, outline, app }: ToolDefinition): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: toInputSchema(input),
    outputSchema: toOutline(output, outline),
    annotations,
    ...(app === undefined ? {} : { _meta: { ui: { resourceUri: app } } }),
  };
}
