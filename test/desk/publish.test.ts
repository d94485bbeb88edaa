import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { type RunBuild, runBuild } from '../../scripts/desk/build/run-build.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { callScript } from '../support/call-command.ts';
import { buildDocuments, deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { NOBODY, root } from '../support/run-script.ts';

let folders: Awaited<ReturnType<typeof deskFolders>>;
let desk: OpenDesk;
let builds: Parameters<RunBuild>[1][];
/** Resolves when the last build has ended. */
let ended: Promise<unknown>;

const open = async (more: Partial<Parameters<typeof openTestDesk>[0]> = {}) => {
  const { build = buildDocuments, ...rest } = more;
  const watched: RunBuild = (...given) => {
    const built = build(...given);
    ended = built.catch(() => {});
    return built;
  };
  desk = await openTestDesk({ BASE_URL: NOBODY, ...folders, ...rest, build: watched });
};
beforeEach(async () => {
  folders = await deskFolders();
  builds = [];
  await open();
});
afterEach(() => desk.close());

const review = (...args: readonly string[]) => callScript('review', folders, args);
const add = (author: string, text: string) =>
  review('add', '--date', '2025-03-14', '--rating', '4', '--author', author, '--text', text, '--method', 'invoice', '--reference', '1');
const content = (name: string) => path.join(folders.CONTENT_DIR, name);
const reviews = () =>
  readdirSync(content('reviews'))
    .sort()
    .map((name) => readFileSync(content(`reviews/${name}`), 'utf8'))
    .join('');
const states = () => readdirSync(path.join(folders.DATA_DIR, 'desk/states')).sort();
const kept = () =>
  readdirSync(path.join(folders.DATA_DIR, 'desk'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
const history = () => parse(readFileSync(path.join(folders.DATA_DIR, 'desk/history.yaml'), 'utf8')) as Record<string, unknown>[];

const plain = (page: string) =>
  page
    .replace(/^.*<main[^>]*>|<\/main>.*$/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();
const page = async (place = '/publish') => plain(await (await desk.get(place)).text());

/** Submits a form that starts a build, and returns the text of the final page. */
async function build(place: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const started = await desk.post(place, fields);
  return untilDone(started);
}
async function untilDone(response: Response): Promise<string> {
  let text = await response.text();
  while (text.includes('data-waiting')) {
    await ended;
    text = await (await desk.get(new URL(response.url).pathname)).text();
  }
  return plain(text);
}

/** Returns the address of the link with this label on the publish page, such as the undo of an action. */
async function linkTo(label: string): Promise<string> {
  const html = await (await desk.get('/publish')).text();
  const found = [...html.matchAll(/<a href="([^"]+)" aria-label="([^"]+)"/g)].find(([, , name]) => name?.includes(label));
  return found?.[1]?.replaceAll('&amp;', '&') ?? `no link to ${label}`;
}

/** Follows such a link and confirms. */
async function goBack(label: string): Promise<string> {
  const link = await linkTo(label);
  const shown = await (await desk.get(link)).text();
  const seen = /name="seen" value="(\d+)"/.exec(shown)?.[1] ?? '';
  return plain(await (await desk.post(link, { seen })).text());
}

describe('publishing', () => {
  test('shows what would change, publishes it and lists what changed', async () => {
    expect(await page()).toMatch(
      /^Publish Nothing has been published from the desk yet\. Where should your site live\? .* Choose a place on the internet What would change 11 new reviews .* Publish on this computer only Preview /,
    );
    const shown = await build('/publish/preview');
    expect(shown).toContain('What would change Publish on this computer only');
    expect(shown).toContain('Documents for programs');
    expect(shown).toMatch(/New entries in the public log 11 reviews added/);
    expect(existsSync(folders.DIST_DIR)).toBe(false);
    expect(await build('/publish')).toMatch(
      /^Published .*Documents for programs \d+ new \/.* New entries in the public log 11 reviews added$/,
    );
    expect(JSON.parse(readFileSync(path.join(folders.DIST_DIR, 'reviews.json'), 'utf8')).reviews).toHaveLength(11);
    expect(await page()).toMatch(
      /Last published from the desk on .* The reviews and the business details haven’t changed since you published them\./,
    );
    await add('Zoe', 'They came at once and explained everything.');
    expect(await page()).toContain('What has changed since then 1 new review 4 stars from Zoe, 14 March 2025 They came at once');
    expect(await build('/publish')).toMatch(/\d+ changed .*New entries in the public log 1 review added$/);
    expect(await build('/publish')).toContain('Nothing has changed since the last publication.');
    expect(history().filter(({ published }) => published)).toHaveLength(2);
  });

  test('asks again if something changed after the page was opened', async () => {
    const state = /name="state" value="(\d+)"/.exec(await (await desk.get('/publish')).text())?.[1] ?? '';
    await add('Zoe', 'They came at once and explained everything.');
    expect(plain(await (await desk.post('/publish', { state })).text())).toMatch(/^Your reviews or settings have changed since you looked/);
    expect(existsSync(folders.DIST_DIR)).toBe(false);
  });

  test('keeps the published site if the content has errors, and shows where to fix them', async () => {
    await build('/publish');
    const before = readFileSync(path.join(folders.DIST_DIR, 'generation.json'), 'utf8');
    const faq = readFileSync(content('faq.yaml'), 'utf8');
    writeFileSync(content('faq.yaml'), '- question: 7\n');
    writeFileSync(content('reviews/new.yaml'), '- date: yesterday\n');
    const html = await (await desk.get('/publish')).text();
    expect(plain(html)).toMatch(
      /things have to be fixed before you can publish .*faq\.yaml:1 \[0\]\.question: found 7 What to do: .* Go to “Questions”/,
    );
    expect(html).toMatch(/reviews\/new\.yaml:1 .*?<a href="\/reviews">/s);
    expect(html).not.toContain('Publish on this computer only');
    expect(await build('/publish')).toMatch(
      /^Nothing was published Visitors see what was published last\. Fix this and publish again: faq\.yaml:1/,
    );
    expect(readFileSync(path.join(folders.DIST_DIR, 'generation.json'), 'utf8')).toBe(before);
    writeFileSync(content('faq.yaml'), faq);
    rmSync(content('reviews/new.yaml'));
    expect(await build('/publish')).toMatch(/^Published/);
  });

  test('trying a failed preview again publishes nothing', async () => {
    const faq = readFileSync(content('faq.yaml'), 'utf8');
    writeFileSync(content('faq.yaml'), '- question: 7\n');
    const started = await desk.post('/publish/preview');
    expect(await untilDone(started)).toMatch(/^Nothing was published/);
    writeFileSync(content('faq.yaml'), faq);
    const failed = await (await desk.get(new URL(started.url).pathname)).text();
    const [, again = ''] = /<form[^>]* action="([^"?]+)[^"]*"[^>]*>(?:(?!<\/form>).)*Try again/s.exec(failed) ?? [];
    expect(await build(again)).toMatch(/^What would change Publish on this computer only/);
    expect(existsSync(folders.DIST_DIR)).toBe(false);
  });

  test('survives a failed build and a crashed one, and reports the reason', async () => {
    await desk.close();
    await open({ build: runBuild });
    writeFileSync(content('business.yaml'), 'name: [\n');
    expect(await build('/publish')).toMatch(/^Nothing was published .*business\.yaml:1: found an unclosed bracket/);
    await desk.close();
    await open({
      build: async () => {
        throw new Error('the build ended with SIGKILL');
      },
    });
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await build('/publish')).toMatch(
      /^Nothing was published The pages couldn’t be built, which is a bug\. .* the build ended with SIGKILL/,
    );
    expect((await desk.get('/publish')).status).toBe(200);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  test('explains why the public log or another business stops it, without the flags of commands', async () => {
    const address = 'http://reviews.test:9';
    await desk.close();
    await open({ BASE_URL: address });
    expect(await build('/publish')).toContain(`its latest version may be at ${address}, which can’t be reached from this computer.`);
    await desk.close();
    await open({ BASE_URL: address, LOG_KEY: '' });
    await build('/publish');
    await desk.close();
    rmSync(path.join(folders.DATA_DIR, 'log.key'));
    await open({ BASE_URL: address, LOG_KEY: '', build: runBuild });
    expect(await build('/publish')).toMatch(
      /Only one key can continue the public record of changes, and this computer doesn’t have it\. Put your copy of the key back into this file: .+log\.key If that isn’t possible, .* This is the command: npm run build -- --new-log Try again$/,
    );
    rmSync(content('reviews'), { recursive: true });
    mkdirSync(content('reviews'));
    writeFileSync(content('reviews/a.yaml'), '- { source_id: z, date: 2025-03-14, rating: 5, author: Zoe, verified: true }\n');
    writeFileSync(content('business.yaml'), readFileSync(content('business.yaml'), 'utf8').replace(/^name: .*$/m, 'name: Bolt'));
    expect(await build('/publish')).toMatch(
      /So far, “[^”]+” was published from here, and this is “Bolt”, with no review in common\. Maybe the wrong folder is open\. .* npm run build -- --replace Try again$/,
    );
  });

  test('serves the site on this computer', async () => {
    await desk.close();
    const BASE_URL = `http://127.0.0.1:${await freePort()}`;
    await open({ BASE_URL, PORT: new URL(BASE_URL).port });
    expect(await build('/publish')).toContain(`The site isn’t running at ${BASE_URL}.`);
    const served = await (await desk.post('/publish/site')).text();
    expect(plain(served)).toMatch(/^The site is now at http:\S+, only on this computer, until you close the desk\. Published /);
    expect(served).toContain(`<a href="${BASE_URL}/">View the site</a>`);
    expect((await fetch(`${BASE_URL}/reviews.json`)).status).toBe(200);
  });
});

describe('going back', () => {
  test('undoes an action and everything after it, and can be undone', async () => {
    const before = reviews();
    await add('Zoe', 'They came at once and explained everything.');
    await desk.get('/publish');
    writeFileSync(content('summary.md'), 'Edited by hand.\n');
    expect(await page()).toMatch(
      /Done since the last publication .* Changed by a command or by hand Undo .* Changed by a command or by hand Undo/,
    );
    const [, first = ''] = [...(await (await desk.get('/publish')).text()).matchAll(/href="(\/publish\/back\/\d+\?line=\d+)"/g)].map(
      ([, to]) => to,
    );
    expect(await page(first)).toMatch(
      /^Undo “Changed by a command or by hand”\? This also undoes what was done after it: Changed .* What would change 1 review will be removed 4 stars from Zoe, 14 March 2025 They came .* These will be restored: The summary Reviews that were taken down never come back\./,
    );
    expect(reviews()).not.toBe(before);
    const seen = /name="seen" value="(\d+)"/.exec(await (await desk.get(first)).text())?.[1] ?? '';
    expect(plain(await (await desk.post(first, { seen })).text())).toMatch(/^“Changed by a command or by hand” was undone\./);
    expect(reviews()).toBe(before);
    expect(readFileSync(content('summary.md'), 'utf8')).not.toContain('Edited');
    // The undo can be undone.
    expect(await goBack('Undid')).toContain('was undone.');
    expect(reviews()).toContain('Zoe');
    expect(readFileSync(content('summary.md'), 'utf8')).toBe('Edited by hand.\n');
  });

  test('does nothing if something has changed since the user opened the page', async () => {
    await add('Zoe', 'They came at once and explained everything.');
    await desk.get('/publish');
    const link = await linkTo('Changed');
    const seen = /name="seen" value="(\d+)"/.exec(await (await desk.get(link)).text())?.[1] ?? '';
    writeFileSync(content('summary.md'), 'Edited by hand.\n');
    const answer = await desk.post(link, { seen });
    expect([answer.status, plain(await answer.text())]).toEqual([
      422,
      expect.stringContaining('Something has changed since you opened that page'),
    ]);
    expect(reviews()).toContain('Zoe');
  });

  test('returns to an earlier publication', async () => {
    await build('/publish');
    const before = reviews();
    await add('Zoe', 'They came at once and explained everything.');
    await build('/publish');
    expect(await page()).toContain('Done since the last publication Nothing yet.');
    expect(await goBack('Restore this version')).toMatch(/^Everything is as it was published on .* Publish to show it to visitors\./);
    expect(reviews()).toBe(before);
    expect(await page()).toContain('1 review no longer shown');
    expect(await goBack('Undo')).toContain('was undone.');
    expect(reviews()).toContain('Zoe');
  });

  test('never brings back a review that was taken down, and the next publication purges it', async () => {
    const secret = 'They left wet footprints on my grandmother’s rug.';
    const added = await add('Zoe', secret);
    const id = /^\w{26}(?= is in )/m.exec(added.stdout)?.[0] ?? added.stdout;
    await build('/publish');
    writeFileSync(content('summary.md'), 'Edited by hand.\n');
    await desk.get('/publish');
    expect(kept()).toContain('footprints');
    expect((await review('takedown', id, '--reason', 'asked')).code).toBe(0);
    expect(kept()).not.toContain('footprints');
    expect(await page()).toContain('An earlier publication still has a review that was taken down.');
    await goBack('Restore this version');
    await goBack('Undo');
    expect(reviews()).not.toContain('footprints');
    expect(existsSync(content('takedowns.yaml'))).toBe(true);
    await desk.close();
    await open({
      build: async (_environment, task) => {
        builds.push(task);
        return { changed: true, changes: { added: [], changed: [], removed: [] }, logged: [], warnings: [], hub: 'told' };
      },
    });
    expect(await build('/publish')).toContain('Programs that follow your reviews have been notified.');
    expect(builds).toEqual([{ isPreview: false, purge: true }]);
  });

  test('keeps no text of a review that was taken down by hand while the desk was closed', async () => {
    await add('Zoe', 'They came at once and explained everything.');
    await desk.get('/publish');
    await desk.close();
    const id = /id: (\w{26})/.exec(readFileSync(content('reviews/2025.yaml'), 'utf8'))?.[1];
    rmSync(content('reviews/2025.yaml'));
    writeFileSync(content('takedowns.yaml'), `- review: ${id}\n  date: 2026-01-01\n`);
    await open();
    expect(kept()).not.toContain('explained everything');
    expect(states().length).toBeGreaterThan(0);
  });

  test('keeps no photo or quote of a review that was taken down, even if only some states have it', async () => {
    const text = 'They left wet footprints on my grandmother’s rug.';
    const photo = readFileSync(path.join(root, 'content/pictures/van.webp'));
    mkdirSync(content('pictures'), { recursive: true });
    writeFileSync(content('pictures/rug.webp'), photo);
    const withPhoto = states().at(-1);
    await desk.get('/publish');
    const added = await add('Zoe', text);
    const id = /^\w{26}(?= is in )/m.exec(added.stdout)?.[0] ?? added.stdout;
    const file = content('reviews/2025.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^( *)rating: 4$/m, '$1rating: 4\n$1photos: [rug.webp]'));
    await desk.get('/publish');
    const faq = readFileSync(content('faq.yaml'), 'utf8');
    const reviewFile = readFileSync(file, 'utf8');
    rmSync(file);
    writeFileSync(content('faq.yaml'), `- question: What do they say?\n  answer: ${JSON.stringify(text)}\n`);
    await desk.get('/publish');
    writeFileSync(content('faq.yaml'), faq);
    writeFileSync(file, reviewFile);
    await desk.get('/publish');
    const before = states();
    expect([withPhoto, kept().split('footprints').length]).toEqual(['1', 4]);
    expect((await review('takedown', id)).code).toBe(0);
    expect(kept()).not.toContain('footprints');
    const folder = path.join(folders.DATA_DIR, 'desk/states');
    expect(states().filter((state) => existsSync(path.join(folder, state, 'pictures/rug.webp')))).toEqual([]);
    // Only the state that quoted it is gone.
    expect(before.length - states().length).toBe(1);
  });
});
