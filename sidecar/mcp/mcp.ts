import type { Environment } from '../../site/contract/environment.ts';
import type { Generation } from '../generation/generation.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import { type Clock, nextTurn, type Random } from '../runtime.ts';
import type { McpFeatures, OnToolCall } from './features.ts';
import { createEndpoint, type Exchange, loadSessionSdk } from './transport/endpoint.ts';
import { createSessions, type SessionKeys } from './transport/sessions.ts';

export interface McpOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS' | 'RATE_LIMIT'>;
  readonly sessionKeys: SessionKeys;
  readonly clock: Clock;
  readonly random: Random;
  readonly onToolCall?: OnToolCall | undefined;
}

/** Answers a request for /mcp. `generation` is undefined until one is loaded. */
export type Mcp = (exchange: Omit<Exchange, 'features'>, generation: Generation | undefined) => Promise<void>;

let loading: ReturnType<typeof load> | undefined;

/**
 * Loads the SDK and the tools with their schemas on first use, since they would slow down the server's start, and one part at a time, since
 * all at once would block the event loop for 100 ms.
 */
export const loadFeatures = () => (loading ??= load());

async function load() {
  await loadSessionSdk();
  await nextTurn();
  await import('../../site/contract/mcp-tools/tools.ts');
  await nextTurn();
  await import('./tools/call-tool.ts');
  await nextTurn();
  return import('./reviews-features.ts');
}

/** Makes the handler of /mcp. */
export function createMcp({ environment, sessionKeys, clock, random, onToolCall }: McpOptions): Mcp {
  const sessions = createSessions(sessionKeys, random);
  const limiter = () => rateLimiter(environment.RATE_LIMIT, clock);
  const endpoint = createEndpoint({ environment, sessions, clock, rateLimits: { calls: limiter(), others: limiter() } });
  const known = new WeakMap<Generation, Promise<McpFeatures>>();
  const open = async (generation: Generation) => (await loadFeatures()).reviewsFeatures(generation, onToolCall);
  const featuresOf = (generation: Generation) => {
    const features = known.get(generation) ?? open(generation);
    known.set(generation, features);
    return features;
  };
  return (exchange, generation) => endpoint({ ...exchange, features: generation && featuresOf(generation) });
}
