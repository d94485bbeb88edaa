import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { workshop } from '../support/copy-content.ts';
import { printDocuments } from '../support/print-documents.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="#7a1f3d"/></svg>';

const TOO_LARGE = `<svg>${' '.repeat(100_000)}</svg>`;

/** Builds a business's documents and serves them. */
async function publish(theme: string, logo?: string) {
  const shop = await workshop('minimal');
  await appendFile(path.join(shop.content, 'business.yaml'), theme);
  if (logo) await writeFile(path.join(shop.content, 'logo.svg'), logo);
  const environment = readEnvironment({
    BASE_URL: NOBODY,
    CONTENT_DIR: shop.content,
    DIST_DIR: shop.dist,
    DATA_DIR: path.join(shop.folder, 'data'),
    LOG_KEY,
  });
  await build({ environment, now: () => Date.parse('2026-11-10T12:00:00Z'), onProgress: () => {}, print: printDocuments });
  return serve({ DIST_DIR: shop.dist });
}

test('a business without a theme has the default colors, an icon and a manifest', async () => {
  const server = await publish('');
  expect([(await ask(server.url, '/theme.css')).status, (await ask(server.url, '/logo.svg')).status]).toEqual([404, 404]);
  const icon = await ask(server.url, '/favicon.svg');
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(icon.text).toContain('fill="#10322a"');
  const manifest = await ask(server.url, '/manifest.webmanifest');
  expect(manifest.headers['content-type']).toBe('application/manifest+json');
  const { name, icons, theme_color } = JSON.parse(manifest.text);
  expect([name, theme_color]).toEqual(['A name and nothing else', '#10322a']);
  for (const { src, type } of icons) expect((await ask(server.url, src)).headers['content-type']).toMatch(type);
  expect(icons.at(-1)).toMatchObject({ src: '/icon-maskable-512.png', purpose: 'maskable' });
  const favicon = await fetch(`${server.url}/favicon.ico`);
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const bytes = Buffer.from(await favicon.arrayBuffer());
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0, 32, 32]));
  expect(await sharp(bytes.subarray(bytes.readUInt32LE(18))).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  await server.close();
});

test('the theme is in the style sheet, the badge and the manifest, and the logo is in the icon', async () => {
  const server = await publish('theme: { brand: "#7a1f3d", type: bookish, scheme: light }\n', LOGO);
  expect((await ask(server.url, '/theme.css')).text).toMatch(
    /^@media screen \{\n {2}\.open-reviews\.open-reviews \{\n {4}color-scheme: light;\n[\s\S]*--band: light-dark\(#7a1f3d, /,
  );
  const inside = `href="data:image/svg+xml;base64,${Buffer.from(LOGO).toString('base64')}"`;
  for (const place of ['/logo.svg', '/favicon.svg']) expect((await ask(server.url, place)).text).toContain(inside);
  expect((await ask(server.url, '/logo.svg')).text).toMatch(/^<svg [^>]*viewBox="0 0 60 20"/);
  expect((await ask(server.url, '/badge.svg')).text).toContain('fill="#7a1f3d"');
  expect(JSON.parse((await ask(server.url, '/manifest.webmanifest')).text).theme_color).toBe('#7a1f3d');
  await server.close();
});

test.each([
  [
    'theme: { brand: "#ffd400" }\n',
    undefined,
    /business\.yaml:2 theme\.brand: found #ffd400, whose contrast on the pages is 1\.3 to 1; .* such as link: "#[0-9a-f]{6}"/,
  ],
  ['theme: { brand: red }\n', undefined, /theme\.brand: found "red"; write # and six digits in quotes, such as "#0a5f4c"/],
  ['theme: { type: comic }\n', undefined, /theme\.type: found "comic"; write one of plain, bookish, rounded, geometric/],
  ['', 'not a picture', /logo\.svg: found an unreadable picture; use a PNG/],
  ['', TOO_LARGE, /logo\.svg: found \d+ bytes; make it smaller than 100000 bytes/],
])('%s with logo %.20s is refused with a message that explains the fix', async (theme, logo, message) => {
  await expect(publish(theme, logo)).rejects.toThrow(message);
});
