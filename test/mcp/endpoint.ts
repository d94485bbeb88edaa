import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rateLimiter } from '../../sidecar/http/rate-limit.ts';
import type { McpFeatures } from '../../sidecar/mcp/features.ts';
import { createEndpoint } from '../../sidecar/mcp/transport/endpoint.ts';
import { createSessions } from '../../sidecar/mcp/transport/sessions.ts';
import { type Clock, systemClock, systemRandom } from '../../sidecar/runtime.ts';

export interface ServedFeatures extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Starts the same HTTP layer as the server's /mcp, with other features and another clock behind it. */
export async function serveFeatures(features: McpFeatures, clock: Clock = systemClock): Promise<ServedFeatures> {
  const unlimited = rateLimiter(0, clock);
  const endpoint = createEndpoint({
    environment: { HOST: '127.0.0.1', BASE_URL: 'http://localhost', MCP_ALLOWED_ORIGINS: '*' },
    sessions: createSessions(['test'], systemRandom),
    clock,
    rateLimits: { calls: unlimited, others: unlimited },
  });
  const server = createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void endpoint({ request, response, client: 'test', features }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
