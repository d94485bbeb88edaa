/** The changes for developers, newest first. */
export const changelog: readonly { readonly date: string; readonly changes: readonly string[] }[] = [
  {
    date: 'November 2026',
    changes: [
      'The first version: reviews.json, insights.json, JSON Feed, Atom, search, since, MCP and the WebSub hub; CSV and NDJSON downloads, OpenAPI, JSON Schemas, a badge and a widget.',
      'A signed, verifiable log of every published change: /log/, /proof/ and /verify.mjs. To keep a copy in sync, use /api/changes/ or the MCP tool get_changes.',
      'Reviews have verification.method and verification.verified_at, in every list of reviews, in the feeds and in MCP, and as the columns verification_method and verified_at in reviews.csv.',
      'Reviews have changed_by_business: the fields of an imported review that the business changed, each with the day on which the change was recorded.',
      'Reviews have photos: the paths and sizes of the customer’s photos. The JSON Feed has them as attachments.',
      'Reviews have removed_at_source: the day of the export in which the source no longer had a review, if the business publishes such reviews.',
      'Phone numbers, email addresses and street addresses that a program finds in texts and replies are masked. The business decides how names are shown.',
      'Search combines rating, date, text, language, person, service, area, source, reply and aspect, and sorts and pages its results. Unknown parameters are ignored; the header Ignored-Parameters names them.',
      'Responses that count against a rate limit have RateLimit and RateLimit-Policy headers.',
      'Names and ids in requests can have up to 200 characters, and queries up to 500.',
      'Aspects depend on the type of business: a set for home services, and a general set for all others. A business can rename aspects and turn them off.',
      'The confidence of a verdict is a measured probability, and uncertain verdicts aren’t published. Statements about other companies don’t count as verdicts.',
      'MCP sessions don’t expire. Hosts with MCP Apps show reviews as cards.',
    ],
  },
];
