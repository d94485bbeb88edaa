import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, desktop, hasBrowser, phone, sharedBrowser } from '../support/browser.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { openDeskPage } from '../support/desk-browser.ts';

/** The controls and headings of a page that lie over each other, in pairs. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('main :is(h1, h2, h3, a, button, input, select, textarea, summary)')]
      // What is in a closed <details> has a box, too.
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    const name = (element: Element) => `${element.localName} ${(element.id || element.textContent || '').trim().slice(0, 40)}`;
    return shown.flatMap(({ element, box }, index) =>
      shown
        .slice(index + 1)
        .filter(({ element: other }) => !element.contains(other))
        .filter(
          ({ box: to }) =>
            Math.min(box.right, to.right) - Math.max(box.left, to.left) > 1 &&
            Math.min(box.bottom, to.bottom) - Math.max(box.top, to.top) > 1,
        )
        .map(({ element: other }) => `${name(element)} / ${name(other)}`),
    );
  });

describe.skipIf(!hasBrowser)('the screens of the desk in a browser', () => {
  let browser: Browser;
  let desk: OpenDesk;
  let review = '';
  beforeAll(async () => {
    const folders = await deskFolders('taberna');
    [browser, desk] = await Promise.all([sharedBrowser(), openTestDesk(folders)]);
    review = /\/reviews\/[0-9A-Z]{26}/.exec(await (await desk.get('/reviews')).text())?.[0] ?? '';
  });
  afterAll(async () => {
    await closePages(browser);
    await desk?.close();
  });

  it('has nothing that covers a control or a heading, on a phone and on a desktop', async () => {
    const { page, close } = await openDeskPage(browser, desk, review, phone);
    expect(await page.locator('main form select').count()).toBeGreaterThan(4);
    for (const place of [
      '/',
      '/import',
      '/reviews',
      '/reviews/new',
      review,
      `${review}/takedown`,
      '/publish',
      '/publish/host',
      '/backup',
    ]) {
      const answer = await page.goto(desk.origin + place);
      expect(answer?.status()).toBe(200);
      for (const { viewport } of [desktop, phone]) {
        await page.setViewportSize(viewport);
        expect([place, viewport.width, await overlaps(page)]).toEqual([place, viewport.width, []]);
      }
    }
    await close();
  });
});
