import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../e2e/axe.ts';
import { closePages, desktop, hasBrowser, sharedBrowser, small } from '../support/browser.ts';
import { callScript } from '../support/call-command.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { enter, openDeskPage } from '../support/desk-browser.ts';
import { isRelease, withReleaseCases } from '../support/release-test.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(!hasBrowser)('publishing and backing up in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => closePages(browser));

  /** Expects a page without axe violations and horizontal overflow. In dark, only its colors differ. */
  async function expectSound(page: Page) {
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    expect(await violationsOf(page, isDark ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {})).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }

  test.each(
    withReleaseCases<readonly [string, string, readonly string[], BrowserContextOptions]>(
      'publishing and backing up in a browser: Spanish, dark',
      [
        [
          'English, 360 pixels wide',
          'corner shop',
          ['What would change', 'Published', 'Undo “Changed by a command or by hand”?', 'Backup'],
          small,
        ],
      ],
      [
        [
          'Spanish, dark',
          'taberna',
          ['Qué cambiaría', 'Publicado', '¿Deshacer «Cambiado con un comando o a mano»?', 'Copia de seguridad'],
          { ...desktop, colorScheme: 'dark' },
        ],
      ],
    ),
  )('passes axe and works by keyboard: %s', async (_name, fixture, [preview = '', published = '', undo = '', backup = ''], options) => {
    const folders = await deskFolders(fixture);
    const desk = await openTestDesk({ ...folders, BASE_URL: NOBODY });
    const { page, close } = await openDeskPage(browser, desk, '/publish', options);
    try {
      await expectSound(page);
      await page.goto(`${desk.origin}/publish/host`);
      await expectSound(page);
      await page.locator('#target-zip').check();
      expect(await page.locator('#host').isVisible()).toBe(false);
      expect(await page.locator('#address').isVisible()).toBe(true);
      await page.goto(`${desk.origin}/publish`);
      await enter(page, 'form[action="/publish/preview"] button', preview);
      await expectSound(page);
      await enter(page, 'form[action="/publish"] button', published);
      await expectSound(page);
      const words = ['--date', '2025-03-14', '--rating', '4', '--author', 'Zoe'];
      expect((await callScript('review', folders, ['add', ...words])).code).toBe(0);
      await page.goto(`${desk.origin}/publish`);
      if (isRelease) await expectSound(page);
      await enter(page, '#history a', undo);
      await expectSound(page);
      await enter(page, 'main button');
      await page.locator('[role="status"]').waitFor();
      await page.goto(`${desk.origin}/backup`);
      await page.locator('#folder').fill(path.join(temporaryFolder(), 'backups'));
      await enter(page, 'main button', backup);
      await page.locator('[role="status"]').waitFor();
      await expectSound(page);
      await enter(page, 'main ol.plain a');
      await page.locator('main h2').first().waitFor();
      await expectSound(page);
    } finally {
      await close();
      await desk.close();
    }
  });
});
