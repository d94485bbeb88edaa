import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AT_ONCE = 20;

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'flood', version: '1' } },
});
const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Sends `count` anonymous `initialize` calls, as clients do that never come back. Throws where one isn't answered with 200. */
export async function floodWithInitialize(url: string, count: number): Promise<void> {
  let left = count;
  const line = async () => {
    while (left-- > 0) {
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`initialize answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

/** Bytes of this process's heap that something still refers to. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
