import { cacheControl, type Headers, pagePolicy } from '../../site/contract/headers.ts';
import { byExtension, mediaTypes, notFoundPath, paths } from '../../site/contract/paths.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import {
  badDate,
  CALENDAR_DATE,
  escapePath,
  HIDDEN,
  type HostInput,
  lines,
  prefixesAfter,
  prefixesBefore,
  quote,
  serverHeaders,
  serverRules,
  sidecarPaths,
  sinceRange,
} from './host-rules.ts';

/** Directives for Caddy 2 that a site's block imports after its `root`. */
export function printCaddyfile(input: HostInput): string {
  const base = escapePath(basePathOf(input.baseUrl));
  // The first rule that matches a path applies. Caddy has no such choice for headers, so the last one is set last.
  const rules = serverRules(input).reverse();
  return lines(
    'header -Server',
    'route {',
    ...[
      // Before the headers, which the sidecar sets itself.
      ...printSidecar(input, base),
      ...setHeaders('', serverHeaders),
      ...Object.entries(byExtension).map(([ending, type]) => `header *.${ending} Content-Type ${quote(type)}`),
      `header */ Content-Type ${quote(mediaTypes.html)}`,
      ...rules.flatMap(({ pattern, headers }, index) => [
        `@rule${index} path_regexp ${quote(pattern)}`,
        ...setHeaders(`@rule${index}`, headers),
      ]),
      ...printSince(input, base),
      `@hidden path_regexp ${quote(`^${base}/${HIDDEN}$`)}`,
      'error @hidden 404',
      'file_server {\n\t\tprecompressed br gzip\n\t}',
    ].map((line) => `\t${line}`),
    '}',
    'handle_errors {',
    ...[
      '@missing expression {http.error.status_code} == 404',
      'header -Server',
      ...setHeaders('', serverHeaders),
      ...setHeaders('@missing', {
        'Content-Type': mediaTypes.html,
        'Content-Security-Policy': pagePolicy,
        'Cache-Control': cacheControl.none,
      }),
      `rewrite @missing ${basePathOf(input.baseUrl)}${notFoundPath}`,
      'file_server @missing',
    ].map((line) => `\t${line}`),
    '}',
  );
}

const setHeaders = (matcher: string, headers: Headers) =>
  Object.entries(headers).map(([name, value]) => `header ${matcher}${matcher && ' '}${name} ${quote(value)}`);

/** Each date from the first to the last has a file. Earlier and later dates have the answer of one of these, or of the sidecar. */
function printSince(input: HostInput, base: string): string[] {
  const { first, last, complete } = sinceRange(input.generation.since);
  const folder = basePathOf(input.baseUrl) + paths.since;
  const start = `^${base}${paths.since}`;
  const beside = (name: string, prefixes: readonly string[], directive: string) =>
    prefixes.length === 0
      ? []
      : [`@${name} path_regexp ${quote(`${start}(?:${prefixes.map((prefix) => `${prefix}[-0-9]*$`).join('|')})`)}`, `${directive}`];
  const earlier = complete ? `rewrite @earlier ${folder}${first}` : 'error @earlier 404';
  return [
    `@invalid {\n\t\tpath_regexp ${quote(`${start}[^/]+$`)}\n\t\tnot path_regexp ${quote(`${start}${CALENDAR_DATE}$`)}\n\t}`,
    `header @invalid Cache-Control ${cacheControl.none}`,
    `respond @invalid \`${badDate.trimEnd()}\` 400`,
    ...beside('earlier', prefixesBefore(first), earlier),
    ...beside('later', prefixesAfter(last), `rewrite @later ${folder}${last}`),
  ];
}

/** Passes requests on, and their responses as they are. Without `compression off`, Caddy asks for gzip and keeps its entity tag. */
function printSidecar(input: HostInput, base: string): string[] {
  const { sidecarUrl } = input;
  if (sidecarUrl === undefined) return [];
  const path = basePathOf(input.baseUrl);
  const proxyTo = (matcher: string) => `reverse_proxy ${matcher} ${sidecarUrl} {\n\t\ttransport http {\n\t\t\tcompression off\n\t\t}\n\t}`;
  const { first, complete } = sinceRange(input.generation.since);
  const unwritten = prefixesBefore(first).map((prefix) => `${path}${paths.since}${prefix}*`);
  const date = `^${base}${paths.since}${CALENDAR_DATE}$`;
  return [
    `@sidecar path ${sidecarPaths.map((one) => path + one).join(' ')}`,
    proxyTo('@sidecar'),
    ...(complete ? [] : [`@unwritten {\n\t\tpath ${unwritten.join(' ')}\n\t\tpath_regexp ${quote(date)}\n\t}`, proxyTo('@unwritten')]),
  ];
}
