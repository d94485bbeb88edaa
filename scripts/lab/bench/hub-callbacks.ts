import { createServer as createControl } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * Callbacks for the benchmark: those below `/hang` never respond, others respond with 204. The control port returns and resets the counts.
 * Idle connections stay open: on a busy machine, one might be closed while a request is being written to it.
 */
function main({ cert, key }: ServerOptions): void {
  let posts = 0;
  let firstAt = 0;
  let lastAt = 0;
  const callbacks = createServer({ cert, key, keepAliveTimeout: 0 }, (request, response) => {
    request.resume();
    if (request.method === 'GET') {
      response.end(new URL(request.url ?? '/', 'https://callback').searchParams.get('hub.challenge'));
      return;
    }
    if (request.url?.startsWith('/hang') === true) return;
    request.on('end', () => {
      posts += 1;
      lastAt = performance.timeOrigin + performance.now();
      if (posts === 1) firstAt = lastAt;
      response.writeHead(204).end();
    });
  });
  const control = createControl({ keepAliveTimeout: 0 }, (request, response) => {
    response.end(JSON.stringify({ posts, firstAt, lastAt }));
    if (request.method === 'DELETE') posts = 0;
  });
  callbacks.listen(0, '127.0.0.1', () => {
    control.listen(0, '127.0.0.1', () => {
      process.stdout.write(`${(callbacks.address() as AddressInfo).port} ${(control.address() as AddressInfo).port}\n`);
    });
  });
}

main(JSON.parse(process.argv[2] ?? '') as ServerOptions);
