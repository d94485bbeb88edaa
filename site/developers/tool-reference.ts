import { z } from 'zod';
import { toBusinessWords } from '../contract/mcp-tools/business-words.ts';
import { describeFor } from '../contract/mcp-tools/definition.ts';
import { toInputSchema, toOutputSchema } from '../contract/mcp-tools/listing.ts';
import { toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { type SchemaName, schemas } from '../documents/schemas.ts';
import type { Publication } from '../publication.ts';
import { boundsOf, type Schema, typeName } from './fields.ts';

/** Every tool of the MCP server of a publication, in its order and in the words of `tools/list`. */
export function toolReference({ insights }: Pick<Publication, 'insights'>) {
  const words = toBusinessWords(insights);
  return toolDefinitions.map((definition) => ({
    name: definition.name,
    title: definition.title,
    description: describeFor(definition, words),
    takes: toFields(toInputSchema(definition.input), definition.input),
    answers: toFields(toOutputSchema(definition.output), definition.output),
  }));
}

/** The arguments of a tool, or the fields of its answer. */
function toFields({ properties = {}, required = [] }: Schema, { shape }: z.ZodObject) {
  return Object.entries(properties).map(([name, property]) => {
    const schema = publishedAs(shape[name]);
    return {
      name,
      type: typeName(property),
      bounds: boundsOf(property),
      /** Whether an argument is required, or whether every answer has the field. */
      isRequired: required.includes(name),
      description: property.description ?? '',
      /** The names of its inner fields, where it is an object or a list of objects without a schema of its own. */
      parts: schema === undefined ? Object.keys((property.items ?? property).properties ?? {}) : [],
      /** The published schema of it, or of its entries. */
      schema,
    };
  });
}

export type ToolField = ReturnType<typeof toFields>[number];

function publishedAs(type: unknown): SchemaName | undefined {
  const inner = type instanceof z.ZodArray ? type.element : type;
  const found = Object.entries(schemas).find(([, { schema }]) => schema === inner);
  return found?.[0] as SchemaName | undefined;
}
