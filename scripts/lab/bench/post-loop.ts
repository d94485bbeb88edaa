import { Agent, request } from 'node:https';

export interface PostLoopOptions {
  readonly ca: string;
  readonly port: number;
  readonly count: number;
  readonly concurrency: number;
  readonly body: string;
  readonly contentType: string;
}

/**
 * The bare loop that the hub is compared with: the same POSTs with keep-alive, and nothing else. Prints their wall time and processor time
 * in milliseconds.
 */
async function main({ ca, port, count, concurrency, body, contentType }: PostLoopOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, ca, maxFreeSockets: concurrency });
  const bytes = Buffer.from(body);
  const headers = { 'Content-Type': contentType, 'Content-Length': bytes.length };
  const post = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const options = { agent, host: '127.0.0.1', port, method: 'POST', path: `/cb/${index}`, headers };
      const sent = request(options, (response) => response.resume().on('end', resolve));
      sent.on('error', reject).end(bytes);
    });
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await post(next);
    }
  };
  const begin = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, lane));
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`${performance.now() - begin} ${(user + system) / 1000}\n`);
  agent.destroy();
}

await main(JSON.parse(process.argv[2] ?? '') as PostLoopOptions);
