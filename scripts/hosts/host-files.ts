import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { paths } from '../../site/contract/paths.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { apacheFiles, printApacheFiles } from './apache.ts';
import { printCaddyfile } from './caddy.ts';
import {
  type HeaderRule,
  type HostInput,
  headerRules,
  prefixesAfter,
  prefixesBefore,
  type SinceRange,
  sidecarPaths,
  sinceRange,
} from './host-rules.ts';
import { printNginx } from './nginx.ts';

/** The names of the configuration files. */
export const hostFiles = ['_headers', '_redirects', ...apacheFiles, '_nginx.conf', '_Caddyfile'] as const;

/**
 * The configuration files for `dist/`, by name. Paths are those of the files, without the path of `baseUrl`: the host serves `dist/` at the
 * root of another address, and the proxy in front removes the path.
 */
export function printHostFiles(input: HostInput): Readonly<Record<(typeof hostFiles)[number], string>> {
  const rules = headerRules(input);
  const range = sinceRange(input.generation.since);
  return {
    ...printApacheFiles(input),
    _headers: printHeaders(rules),
    _redirects: printRedirects(range, input.sidecarUrl && input.sidecarUrl + basePathOf(input.baseUrl)),
    '_nginx.conf': printNginx(input),
    _Caddyfile: printCaddyfile(input),
  };
}

/**
 * `_headers` of Cloudflare Pages and Netlify. If two rules set a header, these hosts join the values with a comma. That is valid for cache
 * times and policies but not for Content-Type, so only one rule may set that.
 */
function printHeaders(rules: readonly HeaderRule[]): string {
  const block = (pattern: string, headers: Headers) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[block('/*', commonHeaders), ...rules.map(({ pattern, headers }) => block(pattern, headers))].join('\n')}\n`;
}

/** `_redirects` of Cloudflare Pages and Netlify. Cloudflare's rules take precedence over files, so none matches a date that has a file. */
function printRedirects({ first, last, complete }: SinceRange, sidecarUrl: string | undefined): string {
  const lines: string[] = [];
  if (complete) lines.push(...prefixesBefore(first).map((prefix) => rewrite(prefix, first)));
  lines.push(...prefixesAfter(last).map((prefix) => rewrite(prefix, last)));
  if (sidecarUrl !== undefined) {
    if (!complete)
      lines.push(...prefixesBefore(first).flatMap((prefix) => proxy(paths.since + prefix, sidecarUrl, prefix.length < first.length)));
    lines.push(...sidecarPaths.flatMap((path) => proxy(path, sidecarUrl, false)));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Netlify uses the first rule; Cloudflare can't proxy to other hosts, ignores it and uses the second, which keeps method and body. */
function proxy(path: string, sidecarUrl: string, isPrefix: boolean): string[] {
  const [from, to] = isPrefix ? [`${path}*`, `${sidecarUrl}${path}:splat`] : [path, sidecarUrl + path];
  return [`${from} ${to} 200`, `${from} ${to} 307`];
}

const rewrite = (prefix: string, date: string) => {
  const whole = prefix.length === date.length ? '' : '*';
  return `${paths.since}${prefix}${whole} ${paths.since}${date} 200`;
};
