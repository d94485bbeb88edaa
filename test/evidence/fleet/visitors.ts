import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { paths } from '../../../site/contract/paths.ts';
import { ask } from '../../support/ask.ts';
import { type FleetQuestion, faultOf, listing, questions } from './questions.ts';
import { pause } from './until.ts';

const PAUSE_MS = 50;

/** What visitors of one kind received so far, with every fault as a sentence. */
export interface Visits {
  answers: number;
  readonly faults: string[];
}

export interface Visitors {
  readonly visits: Visits;
  /** Resolves when every visitor has its last answer. */
  stop(): Promise<void>;
}

/** Asks one question. Resolves with what is wrong with the answer, if anything, and rejects if there is no answer. */
type Visitor = (question: FleetQuestion) => Promise<string | undefined>;

/** Lets each visitor ask one question after the other until they are stopped. */
function visit(name: string, visitors: readonly Visitor[]): Visitors {
  const visits: Visits = { answers: 0, faults: [] };
  let isOver = false;
  const stay = async (ask: Visitor, index: number) => {
    for (let turn = index; !isOver; turn += 1) {
      const fault = await ask(questions[turn % questions.length] ?? {}).catch(String);
      visits.answers += 1;
      if (fault !== undefined) visits.faults.push(`${new Date().toISOString()} ${name} ${index}: ${fault}`);
      await pause(PAUSE_MS);
    }
  };
  const all = Promise.all(visitors.map(stay));
  return {
    visits,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

/** Starts people who search. Each address is new, so no cache has the answer. */
export function startSearchers(origin: string, count: number): Visitors {
  let asked = 0;
  const search: Visitor = async (question) => {
    asked += 1;
    const query = new URLSearchParams(Object.entries({ ...question, visit: asked }).map(([name, value]) => [name, String(value)]));
    const { status, text } = await ask(origin, `${paths.search}?${query}`);
    return status === 200 ? faultOf(question, listing.parse(JSON.parse(text))) : `status ${status} of a search`;
  };
  return visit(
    'searcher',
    Array.from({ length: count }, () => search),
  );
}

/** Starts assistants that use the official MCP SDK. Each opens one session and keeps it. */
export async function startAgents(origin: string, count: number): Promise<Visitors> {
  const agents = await Promise.all(Array.from({ length: count }, () => openSession(origin)));
  const { visits, stop } = visit(
    'agent',
    agents.map(({ client }) => async (question) => {
      const { structuredContent, isError } = await client.callTool({ name: 'search_reviews', arguments: { ...question } });
      return isError === true ? 'a call failed' : faultOf(question, listing.parse(structuredContent));
    }),
  );
  return {
    visits,
    stop: async () => {
      await stop();
      for (const { transport, session } of agents) if (transport.sessionId !== session) visits.faults.push('a session broke');
      await Promise.all(agents.map(({ client }) => client.close()));
    },
  };
}

async function openSession(origin: string) {
  const client = new Client({ name: 'fleet', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(origin + paths.mcp));
  await client.connect(transport);
  return { client, transport, session: transport.sessionId };
}
