import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Which rules apply: those that Netlify or Cloudflare Pages reads from `_headers` and `_redirects`, or none. */
export type StaticRules = 'netlify' | 'cloudflare' | 'files';

export interface StaticHost {
  readonly url: string;
  /** Serves the files of `folder` from now on. */
  deploy(folder: string): void;
  stop(): Promise<void>;
}

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

interface Site {
  readonly folder: string;
  readonly headers: readonly { readonly pattern: string; readonly name: string; readonly value: string }[];
  readonly redirects: readonly Redirect[];
}

/**
 * Starts a static host that follows `_headers` and `_redirects` as Netlify and Cloudflare Pages document them: an existing file wins over
 * a rewrite, the first matching rule wins, and a tag is a hash of the bytes. Netlify proxies a rewrite to another origin; Cloudflare Pages
 * can't, and ignores the rule. Without rules, it is a plain file server, whose Last-Modified is the file's time.
 */
export async function startStaticHost(rules: StaticRules): Promise<StaticHost> {
  let site: Site | undefined;
  const server = createServer({ keepAliveTimeout: 0 }, (asked, response) => {
    if (site === undefined) response.writeHead(404, { 'Content-Length': 0 }).end();
    else answer(site, rules, asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (folder) => {
      site = { folder, headers: rules === 'files' ? [] : readHeaders(folder), redirects: rules === 'files' ? [] : readRedirects(folder) };
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function readHeaders(folder: string): Site['headers'] {
  let pattern = '';
  return readFileSync(path.join(folder, '_headers'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith(' ')) pattern = line;
      const colon = line.indexOf(':');
      return line.startsWith(' ') ? [{ pattern, name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }] : [];
    });
}

function readRedirects(folder: string): Site['redirects'] {
  const lines = readFileSync(path.join(folder, '_redirects'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.split(' ')).map(([from = '', to = '', status]) => ({ from, to, status: Number(status) }));
}

const matches = (pattern: string, target: string) => {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? target === pattern : target.startsWith(start) && target.endsWith(end);
};

function answer(site: Site, rules: StaticRules, asked: IncomingMessage, response: ServerResponse): void {
  const [target = '', query] = (asked.url ?? '').split('?');
  const file = fileOf(site, target);
  if (file !== undefined) return sendFile(site, rules, target, file, asked, response);
  const rule = site.redirects.find(
    ({ from, to, status }) => matches(from, target) && !(rules === 'cloudflare' && status === 200 && !to.startsWith('/')),
  );
  const to = rule?.to.replace(':splat', target.slice(rule.from.length - 1)) ?? '';
  const rewritten = rule?.status === 200 && to.startsWith('/') ? fileOf(site, to) : undefined;
  if (rewritten !== undefined) return sendFile(site, rules, target, rewritten, asked, response);
  const elsewhere = query === undefined ? to : `${to}?${query}`;
  if (rule?.status === 200 && !to.startsWith('/')) return passOn(elsewhere, asked, response);
  if (rule === undefined || rule.status === 200) response.writeHead(404, { 'Content-Length': 0 }).end();
  else response.writeHead(rule.status, { Location: elsewhere, 'Content-Length': 0 }).end();
}

function fileOf({ folder }: Site, target: string): string | undefined {
  const file = path.join(folder, target.endsWith('/') ? `${target}index.html` : target);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

function sendFile(site: Site, rules: StaticRules, target: string, file: string, asked: IncomingMessage, response: ServerResponse): void {
  const body = readFileSync(file);
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const headers: OutgoingHttpHeaders = { ETag: tag };
  // A rule replaces the host's own Content-Type.
  const hasType = site.headers.some(({ pattern, name }) => name === 'Content-Type' && matches(pattern, target));
  if (file.endsWith('.html') && !hasType) headers['Content-Type'] = 'text/html; charset=utf-8';
  if (rules === 'files') headers['Last-Modified'] = new Date(statSync(file).mtimeMs).toUTCString();
  for (const { pattern, name, value } of site.headers) {
    if (matches(pattern, target)) headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  if (asked.headers['if-none-match'] === tag) response.writeHead(304, { ...headers, 'Content-Length': 0 }).end();
  else response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(body);
}

/** Proxies a request to `url`, so the reader doesn't see the other origin. */
export function passOn(url: string, asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = asked;
  const outgoing = request(url, { method, headers }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  asked.pipe(outgoing);
}
