import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDocuments } from '../support/call-command.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { pageText } from '../support/page-text.ts';
import { NOBODY } from '../support/run-script.ts';

const ADDRESS = 'https://reviews.example.com/acme';
/** The fixture's name, in HTML. */
const NAME = 'Corner &lt;Shop&gt; &amp; Søn &quot;Electric&quot;';

let folders: Awaited<ReturnType<typeof deskFolders>>;
let desk: OpenDesk | undefined;
beforeEach(async () => {
  folders = await deskFolders();
});
afterEach(() => desk?.close());

const open = async (settings: { readonly BASE_URL?: string } = {}) => {
  desk = await openTestDesk({ ...folders, ...settings });
  return desk;
};

/** The code in the page's text fields, as a person would copy it. */
const codeIn = (page: string) =>
  [...page.matchAll(/<textarea[^>]* readonly[^>]*>\n(.*?)<\/textarea>/gs)].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );

test('Today and Publish lead to the code for the owner’s website', async () => {
  const { get } = await open();
  for (const page of ['/', '/publish']) expect(await (await get(page)).text()).toContain('<a href="/website">Put it on your website</a>');
});

test('without a public address there is no code, but a link to where it is chosen', async () => {
  const page = await (await (await open()).get('/website')).text();
  expect(codeIn(page)).toEqual([]);
  expect(pageText(page)).toContain('The code needs the public address of your reviews, and there is none yet.');
  expect(page).toContain('<a href="/publish/host">');
  expect(pageText(page)).toContain('There is something to see here after you’ve published for the first time.');
  expect(page).not.toContain('<verified-reviews');
});

test('has the code of the developer pages, with the choices of the widget', async () => {
  const { get } = await open({ BASE_URL: ADDRESS });
  const page = await (await get('/website')).text();
  expect(codeIn(page)).toEqual([
    `<a href="${ADDRESS}/reviews/"><img src="${ADDRESS}/badge.svg" width="216" height="60" alt="Reviews of ${NAME}"></a>`,
    `<script type="module" src="${ADDRESS}/embed.js"></script>\n<verified-reviews count="3">\n  <a href="${ADDRESS}/reviews/">Read the reviews of ${NAME}</a>\n</verified-reviews>`,
  ]);
  expect(pageText(page)).toContain('The code works as soon as you’ve published for the first time.');
  const chosen = codeIn(await (await get('/website?count=20&theme=dark')).text());
  expect(chosen[1]).toContain('<verified-reviews count="20" theme="dark">');
});

test.each(['count=21', 'count=-1', 'count=1e1', 'count=', 'count=1&count=2', 'theme=blue', 'theme=%22%3E%3Cscript%3E', 'count[a]=1'])(
  'ignores choices that the widget does not have: %s',
  async (query) => {
    const { get } = await open({ BASE_URL: ADDRESS });
    expect(codeIn(await (await get(`/website?${query}`)).text())[1]).toContain('<verified-reviews count="3">\n');
  },
);

test('shows what was last published, from the desk and to its browser only', async () => {
  const { get, origin } = await open({ BASE_URL: ADDRESS });
  for (const name of ['badge.svg', 'embed.json']) expect((await get(`/website/${name}`)).status).toBe(404);
  await buildDocuments(folders.CONTENT_DIR, folders.DIST_DIR, { DATA_DIR: folders.DATA_DIR });
  const response = await get('/website');
  const page = await response.text();
  expect(page).toContain('<img src="/website/badge.svg"');
  expect(page).toContain('<verified-reviews count="3">');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  const badge = await get('/website/badge.svg');
  expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(badge.headers.get('content-security-policy')).toContain("default-src 'none'");
  const data = await get('/website/embed.json');
  expect(data.headers.get('access-control-allow-origin')).toBeNull();
  expect((await data.json()).url).toBe(`${NOBODY}/reviews/`);
  expect(await (await get('/website/embed.js')).text()).toContain('verified-reviews');
  for (const name of ['', '/badge.svg', '/embed.json', '/embed.js']) expect((await fetch(`${origin}/website${name}`)).status).toBe(403);
});
