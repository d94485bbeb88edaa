import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workshop } from '../support/copy-content.ts';
import { releaseTest } from '../support/release-test.ts';
import { dataFolder } from '../support/run-script.ts';
import { hasTerminal, runOnTerminal } from '../support/terminal.ts';
import { PASSWORD, startWebSpace, USER, type WebSpaceServer, webSpaceMissing } from '../support/web-space.ts';

const ADDRESS = 'http://reviews.localhost:9';

describe.skipIf(webSpaceMissing ?? !hasTerminal)('publish on a terminal', () => {
  let host: WebSpaceServer;
  let variables: { readonly CONTENT_DIR: string; readonly DATA_DIR: string; readonly DIST_DIR: string; readonly ENV_FILE: string };
  beforeEach(async () => {
    host = await startWebSpace();
    const { folder, content, dist } = await workshop('minimal');
    variables = { CONTENT_DIR: content, DATA_DIR: dataFolder(path.join(folder, 'data')), DIST_DIR: dist, ENV_FILE: '' };
  });
  afterEach(() => host.stop());

  const DOWN = '\u001b[B';
  const where = [/Where should your site live/, '\r'] as const;
  const fields = () =>
    [
      [/The server of your web space/, '127.0.0.1\r'],
      [/Its port/, `${host.port}\r`],
      [/The name to sign in with/, `${USER}\r`],
      [/The folder that your address shows/, 'htdocs\r'],
      [/The address of your site/, `${ADDRESS}\r`],
    ] as const;
  const password = (word: string) => [/The password of owner at 127.0.0.1/, `${word}\r`] as const;
  const key = (answer = 'y') => [/Is this the key of your host/, answer] as const;
  const publish = (answers: readonly (readonly [RegExp, string])[], args: readonly string[] = []) =>
    runOnTerminal('publish', variables, args, answers);
  const settings = () => readFileSync(path.join(variables.CONTENT_DIR, 'publish.yaml'), 'utf8');
  const BROKEN = 'broken.yaml';
  /** Ends a command once it has asked everything: building a site with its pages takes seconds. */
  const breakContent = () => {
    mkdirSync(path.join(variables.CONTENT_DIR, 'reviews'));
    writeFileSync(path.join(variables.CONTENT_DIR, 'reviews', BROKEN), '- {');
  };
  const passwordFile = () => path.join(variables.DATA_DIR, 'publish/password');

  /** Answers everything, first with a wrong password, and then publishes again without answers. Returns what the second run shows. */
  const askedOnce = async (code: number) => {
    const again = [/refuses owner[\s\S]*The password of owner/, `${PASSWORD}\r`] as const;
    const first = await publish([where, ...fields(), key(), password('wrong'), again]);
    expect(first).toMatchObject({ code });
    expect(first.screen).toContain(host.hostKey);
    expect(first.screen).not.toContain(PASSWORD);
    expect(settings()).toBe(
      `# Where your site lives. The desk's screen "Publish" and "open-reviews publish" write this file.
target: sftp
address: ${ADDRESS}
host: 127.0.0.1
port: ${host.port}
user: ${USER}
path: htdocs
host_key: ${host.hostKey}
`,
    );
    expect(readFileSync(passwordFile(), 'utf8')).toBe(PASSWORD);
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
    const second = await publish([]);
    expect(second).toMatchObject({ code });
    expect(second.screen).not.toMatch(/\?|The password/);
    return [first.screen, second.screen] as const;
  };

  test('asks once, and remembers the answers, the host’s key and the password', async () => {
    breakContent();
    for (const screen of await askedOnce(1)) expect(screen).toContain(BROKEN);
  });

  releaseTest('publish on a terminal uploads the site, and then only what has changed', async () => {
    const [first, second] = await askedOnce(0);
    expect(first).toMatch(/sent \d+ files \([\d.]+ MB\), deleted 0/);
    expect(existsSync(path.join(host.site, 'generation.json'))).toBe(true);
    expect(second).toMatch(/sent 3 files/);
  });

  test('never sends the password to a host whose key wasn’t confirmed, and remembers nothing', async () => {
    const { code, screen } = await publish([where, ...fields(), key('n')]);
    expect(code).toBe(1);
    expect(screen).toContain('publish: nothing was sent');
    expect(host.logins).toEqual({ tried: 0, done: 0 });
    expect(existsSync(passwordFile())).toBe(false);
    expect(existsSync(path.join(variables.CONTENT_DIR, 'publish.yaml'))).toBe(false);
  });

  test('asks again if the host doesn’t accept the remembered password', async () => {
    writeFileSync(path.join(variables.CONTENT_DIR, 'publish.yaml'), JSON.stringify(host.settings));
    mkdirSync(path.dirname(passwordFile()));
    writeFileSync(passwordFile(), 'old', { mode: 0o600 });
    breakContent();
    const { screen } = await publish([[/refuses owner[\s\S]*The password of owner/, `${PASSWORD}\r`]]);
    expect(screen).toContain(BROKEN);
    expect(readFileSync(passwordFile(), 'utf8')).toBe(PASSWORD);
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
  });

  test('asks about a zip archive only for its name and address, and remembers the address', async () => {
    breakContent();
    const out = path.join(path.dirname(variables.DIST_DIR), 'site.zip');
    const { screen } = await publish([
      [/Where should your site live/, `${DOWN}\r`],
      [/The address of your site/, `${ADDRESS}\r`],
      [/The name of the archive/, `${out}\r`],
    ]);
    expect(screen).toContain(BROKEN);
    expect(settings()).toContain(`\ntarget: zip\naddress: ${ADDRESS}\n`);
    const again = await publish([[/The name of the archive/, `${path.join(variables.DIST_DIR, 'site.zip')}\r`]]);
    expect(again.screen).toContain('is inside DIST_DIR');
    expect(again.screen).not.toContain('The address of your site');
  });

  test('canceled writes nothing', async () => {
    const { code, screen } = await publish([[/Where should your site live/, '\u0003']]);
    expect(code).toBe(1);
    expect(screen).toContain('canceled; nothing was changed');
    expect(existsSync(path.join(variables.CONTENT_DIR, 'publish.yaml'))).toBe(false);
  });
});
