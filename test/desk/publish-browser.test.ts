import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, hasBrowser, launch, small } from '../support/browser.ts';
import { callScript } from '../support/call-command.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AxeBuilder } from '../third-party/axe.ts';

describe.skipIf(!hasBrowser)('publishing and backing up in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Expects a page without axe violations and horizontal overflow. */
  async function expectSound(page: Page) {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }

  /** Presses Tab until the focused element matches `selector`, then Enter. */
  async function choose(page: Page, selector: string) {
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return page.keyboard.press('Enter');
    }
    throw new Error(`${selector} can’t be reached with Tab`);
  }

  test.each<readonly [string, string, readonly string[], BrowserContextOptions]>([
    [
      'English, 360 pixels wide',
      'corner shop',
      ['What would change', 'Published', 'Undo “Changed by a command or by hand”?', 'Backup'],
      small,
    ],
    [
      'Spanish, dark',
      'taberna',
      ['Qué cambiaría', 'Publicado', '¿Deshacer «Cambiado con un comando o a mano»?', 'Copia de seguridad'],
      { ...desktop, colorScheme: 'dark' },
    ],
  ])('passes axe and works by keyboard: %s', async (_name, fixture, [preview = '', published = '', undo = '', backup = ''], options) => {
    const folders = await deskFolders(fixture);
    const desk = await openTestDesk({ ...folders, BASE_URL: NOBODY });
    const context = await browser.newContext(options);
    try {
      const [name = '', value = ''] = desk.cookie.split('=');
      await context.addCookies([{ name, value, url: desk.origin, httpOnly: true, sameSite: 'Strict' }]);
      const page = await context.newPage();
      const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor({ timeout: 60_000 });
      await page.goto(`${desk.origin}/publish`);
      await expectSound(page);
      await choose(page, 'form[action="/publish/preview"] button');
      await heading(preview);
      await expectSound(page);
      await choose(page, 'form[action="/publish"] button');
      await heading(published);
      await expectSound(page);
      const words = ['--date', '2025-03-14', '--rating', '4', '--author', 'Zoe'];
      expect((await callScript('review', folders, ['add', ...words])).code).toBe(0);
      await page.goto(`${desk.origin}/publish`);
      await expectSound(page);
      await choose(page, '#history a');
      await heading(undo);
      await expectSound(page);
      await choose(page, 'main button');
      await page.locator('[role="status"]').waitFor();
      await page.goto(`${desk.origin}/backup`);
      await page.locator('#folder').fill(path.join(temporaryFolder(), 'backups'));
      await choose(page, 'main button');
      await heading(backup);
      await page.locator('[role="status"]').waitFor();
      await expectSound(page);
      await choose(page, 'main ol.plain a');
      await page.locator('main h2').first().waitFor();
      await expectSound(page);
    } finally {
      await context.close();
      await desk.close();
    }
  });
});
