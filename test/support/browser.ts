import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Locator, type Page, type Request } from 'playwright';
import { WAIT_DEADLINE_MS } from './deadlines.ts';
import { BROWSER_FOLDER } from './own-temporary-folder.ts';
import { root } from './run-script.ts';
import type { TestServer } from './serve.ts';

/** Debian's headless browser, which takes half the processor time of the full one. */
const SYSTEM = '/usr/bin/chromium-headless-shell';

/** Whether Debian's or Playwright's browser is installed. Tests that need a browser are skipped without one. */
export const hasBrowser = existsSync(SYSTEM) || existsSync(chromium.executablePath());

/**
 * Writes a fontconfig file with only the project's own fonts, so text has the same width on every machine, and returns its path. Other
 * font families fall back to the generic family that follows them in the page's styles.
 */
function fontsFile(): string {
  const folder = path.join(root, 'node_modules/.cache/test-fonts');
  const fonts = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const generic = { 'sans-serif': 'DejaVu Sans', serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' };
  const aliases = Object.entries(generic).map(
    ([family, ours]) => `<alias binding="same"><family>${family}</family><prefer><family>${ours}</family></prefer></alias>`,
  );
  const fallback =
    '<match target="pattern"><edit name="family" mode="append_last" binding="same"><string>DejaVu Sans</string></edit></match>';
  const file = path.join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir>${aliases.join('')}${fallback}</fontconfig>\n`);
  return file;
}

/** Starts Chromium with our fonts, without background requests to others and with waits as long as a test. `more` are its arguments. */
export async function launch(...more: readonly string[]): Promise<Browser> {
  const temporary = path.join(os.tmpdir(), BROWSER_FOLDER);
  mkdirSync(temporary, { recursive: true });
  const browser = await chromium.launch({
    ...(existsSync(SYSTEM) ? { executablePath: SYSTEM } : {}),
    env: { ...process.env, FONTCONFIG_FILE: fontsFile(), TMPDIR: temporary },
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      // One less process to start, since there is no graphics card.
      '--in-process-gpu',
      ...more,
    ],
  });
  return browser.on('context', (context) => context.setDefaultTimeout(WAIT_DEADLINE_MS));
}

let shared: Promise<Browser> | undefined;

/** Returns the browser of this process, which one test file after another uses, and which ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launch();
  return shared;
}

/** Closes what a test file has opened in the shared browser. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  idle.clear();
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const small = { viewport: { width: 360, height: 640 }, hasTouch: true } as const;
export const narrow = { viewport: { width: 320, height: 640 } } as const;
export const desktop = { viewport: { width: 1280, height: 900 } } as const;

export interface Visit {
  readonly page: Page;
  /** Errors while the page was open: from scripts, the content security policy and requests. */
  readonly complaints: readonly string[];
  /** Origins other than ours that the page sent requests to. */
  readonly otherOrigins: readonly string[];
  readonly bytes: () => number;
  close(): Promise<void>;
}

/** Pages of closed visits, each alone in its context, by the options of their contexts. A new one takes twice the processor time. */
const idle = new Map<string, Page[]>();

/** Opens `path` of `server` in a context without any state and waits until the network is idle. */
export async function visit(
  browser: Browser,
  server: Pick<TestServer, 'url'>,
  path: string,
  options: BrowserContextOptions = desktop,
): Promise<Visit> {
  const key = JSON.stringify(options);
  const page = idle.get(key)?.pop() ?? (await (await browser.newContext(options)).newPage());
  const complaints: string[] = [];
  const otherOrigins: string[] = [];
  let bytes = 0;
  const listeners = {
    console: (message: ConsoleMessage) => {
      if (message.type() === 'error') complaints.push(message.text());
    },
    pageerror: (error: Error) => complaints.push(error.message),
    request: (request: Request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== server.url) otherOrigins.push(origin);
    },
    requestfinished: async (request: Request) => {
      const sizes = await request.sizes().catch(() => undefined);
      bytes += sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0;
    },
  };
  page.on('console', listeners.console).on('pageerror', listeners.pageerror);
  page.on('request', listeners.request).on('requestfinished', listeners.requestfinished);
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  const close = async () => {
    page.off('console', listeners.console).off('pageerror', listeners.pageerror);
    page.off('request', listeners.request).off('requestfinished', listeners.requestfinished);
    await forget(page, new URL(server.url).origin, options);
    idle.set(key, [...(idle.get(key) ?? []), page]);
  };
  return { page, complaints, otherOrigins, bytes: () => bytes, close };
}

/** Resets what a test can have changed in a page and its context: routes, emulation, pointer, storage and history. */
async function forget(page: Page, origin: string, { viewport, colorScheme }: BrowserContextOptions): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await Promise.all(
    page
      .context()
      .pages()
      .map((other) => other === page || other.close()),
  );
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' });
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await page.context().clearCookies();
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** Clicks a link and waits for the linked page to load. A click alone returns before that. */
export async function follow(page: Page, link: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), link.click()]);
}
