import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../scripts/cli/settings.ts';
import type { RunBuild } from '../../scripts/desk/build/run-build.ts';
import { buildDocuments, deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { pageText } from '../support/page-text.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { commandEnvironment, NOBODY } from '../support/run-script.ts';
import { closedAddress, PASSWORD, startWebSpace, USER, type WebSpaceServer, webSpaceMissing } from '../support/web-space.ts';

const ADDRESS = NOBODY;
/** An address that isn't on this computer and that nobody answers. `fetch` refuses port 9 by itself. */
const PUBLIC_ADDRESS = 'http://reviews.test:9';

let folders: Awaited<ReturnType<typeof deskFolders>>;
let desk: OpenDesk;
let ended: Promise<unknown>;
const build: RunBuild = (...given) => {
  const built = buildDocuments(...given);
  ended = built.catch(() => {});
  return built;
};

beforeEach(async () => {
  folders = await deskFolders('minimal');
  desk = await openTestDesk({ ...folders, build });
});
afterEach(() => desk.close());

const written = () => parse(readFileSync(path.join(folders.CONTENT_DIR, 'publish.yaml'), 'utf8')) as Record<string, unknown>;
const passwordFile = () => path.join(folders.DATA_DIR, 'publish/password');
const words = async (response: Response) => pageText(await response.text());
/** Publishes, and returns the page once that has ended. */
async function publish(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const started = await desk.post('/publish', fields);
  let text = await started.text();
  while (text.includes('data-waiting')) {
    await ended;
    text = await (await desk.get(new URL(started.url).pathname)).text();
  }
  return text;
}

test('the desk asks where the site should live, and doesn’t mind', async () => {
  expect(await words(await desk.get('/publish'))).toContain(
    'First choose where your site should live. Until then, publishing only makes a trial that this computer can show. Choose a place on the internet',
  );
  const form = await (await desk.get('/publish/host')).text();
  expect([...form.matchAll(/name="target" value="(\w+)"/g)].map(([, target]) => target)).toEqual(['sftp', 'zip', 'github']);
  expect(existsSync(path.join(folders.CONTENT_DIR, 'publish.yaml'))).toBe(false);
});

test.each([
  [{ target: 'sftp', address: 'my site', host: 'a b', port: '0', user: '', path: '' }, ['address', 'host', 'port', 'user']],
  [{ target: 'zip', address: '' }, ['address']],
  [{ target: 'ftp', address: ADDRESS }, ['target']],
])('the desk shows what is wrong in %o and saves nothing', async (fields, wrong) => {
  const response = await desk.post('/publish/host', fields);
  expect(response.status).toBe(422);
  const text = await response.text();
  expect([...text.matchAll(/class="error" id="(\w+)-error"/g)].map(([, name]) => name)).toEqual(wrong);
  expect(existsSync(path.join(folders.CONTENT_DIR, 'publish.yaml'))).toBe(false);
  expect(existsSync(passwordFile())).toBe(false);
});

test('an address in the settings of the folder has to be the same, and the form says so', async () => {
  await desk.close();
  const settings = readSettings({ env: commandEnvironment({ ...folders, BASE_URL: `${PUBLIC_ADDRESS}/` }) });
  desk = await openTestDesk({ ...folders, settings });
  expect(await words(await desk.get('/publish'))).toContain(
    `Where your site lives At ${PUBLIC_ADDRESS}, as the settings of your folder say.`,
  );
  const save = (address: string) => desk.post('/publish/host', { target: 'zip', address });
  const refused = await save(ADDRESS);
  expect([refused.status, await words(refused)]).toEqual([
    422,
    expect.stringContaining(
      `The settings of your folder have another address: ${PUBLIC_ADDRESS}. Enter that one, or have BASE_URL removed`,
    ),
  ]);
  expect(existsSync(path.join(folders.CONTENT_DIR, 'publish.yaml'))).toBe(false);
  expect((await save(PUBLIC_ADDRESS)).status).toBe(200);
  expect(written()).toEqual({ target: 'zip', address: PUBLIC_ADDRESS });
});

test('an archive is built for its address and downloaded', async () => {
  await desk.post('/publish/host', { target: 'zip', address: 'reviews.example.com' });
  expect(written()).toEqual({ target: 'zip', address: 'https://reviews.example.com' });
  expect(await words(await desk.get('/publish'))).toContain(
    'At https://reviews.example.com. Each time you publish, you download an archive',
  );
  await desk.post('/publish/host', { target: 'zip', address: ADDRESS });
  expect(await publish()).toContain('href="/publish/zip"');
  const zip = await desk.get('/publish/zip');
  expect(Object.fromEntries(zip.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="?site[.]zip"?$/),
  });
  const bytes = Buffer.from(await zip.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('reviews.json')).toBe(true);
  const { base_url: address } = JSON.parse(readFileSync(path.join(folders.DIST_DIR, 'generation.json'), 'utf8')) as { base_url: string };
  expect(address).toBe(ADDRESS);
});

test('the key of the log can be saved once the site was published at its address', async () => {
  await desk.close();
  desk = await openTestDesk({ ...folders, build, LOG_KEY: '' });
  await desk.post('/publish/host', { target: 'zip', address: PUBLIC_ADDRESS });
  expect((await desk.get('/publish/key')).status).toBe(303);
  expect(await words(await desk.get('/publish'))).not.toContain('Save a copy of the key');
  expect(pageText(await publish())).toContain('Save a copy of the key');
  const key = await desk.get('/publish/key');
  expect(key.headers.get('content-disposition')).toMatch(/^attachment; filename="?A-name-and-nothing-else-key[.]txt"?$/);
  expect(key.headers.get('cache-control')).toBe('no-store');
  expect(await key.text()).toBe(readFileSync(path.join(folders.DATA_DIR, 'log.key'), 'utf8'));
});

test('GitHub without a repository is explained', async () => {
  await desk.post('/publish/host', { target: 'github' });
  expect(written()).toEqual({ target: 'github' });
  expect(pageText(await publish())).toContain('has no workflow in');
});

describe.skipIf(webSpaceMissing)('a web space', () => {
  let host: WebSpaceServer;
  beforeEach(async () => {
    host = await startWebSpace();
  });
  afterEach(() => host.stop());

  const fields = (more: Readonly<Record<string, string>> = {}) => {
    const { host_key: _, port, ...known } = host.settings;
    return { ...known, port: String(port), password: PASSWORD, ...more };
  };
  const agree = (key = host.hostKey) => desk.post('/publish/host/key', { host_key: key });

  test('is signed in to after the owner has seen its key, and then gets the site', async () => {
    const asked = await (await desk.post('/publish/host', fields())).text();
    expect(pageText(asked)).toContain(`The server 127.0.0.1 identifies itself with this fingerprint: ${host.hostKey}`);
    expect(host.logins).toEqual({ tried: 0, done: 0 });
    expect(await words(await agree())).toContain('Signed in to 127.0.0.1. From now on, publishing uploads your site.');
    expect(written()).toEqual(host.settings);
    expect(readFileSync(passwordFile(), 'utf8')).toBe(PASSWORD);
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);

    const report = pageText(await publish());
    expect(report).toMatch(/Uploaded \d+\.\d MB\./);
    expect(report).toContain(`${ADDRESS} doesn’t show your site: it can’t be reached from this computer.`);
    expect(report).not.toContain('Programs that follow your reviews');
    expect(readFileSync(path.join(host.site, 'reviews.json'), 'utf8')).toBe(
      readFileSync(path.join(folders.DIST_DIR, 'reviews.json'), 'utf8'),
    );
    expect(pageText(await publish())).toContain('Almost everything was already there.');
  });

  const reasons = withReleaseCases(
    'the reason in Spanish why a web space’s address can’t be reached',
    [['en', 'its server refuses the connection. Ask your host whether your web space is switched on.']],
    [['es', 'su servidor rechaza la conexión. Pregunte a su proveedor si su espacio web está activo.']],
  );
  test.each(reasons)('whose address can’t be reached is reported with the reason: %s', async (language, reason) => {
    appendFileSync(path.join(folders.CONTENT_DIR, 'business.yaml'), `language: ${language}\n`);
    const closed = await closedAddress();
    await desk.post('/publish/host', fields({ address: closed }));
    await agree();
    const report = pageText(await publish());
    expect(report).toContain(`${closed} `);
    expect(report).toContain(`: ${reason}`);
    expect(report).not.toContain('fetch failed');
  });

  test('with another key than the one that was shown gets nothing', async () => {
    await desk.post('/publish/host', fields());
    const refused = await agree(`SHA256:${'B'.repeat(43)}`);
    expect(refused.status).toBe(422);
    expect(await words(refused)).toContain('Somebody may pretend to be your host, so nothing was sent');
    expect(host.logins).toEqual({ tried: 0, done: 0 });
  });

  test('that refuses the password is reported in the form, without showing the password again', async () => {
    await desk.post('/publish/host', fields({ password: 'wrong-password' }));
    const text = await (await agree()).text();
    expect([...text.matchAll(/class="error" id="(\w+)-error"/g)].map(([, name]) => name)).toEqual(['password']);
    expect(pageText(text)).toContain(`127.0.0.1 doesn’t let ${USER} in. Check the user name, and enter the password again.`);
    expect(text).not.toContain('wrong-password');
  });

  test('without the folder is reported in the form', async () => {
    await desk.post('/publish/host', fields({ path: 'public_html' }));
    expect(await words(await agree())).toContain('Your web space doesn’t have this folder.');
  });

  test('with another site is only replaced if the owner wants that', async () => {
    writeFileSync(path.join(host.site, 'index.html'), 'another site');
    await desk.post('/publish/host', fields());
    await agree();
    const refused = await publish();
    expect(pageText(refused)).toContain('The folder already has index.html, which didn’t come from here. Nothing was sent.');
    expect(refused).not.toContain('--replace');
    expect(refused).toContain('<a class="button" href="/publish/host">Choose another folder</a>');
    expect(refused).not.toContain('Try again');
    expect(refused).toContain('name="replace" value="yes"');
    expect(readdirSync(host.site)).toEqual(['index.html']);
    expect(pageText(await publish({ replace: 'yes' }))).toContain('Uploaded');
    expect(existsSync(path.join(host.site, 'generation.json'))).toBe(true);
  });

  test('with an earlier address of the same site can be used again, and the page says so', async () => {
    await desk.post('/publish/host', fields());
    await agree();
    await publish();
    await desk.post('/publish/host', fields({ address: 'http://opiniones.localhost:9', password: '' }));
    expect(pageText(await publish())).toContain(
      `The folder has the site of ${ADDRESS}. Nothing was sent. If that’s an earlier address of this site, upload anyway.`,
    );
    expect(pageText(await publish({ replace: 'yes' }))).toContain('Uploaded');
  });

  test('that went away is reported, and the upload continues later', async () => {
    await desk.post('/publish/host', fields());
    await agree();
    await host.stop();
    expect(pageText(await publish())).toContain('can’t be reached'.replace('’', "'"));
    host = await startWebSpace();
  });

  test('at another port is another one: its key is shown, and it isn’t sent the password', async () => {
    await desk.post('/publish/host', fields());
    await agree();
    const other = await startWebSpace();
    try {
      const asked = await desk.post('/publish/host', fields({ port: String(other.port), password: '' }));
      expect(await words(asked)).toContain(`The server 127.0.0.1 identifies itself with this fingerprint: ${other.hostKey}`);
      expect(existsSync(passwordFile())).toBe(false);
      expect(other.logins).toEqual({ tried: 0, done: 0 });
    } finally {
      await other.stop();
    }
  });

  test('isn’t sent the password of another one', async () => {
    await desk.post('/publish/host', fields());
    await agree();
    await desk.post('/publish/host', fields({ user: 'somebody', password: '' }));
    expect(existsSync(passwordFile())).toBe(false);
  });
});
