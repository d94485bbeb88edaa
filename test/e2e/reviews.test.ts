import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, follow, hasBrowser, phone, sharedBrowser, visit } from '../support/browser.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.skipIf(!hasBrowser)('the site in a browser', () => {
  let browser: Browser;
  let demo: TestServer;
  let corner: TestServer;
  beforeAll(async () => {
    [browser, demo, corner] = await Promise.all([
      sharedBrowser(),
      serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' }),
      serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '0' }),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await Promise.all([demo?.close(), corner?.close()]);
  });

  it('shows in search results how a review was verified, like the list does', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=chowder');
    const result = page.locator('[data-results] li').first();
    const label = result.locator('.how summary');
    await label.waitFor();
    expect(await label.textContent()).toBe('Platform account');
    const found = result.getByRole('link', { name: 'Posted from a Google account, recorded November 17, 2026' });
    expect(await found.count()).toBe(0);
    await label.click();
    await found.waitFor();
    expect(await found.getAttribute('href')).toBe('/how-it-works/#verified');
    const listed = page.locator('[data-prebuilt] li').first().locator('.how a');
    expect([await listed.textContent(), await listed.getAttribute('href')]).toEqual([await found.textContent(), '/how-it-works/#verified']);
    await close();
  });

  it('restores filters for stars, technician and date from the address, and narrows the results', async () => {
    const address = '/reviews/?min_rating=4&mentions_technician=Marcus+Oyelaran&since=2020-01-01';
    const { page, close } = await visit(browser, demo, address);
    await page.locator('[data-results] li').first().waitFor();
    await page.getByRole('button', { name: 'Filters (3)' }).click();
    expect(await page.getByLabel('Stars', { exact: true }).inputValue()).toBe('min_rating=4');
    expect(await page.getByLabel('Technician', { exact: true }).inputValue()).toBe('Marcus Oyelaran');
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2020-01-01');
    const before = await page.locator('[data-results] > li').count();
    await page.getByLabel('Stars', { exact: true }).selectOption('rating=4');
    await page.waitForURL(/\?rating=4/);
    await expect.poll(() => page.locator('[data-results] > li').count()).toBeLessThan(before);
    await close();
  });

  it('searches from the box on the home page', async () => {
    const { page, close } = await visit(browser, demo, '/', phone);
    await page.getByRole('searchbox').fill('drywall dust');
    await page.keyboard.press('Enter');
    await page.locator('[data-results] li').first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/reviews/?query=drywall+dust');
    await close();
  });

  it('reports if search isn’t available, also if a static host answers instead, and keeps the list', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    const missing = page.getByText('Search isn’t available right now.');
    await page.route('**/api/reviews/search?**', (route) => route.abort());
    await page.getByRole('searchbox').fill('panel');
    await missing.waitFor();
    expect(await page.locator('[data-prebuilt]').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'More lists' }).isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('');
    await missing.waitFor({ state: 'hidden' });
    await page.unrouteAll();
    await page.route('**/api/reviews/search?**', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<p>nothing</p>' }),
    );
    await page.getByRole('searchbox').fill('panel');
    await missing.waitFor();
    await close();
  });

  it('names the search parameter that it doesn’t understand', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?rating=9');
    await page.getByText('Check your search: rating=9.').waitFor();
    await close();
  });

  it('reports that nothing matches, and leads back to all reviews', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/?query=zzzzzz&rating=1');
    await page.getByText('No reviews found.').waitFor();
    await page.getByRole('button', { name: 'Show all reviews' }).click();
    await page.locator('[data-prebuilt]').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('button', { name: 'Show all reviews' }).isVisible()).toBe(false);
    await close();
  });

  it('finds words by how they begin, not by letters within them', async () => {
    const letters = (await (await fetch(`${demo.url}/api/reviews/search?query=ate&limit=100`)).json()) as { matched: number };
    const { page, close } = await visit(browser, demo, '/reviews/?query=late');
    await page.locator('[data-results] li').first().waitFor();
    const marked = await page
      .locator('[data-results] mark.hit')
      .evaluateAll((marks) => marks.map((mark) => (mark.previousSibling?.textContent ?? '').slice(-1) + mark.textContent));
    expect(letters.matched).toBeGreaterThan(marked.length);
    expect(marked.filter((found) => /^\p{L}late/iu.test(found))).toEqual([]);
    const texts = await page.locator('[data-results] .words').allTextContents();
    expect(texts.filter((text) => !/(?<!\p{L})late/iu.test(text))).toEqual([]);
    await close();
  });

  it('shows the rating above all reviews, space below the search, and no heading that repeats the title', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    const rated = page.locator('.rated');
    expect(await rated.locator('strong').textContent()).toBe('4.5');
    expect(await rated.getByRole('link', { name: 'See the proof' }).getAttribute('href')).toBe('/proof/');
    const [bar, first] = await Promise.all([
      page.locator('.search.bar').boundingBox(),
      page.locator('.review').first().locator('h3').boundingBox(),
    ]);
    expect((first?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0))).toBeGreaterThanOrEqual(31);
    const headings = await page.locator('h2').allTextContents();
    expect(headings).toContain('Reviews 1 to 25');
    expect(headings).not.toContain(await page.locator('h1').textContent());
    await close();
  });

  it('shows hostile texts in search results as text', async () => {
    const { page, complaints, close } = await visit(browser, corner, '/reviews/?query=alert');
    await page.locator('[data-results] li').first().waitFor();
    expect(await page.locator('[data-results] .words').first().textContent()).toContain('<script>alert("1")</script>');
    expect(await page.locator('[data-results] script').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('pages through all reviews without losing or repeating one', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = '/reviews/'; next !== undefined; ) {
      const html: string = await (await fetch(demo.url + next)).text();
      const list = html.slice(html.indexOf('data-prebuilt'));
      seen.push(...[...list.matchAll(/<h3[^>]*>.*?<a [^>]*?href="([^"]+)"/gs)].map(([, href = '']) => href));
      next = /<a [^>]*?href="([^"]+)"[^>]*>\s*Older\s*</.exec(html)?.[1];
    }
    const { reviews } = (await (await fetch(`${demo.url}/reviews.json`)).json()) as { reviews: { id: string }[] };
    expect(seen).toEqual(reviews.map(({ id }) => `/reviews/${id}/`));
  });

  it('leads to the other lists with plain links on a phone without JavaScript', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/', { ...phone, javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Filters' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'More lists' }).click();
    const lists = page.getByRole('complementary', { name: 'More lists' });
    expect((await lists.boundingBox())?.y).toBeLessThan(phone.viewport.height);
    expect(await lists.getByRole('link', { name: /^Priya Raman/ }).getAttribute('href')).toBe('/technicians/priya-raman/');
    await follow(page, lists.getByRole('link', { name: /^2 stars/ }));
    const { reviews } = (await (await fetch(`${demo.url}/reviews.json`)).json()) as { reviews: { rating: number }[] };
    expect(await page.locator('.review').count()).toBe(reviews.filter(({ rating }) => rating === 2).length);
    await close();
  });

  it('answers unknown addresses with a page for people and JSON for programs', async () => {
    const page = await fetch(`${demo.url}/reviews/gone/`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Page not found');
    for (const [path, accept] of [
      ['/reviews/gone/', '*/*'],
      ['/api/gone', 'text/html'],
    ] as const) {
      const problem = await fetch(demo.url + path, { headers: { Accept: accept } });
      expect([problem.status, problem.headers.get('Content-Type')]).toEqual([404, 'application/json']);
    }
  });

  it('has a page for every item of the feed', async () => {
    const { items } = (await (await fetch(`${demo.url}/api/feed.json`)).json()) as { items: { url: string }[] };
    for (const { url } of items) expect((await fetch(demo.url + new URL(url).pathname)).status).toBe(200);
  });

  it.each(
    withReleaseCases(
      'the site in a browser: the first review of services on a phone',
      ['/technicians/marcus-oyelaran/'],
      ['/services/panel-upgrade/', '/services/lighting/'],
    ),
  )('shows the first review early on a phone: %s', async (path) => {
    const { page, close } = await visit(browser, demo, path, phone);
    const first = page.locator('[data-prebuilt] h3 a').first();
    expect((await page.locator('[data-prebuilt] .words').first().boundingBox())?.y).toBeLessThan(1200);
    const address = await first.getAttribute('href');
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops++;
    } while (stops < 15 && (await page.evaluate(() => document.activeElement?.getAttribute('href'))) !== address);
    expect(stops).toBeLessThan(15);
    const analysis = page.locator('.entity');
    expect(await analysis.getByRole('heading', { name: 'In customers’ words' }).isVisible()).toBe(false);
    await page.locator('.entity > summary').click();
    expect(await analysis.getByRole('heading', { name: 'In customers’ words' }).isVisible()).toBe(true);
    await close();
  });

  it('shows the analysis of a technician unfolded on a wide screen', async () => {
    const { page, close } = await visit(browser, demo, '/technicians/marcus-oyelaran/');
    expect(await page.locator('.entity').getByRole('heading', { name: 'In customers’ words' }).isVisible()).toBe(true);
    expect(await page.locator('.entity > summary').isVisible()).toBe(false);
    await close();
  });

  it('stacks the verdicts of a review on a phone', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/01M7BNN500K830F636P22FWH62/', phone);
    const table = page.locator('.reading table');
    const widths = await table
      .locator('tbody td:last-child')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    expect(widths.length).toBeGreaterThan(0);
    expect(Math.min(...widths)).toBeGreaterThan(300);
    expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
    expect(await page.getByRole('rowheader').count()).toBe(widths.length);
    await close();
  });

  it('names the platform and, for screen readers, the author in links to originals, in the list and in search results', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    const link = page.getByRole('link', { name: 'on Google (review by Maureen Castellanos)', exact: true });
    expect(await link.getAttribute('href')).toBe('https://maps.example/review/g-1b1150');
    expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline');
    await page.getByRole('searchbox').fill('chowder');
    await page.locator('[data-results]').getByRole('link', { name: 'on Google (review by Maureen Castellanos)', exact: true }).waitFor();
    await close();
  });

  it('explains the highlights of a review, and keeps highlighted words readable in light, dark and forced colors', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/01M7BNN500K830F636P22FWH62/');
    expect((await page.locator('.legend').textContent())?.replace(/\s+/g, ' ').trim()).toBe('Marked by the analysis: Praise Criticism');
    for (const [colorScheme, forcedColors] of [
      ['light', 'none'],
      ['dark', 'none'],
      ['light', 'active'],
      ['dark', 'active'],
    ] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      const looks = await page.locator('.review mark').evaluateAll((marks) =>
        marks.map((mark) => {
          const { color, backgroundColor, textDecorationLine, textDecorationStyle } = getComputedStyle(mark);
          return { kind: mark.className, color, backgroundColor, line: `${textDecorationLine} ${textDecorationStyle}` };
        }),
      );
      expect(looks.length).toBeGreaterThan(4);
      const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      for (const { color, backgroundColor } of looks) expect(color).not.toBe(backgroundColor);
      const looksOf = (wanted: string) =>
        new Set(looks.filter(({ kind }) => kind === wanted).map(({ backgroundColor, line }) => `${backgroundColor} ${line}`));
      expect(looksOf('positive')).not.toEqual(looksOf('negative'));
      if (forcedColors === 'active') for (const { color } of looks) expect(color).not.toBe(body);
      else for (const { line } of looks) expect(line).toBe('none solid');
    }
    await page.emulateMedia({ forcedColors: null });
    await close();
  });

  it.each(withReleaseCases('the site in a browser: other directories', ['/services/'], ['/technicians/', '/areas/']))(
    'sorts the directory by number of reviews, and shows stars: %s',
    async (path) => {
      const { page, close } = await visit(browser, demo, path);
      const rows = (await page.locator('.directory .quiet').allTextContents()).map((count) => Number.parseInt(count, 10));
      expect(rows.length).toBeGreaterThan(3);
      expect(rows).toEqual([...rows].sort((a, b) => b - a));
      expect(
        await page
          .locator('.directory a')
          .getByRole('img', { name: /out of 5 stars$/ })
          .count(),
      ).toBe(rows.length);
      expect(
        await page
          .locator('.directory b')
          .first()
          .evaluate((name) => getComputedStyle(name).textDecorationLine),
      ).toBe('underline');
      await close();
    },
  );

  it('says nothing about a service area with few mentions, and draws a short bar for a single mention', async () => {
    const { page, close } = await visit(browser, demo, '/areas/gull-harbor/');
    expect([await page.locator('mark.neutral').count(), await page.locator('.entity').count()]).toEqual([0, 0]);
    await page.goto(`${demo.url}/technicians/tomasz-zielinski/`);
    const single = page.locator('.verdicts > li', { hasText: /^\s*\w[\w ]*\s+1 (positive|negative)\s*$/ }).locator('svg rect');
    const widths = await single.evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))));
    expect(widths.length).toBeGreaterThan(0);
    expect(Math.max(...widths)).toBeLessThan(25);
    await close();
  });

  it('lists the aspects without a clear change only once', async () => {
    const { page, close } = await visit(browser, demo, '/insights/');
    expect(await page.locator('.aspect').getByText('No clear change').count()).toBe(0);
    expect(await page.getByText('No clear change over time:').count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'Problems that made customers call' }).count()).toBe(1);
    await close();
  });

  it('highlights passages of a review that the analysis used', async () => {
    const insights = (await (await fetch(`${demo.url}/insights.json`)).json()) as {
      per_review: Record<string, { aspects: { ranges: { start: number; end: number }[] }[] }>;
    };
    const [id] = Object.entries(insights.per_review).find(([, { aspects }]) => aspects.length > 1) ?? [];
    const { page, close } = await visit(browser, demo, `/reviews/${id}/`);
    expect(await page.locator('.words mark').count()).toBeGreaterThan(0);
    expect(await page.getByRole('heading', { name: 'What the analysis found' }).isVisible()).toBe(true);
    await close();
  });
});
