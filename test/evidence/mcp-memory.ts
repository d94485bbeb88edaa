import { runCommand } from '../../scripts/cli/run-command.ts';
import { startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { floodWithCalls, floodWithInitialize, heldBytes } from './mcp-flood.ts';

/**
 * `node test/evidence/mcp-memory.ts [calls]`: measures the memory that 20,000 anonymous `initialize` calls, and as many calls without a
 * session, leave behind in the server of the built site.
 */
const CALLS = Number(process.argv[2] ?? 20_000);
const ROUNDS = 4;

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

await runCommand(async () => {
  const environment = readEnvironment({ ...process.env, PORT: '0', RATE_LIMIT: '0', SESSION_KEYS: 'evidence' });
  const server = await startServer({ environment, mode: 'origin', log: () => {} });
  try {
    const measure = async (what: string, flood: typeof floodWithCalls) => {
      await flood(`${server.url}/mcp`, 1000);
      const before = heldBytes();
      console.log(`after 1000 ${what} to warm up: ${megabytes(before)} MB held`);
      for (let round = 1; round <= ROUNDS; round++) {
        await flood(`${server.url}/mcp`, CALLS / ROUNDS);
        console.log(`after ${(CALLS / ROUNDS) * round} more: ${megabytes(heldBytes())} MB held`);
      }
      console.log(`${Math.round((heldBytes() - before) / CALLS)} bytes held for each (an in-memory session of the SDK: 39 KiB)`);
    };
    await measure('sessions', floodWithInitialize);
    await measure('calls without a session', floodWithCalls);
  } finally {
    await server.close();
  }
});
