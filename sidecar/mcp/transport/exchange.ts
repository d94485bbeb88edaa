import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../../site/contract/environment.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Surface } from '../surface.ts';
import type { RateLimits } from './check-request.ts';
import type { Sessions } from './sessions.ts';

export interface EndpointOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
}

/**
 * One request for /mcp: `client` is the address that is counted, `surface` what is offered, which the first request to it
 * waits for; undefined before there is anything.
 */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly surface: Surface | Promise<Surface> | undefined;
}
