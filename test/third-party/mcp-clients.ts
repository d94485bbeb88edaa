export { createMCPClient } from '@ai-sdk/mcp';
export { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
export { MCPServerStreamableHttp } from '@openai/agents-core';
export { MCPClient } from 'mcp-client';
