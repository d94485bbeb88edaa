import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { bundleServer } from '../../scripts/build/server-bundle.ts';
import { BUNDLE_RECORD, type BundleRecord, findBundle } from '../../scripts/cli/server-bundle.ts';
import { ask } from '../support/ask.ts';
import { commandEnvironment, NOBODY, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a server from the bundle answers searches and MCP, and its hub has its storage', async () => {
  expect(await bundleServer()).toBeUndefined();
  expect(findBundle()).toMatch(/\/bundle-[\w-]+\/$/);
  const variables = { PORT: '0', BASE_URL: NOBODY, DIST_DIR: inject('dists').minimal, DATA_DIR: temporaryFolder() };
  const script = startScript('scripts/serve.ts', commandEnvironment(variables) as Record<string, string>);
  const url = /http:\S+/.exec(await script.seen(/^serving .*$/m))?.[0] ?? '';
  expect((await ask(url, '/api/reviews/search')).status).toBe(200);
  expect(JSON.parse((await ask(url, '/healthz')).text)).toMatchObject({ status: 'ok', hub: { lagging: 0 } });
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { result: { protocolVersion: '2025-06-18' } }]);
  script.child.kill('SIGTERM');
  expect(await script.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a bundle of other sources is not used', async () => {
  await bundleServer();
  const record = JSON.parse(await readFile(BUNDLE_RECORD, 'utf8')) as BundleRecord;
  expect(Object.keys(record.sources)).toEqual(
    expect.arrayContaining([
      'node_modules/.package-lock.json',
      'scripts/cli/serve-site.ts',
      'sidecar/hub/store/store-thread.ts',
      'sidecar/server.ts',
    ]),
  );
  const copy = path.join(temporaryFolder(), 'record.json');
  const found = async (sources: BundleRecord['sources']) => {
    await writeFile(copy, JSON.stringify({ ...record, sources }));
    return findBundle(copy);
  };
  expect(await found(record.sources)).toBe(findBundle());
  expect(await found({ ...record.sources, 'sidecar/server.ts': 'another' })).toBeUndefined();
  expect(await found({ ...record.sources, 'sidecar/gone.ts': 'another' })).toBeUndefined();
  expect(findBundle('/nowhere/record.json')).toBeUndefined();
});
