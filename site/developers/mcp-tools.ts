/** A tool of the MCP server, as the developers' page lists it. */
export interface McpTool {
  readonly name: string;
  readonly takes: string;
  readonly returns: string;
}

/**
 * The tools of `/mcp` in the server's order. This list belongs to the MCP server: where it exports a table into
 * site/contract, read that here, and the page follows.
 */
export const mcpTools: readonly McpTool[] = [
  { name: 'get_business', takes: 'nothing', returns: 'business, aggregate rating, number of reviews' },
  { name: 'search_reviews', takes: 'the parameters of the search endpoint', returns: 'matched, returned, reviews' },
  { name: 'get_aspect_sentiment', takes: 'aspect: id or label', returns: 'the aspect, with quotes' },
  { name: 'get_technician', takes: 'name: name or alias', returns: 'mentions, rating, aspects, quotes, example review ids' },
  { name: 'get_service', takes: 'service: id, name or alias', returns: 'the same for a service' },
  { name: 'get_service_area', takes: 'area: name or alias', returns: 'the same for a service area' },
  { name: 'get_review', takes: 'id', returns: 'one review and what the analysis found in it' },
  { name: 'get_reviews_since', takes: 'date, limit, cursor', returns: 'reviews on or after a date, paged' },
  { name: 'list_topics', takes: 'nothing', returns: 'topics with counts, sentiment, examples' },
  { name: 'get_trend', takes: 'from, to: months', returns: 'rating, volume and sentiment over time' },
  { name: 'get_faq', takes: 'query (optional)', returns: 'questions and answers, with the reviews they rest on' },
  { name: 'get_summary', takes: 'nothing', returns: 'the editorial summary, pull quote, overall sentiment' },
];
