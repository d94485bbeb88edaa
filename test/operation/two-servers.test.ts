import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { ask } from '../support/ask.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startScript } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function statesOf(origin: string): Promise<readonly unknown[]> {
  const form = { 'hub.mode': 'subscribe', 'hub.topic': 'http://reviews.localhost:9/feed.xml', 'hub.callback': 'https://reader.example/cb' };
  const body = new URLSearchParams(form).toString();
  const hub = await ask(origin, paths.hub, { method: 'POST', headers: FORM, body });
  const health = JSON.parse((await ask(origin, paths.health)).text);
  return [hub.status, health.status, (await ask(origin, '/reviews.json')).status];
}

test('a second server on the same DATA_DIR logs an error and has no hub until the first is killed', async () => {
  const variables = { DIST_DIR: inject('dists').corner, DATA_DIR: temporaryFolder(), BASE_URL: 'http://reviews.localhost:9' };
  const first = startScript('serve', { ...variables, PORT: '0' });
  const origin = /on (\S+)$/m.exec(await first.seen(/serving everything on \S+\n/))?.[1] ?? '';
  const clock = new ManualClock();
  const second = await serve(variables, 'origin', clock);
  expect(second.logged).toContainEqual({
    level: 'error',
    event: 'hub.unavailable',
    message: `DATA_DIR=${variables.DATA_DIR}: the hub cannot keep its subscriptions there (another server uses it), so it answers 503. Stop that server, or set DATA_DIR to a different folder; the hub tries again every minute.`,
  });
  expect(await statesOf(second.url)).toEqual([503, 'degraded', 200]);
  expect(await statesOf(origin)).toEqual([202, 'ok', 200]);

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  clock.advance(limits.hub.openAgainSeconds * 1000);
  await second.hub.onIdle();
  expect(await statesOf(second.url)).toEqual([202, 'ok', 200]);
  await second.close();
});

test('two servers in one process conflict, too, and closed servers don’t block a new one', async () => {
  const variables = { DIST_DIR: inject('dists').corner, DATA_DIR: temporaryFolder() };
  const [first, second] = [await serve(variables), await serve(variables)];
  const unavailable = ({ logged }: typeof first) => logged.filter(({ event }) => event === 'hub.unavailable').length;
  await Promise.all([first.close(), second.close()]);
  const third = await serve(variables);
  expect([first, second, third].map(unavailable)).toEqual([0, 1, 0]);
  await third.close();
});
