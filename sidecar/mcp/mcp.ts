import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import type { Clock, Random } from '../runtime.ts';
import type { Published } from './dataset.ts';
import type { Method, Surface } from './surface.ts';
import { createEndpoint, type Exchange, loadSessionSdk } from './transport/endpoint.ts';
import { createSessions, readSessionKeys } from './transport/sessions.ts';

/** `refused`: the tool reported an error; `failed`: there was no result. */
export type OnToolCall = (name: string, outcome: 'ok' | 'refused' | 'failed') => void;

export interface McpOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS' | 'SESSION_KEYS' | 'DATA_DIR' | 'RATE_LIMIT'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: (line: object) => void;
  readonly onToolCall?: OnToolCall | undefined;
}

/** Answers a request for /mcp. `generation` is undefined until one is loaded. */
export type Mcp = (exchange: Omit<Exchange, 'surface'>, generation: Published | undefined) => Promise<void>;

// The tools with their schemas are loaded after the server has started, like the SDK, so that it starts faster.
const loadSurface = () => import('./reviews-surface.ts');

/** Loads what the first request needs, in parts, so that the event loop isn't blocked. */
export async function warmUp(): Promise<void> {
  await loadSessionSdk();
  await nextTurn();
  await loadSurface();
}

/**
 * Reads or makes the session key.
 * @throws SetupError if its file contains something else
 */
export function createMcp({ environment, clock, random, log, onToolCall }: McpOptions): Mcp {
  const sessions = createSessions(readSessionKeys(environment, random, log), random);
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

/** The same surface, with every tool call reported once it is answered. */
function reportToolCalls(surface: Surface, onToolCall: OnToolCall): Surface {
  const callTool = surface.methods['tools/call'];
  if (callTool === undefined) return surface;
  const reported: Method = async (params, signal) => {
    const name = String(params['name']);
    try {
      const result = await callTool(params, signal);
      onToolCall(name, 'isError' in result && result.isError === true ? 'refused' : 'ok');
      return result;
    } catch (error) {
      onToolCall(name, 'failed');
      throw error;
    }
  };
  return { ...surface, methods: { ...surface.methods, 'tools/call': reported } };
}
