import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lookAt } from '../../scripts/publish/deliver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { closedAddress } from '../support/web-space.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

async function whyAt(server: Server, scheme: string): Promise<unknown> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await lookAt(`${scheme}://localhost:${(server.address() as AddressInfo).port}`, 'any');
  } finally {
    server.close();
  }
}

test('an address whose name nobody has', async () => {
  expect(await lookAt('http://reviews.invalid', 'any')).toMatchObject({
    shows: 'nothing',
    why: 'name',
    reason: expect.stringContaining('reviews.invalid'),
  });
});

test('an address where no server listens', async () => {
  expect(await lookAt(await closedAddress(), 'any')).toMatchObject({ shows: 'nothing', why: 'refused' });
});

test('an address whose server hangs up', async () => {
  expect(
    await whyAt(
      createServer((socket) => socket.destroy()),
      'http',
    ),
  ).toMatchObject({ shows: 'nothing', why: 'other' });
});

test('an address whose server answers with an error', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'));
  expect(await whyAt(server, 'http')).toEqual({ shows: 'nothing', why: 'status', status: 404, reason: 'it answers 404' });
});

test.skipIf(!hasOpenssl)('an address whose certificate nobody vouches for', async () => {
  const folder = temporaryFolder();
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
  expect(spawnSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert]).status).toBe(0);
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  expect(await whyAt(server, 'https')).toMatchObject({ shows: 'nothing', why: 'certificate' });
});
