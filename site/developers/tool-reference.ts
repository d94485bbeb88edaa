import { z } from 'zod';
import { type BusinessWords, toBusinessWords } from '../contract/mcp-tools/business-words.ts';
import { describeFor, type ToolDefinition } from '../contract/mcp-tools/definition.ts';
import { toInputSchema, toOutputSchema } from '../contract/mcp-tools/listing.ts';
import { toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { type SchemaName, schemas } from '../documents/schemas.ts';
import type { Publication } from '../publication.ts';
import { boundsOf, type Schema, typeName } from './fields.ts';

/** An argument of a tool, or a field of its answer. */
export interface ToolField {
  readonly name: string;
  readonly type: string;
  readonly bounds: readonly string[];
  /** Whether an argument is required, or whether every answer has the field. */
  readonly isRequired: boolean;
  readonly description: string;
  /** The names of its inner fields, where it is an object or a list of objects without a schema of its own. */
  readonly parts: readonly string[];
  /** The published schema of it, or of its entries. */
  readonly schema: SchemaName | undefined;
}

/** A tool of the MCP server as the developers' page shows it, in the words of `tools/list`. */
export interface ToolReference {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: readonly ToolField[];
  readonly answers: readonly ToolField[];
}

/** Every tool of the MCP server of a publication, in its order. */
export function toolReference({ insights }: Pick<Publication, 'insights'>): ToolReference[] {
  const words = toBusinessWords(insights);
  return toolDefinitions.map((definition) => toToolReference(definition, words));
}

function toToolReference(definition: ToolDefinition, words: BusinessWords): ToolReference {
  const { name, title, input, output } = definition;
  return {
    name,
    title,
    description: describeFor(definition, words),
    takes: toFields(toInputSchema(input), input),
    answers: toFields(toOutputSchema(output), output),
  };
}

function toFields({ properties = {}, required = [] }: Schema, { shape }: z.ZodObject): ToolField[] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = publishedAs(shape[name]);
    return {
      name,
      type: typeName(property),
      bounds: boundsOf(property),
      isRequired: required.includes(name),
      description: property.description ?? '',
      parts: schema === undefined ? Object.keys((property.items ?? property).properties ?? {}) : [],
      schema,
    };
  });
}

function publishedAs(type: unknown): SchemaName | undefined {
  const inner = type instanceof z.ZodArray ? type.element : type;
  const found = Object.entries(schemas).find(([, { schema }]) => schema === inner);
  return found?.[0] as SchemaName | undefined;
}
