import type { Browser, BrowserContextOptions, Page } from 'playwright';
import type { OpenDesk } from './desk.ts';

/** A page of the desk in its own context, and the errors of its scripts and on its console. */
export interface DeskPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Opens a page of the desk with its session. */
export async function openDeskPage(browser: Browser, desk: OpenDesk, path: string, options: BrowserContextOptions): Promise<DeskPage> {
  const context = await browser.newContext(options);
  const [name = '', value = ''] = desk.cookie.split('=');
  await context.addCookies([{ name, value, url: desk.origin, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(desk.origin + path, { waitUntil: 'networkidle' });
  return { page, complaints, close: () => context.close() };
}

/** Presses Tab until an element that matches `selector` has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`${selector} can’t be reached with Tab`);
}

/** Tabs to a link or button and presses Enter. Returns when the next page has loaded, as `afterJob` does. */
export async function enter(page: Page, selector: string, heading?: string): Promise<void> {
  await tabTo(page, selector);
  await afterJob(page, () => page.keyboard.press('Enter'), heading);
}

/**
 * Does what opens the next page, and returns when that page has loaded and its job, if it has one, has ended. @throws Error with the page if
 * it has another heading, for example because the job failed
 */
export async function afterJob(page: Page, act: () => Promise<void>, heading?: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
  // The page of a running job reloads itself.
  await page.locator('body:not([data-waiting])').waitFor({ state: 'attached' });
  await page.waitForLoadState();
  const shown = await page.getByRole('heading', { level: 1 }).first().textContent();
  if (heading !== undefined && shown !== heading)
    throw new Error(`expected “${heading}”, but the page is:\n${await page.locator('main').textContent()}`);
}
