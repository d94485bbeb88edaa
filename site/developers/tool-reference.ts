import { z } from 'zod';
import { describeFor, toBusinessWords } from '../contract/mcp-tools/definition.ts';
import { toInputSchema, toOutputSchema } from '../contract/mcp-tools/listing.ts';
import { toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { type SchemaName, schemas } from '../documents/schemas.ts';
import type { Publication } from '../publication.ts';
import { escapeHtml } from '../shared/escape.ts';
import type { SchemaKeywords } from '../shared/json-schema.ts';
import { boundsOf, type Field, typeName } from './fields.ts';

/** Every tool of the MCP server of a publication, in its order and in the words of `tools/list`. */
export function toolReference({ insights }: Pick<Publication, 'insights'>) {
  const words = toBusinessWords(insights);
  return toolDefinitions.map((definition) => ({
    name: definition.name,
    title: definition.title,
    description: describeFor(definition, words),
    takes: toFields(toInputSchema(definition.input) as SchemaKeywords, definition.input, 'required', 'optional'),
    answers: toFields(toOutputSchema(definition.output) as SchemaKeywords, definition.output, undefined, 'may be absent'),
  }));
}

/** The arguments of a tool, or the fields of its answer, with the page's words for those that are always present and for the others. */
function toFields(
  { properties = {}, required = [] }: SchemaKeywords,
  { shape }: z.ZodObject,
  always: string | undefined,
  sometimes: string,
): Field[] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = publishedAs(shape[name]);
    const presence = required.includes(name) ? always : sometimes;
    return {
      path: name,
      type: typeName(property),
      facts: [...(presence === undefined ? [] : [presence]), ...boundsOf(property)],
      description: property.description ?? '',
      schema,
      parts: schema === undefined ? Object.keys((property.items ?? property).properties ?? {}) : [],
    };
  });
}

function publishedAs(type: unknown): SchemaName | undefined {
  const inner = type instanceof z.ZodArray ? type.element : type;
  const found = Object.entries(schemas).find(([, { schema }]) => schema === inner);
  return found?.[0] as SchemaName | undefined;
}

const names = toolDefinitions.map(({ name }) => name).join('|');
const special = new RegExp(`\`([^\`]+)\`|\\b(?:${names})\\b`, 'g');

/** A tool's description as HTML, with words in backticks as code and the names of tools as links to their sections of `page`. */
export function toolText(description: string, page = ''): string {
  return escapeHtml(description).replace(special, (found, code?: string) =>
    code === undefined ? `<a href="${page}#${found}"><code>${found}</code></a>` : `<code>${code}</code>`,
  );
}
