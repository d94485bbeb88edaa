import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parts } from '../../scripts/desk/screens/business/content.ts';
import { callProgram } from '../support/call-command.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { commandEnvironment, root, startScript } from '../support/run-script.ts';

let desk: OpenDesk;
let folders: Awaited<ReturnType<typeof deskFolders>>;

beforeAll(async () => {
  folders = await deskFolders();
  desk = await openTestDesk(folders);
});
afterAll(() => desk.close());

/** Returns every file in the folders, with its bytes. */
const everything = () =>
  Object.values(folders)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [file, readFileSync(file, 'latin1')]),
    );

/** Sends a request with any headers, including those that `fetch` wouldn't send. */
function ask(headers: Readonly<Record<string, string>>, method = 'GET', path = '/', body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(desk.origin + path, { method, headers, agent: false }, (response) => {
      text(response).then((found) => resolve({ status: response.statusCode ?? 0, text: found }), reject);
    })
      .once('error', reject)
      .end(body);
  });
}

describe('the desk is closed to other pages in the same browser', () => {
  test('its address is 127.0.0.1 and a port', () => {
    expect(desk.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
  });

  test.each(['evil.example', 'localhost', '127.0.0.1', '[::1]', 'evil.example@127.0.0.1'])(
    'a request with another host name (Host: %s) is refused',
    async (name) => {
      const { port } = new URL(desk.origin);
      for (const host of [name, `${name}:${port}`]) {
        if (`http://${host}` === desk.origin) continue;
        const { status, text } = await ask({ Host: host, Cookie: desk.cookie });
        expect([host, status, text]).toEqual([host, 403, 'The desk only answers at the address that it printed.\n']);
      }
    },
  );

  test('pages, styles and scripts are refused without the session', async () => {
    const { host } = new URL(desk.origin);
    for (const path of ['/', '/reviews', '/backup', '/base.css', '/desk.js', '/nothing'])
      for (const cookie of ['', `desk-${new URL(desk.origin).port}=`, `desk-${new URL(desk.origin).port}=guess`]) {
        const { status, text } = await ask({ Host: host, Cookie: cookie }, 'GET', path);
        expect([path, status]).toEqual([path, 403]);
        expect(text).toMatch(/^Open the desk with the link/);
      }
  });

  test('the link works only once', async () => {
    const again = await fetch(desk.server.entrance, { redirect: 'manual' });
    expect(again.status).toBe(403);
    expect(desk.entrance).toMatch(/\?ticket=[\w-]{43}$/);
    const reused = await fetch(desk.entrance, { redirect: 'manual' });
    expect([reused.status, reused.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('the cookie can’t be read by scripts or sent by other sites', () => {
    expect(desk.setCookie).toMatch(/^desk-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  const other = 'http://evil.example';
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['another site', { Origin: other, 'Sec-Fetch-Site': 'cross-site' }],
    ['another site in an older browser', { Origin: other }],
    ['another port on this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['a sandboxed frame or a file', { Origin: 'null' }],
    ['a sandboxed frame with Sec-Fetch-Site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a redirect from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a client that sends neither header', {}],
  ])('a form from %s is refused, and nothing is written', async (_name, headers) => {
    const before = everything();
    const { host } = new URL(desk.origin);
    const token = /name="token" value="([^"]+)"/.exec(await (await desk.get('/backup')).text())?.[1] ?? '';
    const form = { Host: host, Cookie: desk.cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
    for (const path of ['/backup', '/publish', '/import', '/reviews/new', '/business']) {
      const { status, text } = await ask(form, 'POST', path, `token=${token}&name=Evil`);
      expect([path, status, text]).toEqual([path, 403, 'The desk only takes forms from its own pages.\n']);
    }
    expect(everything()).toEqual(before);
  });

  test.each([
    ['no token', ''],
    ['an empty token', 'token='],
    ['another token', 'token=guess'],
    ['two tokens', 'token=a&token=b'],
  ])('a form with %s is refused, and nothing is written', async (_name, body) => {
    const before = everything();
    for (const path of ['/backup', '/publish', '/import', '/reviews/new', '/business']) {
      const answer = await desk.send(path, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const upload = new FormData();
    upload.set('file', new Blob(['x']), 'reviews.csv');
    expect((await desk.send('/import', { method: 'POST', body: upload })).status).toBe(403);
    expect((await desk.send('/import', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status).toBe(403);
    expect(everything()).toEqual(before);
  });

  test('the token is only in hidden fields, and never in an address', async () => {
    const token = /name="token" value="([^"]+)"/.exec(await (await desk.get('/backup')).text())?.[1] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const listed = await (await desk.get('/reviews')).text();
    const [, review = ''] = /href="(\/reviews\/\w{26})"/.exec(listed) ?? [];
    const pages = ['/', '/import', '/reviews', '/reviews/new', review, `${review}/takedown`, '/publish', '/backup', '/business'];
    for (const path of [...pages, ...Object.values(parts).map(({ path: part }) => `/business${part}`)]) {
      const answer = await desk.get(path);
      const page = (await answer.text()).replaceAll(`<input type="hidden" name="token" value="${token}">`, '');
      expect([path, answer.status, page.includes(token)]).toEqual([path, 200, false]);
    }
  });

  test('no response allows other origins, framing or inline scripts', async () => {
    for (const path of ['/', '/import', '/reviews', '/business', '/publish', '/backup', '/nothing']) {
      const { headers } = await desk.send(path, { headers: { Origin: 'http://evil.example' } });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      const policy = headers.get('content-security-policy')?.split('; ');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
      expect(policy?.join()).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('a preflight is refused', async () => {
    const { host } = new URL(desk.origin);
    const { status } = await ask({ Host: host, Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');
    expect(status).toBe(403);
  });
});

describe('the desk stops', () => {
  test('when nobody has used it for a while', async () => {
    const idle = await openTestDesk({ ...(await deskFolders()), unusedAfterMs: 1 });
    await idle.server.unused;
    await idle.close();
  });

  test('on Ctrl-C, and only one can be open at a time', async () => {
    const places = await deskFolders();
    const first = startScript('desk', places, undefined, ['--no-open']);
    const printed = await first.seen(/ticket=[\w-]{43}/);
    expect(printed).toMatch(/open this link; it works once:\n\n {2}http:\/\/127\.0\.0\.1:\d+\/\?ticket=/);
    const second = await callProgram(root, ['desk', '--no-open'], commandEnvironment(places));
    expect([second.code, second.stdout, second.stderr]).toEqual([
      1,
      '',
      "desk: it's already open; use its page, or stop it first with Ctrl-C in its terminal\n",
    ]);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
  });
});
