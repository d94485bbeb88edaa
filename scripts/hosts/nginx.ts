import { cacheControl, type Headers } from '../../site/contract/headers.ts';
import { byExtension, mediaTypes, notFoundPath, paths } from '../../site/contract/paths.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import {
  badDate,
  CALENDAR_DATE,
  compressibleTypes,
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

/** Directives for nginx that a `server` block includes after its `root`. A location sets all headers, because it inherits none. */
export function printNginx(input: HostInput): string {
  const base = escapePath(basePathOf(input.baseUrl));
  const page = basePathOf(input.baseUrl) + notFoundPath;
  return lines(
    'index index.html;',
    'server_tokens off;',
    // A proxy in front may use another scheme or port.
    'absolute_redirect off;',
    'if_modified_since before;',
    'gzip_static on;',
    'gzip on;',
    // nginx compresses HTML anyway, and warns if it is listed.
    `gzip_types ${compressibleTypes.filter((type) => type !== 'text/html').join(' ')};`,
    `types {\n${Object.entries(byExtension)
      .map(([ending, type]) => `    ${quote(type)} ${ending};`)
      .join('\n')}\n}`,
    'default_type application/octet-stream;',
    `error_page 403 404 =404 ${page};`,
    ...addHeaders(serverHeaders),
    ...printSidecar(input),
    ...printSince(input, base),
    `location ~ "^${base}/${HIDDEN}$" { return 404; }`,
    ...serverRules(input).map(({ pattern, headers }) => location(`~ ${quote(pattern)}`, fileHeaders(headers))),
  );
}

const addHeaders = (headers: Headers) => Object.entries(headers).map(([name, value]) => `add_header ${name} ${quote(value)} always;`);
const location = (match: string, directives: readonly string[]) =>
  `location ${match} {\n${directives.map((line) => `    ${line}\n`).join('')}}`;

function fileHeaders({ 'Content-Type': type, ...others }: Headers): string[] {
  const types = type === undefined ? [] : ['types {}', `default_type ${quote(type)};`];
  return [...types, ...addHeaders({ ...serverHeaders, ...others })];
}

/** Each date from the first to the last has a file. Earlier and later dates have the answer of one of these. */
function printSince(input: HostInput, base: string): string[] {
  const { first, last, complete } = sinceRange(input.generation.since);
  const folder = basePathOf(input.baseUrl) + paths.since;
  const start = `${base}${paths.since}`;
  const beside = (prefixes: readonly string[], directives: readonly string[]) =>
    prefixes.length === 0 ? [] : [location(`~ ${quote(`^${start}(?:${prefixes.join('|')})`)}`, directives)];
  const invalid = [
    'types {}',
    `default_type ${quote(mediaTypes.json)};`,
    ...addHeaders({ ...serverHeaders, 'Cache-Control': cacheControl.none }),
  ];
  const earlier = complete ? [`rewrite ^ ${folder}${first} last;`] : (proxyTo(input) ?? ['return 404;']);
  return [
    location(`~ ${quote(`^${start}(?!${CALENDAR_DATE}$)[^/]+$`)}`, [...invalid, `return 400 '${badDate.trimEnd()}';`]),
    ...beside(
      prefixesBefore(first).map((prefix) => `${prefix}[-0-9]*$`),
      earlier,
    ),
    ...beside(
      prefixesAfter(last).map((prefix) => `${prefix}[-0-9]*$`),
      [`rewrite ^ ${folder}${last} last;`],
    ),
  ];
}

/** Passes a request on, and its response as it is; undefined without a sidecar. */
const proxyTo = ({ sidecarUrl }: HostInput): readonly string[] | undefined =>
  sidecarUrl === undefined
    ? undefined
    : [
        `proxy_pass ${sidecarUrl};`,
        'proxy_ssl_server_name on;',
        'proxy_http_version 1.1;',
        // Replaces what the visitor sent, which could be forged.
        'proxy_set_header X-Forwarded-For $remote_addr;',
        'gzip off;',
        // Isn't sent. A location with a header of its own doesn't add those of the server, which the sidecar already sets.
        'add_header X-Content-Type-Options "";',
      ];

function printSidecar(input: HostInput): string[] {
  const proxy = proxyTo(input);
  return proxy === undefined ? [] : sidecarPaths.map((path) => location(`= ${basePathOf(input.baseUrl)}${path}`, proxy));
}
