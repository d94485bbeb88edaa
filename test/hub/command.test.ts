import { afterEach, beforeEach, expect, test } from 'vitest';
import { callScript } from '../support/call-command.ts';
import { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
beforeEach(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
  await h.subscribe(s.url('/cb'), { 'hub.secret': 'geheim' });
});
afterEach(() => h.clear());

const hub = (...args: readonly string[]) => callScript('hub', { DATA_DIR: h.dataDir, BASE_URL: h.baseUrl }, args);

test('an operator can list, show and remove subscriptions while the server runs', async () => {
  const { stdout } = await hub('list');
  const [, line = ''] = stdout.split('\n');
  const [id = '', ...rest] = line.split('\t');
  expect(rest).toEqual(['active', '0', '2026-01-11T00:00:00.000Z', '/feed.xml', s.url('/cb')]);
  const shown = await hub('show', id);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: Number(id), state: 'active', signed: true, callback: s.url('/cb') });
  expect(shown.stdout).not.toContain('geheim');
  expect((await hub('remove', id, 'too', 'noisy')).code).toBe(0);
  await h.advance(180);
  expect(s.gets('denied').map(({ query }) => query.get('hub.reason'))).toEqual(['too noisy']);
  await h.publish('one');
  expect(s.posts()).toEqual([]);
  expect((await hub('list')).stdout.split('\n')).toHaveLength(2);
  expect((await hub('list', '--all')).stdout).toContain('removed');
});

test('hub list --ended shows when and why subscriptions ended', async () => {
  s.behavior = () => ({ status: 500 });
  for (const body of ['one', 'two', 'three']) await h.publish(body);
  await h.subscribe(s.url('/unwilling'));
  const [head, ...lines] = (await hub('list', '--ended')).stdout.trim().split('\n');
  expect(head).toBe('id\tstate\tended\ttopic\tcallback\treason');
  expect(lines.map((line) => line.split('\t').slice(1))).toEqual([
    [
      'removed',
      '2026-01-01T00:00:00.000Z',
      '/feed.xml',
      s.url('/cb'),
      '3 deliveries in a row failed; the last error: the callback answered 500',
    ],
    ['rejected', '2026-01-01T00:00:00.000Z', '/feed.xml', s.url('/unwilling'), expect.stringContaining('500')],
  ]);
  expect((await hub('list')).stdout.trim().split('\n')).toHaveLength(1);
});

test.each([
  [['frob'], /use list, show or remove/],
  [['list', '5'], /unexpected argument 5/],
  [['show', '1', '2'], /unexpected argument 2/],
  [['show', '1', '--all'], /Unknown option '--all'/],
  [['show', 'x'], /expected the id of a subscription/],
  [['show', '99'], /there is no subscription 99/],
  [['remove', '99'], /there is no pending or active subscription 99/],
])('hub %j fails with a helpful message and no stack trace', async (args, message) => {
  const { code, stderr } = await hub(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/ {4}at /);
});
