import type { Messages } from '../messages/messages.ts';

/**
 * The attributes that make the search form a tool for agents in the browser: WebMCP, declarative API
 * (github.com/webmachinelearning/webmcp, declarative-api-explainer.md). Fields without a description are described by their labels.
 */
export function searchTool({ say }: Pick<Messages, 'say'>) {
  return {
    form: { toolname: 'search_reviews', tooldescription: say('search.tool'), toolautosubmit: true },
    query: { toolparamdescription: say('search.tool_query') },
    since: { toolparamdescription: say('search.tool_since') },
    until: { toolparamdescription: say('search.tool_until') },
  };
}
