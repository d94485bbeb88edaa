import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RunningServer, type ServerOptions, startServer } from '../../sidecar/server.ts';
import { namedFile, readBytes } from '../../site/content/read/content-files.ts';
import { type Environment, readEnvironment } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { basePathOf, isLoopback } from '../../site/shared/base-path.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { forgetPreview, previewPlaces } from '../content/own-folders.ts';
import { readPublished } from './build/older-versions.ts';
import type { Guard } from './guard.ts';

/**
 * The site as visitors would see it after the next publication, on a port of this computer that the system picks. Only the desk's browser
 * can open it. It ends with the desk, with the next preview or publication, and when a review is taken down.
 */
export class Preview {
  readonly #settings: Environment;
  readonly #guard: Guard;
  readonly #closing: AbortSignal;
  #server: RunningServer | undefined;
  /** The list of takedowns when the content was read. */
  #takedowns: string | undefined;

  constructor(settings: Environment, guard: Guard, closing: AbortSignal) {
    this.#settings = settings;
    this.#guard = guard;
    this.#closing = closing;
  }

  /** Replaces the preview by the one that `build` makes. @throws SetupError with the text `outdated` if a review was taken down meanwhile */
  async make<T>(build: () => Promise<T>, outdated: string): Promise<T> {
    const { CONTENT_DIR, DATA_DIR } = this.#settings;
    await this.clear();
    this.#takedowns = readTakedowns(CONTENT_DIR);
    await mkdir(previewPlaces(DATA_DIR).folder, { recursive: true, mode: 0o700 });
    try {
      const result = await build();
      this.#closing.throwIfAborted();
      this.#server = await startServer(this.#serverOptions());
      this.#closing.throwIfAborted();
      if (this.#isOutdated()) throw new SetupError(outdated);
      return result;
    } catch (error) {
      await this.clear();
      // A takedown deletes what the build writes.
      throw this.#isOutdated() ? new SetupError(outdated) : error;
    }
  }

  /** The address of the preview, without a slash at its end; undefined if there is none. */
  get address(): string | undefined {
    if (this.#server === undefined || this.#isOutdated()) return undefined;
    return this.#server.url + basePathOf(this.#settings.BASE_URL);
  }

  /** Its `reviews.json`. */
  reviews(): Promise<ReviewsDocument | undefined> {
    return readPublished({ DIST_DIR: previewPlaces(this.#settings.DATA_DIR).dist });
  }

  /** Stops showing the preview and deletes it. */
  async clear(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
    await forgetPreview(this.#settings.DATA_DIR);
  }

  /** The settings of its server. Its hub has no subscribers, so nobody hears of what isn't published. */
  #serverOptions(): ServerOptions {
    const { BASE_URL, HUB_URL, DATA_DIR } = this.#settings;
    const { dist, data } = previewPlaces(DATA_DIR);
    const address = { HOST: '127.0.0.1', PORT: '0', BASE_URL, HUB_URL };
    return {
      environment: readEnvironment({ ...address, DIST_DIR: dist, DATA_DIR: data }),
      mode: 'origin',
      log: () => {},
      admit: (request, response) => this.#admit(request, response),
    };
  }

  #admit({ headers, method }: IncomingMessage, response: ServerResponse): boolean {
    const { host } = new URL(this.#server?.url ?? 'http://127.0.0.1');
    const isReading = method === 'GET' || method === 'HEAD';
    if (!isReading || !this.#guard.admitsToPreview(headers, host)) return refuse(response, 403, 'Open the preview from the desk.');
    if (this.#isOutdated()) return refuse(response, 410, 'A review was taken down, so this preview has ended. Make a new one in the desk.');
    keepPrivate(response);
    return true;
  }

  #isOutdated(): boolean {
    try {
      return this.#takedowns !== readTakedowns(this.#settings.CONTENT_DIR);
    } catch {
      return true;
    }
  }
}

/** The text of the list of takedowns. @throws ContentError if it can't be read */
const readTakedowns = (contentDir: string) => readBytes(namedFile(contentDir, 'takedowns')).toString();

function refuse(response: ServerResponse, status: number, reason: string): false {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close', ...PRIVATE }).end(`${reason}\n`);
  return false;
}

const PRIVATE = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** Replaces the headers by which published files are cached and open to other sites. */
function keepPrivate(response: ServerResponse): void {
  const send = response.writeHead.bind(response);
  response.writeHead = (status, first?: unknown) => {
    const list = Array.isArray(first) ? first : Object.entries(first ?? {}).flat();
    for (let index = 0; index < list.length; index += 2) response.setHeader(String(list[index]), list[index + 1]);
    response.removeHeader('Access-Control-Allow-Origin');
    return send(status, PRIVATE);
  };
}

/** How long a page waits for the site. */
const PATIENCE_MS = 1_500;

/** The published site at its public address. */
export class PublicSite {
  readonly #settings: Environment;
  #server: RunningServer | undefined;

  constructor(settings: Environment) {
    this.#settings = settings;
  }

  /** Whether its address is on this computer, so only this computer can show it. */
  get isHere(): boolean {
    return isLoopback(new URL(this.#settings.BASE_URL).hostname);
  }

  /** Whether anything responds at its address. */
  async isServed(): Promise<boolean> {
    const address = this.#settings.BASE_URL + paths.generation;
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }

  /** Serves it on this computer until the desk ends. @throws SetupError if it can't */
  async serve(): Promise<void> {
    this.#server ??= await startServer({ environment: this.#settings, mode: 'origin', log: () => {} });
    await this.#server.generations.refresh();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }
}
