import path from 'node:path';
import { commandLineFor, type Settings } from '../../scripts/cli/settings.ts';
import { type DeskServer, startDesk } from '../../scripts/desk/app.ts';
import { buildHere } from '../../scripts/desk/build/build-here.ts';
import type { RunBuild } from '../../scripts/desk/build/run-build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { askBuilder } from './build-site.ts';
import { workshop } from './copy-content.ts';
import { printDocuments } from './print-documents.ts';
import { commandEnvironment, dataFolder } from './run-script.ts';

/** A desk with a browser that has opened its link. */
export interface OpenDesk {
  readonly origin: string;
  /** The link, which can't be used again. */
  readonly entrance: string;
  /** The session cookie as the browser received it, and as it sends it. */
  readonly setCookie: string;
  readonly cookie: string;
  readonly server: DeskServer;
  /** Requests a page with the session; redirects aren't followed. */
  get(path: string): Promise<Response>;
  /** Sends a form of the desk, with its token, and follows the redirect. */
  post(path: string, fields?: Readonly<Record<string, string>> | URLSearchParams | FormData): Promise<Response>;
  /** Sends a request with the session like a page of the desk. `init` can override any part of it. */
  send(path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Builds without pages, in this process. */
export const buildDocuments: RunBuild = (environment, task, onProgress) => buildHere(environment, task, onProgress, printDocuments);

/** Builds the pages, too, in the process that builds the sites of the run. */
export const buildPages: RunBuild = async ({ source }, task) => {
  const { code, stdout, stderr } = await askBuilder({ environment: source, task });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

/** Opens the desk for the content and data in these folders. */
export async function openTestDesk(folders: {
  readonly CONTENT_DIR: string;
  readonly DATA_DIR: string;
  readonly DIST_DIR: string;
  readonly now?: () => Date;
  readonly unusedAfterMs?: number;
  readonly BASE_URL?: string;
  readonly PORT?: string;
  readonly LOG_KEY?: string;
  readonly SOURCE_DATE_EPOCH?: string;
  /** The settings of a command, instead of the variables. */
  readonly settings?: Settings;
  /** Without pages by default, since Astro is slow. */
  readonly build?: RunBuild;
  readonly largestUpload?: number;
  readonly lookEveryMs?: number;
}): Promise<OpenDesk> {
  const {
    now = () => new Date(),
    unusedAfterMs,
    build = buildDocuments,
    largestUpload,
    lookEveryMs,
    settings: given,
    ...variables
  } = folders;
  const settings = given ?? { ...readEnvironment(commandEnvironment(variables)), commandLine: commandLineFor({}) };
  const server = await startDesk({ settings, now, build, unusedAfterMs, largestUpload, lookEveryMs });
  const { entrance } = server;
  const { origin } = new URL(entrance);
  const [setCookie = ''] = (await fetch(entrance, { redirect: 'manual' })).headers.getSetCookie();
  const [cookie = ''] = setCookie.split(';');
  const send = (path: string, init: RequestInit) =>
    fetch(origin + path, { redirect: 'manual', ...init, headers: { Cookie: cookie, Origin: origin, ...init.headers } });
  const get = (path: string) => send(path, {});
  let token = '';
  const post: OpenDesk['post'] = async (path, fields = {}) => {
    token ||= /name="token" value="([^"]+)"/.exec(await (await get('/import')).text())?.[1] ?? '';
    const body = fields instanceof FormData ? new FormData() : new URLSearchParams(fields);
    // The token comes first, as in the desk's own forms.
    body.set('token', token);
    if (fields instanceof FormData && body instanceof FormData) for (const [name, value] of fields) body.append(name, value);
    const answer = await send(path, { method: 'POST', body });
    const location = answer.headers.get('location');
    return answer.status === 303 && location !== null ? get(location) : answer;
  };
  return { origin, entrance, setCookie, cookie, server, get, post, send, close: () => server.close() };
}

/** Makes folders for a desk, with a copy of a fixture as its content. */
export async function deskFolders(fixture = 'corner shop') {
  const { folder, content, dist } = await workshop(fixture);
  return { CONTENT_DIR: content, DATA_DIR: dataFolder(path.join(folder, 'data')), DIST_DIR: dist };
}
