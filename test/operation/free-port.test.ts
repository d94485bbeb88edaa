import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';

test('a free port can be listened on, and TIME-WAIT keeps the system from assigning it to others', async () => {
  const port = await freePort();
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const TIME_WAIT = '06';
  const connections = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  expect(connections.some(([, from, , state]) => from === local && state === TIME_WAIT)).toBe(true);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
});
