import { z } from 'zod';
import type { Site } from '../contract/headers.ts';
import { insightsDocument } from '../contract/insights.ts';
import { changesPage, latestChanges, logWitnesses } from '../contract/log-documents.ts';
import { machinePaths } from '../contract/paths.ts';
import { practiceDocument } from '../contract/practice.ts';
import { problem } from '../contract/problem.ts';
import { review } from '../contract/review.ts';
import { business, reviewList, reviewsDocument, sourcesDocument } from '../contract/reviews-document.ts';
import { simplifySchema } from '../shared/json-schema.ts';
import { embedDocument } from './embed.ts';
import { jsonFeed } from './feeds.ts';

/** The published schemas by name, each with its title, and its name in `/openapi.json`, which doesn't describe the widget's data. */
export const schemas = {
  reviews: { schema: reviewsDocument, title: 'Reviews dataset', component: 'ReviewsDocument' },
  review: { schema: review, title: 'Review', component: 'Review' },
  business: { schema: business, title: 'Business', component: 'Business' },
  insights: { schema: insightsDocument, title: 'Insights dataset', component: 'InsightsDocument' },
  'review-list': { schema: reviewList, title: 'List of reviews', component: 'ReviewList' },
  changes: { schema: changesPage, title: 'Page of changes', component: 'ChangesPage' },
  'latest-changes': { schema: latestChanges, title: 'How many changes there are', component: 'LatestChanges' },
  'log-witnesses': { schema: logWitnesses, title: 'Witnesses of the log', component: 'LogWitnesses' },
  'json-feed': { schema: jsonFeed, title: 'JSON Feed', component: 'JsonFeed' },
  sources: { schema: sourcesDocument, title: 'Sources and rights', component: 'SourcesDocument' },
  practice: { schema: practiceDocument, title: 'Review practice', component: 'PracticeDocument' },
  problem: { schema: problem, title: 'Error', component: 'Problem' },
  embed: { schema: embedDocument, title: 'Data of the widget', component: undefined },
} as const;
export type SchemaName = keyof typeof schemas;

/** The stable path of a schema. */
export function schemaPath(name: string): string {
  return `${machinePaths.schemas}${name}.json`;
}

/** How zod prints a schema as JSON Schema 2020-12 for readers. */
export const schemaOptions: z.core.ToJSONSchemaParams = {
  override({ jsonSchema }) {
    simplifySchema(jsonSchema);
    // Readers must accept fields that are added later; see the stability promise.
    delete jsonSchema.additionalProperties;
  },
};

/** The JSON Schema of a zod schema's output, as readers see it. */
export function toSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, schemaOptions);
  return rest;
}

/** The bytes of `/schemas/<name>.json`. */
export function printSchema(name: string, { schema, title }: (typeof schemas)[SchemaName], { baseUrl }: Site): string {
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: baseUrl + schemaPath(name), title, ...toSchema(schema) };
  return `${JSON.stringify(document, null, 1)}\n`;
}
