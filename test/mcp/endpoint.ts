import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rateLimiter } from '../../sidecar/http/rate-limit.ts';
import type { Surface } from '../../sidecar/mcp/surface.ts';
import { createEndpoint } from '../../sidecar/mcp/transport/endpoint.ts';
import { createSessions } from '../../sidecar/mcp/transport/sessions.ts';
import { type Clock, systemClock, systemRandom } from '../../sidecar/runtime.ts';

export interface ServedSurface extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** The same HTTP layer as the server's /mcp, with another surface and another clock behind it. */
export async function serveSurface(surface: Surface, clock: Clock = systemClock): Promise<ServedSurface> {
  const unlimited = rateLimiter({ perMinute: 0, clock, maxKeys: 1 });
  const endpoint = createEndpoint({
    environment: { HOST: '127.0.0.1', BASE_URL: 'http://localhost', MCP_ALLOWED_ORIGINS: '*' },
    sessions: createSessions(['test'], systemRandom),
    clock,
    rateLimits: { calls: unlimited, others: unlimited },
  });
  const server = createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void endpoint({ request, response, client: 'test', surface }),
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
