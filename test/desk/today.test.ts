import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { purge } from '../../scripts/build/swap.ts';
import type { RunBuild } from '../../scripts/desk/build/run-build.ts';
import { takeDownReviews } from '../../scripts/review/takedown.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { buildDocuments } from '../support/call-command.ts';
import { buildDocuments as buildInDesk, deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';

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
  expect(lines).toContain('★★☆☆☆ Ana, 2 de febrero de 2026Sin texto, solo estrellas.');
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

/** A review of the content file, without a reply unless it's given. */
const entry = (author: string, date: string, rating: number, reply = '') =>
  `- { source_id: ${author}, source: google, date: ${date}, rating: ${rating}, author: ${author}, text: Words of ${author}., verified: true${reply} }\n`;

async function openWith(reviews: readonly string[]) {
  const folders = await deskFolders('minimal');
  mkdirSync(path.join(folders.CONTENT_DIR, 'reviews'));
  writeFileSync(path.join(folders.CONTENT_DIR, 'reviews', '2026.yaml'), reviews.join(''));
  const now = () => new Date('2026-03-01T12:00:00Z');
  desk = await openTestDesk({ ...folders, now, BASE_URL: 'http://reviews.test:9' });
  return { ...folders, now };
}

const main = async () => /<main[^>]*>(.*)<\/main>/s.exec((await (await desk?.get('/'))?.text()) ?? '')?.[1] ?? '';
const waitingOn = (page: string) => [...page.matchAll(/<li class="waiting"><div>.*?<bdi>(\w+)<\/bdi>/gs)].map(([, author]) => author);

test('is a home page: the rating with its trend, the reviews that wait, the newest ones and the last publication', async () => {
  const replied = ', owner_reply: { text: Thanks., date: 2026-02-28 }';
  const years = ['2024-06-01', '2024-07-01', '2024-08-01', '2024-09-01', '2024-10-01'].map((date, i) => entry(`Old${i}`, date, 3, replied));
  const recent = ['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'].map((date, i) =>
    entry(`New${i}`, date, 5, replied),
  );
  const { CONTENT_DIR, DIST_DIR, DATA_DIR } = await openWith([...years, ...recent, entry('Lou', '2026-02-20', 2)]);
  await buildDocuments(CONTENT_DIR, DIST_DIR, { DATA_DIR });
  const page = await main();
  const headings = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);
  expect(headings).toEqual(['Your rating', 'Reviews', 'Newest reviews', 'Publish', 'Import']);
  expect(page).toContain(
    '<strong>3.8</strong> <span class="stars" role="img" aria-label="4 out of 5 stars">★★★★☆</span> <span>from 11 reviews</span>',
  );
  expect(page).toContain('Last 12 months: 4.5 from 6 reviews. The 12 months before: 3.0.');
  expect(page).toContain('aria-label="Reviews by quarter and stars, Q2 2024 to Q1 2026, and their average"');
  // Q2, Q3 and Q4 of 2024, and two ratings in Q1 of 2026.
  expect(page.match(/<rect class="(?:high|mid|low)"/g)).toHaveLength(5);
  expect(page).toMatch(/Newest reviews<\/h2>.*Lou<\/bdi>, February 20, 2026.*Words of Lou\..*New4.*New3/s);
  expect(page).not.toContain('New2');
  expect(page).toMatch(/Last published .* · <a href="http:\/\/reviews\.test:9\/">Open reviews\.test:9<\/a>/);
});

test('asks for replies to the lowest ratings of the last months first, and lets each be set aside and taken back', async () => {
  const folders = await openWith([
    entry('Ann', '2026-02-20', 4),
    entry('Bob', '2026-01-20', 1),
    entry('Cem', '2021-01-20', 1),
    entry('Dee', '2025-12-20', 1),
    entry('Eve', '2026-02-21', 4),
    entry('Fay', '2020-01-20', 5),
  ]);
  expect(waitingOn(await main())).toEqual(['Bob', 'Dee', 'Eve', 'Ann', 'Cem']);
  const idOf = async (author: string) =>
    new RegExp(`name="review" value="(\\w+)"><button[^>]* aria-label="[^"]*from ${author},`).exec(await main())?.[1] ?? '';
  const bob = await idOf('Bob');
  const aside = await (await desk?.post('/aside', { review: bob, action: 'set_aside' }))?.text();
  expect(aside).toContain('Set aside. You can take it back below the list.');
  await desk?.close();
  desk = await openTestDesk(folders);
  const page = await main();
  expect(waitingOn(page)).toEqual(['Dee', 'Eve', 'Ann', 'Cem', 'Fay', 'Bob']);
  expect(page).toContain('<p>5 reviews have no reply yet.');
  expect(page).toContain('<summary>One review set aside</summary>');
  await desk.post('/aside', { review: bob, action: 'take_back' });
  expect(waitingOn(await main())).toEqual(['Bob', 'Dee', 'Eve', 'Ann', 'Cem']);
});

test('says that something has changed after a takedown, as Publish does', async () => {
  const folders = await deskFolders('corner shop');
  let built: Promise<unknown> | undefined;
  const build: RunBuild = (...given) => {
    const report = buildInDesk(...given);
    built = report.catch(() => {});
    return report;
  };
  desk = await openTestDesk({ ...folders, build, now: () => new Date('2026-03-01T12:00:00Z') });
  const started = await desk.post('/publish');
  while ((await (await desk.get(new URL(started.url).pathname)).text()).includes('data-waiting')) await built;
  const status = async () => (await read()).find((line) => line.startsWith('Last published'));
  expect(await status()).toContain('Nothing has changed since then.');
  const [id = ''] = readDataset(folders.CONTENT_DIR).reviews.map((review) => review.id);
  const asked = await (await desk.post(`/reviews/${id}/takedown`, { reason: 'mistake' })).text();
  const fields = [...asked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  await desk.post(`/reviews/${id}/takedown`, { ...Object.fromEntries(fields), reason: 'mistake' });
  expect(readDataset(folders.CONTENT_DIR).reviews.some((review) => review.id === id)).toBe(false);
  expect(await read('/publish')).toContain('1 review no longer shown');
  expect(await status()).toContain('Something has changed since then.');
});

test('a new business with reviews still sees its second step, and what isn’t obvious about the list', async () => {
  await openWith([entry('Lou', '2026-02-20', 2).replace(', text: Words of Lou.', '')]);
  const lines = await read();
  expect(lines).toContain('Nothing has been published yet. Publish');
  expect(lines).toContain('Check your business Its name, address and hours, the services, and the colors of your pages.');
  expect(lines).toContain('Set aside the reviews that you don’t want to reply to. It changes nothing else.');
  expect(lines).toContain('★★☆☆☆ Lou, February 20, 2026No text, only stars.');
});

test('leads to the choice of a place before the first publication', async () => {
  await open('taberna');
  expect(await main()).toContain('<a href="/publish/host">Elegir dónde debe estar su web</a>');
  expect(await main()).not.toContain('<a href="/publish">');
});

test('names the screen for what looks wrong, and says what the chart and the reminders mean in the business’s language', async () => {
  const dates = ['2024-06-01', ...Array.from({ length: 20 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`)];
  const { CONTENT_DIR } = await openWith(dates.map((date, index) => entry(`A${index}`, date, 5)));
  writeFileSync(path.join(CONTENT_DIR, 'technicians.yaml'), '- name: Dana Whitfield\n');
  const business = (language: string) =>
    writeFileSync(path.join(CONTENT_DIR, 'business.yaml'), `name: Acme\nlanguage: ${language}\naddress: { country: GB }\n`);
  business('en');
  const page = await main();
  expect((await read()).join('\n')).toContain('People: found "Dana Whitfield", which no review mentions');
  expect(page).toContain('<a href="/business/people">Go to “People”</a>');
  expect(page).not.toContain('.yaml');
  expect(page).toContain('At the bottom are those with one or two stars, then three, and on top four or five.');
  expect((await read()).join('\n')).toContain(
    '21 reviews don’t say whether something was offered in return. Reviews for a reward have to be labeled. You can state it on each review’s page in the desk. The UK’s guidance on fake reviews (CMA208): The rules',
  );
  expect(page).toContain(
    'This isn’t legal advice, and answering it doesn’t make a site lawful. It lists what to look at under these rules.',
  );
  business('es');
  const spanish = await main();
  expect(spanish).toContain('Los lectores deben encontrar dónde denunciar una opinión. Indíquelo en Negocio, «Qué se muestra».');
  expect(spanish).toContain('Puede señalarlo en la página de cada opinión en el panel.');
  expect(spanish).toContain(
    'No es asesoramiento legal, y responder a ello no garantiza que se cumplan las normas. Es lo que conviene revisar según ellas.',
  );
  expect(spanish).toContain('La guía del Reino Unido sobre opiniones falsas (CMA208): <a href="https://www.gov.uk/');
});
