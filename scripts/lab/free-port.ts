import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A free port of 127.0.0.1 for a program that is about to listen there. The system doesn't assign it to others for a minute, because a
 * closed connection to it is in TIME-WAIT (RFC 9293 3.6.1).
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  // The side that closes first is in TIME-WAIT.
  accepted.resume().end();
  client.resume();
  await Promise.all([once(accepted, 'close'), once(client, 'close')]);
  server.close();
  await once(server, 'close');
  return port;
}
