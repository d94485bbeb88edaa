/** What a page for a tool's answers is (MCP Apps, SEP-1865 of 2026-01-26, "UI Resource Format"). */
export const appMediaType = 'text/html;profile=mcp-app';

/** The pages that a host may show an answer in, as `resources/list` lists them. Hosts without the extension show the text. */
export const apps = [
  {
    uri: 'ui://review-cards',
    name: 'review-cards',
    title: 'Review cards',
    description: 'Reviews as cards, with stars, source, reply and a link to each. For hosts that show MCP Apps',
    mimeType: appMediaType,
  },
  {
    uri: 'ui://chart',
    name: 'sentiment-chart',
    title: 'Chart of praise and criticism',
    description: 'Praise and criticism over time as a chart, with the figures as a table. For hosts that show MCP Apps',
    mimeType: appMediaType,
  },
] as const;

export type AppUri = (typeof apps)[number]['uri'];
