/** The changes for developers, newest first. */
export const changelog: readonly { readonly version: string; readonly changes: readonly string[] }[] = [
  {
    version: 'Unreleased',
    changes: [
      'Reviews have changed_by_business: fields of an imported review that the business changed, each with the day on which that was recorded. The JSON feed also has verification.',
      'Search takes words, max_rating, area, source, aspect, sort and offset, and links to the next page: Link with rel="next".',
      'MCP Apps: a host that has the extension shows reviews as cards and praise and criticism as a chart.',
      'Answers that are limited say what is left: RateLimit and RateLimit-Policy.',
      'insights.json has version 2: model, summary and pull_quote are strings; what stood beside them is in method, summary_source and pull_quote_source. get_summary in MCP answers alike.',
      'The aspects follow the type of the business: those of work done in homes, or service, communication, waiting, price, quality, cleanliness, comfort and location for any other; a business may rename some and switch some off.',
      'The confidence of a verdict is a measured probability, and less sure ones aren’t published. Technicians, services, areas and problems have a polarity only by verdicts whose passages are about them.',
    ],
  },
  {
    version: '1.0.0, November 2026',
    changes: [
      'A log of every change to what is published, signed and verifiable: /log/, /proof/, /verify.mjs; the same changes for those who keep a copy: /api/changes/, and get_changes in MCP.',
      'Each review says how and when it was verified: verification.method and verification.verified_at, in every list of reviews, in MCP, and as the columns verification_method and verified_at at the end of reviews.csv.',
      'Phone numbers, e-mail addresses and street addresses that a program finds in texts and replies are masked as [phone number], [e-mail address] and [street address]; names are as they are at the source, shortened or hidden, as the business decides.',
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
