import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import type { Published } from './dataset.ts';
import type { Surface } from './surface.ts';
import { type OnToolCall, reportToolCalls } from './tool-calls.ts';
import { createEndpoint } from './transport/endpoint.ts';
import type { Exchange } from './transport/exchange.ts';
import { loadSdk } from './transport/load-sdk.ts';
import { readSessionKeys } from './transport/session-keys.ts';
import { createSessions } from './transport/sessions.ts';

export interface McpOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS' | 'SESSION_KEYS' | 'DATA_DIR' | 'RATE_LIMIT'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: (line: object) => void;
  readonly onToolCall?: OnToolCall | undefined;
}

/** What answers /mcp from the generation it is handed; undefined before there is one. */
export type Mcp = (exchange: Omit<Exchange, 'surface'>, generation: Published | undefined) => Promise<void>;

// The tools with their schemas, and the SDK, are loaded when the server answers: it starts in two thirds of the time without them.
const loadSurface = () => import('./reviews-surface.ts');

/** Loads what the first request needs, part by part, so that it waits for less and no other request waits for it. */
export async function warmUp(): Promise<void> {
  await loadSdk();
  await nextTurn();
  await loadSurface();
}

/** Reads or makes the session key. Throws a SetupError where its file holds something else. */
export function createMcp({ environment, clock, random, log, onToolCall }: McpOptions): Mcp {
  const sessions = createSessions({ keys: readSessionKeys(environment, random, log), clock, random });
  const limiter = () => rateLimiter({ perMinute: environment.RATE_LIMIT, clock, maxKeys: limits.rateLimitKeys });
  const endpoint = createEndpoint({ environment, sessions, clock, rateLimits: { calls: limiter(), others: limiter() } });
  const surfaces = new WeakMap<Published, Promise<Surface>>();
  const open = async (generation: Published) => {
    const { reviewsSurface } = await loadSurface();
    const surface = await reviewsSurface(generation);
    return onToolCall ? reportToolCalls(surface, onToolCall) : surface;
  };
  const surfaceOf = (generation: Published) => {
    const surface = surfaces.get(generation) ?? open(generation);
    surfaces.set(generation, surface);
    return surface;
  };
  return (exchange, generation) => endpoint({ ...exchange, surface: generation && surfaceOf(generation) });
}
