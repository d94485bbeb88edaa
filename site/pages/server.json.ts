import { printMcpServer } from '../documents/mcp-server.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printMcpServer(publication()));
