import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parts } from '../../scripts/desk/screens/business/content.ts';
import { violationsOf } from '../e2e/axe.ts';
import { closePages, desktop, follow, hasBrowser, sharedBrowser, small } from '../support/browser.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { type DeskPage, openDeskPage } from '../support/desk-browser.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';

const paths = Object.values(parts).map(({ path: place }) => `/business${place}`.replace(/\/$/, ''));

describe.skipIf(!hasBrowser)('the business forms in a browser', () => {
  let browser: Browser;
  let desk: OpenDesk;
  let content: string;
  beforeAll(async () => {
    const folders = await deskFolders('minimal');
    content = folders.CONTENT_DIR;
    rmSync(content, { recursive: true });
    // The forms about reviews have their own tests, and reading 200 reviews for each page takes long.
    const reviews = path.join(root, 'content/reviews');
    cpSync(path.join(root, 'content'), content, { recursive: true, filter: (source) => source !== reviews });
    [browser, desk] = await Promise.all([sharedBrowser(), openTestDesk(folders)]);
  });
  afterAll(async () => {
    await closePages(browser);
    await desk?.close();
  });

  const opened: DeskPage[] = [];
  const open = async (place: string, options: BrowserContextOptions = desktop): Promise<Page> => {
    const one = await openDeskPage(browser, desk, place, options);
    opened.push(one);
    return one.page;
  };
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const text = (name: string) => readFileSync(path.join(content, name), 'utf8');

  it.each(
    withReleaseCases<readonly [string, BrowserContextOptions, readonly string[]]>(
      'the business forms in a browser: axe on the other forms and with forced colors',
      [['phone, dark', { ...small, colorScheme: 'dark' }, ['/business', '/business/look']]],
      [
        ['phone, dark, the other forms', { ...small, colorScheme: 'dark' }, paths.filter((place) => !/business$|look$/.test(place))],
        ['desktop, light, forced colors', { ...desktop, forcedColors: 'active' }, ['/business/look']],
      ],
    ),
  )('pass axe and don’t overflow: %s', async (_name, options, places) => {
    const page = await open('/business', options);
    for (const place of places) {
      await page.goto(desk.origin + place);
      for (const row of await page.locator('details').all()) await row.evaluate((element) => element.setAttribute('open', ''));
      expect([place, await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)]).toEqual([
        place,
        0,
      ]);
      expect([place, await violationsOf(page)]).toEqual([place, []]);
    }
    await page.context().close();
  });

  releaseTest('the business forms in a browser: change no bytes when saved without edits', async () => {
    const files = readdirSync(content).filter((name) => name.endsWith('.yaml'));
    const before = files.map(text);
    const page = await open('/business');
    for (const place of paths) {
      await page.goto(desk.origin + place);
      await follow(page, page.locator('.save button'));
      await expect.poll(() => page.locator('.done').textContent()).toContain('You didn’t change anything');
    }
    expect(files.map(text)).toEqual(before);
    await page.context().close();
  });

  it('show picked colors and schemes in the preview', async () => {
    const page = await open('/business/look', { ...desktop, colorScheme: 'dark' });
    await page.getByLabel('Pick a color: Your color').fill('#1f4e79');
    const band = page.locator('.card.light .top');
    await expect.poll(() => band.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(31, 78, 121)');
    expect(await page.getByRole('textbox', { name: 'Your color', exact: true }).inputValue()).toBe('#1f4e79');
    await page.getByRole('radio', { name: 'Always light' }).check();
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await page.context().close();
  });

  it.each(
    withReleaseCases(
      'the business forms in a browser: a new row without script',
      [['with script', true] as const],
      [['without script', false] as const],
    ),
  )('add a row, fix a mistake and save with only the keyboard: %s', async (_name, javaScriptEnabled) => {
    const page = await open('/business/questions', { ...small, javaScriptEnabled });
    await page.getByRole('button', { name: 'Add a question' }).focus();
    await Promise.all([page.waitForEvent('load'), press(page, 'Enter')]);
    const question = page.locator(':focus');
    expect(await question.getAttribute('id')).toMatch(/\.question$/);
    await page.keyboard.type('Do you work on Sundays?');
    // Enter in a field saves, whatever buttons come before it.
    await Promise.all([page.waitForEvent('load'), press(page, 'Enter')]);
    expect(await page.locator(':focus').textContent()).toContain('Not saved yet');
    // The first mistake is a link to its field.
    await press(page, 'Tab', 'Enter');
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.type('No. Call the number above if it is dangerous.');
    await page.getByRole('button', { name: 'Save' }).last().focus();
    await Promise.all([page.waitForEvent('load'), press(page, 'Enter')]);
    await expect.poll(() => page.locator('.done').textContent()).toContain('Saved');
    expect(text('faq.yaml')).toContain('\n- question: Do you work on Sundays?\n  answer: No. Call the number above if it is dangerous.\n');
    await page.context().close();
  });

  it('cause no errors in scripts or on the console', () => {
    expect(opened.flatMap(({ complaints }) => complaints).filter((one) => !one.includes('422'))).toEqual([]);
  });
});
