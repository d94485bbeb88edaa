import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Clock } from '../../sidecar/runtime.ts';
import { ContentError } from '../../site/content/problems.ts';
import { DiskFull, explainFull, SetupError } from '../../site/shared/setup-error.ts';
import { sweep } from '../content/own-folders.ts';
import { type Desk, type DeskOptions, openDesk } from './desk.ts';
import { html } from './html.ts';
import { frameSay, sendPage } from './page.ts';
import { backup } from './screens/backup.ts';
import { business } from './screens/business.ts';
import { importScreen } from './screens/import.ts';
import { publish } from './screens/publish.ts';
import { reviews } from './screens/reviews.ts';
import { today } from './screens/today.ts';
import { website } from './screens/website.ts';

/** The desk's server, in its own process. Only the browser that it opened on this machine can use it. */
export interface DeskServer {
  /** The address to open, which works once. */
  readonly entrance: string;
  /** Resolves when it has been opened. */
  readonly entered: Promise<void>;
  /** Resolves when nobody has used the desk for a day. */
  readonly unused: Promise<void>;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const LONGEST_UPLOAD_MS = 3_600_000;

/** Starts the desk on a port that the system picks. */
export async function startDesk(options: Omit<DeskOptions, 'closing'> & { readonly unusedAfterMs?: number }): Promise<DeskServer> {
  const closing = new AbortController();
  const desk = await openDesk({ ...options, closing: closing.signal });
  const { promise: unused, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, options.unusedAfterMs ?? DAY_MS).unref();
  const server: Server = createServer(
    { requestTimeout: LONGEST_UPLOAD_MS },
    createDeskApp(
      desk,
      () => portOf(server),
      () => timer.refresh(),
    ),
  );
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', listening);
  });
  return {
    entrance: `http://127.0.0.1:${portOf(server)}${desk.guard.entrance}`,
    entered: desk.guard.entered,
    unused,
    close: async () => {
      clearTimeout(timer);
      closing.abort();
      const closed = new Promise((end) => server.close(end));
      server.closeAllConnections();
      await Promise.all([closed, desk.site.close(), desk.preview.clear()]);
      await sweep(options.settings);
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** All routes, matched from top to bottom. */
function createDeskApp(desk: Desk, port: () => number, onUse: () => void): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(desk.guard.check(port, (reason) => REFUSALS[reason]));
  app.use((_request, _response, next) => {
    onUse();
    next();
  });
  for (const [name, file] of Object.entries(ASSETS)) app.get(name, (_request, response) => response.sendFile(file));
  app.use(express.urlencoded({ extended: false, limit: '1mb', parameterLimit: 5_000 }), requireOwnForm(desk));
  app.use('/', today(desk));
  app.use('/import', importScreen(desk));
  app.use('/reviews', reviews(desk));
  app.use('/business', business(desk));
  app.use('/publish', publish(desk));
  app.use('/website', website(desk));
  app.use('/backup', backup(desk));
  app.use(async (_request, response) => {
    const say = await frameSay(desk);
    await sendPage(response, desk, { title: say('missing'), status: 404, body: html`<p>${say('missing_page')}</p>` });
  });
  app.use(answerError(desk));
  return app;
}

const asset = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const ASSETS: Readonly<Record<string, string>> = {
  '/base.css': asset('../../site/styles/base.css'),
  '/chart.css': asset('../../site/styles/chart.css'),
  '/desk.css': asset('assets/desk.css'),
  '/desk.js': asset('assets/desk.js'),
};

/** Anyone may get these messages, so they contain nothing about the business. */
const REFUSALS = {
  host: 'The desk only answers at the address that it printed.',
  origin: 'The desk only takes forms from its own pages.',
  session: 'Open the desk with the link that it printed when it started. The link works once; start the desk again for a new one.',
};

/** The forms that send files. Their token is checked when they are received (uploads.ts), before any file. */
const UPLOADS: ReadonlySet<string> = new Set(['/import', '/business/logo', '/business/pictures']);

/** Requires the token that every form has. It's never part of an address, which would stay in the address bar. */
function requireOwnForm(desk: Desk): RequestHandler {
  return async (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const isUpload = request.is('multipart/form-data') && UPLOADS.has(request.path);
    if (isUpload || desk.guard.isOwnForm(request.body?.token)) return next();
    const say = await frameSay(desk);
    response.set('Connection', 'close');
    await sendPage(response, desk, { title: say('wrong'), status: 403, body: html`<p>${say('form')}</p>` });
  };
}

/** Explains problems that a person can fix; anything else is a bug, with its details on the terminal. */
function answerError(desk: Desk): ErrorRequestHandler {
  return async (given, request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    const error = explainFull(given);
    const say = await frameSay(desk);
    const back = html`<p><a href="${request.method === 'GET' ? '/' : request.originalUrl.replace(/\?.*/s, '')}">${say('back')}</a></p>`;
    const isExpected = error instanceof SetupError || error instanceof ContentError;
    const isTooLarge = given.type === 'entity.too.large' || given.type === 'parameters.too.many';
    const isFull = error instanceof DiskFull;
    if (!isExpected && !isTooLarge) console.error(error);
    const problem = isTooLarge ? say('too_large') : isFull ? say('disk_full') : isExpected ? error.message : say('fault_advice');
    await sendPage(response, desk, {
      title: isExpected || isTooLarge ? say('wrong') : say('fault'),
      status: isTooLarge ? 413 : isFull ? 507 : isExpected ? 422 : 500,
      body: html`<pre class="problem">${problem}</pre>${back}`,
    });
  };
}

/** How long the file exists if no browser uses it. */
const ENTRANCE_FILE_MS = 60_000;

/**
 * Writes a page that leads to the one-time link of the desk, for this user only, and returns its path. The link itself would be in the
 * arguments of the program that opens the browser, which every user of the machine can see. The page has a secret, so it's deleted when
 * the link has been used, or after a minute.
 */
export async function offerEntranceFile(
  folder: string,
  { entrance, entered }: Pick<DeskServer, 'entrance' | 'entered'>,
  clock: Clock,
): Promise<string> {
  const file = await writePage(folder, entrance);
  // What can't be deleted now, such as a file that a browser on Windows has open, is swept when the desk stops or starts again.
  const remove = () => void rm(file, { force: true }).catch(() => {});
  const cancel = clock.setTimer(clock.now() + ENTRANCE_FILE_MS, remove);
  void entered.then(cancel).then(remove);
  return file;
}

async function writePage(folder: string, link: string): Promise<string> {
  const file = path.resolve(folder, `open-${randomBytes(9).toString('base64url')}.html`);
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Desk</title>\n`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}
