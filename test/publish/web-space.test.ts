import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isUnfinished } from '../../scripts/publish/journal.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { countChanges, makeMortal, runUntilKilled } from '../support/mortal.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { dataFolder, LOG_KEY, NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesIn, neededByApache, PASSWORD, startWebSpace, USER, type WebSpaceServer, webSpaceMissing } from '../support/web-space.ts';

const ADDRESS = NOBODY;

describe.skipIf(webSpaceMissing)('a web space', () => {
  let host: WebSpaceServer;
  let folders: { readonly CONTENT_DIR: string; readonly DATA_DIR: string; readonly DIST_DIR: string; readonly PUBLISH_PASSWORD: string };

  /** Starts an empty web space, and makes the folder of a business that publishes to it. */
  const prepare = async () => {
    host = await startWebSpace();
    const { folder, content, dist } = await workshop('minimal');
    folders = { CONTENT_DIR: content, DATA_DIR: dataFolder(path.join(folder, 'data')), DIST_DIR: dist, PUBLISH_PASSWORD: PASSWORD };
    settings();
  };

  const settingsFile = () => path.join(folders.CONTENT_DIR, 'publish.yaml');
  const settings = (more: Readonly<Record<string, string | number | undefined>> = {}) => {
    const lines = Object.entries({ ...host.settings, ...more }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${JSON.stringify(value)}\n`],
    );
    writeFileSync(settingsFile(), lines.join(''));
  };
  const publish = (...args: readonly string[]) => callScript('publish', folders, args);
  const published = async (...args: readonly string[]) => {
    const result = await publish(...args);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return result.stdout;
  };
  const tree = (folder: string) => new Map(filesIn(folder).map((name) => [name, readFileSync(path.join(folder, name), 'base64')]));
  const record = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'generation.json'), 'utf8')) as GenerationDocument;

  const needed = () => neededByApache(folders.DIST_DIR);
  /** The host has these files with the bytes and times of DIST_DIR, and nothing else. */
  const expectSite = () => {
    expect(filesIn(host.site)).toEqual(needed());
    for (const name of needed()) {
      const [there, here] = [host.site, folders.DIST_DIR].map((folder) => path.join(folder, name)) as [string, string];
      expect(readFileSync(there).equals(readFileSync(here)), name).toBe(true);
    }
  };
  const review = async (...args: readonly string[]) => expect(await callScript('review', folders, args)).toMatchObject({ code: 0 });
  const add = (author: string) =>
    review(
      'add',
      '--date',
      '2026-03-14',
      '--rating',
      '4',
      '--author',
      author,
      '--text',
      `${author} came back`,
      '--method',
      'invoice',
      '--reference',
      '1',
    );
  const idOf = (author: string) => {
    const { reviews } = JSON.parse(readFileSync(path.join(folders.DIST_DIR, 'reviews.json'), 'utf8')) as {
      reviews: readonly { id: string; author: { name: string } }[];
    };
    return reviews.find((one) => JSON.stringify(one).includes(author))?.id ?? 'none';
  };

  describe('with the site', () => {
    let stdout: string;
    beforeAll(async () => {
      await prepare();
      writeFileSync(path.join(folders.DATA_DIR, 'session-key'), 'secret-of-sessions');
      await add('Jocelyn');
      stdout = await published();
    });
    afterAll(() => host.stop());

    test('has exactly the files that Apache needs, with their times', () => {
      expect(stdout).toMatch(new RegExp(`^sent ${needed().length} files \\([\\d.]+ MB\\), deleted 0$`, 'm'));
      expectSite();
      const { files } = record(folders.DIST_DIR);
      for (const [publicPath, { modified }] of Object.entries(files))
        expect(statSync(path.join(host.site, publicPath)).mtimeMs, publicPath).toBe(modified * 1000);
    });

    test('has no secret in any byte', () => {
      const key = readFileSync(path.join(folders.DATA_DIR, 'verification.key'), 'utf8').trim();
      const secrets = [PASSWORD, LOG_KEY, 'secret-of-sessions', key, host.hostKey];
      const bodies = filesIn(host.home).map((name) => [name, readFileSync(path.join(host.home, name))] as const);
      expect(bodies.length).toBeGreaterThan(50);
      expect(
        bodies.filter(([, body]) => secrets.some((secret) => body.includes(secret) || body.includes(Buffer.from(secret, 'base64')))),
      ).toEqual([]);
      expect(filesIn(folders.DATA_DIR).filter((name) => name.startsWith('publish/'))).toEqual(['publish/.content.lock']);
    });

    test('then gets only what has changed, in the order in which visitors need it', async () => {
      const before = tree(host.site);
      const start = host.done().length;
      await add('Ada');
      await published();
      expectSite();
      const changed = [...tree(host.site)].filter(([name, bytes]) => before.get(name) !== bytes).map(([name]) => `htdocs/${name}`);
      const sent = host
        .done()
        .slice(start)
        .filter((name) => !name.startsWith('-'));
      const rules = ['htdocs/.htaccess', 'htdocs/api/reviews/since/.htaccess'];
      expect(new Set(sent)).toEqual(new Set([...changed, ...rules]));
      expect(sent.at(-1)).toBe('htdocs/generation.json');
      // Rules come after the files that they map dates to.
      expect(sent.indexOf(rules[1] as string)).toBeGreaterThan(
        Math.max(...sent.map((name, index) => (/since\/\d/.test(name) ? index : -1))),
      );
    });

    test('without a change, gets only the rules and the record', async () => {
      const start = host.done().length;
      await published();
      expect(host.done().slice(start)).toEqual([
        expect.stringMatching(/htaccess$/),
        expect.stringMatching(/htaccess$/),
        'htdocs/generation.json',
      ]);
    });

    test('loses what the site no longer has, also drafts of killed uploads, and keeps files of others', async () => {
      writeFileSync(path.join(host.site, 'google1234.html'), 'theirs');
      for (const slot of [0, 7]) writeFileSync(path.join(host.site, `.open-reviews-upload-${slot}`), 'Jocelyn');
      await review('takedown', idOf('Jocelyn'), '--reason', 'personal_data');
      await published();
      expect(filesIn(host.site)).toEqual([...needed(), 'google1234.html'].sort());
      expect([...tree(host.site)].filter(([, bytes]) => Buffer.from(bytes, 'base64').includes('Jocelyn'))).toEqual([]);
      rmSync(path.join(host.site, 'google1234.html'));
    });

    test('can’t make us delete files outside of the site', async () => {
      const outside = path.join(host.home, 'precious.txt');
      writeFileSync(outside, 'precious');
      const file = path.join(host.site, 'generation.json');
      const text = readFileSync(file, 'utf8');
      const evil = Object.values(record(host.site).files)[0];
      const names = ['/../precious.txt', '/a/../../precious.txt', '//precious.txt', '/./../precious.txt', '/..\\precious.txt'];
      writeFileSync(
        file,
        text.replace('"files":\n{\n', `"files":\n{\n${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(evil)},\n`).join('')}`),
      );
      expect(Object.keys(record(host.site).files)).toContain('/../precious.txt');
      const start = host.done().length;
      await published();
      expect(
        host
          .done()
          .slice(start)
          .filter((name) => name.includes('precious')),
      ).toEqual([]);
      expect(readFileSync(outside, 'utf8')).toBe('precious');
      expectSite();
    });

    test('with the site of another address is only used with --replace', async () => {
      const other = 'http://other.localhost:9';
      settings({ address: other });
      expect(await publish()).toMatchObject({
        code: 1,
        stderr: `publish: the folder has the site of ${ADDRESS}, and this one is of ${other}; nothing was sent. Choose another folder, or use --replace\n`,
      });
      await published('--replace');
      expectSite();
    });
  });

  describe('that is empty', () => {
    beforeEach(prepare);
    afterEach(() => host.stop());

    test('whose key isn’t the remembered one gets neither the password nor a file', async () => {
      settings({ host_key: `SHA256:${'A'.repeat(43)}` });
      const { code, stderr } = await publish();
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `publish: 127.0.0.1:${host.port} has the key ${host.hostKey} instead of SHA256:${'A'.repeat(43)}. Somebody may pretend to be your host, so nothing was sent. If your host says that it has a new key, remove host_key from publish.yaml\n`,
      });
      expect(host.logins).toEqual({ tried: 0, done: 0 });
      expect(existsSync(folders.DIST_DIR)).toBe(false);
    });

    test('whose key isn’t known yet is shown and not used', async () => {
      settings({ host_key: undefined });
      const { code, stderr } = await publish();
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `publish: 127.0.0.1:${host.port} has the key ${host.hostKey}; compare it with the one that your host shows, and if they are equal, add this line to publish.yaml:\nhost_key: ${host.hostKey}\n`,
      });
      expect(host.logins).toEqual({ tried: 0, done: 0 });
    });

    test('that refuses the password is reported before a build', async () => {
      const { code, stderr } = await callScript('publish', { ...folders, PUBLISH_PASSWORD: 'wrong' });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `publish: 127.0.0.1:${host.port} refuses ${USER}; check the user and the password\n`,
      });
      expect(existsSync(folders.DIST_DIR)).toBe(false);
    });

    test('that asks for the password in a dialog gets it', async () => {
      const other = await startWebSpace({ dialog: true });
      try {
        settings(other.settings);
        await published();
        expect(filesIn(other.site)).toEqual(needed());
      } finally {
        await other.stop();
      }
    });

    test('without the folder is reported', async () => {
      settings({ path: 'htdocs/missing' });
      expect(await publish()).toMatchObject({
        code: 1,
        stderr: 'publish: the folder doesn’t exist; check path, which is relative to where you sign in\n',
      });
    });

    test('with something else in the folder is only used with --replace', async () => {
      writeFileSync(path.join(host.site, 'index.html'), 'another site');
      expect(await publish()).toMatchObject({
        code: 1,
        stderr:
          "publish: the folder has index.html, which this program hasn't put there; nothing was sent. Choose an empty folder, or use --replace to overwrite files with the same names\n",
      });
      expect(tree(host.site)).toEqual(new Map([['index.html', Buffer.from('another site').toString('base64')]]));
      await published('--replace');
      expect(filesIn(host.site)).toEqual([...needed(), 'index.html'].sort());
    });

    test.each(withReleaseCases('uploads that were killed before their first file, and at other moments', [30], [0, 10, 50]))(
      'continues an upload that was killed after %i changes of its journal',
      async (changes) => {
        await add('Jocelyn');
        await published();
        const old = record(host.site);
        await add('Ada');
        const build = () => callScript('build', folders);
        expect(await build()).toMatchObject({ code: 0 });
        const revive = makeMortal();
        try {
          // An upload begins with a build.
          const before = await countChanges(build);
          expect(await runUntilKilled(before + changes, [folders.DATA_DIR, folders.CONTENT_DIR], () => publish())).toBe(true);
        } finally {
          await revive();
        }
        expect(record(host.site)).toEqual(old);
        expect(isUnfinished(folders.DATA_DIR)).toBe(changes > 0);
        await review('takedown', idOf('Jocelyn'), '--reason', 'personal_data');
        await published();
        expectSite();
        expect(filesIn(path.join(folders.DATA_DIR, 'publish'))).toEqual(['.content.lock']);
      },
    );

    test('is asked for once BASE_URL and the address differ', async () => {
      const result = await callScript('publish', { ...folders, BASE_URL: 'https://elsewhere.example' });
      expect(result).toMatchObject({
        code: 1,
        stderr: `publish: BASE_URL is https://elsewhere.example, and publish.yaml has the address ${ADDRESS}; remove BASE_URL, or change one of the two\n`,
      });
    });

    test('is where every command builds for', async () => {
      settings({ address: 'http://named.localhost:9' });
      expect(await callScript('build', folders)).toMatchObject({ code: 0 });
      expect(record(folders.DIST_DIR).base_url).toBe('http://named.localhost:9');
    });

    test.each([
      ['target', 'ftp', 'target: found "ftp"'],
      ['port', 70_000, 'port: found 70000; write a port such as 22'],
      ['address', 'reviews.example', 'address: found "reviews.example"; write an address such as'],
      ['host_key', 'MD5:aa', 'host_key: found "MD5:aa"; write the fingerprint'],
      ['password', 'x', 'password: found'],
    ])('is refused with an invalid %s', async (name, value, problem) => {
      settings({ [name]: value });
      const { code, stderr } = await publish();
      expect(code).toBe(1);
      expect(stderr).toContain('publish.yaml:');
      expect(stderr).toContain(problem);
    });

    test('isn’t in backups with its password', async () => {
      mkdirSync(path.join(folders.DATA_DIR, 'publish'));
      writeFileSync(path.join(folders.DATA_DIR, 'publish/password'), PASSWORD);
      const backups = temporaryFolder();
      expect(await callScript('backup', folders, [backups])).toMatchObject({ code: 0 });
      const names = filesIn(backups);
      expect(names.filter((name) => name.endsWith('publish.yaml'))).toHaveLength(1);
      expect(names.filter((name) => readFileSync(path.join(backups, name)).includes(PASSWORD))).toEqual([]);
    });
  });
});
