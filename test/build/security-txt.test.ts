import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entry, Shop } from '../log/shop.ts';
import { callScript } from '../support/call-command.ts';
import { NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

const SECURITY = '/.well-known/security.txt';
const expiresOf = async (shop: Shop) => /^Expires: (.+)$/m.exec(await shop.read(SECURITY))?.[1];
const DAY_MS = 86_400_000;
const dayOf = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);

test('security.txt expires less than a year after the build, even with only old reviews or none', async () => {
  await using shop = await Shop.open();
  await shop.build([entry('old', { date: '2019-05-05' })], {}, '2026-11-23');
  expect(await shop.read(SECURITY)).toBe(
    'Contact: http://reviews.test:9/\nExpires: 2027-11-22T00:00:00Z\nPreferred-Languages: en\nCanonical: http://reviews.test:9/.well-known/security.txt\n',
  );
  await using empty = await Shop.open();
  await empty.build([], {}, '2026-11-23');
  expect(await expiresOf(empty)).toBe('2027-11-22T00:00:00Z');
});

test('Expires in security.txt is based on SOURCE_DATE_EPOCH if it’s set', async () => {
  await using shop = await Shop.open();
  await shop.write([entry('ann')]);
  expect((await callScript('build', shop.variables({ SOURCE_DATE_EPOCH: '1709510400', BASE_URL: NOBODY }))).code).toBe(0);
  expect(await expiresOf(shop)).toBe('2025-03-03T00:00:00Z');
});

test('a rebuild keeps security.txt for months, then replaces it in the same generation, and a running server picks it up', async () => {
  await using shop = await Shop.open();
  const first = await shop.build([entry('ann')], {}, '2026-01-01');
  expect((await shop.build(undefined, {}, '2026-06-01')).changed).toBe(false);
  expect(await expiresOf(shop)).toBe('2026-12-31T00:00:00Z');
  const server = await serve({ DIST_DIR: shop.dist });
  const renewed = await shop.build(undefined, {}, '2026-09-01');
  expect([renewed.changed, renewed.generation.generation]).toEqual([false, first.generation.generation]);
  await server.generations.refresh();
  const answer = await fetch(server.url + SECURITY);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('\nExpires: 2027-08-31T00:00:00Z\n')]);
  await server.close();
});

test('property: security.txt is always valid for 180 to 364 days, and the generation id depends only on the content', async () => {
  const builds = fc.array(fc.record({ later: fc.integer({ min: 0, max: 900 }), reviews: fc.integer({ min: 0, max: 2 }) }), {
    minLength: 2,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(builds, async (steps) => {
      await using shop = await Shop.open();
      let day = 0;
      let before: { readonly reviews: number; readonly id: string } | undefined;
      for (const { later, reviews } of steps) {
        day += later;
        const { generation, changed } = await shop.build(
          ['ann', 'bob'].slice(0, reviews).map((name) => entry(name)),
          {},
          dayOf(day),
        );
        const left = (Date.parse((await expiresOf(shop)) ?? '') - Date.parse(dayOf(day))) / DAY_MS;
        expect(left).toBeGreaterThanOrEqual(180);
        expect(left).toBeLessThanOrEqual(364);
        if (before?.reviews === reviews) expect([changed, generation.generation]).toEqual([false, before.id]);
        before = { reviews, id: generation.generation };
      }
    }),
    { numRuns: 5 },
  );
});
