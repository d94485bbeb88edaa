import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { openPromise } from 'yauzl';
import { readPublishedTree } from '../../scripts/build/last-publication.ts';
import { writeZip } from '../../scripts/publish/zip.ts';
import { apacheMissing, startApache } from '../support/apache.ts';
import { ask } from '../support/ask.ts';
import { caddyMissing, startCaddyFiles } from '../support/caddy.ts';
import { callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { makeMortal, runUntil } from '../support/mortal.ts';
import { nginxMissing, startNginxFiles } from '../support/nginx.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { dataFolder, NOBODY } from '../support/run-script.ts';
import type { RunningProgram } from '../support/running-program.ts';

/** An address outside of this computer, where nothing listens. */
const ADDRESS = 'http://reviews.test:9';

let folder: string;
let folders: { readonly CONTENT_DIR: string; readonly DATA_DIR: string; readonly DIST_DIR: string };
const prepare = async (fixture: string) => {
  const { folder: made, content, dist } = await workshop(fixture);
  folder = made;
  folders = { CONTENT_DIR: content, DATA_DIR: dataFolder(path.join(folder, 'data')), DIST_DIR: dist };
};
// A site without reviews has a tenth of the files.
beforeEach(() => prepare('minimal'));

const out = (name = 'site.zip') => path.join(folder, name);
const publish = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  callScript('publish', { ...folders, LOG_KEY: '', ...variables }, args);
const published = async (...args: readonly string[]) => {
  const result = await publish(args);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return result.stdout;
};
const settings = (text: string) => writeFileSync(path.join(folders.CONTENT_DIR, 'publish.yaml'), text);

/** The names in an archive as they are in its bytes, with the bytes of each file. */
async function unpacked(file: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) files.set(String(entry.fileName), await buffer(await zip.openReadStreamPromise(entry)));
  } finally {
    zip.close();
  }
  return files;
}

/** The files of a folder without the compressed ones. */
function filesIn(place: string): Map<string, Buffer> {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)));
  return new Map(names.filter((name) => !/[.](?:br|gz)$/.test(name)).map((name) => [name, readFileSync(path.join(place, name))]));
}

const expectEqual = (found: ReadonlyMap<string, Buffer>, wanted: ReadonlyMap<string, Buffer>) => {
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  expect([...wanted].filter(([name, bytes]) => found.get(name)?.equals(bytes) !== true).map(([name]) => name)).toEqual([]);
};
const addressIn = async (file: string) => JSON.parse(String((await unpacked(file)).get('generation.json'))).base_url as string;

test('publish --to zip writes every file of the site once, under its plain relative path', async () => {
  await prepare('taberna');
  const stdout = await published('--to', 'zip', '--out', out(), '--address', ADDRESS);
  const found = await unpacked(out());
  expectEqual(found, filesIn(folders.DIST_DIR));
  expect([...found.keys()].filter((name) => !/^(?:[\w.-]+\/)*[\w.-]+$/.test(name) || /(?:^|\/)[.]{1,2}(?:\/|$)/.test(name))).toEqual([]);
  expect(stdout).toMatch(
    new RegExp(
      `^${out()}: ${found.size} files, \\d\\.\\d MB\nnext: drop it on Netlify or Cloudflare, or unpack it in a web space; nginx needs its _nginx.conf, and Caddy its _Caddyfile: https://\\S+/scripts/hosts/README.md#apache-nginx-and-caddy$`,
      'm',
    ),
  );
  expect(stdout).not.toContain('links in this site');
  // There is no hub.
  expect(stdout).not.toContain('not announced');
  expect(readdirSync(folder).filter((name) => name.startsWith('site.zip'))).toEqual(['site.zip']);
});

test('publish --to zip for a site without reviews has its single date', async () => {
  await published('--to', 'zip', '--out', out(), '--address', ADDRESS);
  const found = await unpacked(out());
  expectEqual(found, filesIn(folders.DIST_DIR));
  expect([...found.keys()].filter((name) => /since\/\d/.test(name))).toHaveLength(1);
});

test('publish uses the address of publish.yaml, and of --address before it', async () => {
  settings(`target: zip\naddress: ${ADDRESS}\n`);
  await published('--out', out());
  expect(await addressIn(out())).toBe(ADDRESS);
  await published('--to', 'zip', '--out', out('other.zip'), '--address', 'http://other.localhost:9/reviews');
  expect(await addressIn(out('other.zip'))).toBe('http://other.localhost:9/reviews');
  expect(readFileSync(path.join(folders.CONTENT_DIR, 'publish.yaml'), 'utf8')).toBe(`target: zip\naddress: ${ADDRESS}\n`);
});

test('publish --to zip without an address uses BASE_URL, and warns about one on this computer', async () => {
  const result = await publish(['--to', 'zip', '--out', out()], { BASE_URL: NOBODY });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain(
    `\nwarning: links in this site lead to ${NOBODY}, which is only this computer; for a site that others can use, pass its public address as --address URL\n`,
  );
  expect(await addressIn(out())).toBe(NOBODY);
  expect(existsSync(path.join(folders.CONTENT_DIR, 'publish.yaml'))).toBe(false);
});

test('a hub and a CDN hear of an archive only once it is online', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = { BASE_URL: ADDRESS, HUB_URL: `${origin}/hub`, PURGE_URL: `${origin}/secret` };
  try {
    const { stdout } = await publish(['--to', 'zip', '--out', out()], variables);
    expect(asked).toEqual([]);
    expect(stdout).toMatch(
      new RegExp(
        `^not announced yet; once it is online, .*npm run build -- --purge pings ${origin}/hub and purges the cache at ${origin}$`,
        'm',
      ),
    );
    expect(await callScript('build', { ...folders, LOG_KEY: '', ...variables }, ['--purge'])).toMatchObject({ code: 0 });
    expect(asked).toEqual(['POST /hub', 'PURGE /secret']);
  } finally {
    server.close();
  }
});

describe('publish --to zip doesn’t start a build', () => {
  const REFUSED = 'is inside DIST_DIR, whose files are public; choose another file';
  test.each([
    ['without --out', () => [], 'publish: --to zip needs --out FILE'],
    ['inside DIST_DIR', () => ['--out', path.join(folders.DIST_DIR, 'site.zip')], REFUSED],
    ['inside the store of DIST_DIR', () => ['--out', path.join(folder, '.dist/site.zip')], REFUSED],
    ['over DIST_DIR', () => ['--out', folders.DIST_DIR], REFUSED],
    ['over a folder', () => ['--out', path.join(folder, 'taken')], 'taken is a folder; write the name of a file in it'],
  ])('%s', async (_, args, problem) => {
    mkdirSync(path.join(folder, 'taken'));
    const { code, stderr } = await publish(['--to', 'zip', '--address', ADDRESS, ...args()]);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
    expect(existsSync(folders.DIST_DIR)).toBe(false);
  });
});

test('publish refuses --out for other targets', async () => {
  expect(await publish(['--to', 'github', '--out', out()])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('publish: --out is only for --to zip, and this site goes to github'),
  });
});

test.each(['kill', 'full disk', 'error'] as const)('an archive survives a %s at any moment of writing the next one', async (fault) => {
  await published('--to', 'zip', '--out', out(), '--address', ADDRESS);
  const before = readFileSync(out());
  const tree = await readPublishedTree(folders.DIST_DIR);
  if (tree === undefined) throw new Error('there is no build');
  const revive = makeMortal();
  let moment = 0;
  try {
    while (await runUntil(fault, moment, [], () => writeZip(tree, out()))) {
      expect(readFileSync(out()).equals(before)).toBe(true);
      if (fault !== 'kill') expect(readdirSync(folder).filter((name) => name.startsWith('site.zip'))).toEqual(['site.zip']);
      moment += 1;
    }
  } finally {
    await revive();
  }
  expect(moment).toBeGreaterThan(1);
  expectEqual(await unpacked(out()), filesIn(folders.DIST_DIR));
  expect(readdirSync(folder).filter((name) => name.startsWith('site.zip'))).toEqual(['site.zip']);
});

const hosts = [
  ['Apache', apacheMissing, (place: string) => startApache(place, () => true)],
  ['nginx', nginxMissing, startNginxFiles],
  ['Caddy', caddyMissing, startCaddyFiles],
] as const;

for (const [name, missing, start] of withReleaseCases('an archive that is unpacked on nginx or Caddy', hosts.slice(0, 1), hosts.slice(1)))
  describe.skipIf(missing)(`an archive that is unpacked on ${name}`, () => {
    test('is a whole site', async () => {
      const tree = await readPublishedTree(inject('dists').taberna);
      if (tree === undefined) throw new Error('there is no build');
      await writeZip(tree, out());
      const place = path.join(folder, 'unpacked');
      for (const [file, bytes] of await unpacked(out())) {
        mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
        writeFileSync(path.join(place, file), bytes);
      }
      const program: RunningProgram = await start(place);
      try {
        const get = async (target: string) => {
          const { status, headers, text } = await ask(program.url, target);
          return { status, type: headers['content-type'], cache: headers['cache-control'], text };
        };
        expect(await get('/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', text: expect.stringContaining('</html>') });
        const all = await get('/reviews.json');
        expect(all).toMatchObject({ status: 200, type: 'application/json' });
        const { length } = JSON.parse(all.text).reviews as readonly unknown[];
        expect((await get('/api/reviews/since/9999-12-31')).text).toBe('{"matched":0,"returned":0,"reviews":[\n\n]}\n');
        expect(JSON.parse((await get('/api/reviews/since/1990-01-01')).text)).toMatchObject({ matched: length });
        expect(await get('/api/reviews/since/2024-02-30')).toMatchObject({ status: 400, type: 'application/json' });
        expect(await get('/nowhere')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
      } finally {
        await program.stop();
      }
    });
  });
