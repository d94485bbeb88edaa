import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSessions, readSessionKeys } from '../../sidecar/mcp/transport/sessions.ts';
import { systemRandom } from '../../sidecar/runtime.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { ask, openSession } from '../support/rpc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './fixture.ts';
import { serve } from './serve.ts';

const sessionsOf = (keys: readonly [string, ...string[]]) => createSessions(keys, systemRandom);

describe('M02 a session id', () => {
  it('is visible ASCII and unique', () => {
    const sessions = sessionsOf(['key']);
    const ids = new Set(Array.from({ length: 1000 }, () => sessions.open()));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{60,120}$/);
  });

  it('is valid on any instance with the same key, and on none with another key', () => {
    const id = sessionsOf(['one key']).open();
    expect([sessionsOf(['one key']).isOpen(id), sessionsOf(['other']).isOpen(id)]).toEqual([true, false]);
  });

  it('stays valid while its key is one of the previous keys', () => {
    const id = sessionsOf(['old']).open();
    expect([sessionsOf(['new', 'old']).isOpen(id), sessionsOf(['new']).isOpen(id)]).toEqual([true, false]);
  });

  it('is refused in another encoding of the same bytes', () => {
    const sessions = sessionsOf(['key']);
    const id = sessions.open();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The last of the 43 characters has four bits of the signature and two unused bits.
    const twins = [1, 2, 3].map((bits) => id.slice(0, -1) + alphabet[alphabet.indexOf(id.at(-1) ?? '') ^ bits]);
    for (const twin of twins) expect(Buffer.from(twin.slice(-43), 'base64url')).toEqual(Buffer.from(id.slice(-43), 'base64url'));
    expect(twins.map((twin) => sessions.isOpen(twin))).toEqual([false, false, false]);
  });

  it('is refused if any of its characters changes', () => {
    const sessions = sessionsOf(['key']);
    const id = sessions.open();
    for (let at = 0; at < id.length; at++) {
      const changed = `${id.slice(0, at)}${id[at] === '0' ? '1' : '0'}${id.slice(at + 1)}`;
      expect(sessions.isOpen(changed)).toBe(false);
    }
  });
});

describe('M03 the list of ended sessions', () => {
  it('has a maximum length: the session that ended first is forgotten first', () => {
    const sessions = sessionsOf(['key']);
    const ids = Array.from({ length: limits.mcp.endedSessions + 1 }, () => sessions.open());
    for (const id of ids) sessions.end(id);
    expect([sessions.isOpen(ids[0] ?? ''), sessions.isOpen(ids[1] ?? '')]).toEqual([true, false]);
  });
});

describe('M02 the key', () => {
  const folder = temporaryFolder();
  const DATA_DIR = path.join(folder, 'new', 'data');
  const logged: object[] = [];
  const log = (line: object) => logged.push(line);
  beforeAll(() => expect(() => statSync(DATA_DIR)).toThrow());

  it('is created at the first start with mode 600, and kept', async () => {
    const [made] = await readSessionKeys({ DATA_DIR, SESSION_KEYS: undefined }, systemRandom, log);
    expect(await readSessionKeys({ DATA_DIR, SESSION_KEYS: undefined }, systemRandom, log)).toEqual([made]);
    expect(statSync(path.join(DATA_DIR, 'session-key')).mode & 0o777).toBe(0o600);
    expect(made).toMatch(/^[\w-]{43}$/);
  });

  it('in SESSION_KEYS is used without touching DATA_DIR', async () => {
    const { SESSION_KEYS } = readEnvironment({ SESSION_KEYS: 'current, previous' });
    expect(await readSessionKeys({ DATA_DIR: '/nowhere/at all', SESSION_KEYS }, systemRandom, log)).toEqual(['current', 'previous']);
  });

  it('that is empty in SESSION_KEYS is refused', () => {
    expect(() => readEnvironment({ SESSION_KEYS: 'secret,' })).toThrow(
      /^environment: SESSION_KEYS: write one or more comma-separated keys/,
    );
  });

  it.each([
    ['an empty file', ''],
    ['an empty line', '\n'],
    ['half a key', 'totymp_hBIUwvciVfwgoDG\n'],
    ['zeros', '\0'.repeat(44)],
  ])('of which a power cut left %s is replaced with a warning, and then kept', async (_title, left) => {
    const data = temporaryFolder();
    const file = path.join(data, 'session-key');
    writeFileSync(file, left);
    const lines: object[] = [];
    const first = await serve({ DATA_DIR: data }, fixture, (line) => lines.push(line));
    const session = await openSession(first.url);
    await first[Symbol.asyncDispose]();
    expect(lines.filter((line) => 'level' in line)).toEqual([
      {
        level: 'warning',
        event: 'mcp.session_key_replaced',
        message: `${file} was not a valid key, so a new one was made; clients must open new MCP sessions`,
      },
    ]);
    await using second = await serve({ DATA_DIR: data });
    expect((await ask(second.url, session, 'ping')).status).toBe(200);
    expect(readdirSync(data)).toContain('session-key');
    expect(readdirSync(data).filter((name) => name.startsWith('session-key.'))).toEqual([]);
  });

  it("that can't be stored is replaced by a temporary one, and the log explains the fix", async () => {
    const file = path.join(folder, 'a file');
    writeFileSync(file, '');
    const make = () => readSessionKeys({ DATA_DIR: file, SESSION_KEYS: undefined }, systemRandom, log);
    const keys = [await make(), await make()];
    expect(keys.flat()).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    expect(keys[0]).not.toEqual(keys[1]);
    expect(logged[0]).toEqual({
      level: 'warning',
      event: 'mcp.session_key_not_kept',
      message: expect.stringMatching(/^DATA_DIR=.*a file: .*EEXIST.*set DATA_DIR to a writable folder, or set SESSION_KEYS\.$/),
    });
  });

  it('in DATA_DIR is used by the server, so sessions survive a restart', async () => {
    const data = path.join(folder, 'kept');
    const first = await serve({ DATA_DIR: data });
    const session = await openSession(first.url);
    await first[Symbol.asyncDispose]();
    await using second = await serve({ DATA_DIR: data });
    expect((await ask(second.url, session, 'ping')).status).toBe(200);
    expect(readFileSync(path.join(data, 'session-key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  });
});
