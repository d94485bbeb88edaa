import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { purge } from '../../scripts/build/swap.ts';
import { takeDownReviews } from '../../scripts/review/takedown.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { buildDocuments } from '../support/call-command.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';

let desk: OpenDesk | undefined;
afterEach(() => desk?.close());

/** Returns the text of the page's headings, paragraphs and list items, without markup. */
async function read(path = '/'): Promise<string[]> {
  const page = await (await desk?.get(path))?.text();
  const main = /<main[^>]*>(.*)<\/main>/s.exec(page ?? '')?.[1] ?? '';
  return [...main.matchAll(/<(h1|h2|p|li|summary)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , text = '']) =>
    text
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .replaceAll('&quot;', '"')
      .trim(),
  );
}

async function open(fixture: string, now = new Date('2026-03-01T12:00:00Z')) {
  const folders = await deskFolders(fixture);
  desk = await openTestDesk({ ...folders, now: () => now });
  return folders;
}

test('shows a business without reviews where to start', async () => {
  await open('minimal');
  expect(await read()).toEqual([
    'Today',
    'There are no reviews yet.',
    'Three steps to your page of reviews',
    'Bring in your reviewsFrom Google or another service. You’ll see everything before it’s imported.',
    'Check your businessIts name, address and hours, the services, and the colors of your pages.',
    'PublishNobody else can see anything until you do this.',
  ]);
});

test('shows problems first, with how to fix them', async () => {
  const { CONTENT_DIR } = await open('minimal');
  writeFileSync(path.join(CONTENT_DIR, 'business.yaml'), 'name: Acme\nlanguage: en\ntype: 7\n');
  expect(await read()).toEqual([
    'Today',
    'What needs your attention.',
    'One thing has to be fixed before you can publish',
    'Until then, visitors see what was published last.',
    'business.yaml:3 type: found 7 What to do: write a schema.org type Go to Business',
  ]);
});

test('lists reviews that need a reply or verification, and changes made outside the desk', async () => {
  const { CONTENT_DIR } = await open('taberna');
  writeFileSync(
    path.join(CONTENT_DIR, 'reviews', 'new.yaml'),
    '- source_id: a\n  date: 2026-02-01\n  rating: 1\n  author: Eva <b>\n  text: Frío.\n- source_id: b\n  date: 2026-02-02\n  rating: 2\n  author: Ana\n  verified: true\n',
  );
  const lines = await read();
  expect(lines).toContain('Una opinión no se publica porque nadie la ha verificado. Verificar');
  expect(lines.find((line) => line.startsWith('2 estrellas de Ana'))).toBe('2 estrellas de Ana, 2 de febrero de 2026');
  expect(lines).toContain('Lo último que se hizo: Cambiado con un comando o a mano. Deshacer');
});

test('warns while a version on this computer has a review that was taken down', async () => {
  const { CONTENT_DIR, DATA_DIR, DIST_DIR } = await open('corner shop');
  const warning = 'A version of your pages on this computer still has a review that was taken down. Publish to delete it. Publish';
  await buildDocuments(CONTENT_DIR, DIST_DIR, { DATA_DIR });
  expect(await read()).not.toContain(warning);
  const place = { contentDir: CONTENT_DIR, dataDir: DATA_DIR, today: '2026-03-01', latest: '2026-03-01' };
  await takeDownReviews(place, [readDataset(CONTENT_DIR).reviews[0]?.id ?? ''], {}, true);
  expect(await read()).toContain(warning);
  // As a watched import publishes.
  await buildDocuments(CONTENT_DIR, DIST_DIR, { DATA_DIR });
  expect(await read()).toContain(warning);
  await purge(DIST_DIR);
  expect(await read()).not.toContain(warning);
});
