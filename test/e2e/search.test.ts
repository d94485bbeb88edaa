import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { closePages, hasBrowser, phone, sharedBrowser, visit } from '../support/browser.ts';
import { buildSite } from '../support/build-site.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { screenViolations, structureViolations } from './axe.ts';

interface Answer {
  readonly matched: number;
  readonly reviews: readonly Review[];
}

const status = (page: Page) => page.getByRole('status');
const found = (page: Page) => page.locator('[data-results] > li');
const idsOf = (page: Page) =>
  found(page)
    .locator('h3 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[2]));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.textContent);

/** Returns the HTML of a list's entries, without `lang` attributes that repeat the page's language. */
const entriesIn = (page: Page, list: string) =>
  page
    .locator(`${list} > li`)
    .evaluateAll((entries) => entries.map(({ innerHTML }) => innerHTML.replaceAll(` lang="${document.documentElement.lang}"`, '').trim()));

describe.skipIf(!hasBrowser)('the search above the reviews', () => {
  let browser: Browser;
  let demo: TestServer;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: inject('dists').demo })]);
  });
  afterAll(async () => {
    await closePages(browser);
    await demo?.close();
  });
  const ask = async (query: string) => (await (await fetch(`${demo.url}/api/reviews/search?${query}`)).json()) as Answer;

  it.each(
    withReleaseCases<readonly [string, string, RegExp]>(
      'the search above the reviews: other forms and spellings',
      [
        ['late showed up', 'words=late+showed+up', /^No exact match for “late showed up”. \d+ reviews? ha(s|ve) these words in another/],
        [
          'zielinsky',
          'mentions_technician=Tomasz+Zieli%C5%84ski',
          /^No exact match for “zielinsky”. \d+ reviews mention Tomasz Zieliński\./,
        ],
        ['pnael', 'words=panel', /^No match for “pnael”. Showing \d+ reviews for “panel”\./],
      ],
      [
        ['panels upgrade', 'words=panels+upgrade', /^No exact match for “panels upgrade”. \d+ reviews have these words in another/],
        [
          'Zielinski',
          'mentions_technician=Tomasz+Zieli%C5%84ski',
          /^No exact match for “Zielinski”. \d+ reviews mention Tomasz Zieliński\./,
        ],
        ['elektrician', 'words=electrician', /^No match for “elektrician”. Showing \d+ reviews? for “electrician”\./],
      ],
    ),
  )('finds what was meant by %s, and explains how', async (words, query, said) => {
    const { page, complaints, close } = await visit(browser, demo, `/reviews/?query=${encodeURIComponent(words)}`);
    await expect.poll(() => status(page).textContent()).toMatch(said);
    const { matched, reviews } = await ask(query);
    expect(await status(page).textContent()).toContain(`${matched} review`);
    expect(await idsOf(page)).toEqual(reviews.map(({ id }) => id));
    expect(await page.locator('[data-results] mark.hit').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(withReleaseCases<'light' | 'dark'>('the search above the reviews: axe in dark', ['light'], ['dark']))(
    'passes axe with results, filters and a suggestion, in %s',
    async (colorScheme) => {
      const { page, close } = await visit(browser, demo, '/reviews/?query=pannel&rating=5&since=2019-01-01', { ...phone, colorScheme });
      await page.getByRole('button', { name: 'Show “panel” instead' }).waitFor();
      await page.getByRole('button', { name: 'Filters (2)' }).click();
      if (colorScheme === 'light') expect(await structureViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      expect(await screenViolations(page)).toEqual([]);
      await close();
    },
  );

  it('offers the usual spelling if few reviews contain the words', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=pannel');
    await page.getByRole('button', { name: 'Show “panel” instead' }).click();
    await page.waitForURL(/\?query=panel$/);
    const { matched } = await ask('query=panel&words=panel');
    await expect.poll(() => status(page).textContent()).toContain(`${matched} reviews found.`);
    await page.goBack();
    await expect.poll(() => status(page).textContent()).toBe('1 review found.');
    await close();
  });

  it('offers all reviews that mention a person if few contain the full name', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=marcus+oyelaran');
    const { matched } = await ask('mentions_technician=Marcus+Oyelaran');
    await page.getByRole('button', { name: 'Show all reviews that mention Marcus Oyelaran' }).click();
    await page.waitForURL('**/reviews/?mentions_technician=Marcus+Oyelaran');
    await expect.poll(() => status(page).textContent()).toContain(`${matched} reviews found.`);
    await close();
  });

  it('highlights the search words', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=SHOWED');
    await found(page).first().waitFor();
    const marked = await page.locator('[data-results] mark.hit').allTextContents();
    expect(new Set(marked.map((text) => text.toLowerCase()))).toEqual(new Set(['showed']));
    expect(marked.length).toBeGreaterThanOrEqual(await found(page).count());
    await close();
  });

  it('shows the same entries as the list', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?min_rating=1');
    await found(page).first().waitFor();
    expect(await entriesIn(page, '[data-results]')).toEqual((await entriesIn(page, '[data-prebuilt] ol')).slice(0, 20));
    await close();
  });

  it('combines filters, shows a button to remove each, and goes back one step at a time', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Stars', { exact: true }).selectOption('max_rating=3');
    await page.getByLabel('Posted on').selectOption('google');
    await page.getByLabel('About', { exact: true }).selectOption('pricing:negative');
    await page.waitForURL('**/reviews/?max_rating=3&source=google&aspect=pricing%3Anegative');
    const { matched, reviews } = await ask('max_rating=3&source=google&aspect=pricing:negative');
    await expect.poll(() => idsOf(page)).toEqual(reviews.map(({ id }) => id));
    expect(await status(page).textContent()).toMatch(new RegExp(`^${matched} review`));
    await page.getByRole('button', { name: 'Remove filter “Pricing: criticized”' }).click();
    await page.waitForURL('**/reviews/?max_rating=3&source=google');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Filters (2)');
    for (const address of ['?max_rating=3&source=google&aspect=pricing%3Anegative', '?max_rating=3&source=google', '?max_rating=3', '']) {
      await page.goBack();
      await expect.poll(() => new URL(page.url()).search).toBe(address);
    }
    await page.locator('[data-prebuilt]').waitFor();
    expect(await page.getByLabel('Stars', { exact: true }).inputValue()).toBe('');
    await close();
  });

  it('filters by an aspect with one click, keeps chip and field in sync, and resets with “All topics”', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    const chip = (name: string) => page.getByRole('radio', { name, exact: true });
    expect(await chip('All topics').isChecked()).toBe(true);
    await chip('Pricing').check();
    await page.waitForURL('**/reviews/?aspect=pricing');
    const { matched, reviews } = await ask('aspect=pricing');
    await expect.poll(() => status(page).textContent()).toContain(`${matched} reviews found.`);
    expect(await idsOf(page)).toEqual(reviews.map(({ id }) => id));
    expect([await chip('Pricing').isChecked(), await page.locator('[data-chosen]').isVisible()]).toEqual([true, false]);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByLabel('About', { exact: true }).selectOption('safety:positive');
    await page.waitForURL('**/reviews/?aspect=safety%3Apositive');
    expect(await chip('Safety').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove filter “Safety: praised”' }).waitFor();
    await chip('All topics').check();
    await page.locator('[data-prebuilt]').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expect.poll(() => chip('Safety').isChecked()).toBe(true);
    await close();
  });

  it('has a single Tab stop for the aspects, and arrow keys choose one', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    await page.getByLabel('Sort').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    const value = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await page.waitForURL(`**/reviews/?aspect=${value}`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).not.toBe('radio');
    await close();
  });

  it('sends the query and the aspect to the API without JavaScript', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/', { ...phone, javaScriptEnabled: false });
    expect(await page.getByText('All topics').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('panel');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/api\/reviews\/search\?query=panel$/);
    await page.goBack();
    await page.locator('label.chip', { hasText: 'Pricing' }).click();
    await page.getByRole('searchbox').fill('panel');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/api\/reviews\/search\?query=panel&aspect=pricing$/);
    expect(await page.textContent('body')).toContain('"matched":');
    await close();
  });

  it('searches while you type, and keeps the query in the address without new history entries', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/reviews/');
    const before = await page.evaluate(() => history.length);
    await page.getByRole('searchbox').pressSequentially('knob', { delay: 200 });
    await page.waitForURL(/\?query=knob$/);
    const { matched } = await ask('query=knob');
    const said = `${matched} ${matched === 1 ? 'review found' : 'reviews found'}.`;
    await expect.poll(() => status(page).textContent()).toBe(said);
    expect(await found(page).count()).toBe(matched);
    expect(await page.locator('[data-prebuilt]').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('');
    await page.locator('[data-prebuilt]').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('sorts by stars and by relevance', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=panel&sort=lowest');
    await found(page).first().waitFor();
    expect(await idsOf(page)).toEqual((await ask('query=panel&words=panel&sort=lowest')).reviews.map(({ id }) => id));
    await page.getByLabel('Sort').selectOption('relevance');
    await expect.poll(() => status(page).textContent()).toContain('Most relevant first: reviews with more text');
    const lengths = await found(page)
      .locator('.words')
      .evaluateAll((texts) => texts.map(({ textContent }) => textContent.split(/\s+/).length));
    expect(lengths[0]).toBeGreaterThan(lengths.at(-1) ?? 0);
    await close();
  });

  it('shows more on request, moves the focus there, announces it and keeps it after a reload', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?rating=5');
    await found(page).first().waitFor();
    const { matched } = await ask('rating=5');
    expect(await status(page).textContent()).toBe(`${matched} reviews found. Showing 20.`);
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => found(page).count()).toBe(40);
    expect(await status(page).textContent()).toBe('20 more reviews shown. Showing 40.');
    const ids = await idsOf(page);
    expect(ids).toEqual((await ask('rating=5&limit=40')).reviews.map(({ id }) => id));
    expect(await focused(page)).toBe(`/reviews/${ids[20]}/`);
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => found(page).count()).toBe(40);
    await close();
  });

  it('keeps the search in the lists beside the results and counts its results there', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/reviews/?query=panel');
    const { reviews } = await ask('query=panel&words=panel&limit=100');
    const stars = page.locator('#lists a[data-filter^="rating="]');
    const counts = [5, 4, 3, 2, 1].map((rating) => String(reviews.filter((review) => review.rating === rating).length));
    await expect.poll(() => stars.locator('[data-count]').allTextContents()).toEqual(counts);
    const linked = counts.map((count, index) => (count === '0' ? null : `/reviews/?query=panel&rating=${5 - index}`));
    expect(await stars.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(linked);
    const service = page.locator('#lists a[data-filter^="mentions_service="][href]').first();
    const count = await service.locator('[data-count]').textContent();
    await service.click();
    await expect.poll(() => status(page).textContent()).toContain(`${count} review`);
    expect(new URL(page.url()).searchParams.get('query')).toBe('panel');
    await page.goto(`${demo.url}/reviews/?query=panel&rating=5`);
    await expect.poll(() => page.locator('#lists a[data-filter="rating=4"]').getAttribute('href')).toBe('/reviews/?query=panel&rating=4');
    await page.goto(`${demo.url}/reviews/?query=panel`);
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => stars.first().getAttribute('href')).toBe('/reviews/stars/5/');
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens and closes the filters by keyboard', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    const toggle = page.getByRole('button', { name: 'Filters', exact: true });
    await toggle.focus();
    await page.keyboard.press('Enter');
    expect([await toggle.getAttribute('aria-expanded'), await page.getByLabel('About', { exact: true }).isVisible()]).toEqual([
      'true',
      true,
    ]);
    await page.getByLabel('About', { exact: true }).focus();
    await page.keyboard.press('Escape');
    expect([await toggle.getAttribute('aria-expanded'), await page.getByLabel('About', { exact: true }).isVisible()]).toEqual([
      'false',
      false,
    ]);
    expect(await focused(page)).toBe('Filters');
    await close();
  });

  it.each(
    withReleaseCases('the search above the reviews: Tab stops of other lists', ['/reviews/'], ['/reviews/stars/5/', '/reviews/page/2/']),
  )('keeps the first review fewer than 15 Tab stops away: %s', async (list) => {
    const { page, close } = await visit(browser, demo, list);
    const first = await page.locator('[data-prebuilt] h3 a').first().getAttribute('href');
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops++;
    } while (stops < 15 && (await focused(page)) !== first);
    expect(stops).toBeLessThan(15);
    await close();
  });

  it.each(
    withReleaseCases('the search above the reviews: other lists on a phone', ['/reviews/?query=panel'], ['/reviews/', '/reviews/stars/5/']),
  )('keeps the first review in view on a phone: %s', async (list) => {
    const { page, close } = await visit(browser, demo, list, phone);
    const words = page.locator('.review .words:visible').first();
    await words.waitFor();
    expect((await words.boundingBox())?.y).toBeLessThan(phone.viewport.height - 100);
    await close();
  });

  it('leads from another list to the page of all reviews and keeps that list’s filter', async () => {
    const { page, close } = await visit(browser, demo, '/services/panel-upgrade/');
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByLabel('Stars', { exact: true }).selectOption('rating=5');
    await page.waitForURL('**/reviews/?rating=5&mentions_service=panel-upgrade');
    const { matched } = await ask('rating=5&mentions_service=panel-upgrade');
    await expect.poll(() => status(page).textContent()).toContain(`${matched} reviews found.`);
    await close();
  });
});

const spanish = `
- { source_id: a, date: 2024-06-06, rating: 5, author: José Núñez, text: "Muy rápidos y amables.", verified: true, incentive: offered, relation: staff }
- { source_id: b, date: 2024-06-05, rating: 4, author: Ana, text: "El camión llegó tarde.", verified: true }
- { source_id: c, date: 2024-06-04, rating: 1, author: Luis, text: "Nadie contestó, muy lentos.", verified: true }
- { source_id: d, date: 2024-06-03, rating: 5, author: Eva, verified: true }
- { source_id: e, date: 2024-06-02, rating: 5, author: Paz, text: "Perfecto.", verified: true }
- { source_id: f, date: 2024-06-01, rating: 5, author: Sol, text: "They were on time and very careful with all of it.", verified: true }
`;

describe.skipIf(!hasBrowser)('the search of a Spanish site', () => {
  let browser: Browser;
  let server: TestServer;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const content = path.join(folder, 'content');
    await mkdir(path.join(content, 'reviews'), { recursive: true });
    await writeFile(path.join(content, 'business.yaml'), 'name: Mudanzas Sol\nlanguage: es\n');
    await writeFile(path.join(content, 'reviews/all.yaml'), spanish);
    await writeFile(path.join(content, 'policy.yaml'), 'sources:\n  direct: { name: Formulario de la web, rights: De sus autores. }\n');
    await buildSite(content, path.join(folder, 'dist'));
    [browser, server] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: path.join(folder, 'dist') })]);
  });
  afterAll(async () => {
    await closePages(browser);
    await server?.close();
  });

  it('describes the results in Spanish', async () => {
    const { page, close } = await visit(browser, server, '/reviews/');
    for (const [words, said] of [
      ['muy', '2 opiniones encontradas.'],
      ['Perfecto', '1 opinión encontrada.'],
      ['camion tarde', 'No hay coincidencias exactas con «camion tarde». 1 opinión tiene estas palabras en otro orden o forma.'],
      ['perfekto', 'No hay coincidencias con «perfekto». Se muestra 1 opinión con «perfecto».'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Buscar opiniones' }).fill(words);
      await page.getByRole('button', { name: 'Buscar' }).click();
      await expect.poll(() => status(page).textContent()).toBe(said);
    }
    await close();
  });

  it('labels results for which something was offered as the list does', async () => {
    const { page, close } = await visit(browser, server, '/reviews/?min_rating=1');
    await found(page).first().waitFor();
    expect(await entriesIn(page, '[data-results]')).toEqual(await entriesIn(page, '[data-prebuilt] ol'));
    const label = found(page).locator('.disclosed');
    expect(await label.locator('summary').allTextContents()).toEqual(['Con incentivo · Del personal']);
    await label.locator('summary').click();
    const fact = 'Al cliente se le ofreció algo a cambio. Escrita por alguien que trabaja en el negocio';
    expect(await label.getByText(fact).isVisible()).toBe(true);
    expect(await screenViolations(page)).toEqual([]);
    await close();
  });

  it('names the parameters that it doesn’t understand in Spanish', async () => {
    const { page, close } = await visit(browser, server, '/reviews/');
    for (const [query, said] of [
      ['rating=9&since=2025-02-30', 'Revise la búsqueda: rating=9, since=2025-02-30.'],
      [`query=${'largo '.repeat(100)}`, `Revise la búsqueda: query=${'largo '.repeat(7).slice(0, 40)}….`],
    ] as const) {
      await page.goto(`${server.url}/reviews/?${query}`);
      await expect.poll(() => status(page).textContent()).toBe(said);
    }
    await close();
  });

  it('marks the language of texts that aren’t in Spanish, and uses the business’s own name for a source', async () => {
    const { page, close } = await visit(browser, server, '/reviews/?min_rating=5');
    await found(page).first().waitFor();
    expect(await page.locator('[data-results] .words').evaluateAll((texts) => texts.map((text) => text.getAttribute('lang')))).toEqual([
      null,
      null,
      null,
      'en',
    ]);
    expect(await found(page).first().locator('.who').textContent()).toContain('Formulario de la web');
    await close();
  });

  it.each(['/', '/reviews/', '/how-it-works/', '/api/feed.json', '/feed.xml', '/sources.json', '/llms-full.txt'])(
    'uses the business’s own name for the source of direct reviews: %s',
    async (path) => {
      const text = await (await fetch(server.url + path)).text();
      expect(text).toContain('Formulario de la web');
      expect(text).not.toMatch(/nviada al negocio|ent to the business/);
    },
  );

  it('has no filter for services if there are none', async () => {
    const { page, close } = await visit(browser, server, '/reviews/');
    await page.getByRole('button', { name: 'Filtros' }).click();
    expect(await page.locator('#search-fields label').allTextContents()).toEqual(expect.arrayContaining(['Estrellas', 'Desde', 'Hasta']));
    expect(await page.locator('#search-fields label').allTextContents()).not.toEqual(expect.arrayContaining(['Servicio']));
    await close();
  });
});
