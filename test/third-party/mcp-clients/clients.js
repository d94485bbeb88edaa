// Each entry connects as its vendor documents, lists the tools, calls each tool with the arguments for its name and returns the responses
// as text, by tool. The responses have a different shape in each client.

const textOf = (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** Calls every tool and returns its response as text, by the tool's name. */
async function callAll(tools, nameOf, call) {
  const answers = {};
  for (const tool of tools) {
    const answer = await call(tool, nameOf(tool));
    if (answer?.isError) throw new Error(`${nameOf(tool)}: ${textOf(answer)}`);
    answers[nameOf(tool)] = textOf(answer);
  }
  return answers;
}

export const clients = {
  '@langchain/mcp-adapters': async (url, argumentsOf) => {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { reviews: { transport: 'http', url } } });
    const tools = await client.getTools();
    const answers = await callAll(
      tools,
      ({ name }) => name,
      (tool, name) => tool.invoke(argumentsOf(name)),
    );
    await client.close();
    return answers;
  },
  '@llamaindex/tools': async (url, argumentsOf) => {
    const { mcp } = await import('@llamaindex/tools');
    const client = mcp({ url, verbose: false });
    const tools = await client.tools();
    const answers = await callAll(
      tools,
      ({ metadata }) => metadata.name,
      (tool, name) => tool.call(argumentsOf(name)),
    );
    await client.cleanup();
    return answers;
  },
  '@mastra/mcp': async (url, argumentsOf) => {
    const { MCPClient } = await import('@mastra/mcp');
    const client = new MCPClient({ servers: { reviews: { url: new URL(url) } } });
    const tools = await client.listTools();
    const answers = await callAll(
      Object.entries(tools),
      ([name]) => name.replace(/^reviews_/, ''),
      ([, tool], name) => tool.execute(argumentsOf(name), {}),
    );
    await client.disconnect();
    return answers;
  },
  mcporter: async (url, argumentsOf) => {
    const { createRuntime } = await import('mcporter');
    const client = await createRuntime({ servers: [{ name: 'reviews', command: { kind: 'http', url: new URL(url) } }] });
    const tools = await client.listTools('reviews', { includeSchema: true });
    const answers = await callAll(
      tools,
      ({ name }) => name,
      (_, name) => client.callTool('reviews', name, { args: argumentsOf(name) }),
    );
    await client.close();
    return answers;
  },
};
