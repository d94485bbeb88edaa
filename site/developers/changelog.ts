/** What changed for those who build on this, newest first. */
export const changelog: readonly { readonly version: string; readonly changes: readonly string[] }[] = [
  {
    version: '1.0.0',
    changes: [
      'The first version: reviews.json, insights.json, feeds, search, since, MCP and the WebSub hub.',
      'CSV and NDJSON downloads, OpenAPI, JSON Schemas, badge and widget.',
    ],
  },
];
