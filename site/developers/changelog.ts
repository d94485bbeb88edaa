/** The changes for developers, newest first. */
export const changelog: readonly { readonly version: string; readonly changes: readonly string[] }[] = [
  {
    version: 'Unreleased',
    changes: [
      'Reviews have changed_by_business: the fields of an imported review that the business changed, each with the day on which the change was recorded. The JSON feed also has verification.',
      'Search has new parameters: words, max_rating, area, source, aspect, sort and offset. A Link header with rel="next" has the next page.',
      'MCP Apps: hosts with this extension show reviews as cards, and praise and criticism as a chart.',
      'Rate-limited responses have RateLimit and RateLimit-Policy headers.',
      'insights.json version 2: model, summary and pull_quote are strings. Their details moved to method, summary_source and pull_quote_source. The MCP tool get_summary has the same change.',
      'Aspects depend on the type of business: a set for home services, and service, communication, waiting, price, quality, cleanliness, comfort and location for all others. A business can rename aspects and turn them off.',
      'The confidence of a verdict is a measured probability, and uncertain verdicts aren’t published. Technicians, services, areas and problems get a polarity only from verdicts whose passages are about them.',
    ],
  },
  {
    version: '1.0.0, November 2026',
    changes: [
      'A signed, verifiable log of every published change: /log/, /proof/ and /verify.mjs. To keep a copy in sync, use /api/changes/ or the MCP tool get_changes.',
      'Reviews have verification.method and verification.verified_at, in every list of reviews and in MCP, and as the columns verification_method and verified_at in reviews.csv.',
      'Phone numbers, e-mail addresses and street addresses that a program finds in texts and replies are masked as [phone number], [e-mail address] and [street address]; names are shown as at the source, shortened or hidden; the business decides.',
      'Names and ids in requests can have up to 200 characters and queries up to 500, in search and in MCP. Longer values are an error.',
      'Search responses can be compressed (br, gzip). Each encoding has its own ETag.',
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
