import fs from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type BuildOptions, build } from '../../scripts/build/build.ts';
import { describeBuild } from '../../scripts/build/report.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { printDocuments } from '../support/print-documents.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

let shop: Workshop;
let clock: number;
beforeEach(async () => {
  shop = await workshop('minimal');
  await mkdir(path.join(shop.content, 'reviews'));
  clock = Date.parse('2026-11-10T12:00:00Z');
});

const review = (id: string, date: string) =>
  `- { source_id: ${id}, date: ${date}, rating: 5, author: ${id}, text: text of ${id}, verified: true }\n`;
const write = (...reviews: readonly string[]) => writeFile(path.join(shop.content, 'reviews/all.yaml'), reviews.join(''));
const rename = (name: string) => writeFile(path.join(shop.content, 'business.yaml'), `name: ${name}\n`);
const publish = (options: Partial<BuildOptions> = {}, variables: Readonly<Record<string, string>> = {}) => {
  const DATA_DIR = path.join(shop.folder, 'data');
  const environment = readEnvironment({
    BASE_URL: NOBODY,
    CONTENT_DIR: shop.content,
    DIST_DIR: shop.dist,
    DATA_DIR,
    LOG_KEY,
    ...variables,
  });
  return build({ environment, now: () => clock, onProgress: () => {}, print: printDocuments, ...options });
};
const days = async () => (await readdir(path.join(shop.dist, 'api/reviews/since'))).filter((name) => name !== '.htaccess').sort();

/** Expects the server to answer `since` with the reviews of these authors, by day. */
async function expectSince(answers: readonly (readonly [day: string, authors: readonly string[]])[]): Promise<void> {
  const server = await serve({ DIST_DIR: shop.dist });
  for (const [day, authors] of answers) {
    const { reviews } = JSON.parse((await ask(server.url, `/api/reviews/since/${day}`)).text);
    expect([day, reviews.map(({ author }: { author: string }) => author)]).toEqual([day, authors]);
  }
  await server.close();
}

test('removing the newest review also removes its since dates, which the server still answers', async () => {
  await write(review('old', '2021-02-27'), review('new', '2026-11-01'));
  await publish();
  expect((await days()).at(-1)).toBe('2027-12-31');
  await write(review('old', '2021-02-27'));
  await publish();
  const left = await days();
  expect([left[0], left.at(-1), left.length]).toEqual(['2021-02-27', '2022-12-31', 673]);
  await expectSince([
    ['2020-01-01', ['old']],
    ['2021-02-27', ['old']],
    ['2021-02-28', []],
    ['2026-11-01', []],
    ['2027-12-31', []],
  ]);
});

test('a build writes a bounded number of since dates, and the server answers the others', async () => {
  await write(review('epoch', '1970-01-01'), review('old', '2021-02-27'), review('new', '2026-11-01'));
  const report = describeBuild(await publish(), readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: shop.content, DIST_DIR: shop.dist }));
  expect(report).toContain(
    "\nsince: dates up to 2021-02-27 have no file (a build writes at most 15000); the server and the sidecar answer them from memory, a static host can't answer them: set SIDECAR_URL\n",
  );
  const written = await days();
  expect([written[0], written.at(-1), written.length]).toEqual(['2021-02-28', '2027-12-31', 2_498]);
  await expectSince([
    ['0001-01-01', ['new', 'old', 'epoch']],
    ['1970-01-01', ['new', 'old', 'epoch']],
    ['1970-01-02', ['new', 'old']],
    ['2021-02-27', ['new', 'old']],
    ['2021-02-28', ['new']],
    ['2099-01-01', []],
  ]);
});

describe('another business', () => {
  beforeEach(async () => {
    await rename('Acme Electric');
    await write(review('a', '2025-01-01'));
    await publish();
  });
  const name = async () => JSON.parse(await readFile(path.join(shop.dist, 'reviews.json'), 'utf8')).business.name;

  test('is refused with both names unless replace is set', async () => {
    await rename('Bolt Electric');
    await write(review('b', '2025-01-01'));
    await expect(publish()).rejects.toThrow(
      `build: ${shop.dist} publishes "Acme Electric" (1 review), and ${shop.content} is "Bolt Electric" with no review in common; nothing was published`,
    );
    expect(await name()).toBe('Acme Electric');
    await publish({ replace: true });
    expect(await name()).toBe('Bolt Electric');
  });

  test('is also refused if it’s the demo', async () => {
    await rename('Harbor & Pine Electric');
    await write();
    await expect(publish()).rejects.toThrow('is "Harbor & Pine Electric" with no review in common');
  });

  test('replaces the demo even if replace isn’t set', async () => {
    await rename('Harbor & Pine Electric');
    await publish({ replace: true });
    await rename('Acme Electric');
    await write(review('b', '2025-01-01'));
    await publish();
    expect(await name()).toBe('Acme Electric');
  });

  test('isn’t the same one with only a new name or only other reviews', async () => {
    await rename('Acme Electric & Daughters');
    await publish();
    await write(review('b', '2025-01-01'));
    await publish();
    expect(await name()).toBe('Acme Electric & Daughters');
  });
});

describe('the build report', () => {
  const told = async (variables: Readonly<Record<string, string>> = {}) =>
    describeBuild(
      await publish({}, variables),
      readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: shop.content, DIST_DIR: shop.dist, ...variables }),
    );

  test('warns about a type that schema.org doesn’t have', async () => {
    await writeFile(path.join(shop.content, 'business.yaml'), 'name: Acme\ntype: Electrican\n');
    expect(await told()).toContain(
      `\nwarning: ${shop.content}/business.yaml type: found "Electrican", which is not a local business type of schema.org; did you mean Electrician?\n`,
    );
  });

  test('warns about dates that are probably mistakes', async () => {
    await write(review('a', '1994-12-31'), review('b', '1995-01-01'), review('c', '2026-11-11'), review('d', '2026-11-12'));
    const report = await told();
    expect(report).toContain(
      '\nwarning: 1 review dated before 1995, such as 00PYN0T600EZ8971HKG6HRPVNP (1994-12-31): fix the date if it is wrong\n',
    );
    expect(report).toContain(
      '\nwarning: 1 review dated in the future, such as 01M76GVQ00FDFEKY4JZZR1ETT1 (2026-11-12): fix the date if it is wrong\n',
    );
  });

  test('explains what a new BASE_URL changes, and lists the files that belong at its root', async () => {
    await publish();
    const report = await told({ BASE_URL: 'http://elsewhere.localhost:9/reviews' });
    expect(report).toContain(
      `\nBASE_URL was ${NOBODY} at the last build and is http://elsewhere.localhost:9/reviews now: all addresses in the documents have changed, and every Last-Modified is the time of this build\n`,
    );
    expect(report).not.toContain('no earlier publication');
    expect(report).toContain(
      `\nBASE_URL has the path /reviews. These files only work at the root of http://elsewhere.localhost:9, so copy them from ${shop.dist} to the site there:\n`,
    );
  });
});

describe('Last-Modified after another machine published in between', () => {
  test('is later than on that machine, even if this machine’s last build had the same bytes', async () => {
    await write(review('a', '2025-01-01'));
    const live = await serve({ DIST_DIR: path.join(shop.folder, 'live/dist') });
    const here = { BASE_URL: live.url };
    const there = { ...here, DIST_DIR: path.join(shop.folder, 'live/dist') };
    await publish({}, here);
    clock += 60_000;
    await write(review('a', '2025-01-01'), review('b', '2025-02-01'));
    await publish({}, there);
    await live.generations.refresh();
    clock += 60_000;
    await write(review('a', '2025-01-01'));
    const { generation } = await publish({}, here);
    expect(generation.files['/reviews.json']?.modified).toBe(clock / 1000);
    expect(generation.since.answers.map(({ modified }) => modified)).toEqual([clock / 1000 - 60, clock / 1000, clock / 1000]);
    await live.close();
  });
});

test('on a file system without links, a build publishes without them and the next one replaces its folder', async () => {
  const refuse = () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  const { linkSync, symlinkSync } = fs;
  Object.assign(fs, { linkSync: refuse, symlinkSync: refuse });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { linkSync, symlinkSync });
    syncBuiltinESMExports();
  });
  await write(review('a', '2025-01-01'));
  await publish();
  expect((await stat(path.join(shop.dist, 'api/reviews/since/2026-12-31'))).nlink).toBe(1);
  const server = await serve({ DIST_DIR: shop.dist });
  await write(review('a', '2025-01-01'), review('b', '2025-02-01'));
  await publish();
  await server.generations.refresh();
  expect(JSON.parse((await ask(server.url, '/reviews.json')).text).reviews).toHaveLength(2);
  expect((await ask(server.url, '/feed.xml')).status).toBe(200);
  await rm(path.join(shop.dist, 'feed.xml'));
  await publish();
  await server.generations.refresh();
  expect((await ask(server.url, '/feed.xml')).status).toBe(200);
  await server.close();
});
