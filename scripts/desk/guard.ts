import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';

/**
 * Only lets in the browser that the desk opened. Any page in any browser on this machine can send requests to 127.0.0.1, so a local
 * request proves nothing.
 */
export class Guard {
  /** For the first request of the browser; void after it. */
  #ticket: string | undefined = secret();
  readonly #entered = Promise.withResolvers<void>();
  /** Resolves when the browser has used its link. */
  readonly entered = this.#entered.promise;
  readonly #session = secret();
  /** The name of the session's cookie, which has the desk's port, because all ports of a host share their cookies. */
  #cookie = '';
  /** In every form. */
  readonly formToken = secret();

  /** The path to open in the browser. */
  get entrance(): string {
    return `/?ticket=${this.#ticket}`;
  }

  /** Returns the middleware that checks each request before any other does. `refuse` returns the text of a refusal. */
  check(port: () => number, refuse: (reason: 'host' | 'session' | 'origin') => string): RequestHandler {
    return (request, response, next) => {
      const host = `127.0.0.1:${port()}`;
      const stop = (reason: 'host' | 'session' | 'origin') => {
        // The rest of the request isn't read.
        response
          .set('Connection', 'close')
          .status(403)
          .type('text/plain')
          .send(`${refuse(reason)}\n`);
      };
      response.set(HEADERS);
      // With DNS rebinding, Host has the name that was pointed to this machine.
      if (request.headers.host !== host) return stop('host');
      const isSafe = request.method === 'GET' || request.method === 'HEAD';
      if (!isSafe && !isSameOrigin(request.headers, `http://${host}`)) return stop('origin');
      this.#cookie = `desk-${port()}`;
      const hasSession = this.#hasSession(request.headers);
      const { ticket } = request.query;
      if (isSafe && request.path === '/' && typeof ticket === 'string') {
        if (!hasSession && !isEqual(ticket, this.#ticket)) return stop('session');
        this.#ticket = undefined;
        this.#entered.resolve();
        response.cookie(this.#cookie, this.#session, { httpOnly: true, sameSite: 'strict', path: '/' });
        // A redirect would still count as another site's request, if a file led here, and get no cookie. This page's own request does.
        return response.type('html').send('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Desk</title>\n');
      }
      return hasSession ? next() : stop('session');
    };
  }

  /**
   * Whether the browser that the desk opened sends a request to the preview at `host`. The desk may link to it, and only its own pages may
   * load anything from it: what it publishes is open to all sites, and other ports of 127.0.0.1 count as the same site.
   */
  admitsToPreview(headers: IncomingHttpHeaders, host: string): boolean {
    const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': target, origin } = headers;
    const isOwn = site === 'none' || site === 'same-origin' || (site === 'same-site' && target === 'document');
    return headers.host === host && isOwn && (origin ?? `http://${host}`) === `http://${host}` && this.#hasSession(headers);
  }

  #hasSession(headers: IncomingHttpHeaders): boolean {
    return isEqual(readCookie(headers.cookie, this.#cookie), this.#session);
  }

  /** Whether a form is one of ours. */
  isOwnForm(token: unknown): boolean {
    return typeof token === 'string' && isEqual(token, this.formToken);
  }
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Without any referrer, browsers would send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const secret = () => randomBytes(32).toString('base64url');

/** Browsers send Sec-Fetch-Site, older ones only Origin. */
function isSameOrigin(headers: NodeJS.Dict<string | string[]>, origin: string): boolean {
  const { 'sec-fetch-site': site, origin: given } = headers;
  return (site === undefined || site === 'same-origin') && (given === undefined || given === origin) && (site ?? given) !== undefined;
}

function readCookie(header: string | undefined, name: string): string {
  const pair = header?.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}

function isEqual(given: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
