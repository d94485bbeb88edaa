import { z } from 'zod';
import { simplifySchema } from '../../shared/json-schema.ts';
import { getAspectSentiment, getTrend, listTopics } from './analysis.ts';
import { fetchPage, search } from './deep-research.ts';
import { type BusinessWords, describeFor, type ToolDefinition } from './definition.ts';
import { getService, getServiceArea, getTechnician } from './entities.ts';
import { getBusiness, getFaq, getSummary } from './overview.ts';
import { getChanges, getReview, getReviewsSince, searchReviews, verifyQuote } from './reviews.ts';

/** Every tool, in the order of `tools/list` and the developer page. */
export const toolDefinitions = [
  getBusiness,
  searchReviews,
  getAspectSentiment,
  getTechnician,
  getService,
  getServiceArea,
  getReview,
  getReviewsSince,
  listTopics,
  getTrend,
  getFaq,
  getSummary,
  getChanges,
  verifyQuote,
  search,
  fetchPage,
] as const;
export type ToolName = (typeof toolDefinitions)[number]['name'];

/** Which tool to begin with, for the instructions that models read first. Tools without a subject in the business are left out. */
export function whereToBegin({ aspects, service, person, area }: BusinessWords): string[] {
  return [
    'Is it any good, what do people like or dislike: get_summary.',
    ...(aspects.length > 0 ? [`One aspect (${aspects.join(', ')}): get_aspect_sentiment.`] : []),
    ...(service === undefined ? [] : [`One service, such as ${service}, and who is named for it: get_service.`]),
    ...(person === undefined ? [] : [`One person who works there, such as ${person}: get_technician.`]),
    ...(area === undefined ? [] : [`One place, such as ${area}: get_service_area.`]),
    'What changed, is it getting better: get_trend, then get_reviews_since. Edits, replies and removals since a visit: get_changes.',
    'Reviews to quote, to count or with certain words: search_reviews. Survey with detail: brief, which costs a third, then read the few that matter with get_review; set max_tokens if your context is limited.',
    'Contact, hours, services, people: get_business. Practical questions: get_faq. Open questions on themes: list_topics. Research over everything: search, then fetch.',
    'Before you publish a quote: verify_quote.',
  ];
}

/** A JSON Schema of an object, as `tools/list` shows it. */
export type ObjectSchema = z.core.JSONSchema.ObjectSchema;

const DATE = '^\\d{4}-\\d{2}-\\d{2}$';

/** The schema of a tool's arguments. Unknown ones are refused, because an ignored filter gives a wrong answer that looks right. */
export function toInputSchema(type: z.ZodObject): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type.strict(), {
    io: 'input',
    override({ jsonSchema }) {
      simplifySchema(jsonSchema);
      // Some providers refuse the whole list of tools for a `format`.
      if (jsonSchema.format === 'date') jsonSchema.pattern = DATE;
      delete jsonSchema.format;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
    },
  });
  return { ...schema, type: 'object' };
}

/**
 * The schema of a tool's answer. Fields that can be null in the documents are optional here, which models and clients handle better. Extra
 * fields are allowed, because later versions may add some.
 */
export function toOutputSchema(type: z.ZodObject): ObjectSchema {
  const schema = z.toJSONSchema(type, {
    io: 'input',
    // This version of JSON Schema has a keyword for null instead of a type, so removing null is removing the keyword.
    target: 'openapi-3.0',
    override({ zodSchema, jsonSchema }) {
      simplifySchema(jsonSchema);
      delete jsonSchema.nullable;
      if (jsonSchema.description) jsonSchema.description = jsonSchema.description.replace(/\bnull\b/g, 'absent');
      if (!(zodSchema instanceof z.ZodObject)) return;
      const fields = Object.entries(zodSchema.shape);
      jsonSchema.required = fields.filter(([, field]) => !field.isOptional() && !field.isNullable()).map(([name]) => name);
    },
  });
  return { ...schema, type: 'object' };
}

/** Self-explanatory fields that many tools return. */
const EXPLAINED = new Set(['notice', 'remark', 'left_out']);

/** All fields of an answer, or those in `names`, with only their types: the whole schema takes ten times as many tokens. */
function toOutline(type: z.ZodObject, names?: readonly string[]): ObjectSchema {
  const named = Object.entries(toOutputSchema(type).properties ?? {}).filter(([name]) => names?.includes(name) ?? !EXPLAINED.has(name));
  const fields = named.map(([name, field]) => [name, typeof field === 'object' && field.type !== undefined ? { type: field.type } : {}]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** Every tool only reads published data. The protocol gives `idempotentHint` a meaning only for tools that write, so it isn't listed. */
const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/**
 * A tool as `tools/list` shows it for a business. Every agent reads the list first, so it only names the fields of answers; the developer
 * page has their schemas. Making the schemas takes longer than a call, so it happens once, and the description is added for each business.
 */
export function toListing(definition: ToolDefinition) {
  const { name, title, input, output, outline, app } = definition;
  const schemas = { inputSchema: toInputSchema(input), outputSchema: toOutline(output, outline) };
  // MCP Apps, resource discovery.
  const page = app === undefined ? {} : { _meta: { ui: { resourceUri: app } } };
  return (words: BusinessWords) => ({ name, title, description: describeFor(definition, words), ...schemas, annotations, ...page });
}

/** An entry of `tools/list`. */
export type ToolListing = ReturnType<ReturnType<typeof toListing>>;
