/** The changes for developers, newest first. */
export const changelog: readonly { readonly version: string; readonly changes: readonly string[] }[] = [
  {
    version: '1.0.0, November 2026',
    changes: [
      'A log of every change to what is published, signed and verifiable: /log/, /proof/, /verify.mjs; the same changes for those who keep a copy: /api/changes/, and get_changes in MCP.',
      'Each review says how and when it was verified: verification.method and verification.verified_at, in every list of reviews, in MCP, and as the columns verification_method and verified_at at the end of reviews.csv.',
      'Phone numbers, e-mail addresses and street addresses in texts and replies are masked as [phone number], [e-mail address] and [street address]; names are as they are at the source, shortened or hidden, as the business decides.',
      'A name or an id that is asked with may have 200 characters and a query 500, in search and in MCP; more is an error.',
      'Search answers are compressed (br, gzip) when asked for; each form has an ETag of its own.',
    ],
  },
  {
    version: '1.0.0',
    changes: [
      'The first version: reviews.json, insights.json, feeds, search, since, MCP and the WebSub hub.',
      'CSV and NDJSON downloads, OpenAPI, JSON Schemas, badge and widget.',
    ],
  },
];
