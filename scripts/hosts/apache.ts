import { cacheControl, type Headers } from '../../site/contract/headers.ts';
import { byExtension, mediaTypes, notFoundPath, paths } from '../../site/contract/paths.ts';
import { problems } from '../../site/contract/problem.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import {
  badDate,
  CALENDAR_DATE,
  compressibleTypes,
  dateOfFile,
  HIDDEN,
  type HostInput,
  lines,
  serverHeaders,
  serverRules,
  sidecarPaths,
  sinceRange,
} from './host-rules.ts';

/** The names of the files for Apache. */
export const apacheFiles = ['.htaccess', `${paths.since.slice(1)}.htaccess`] as const;

/** `.htaccess` for `dist/` and for the folder of `since`, by name. They need Apache 2.4 and `AllowOverride All`, or FileInfo. */
export function printApacheFiles(input: HostInput): Readonly<Record<(typeof apacheFiles)[number], string>> {
  const [site, since] = apacheFiles;
  return { [site]: printSite(input), [since]: printSince(input) } as const;
}

const quote = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;

/** In a header's value, a percent sign starts a variable. */
const setHeader = (name: string, value: string, when = '') => `Header ${when}set ${name} ${quote(value.replaceAll('%', '%%'))}`;

function printSite(input: HostInput): string {
  return lines(
    'ErrorDocument 403 default',
    `ErrorDocument 404 ${basePathOf(input.baseUrl)}${notFoundPath}`,
    '# From the bytes, so that the tag is the same on every machine.',
    'FileETag Digest',
    'AddDefaultCharset Off',
    'RemoveEncoding .gz .br',
    ...Object.entries(byExtension).map(([ending, type]) => `AddType ${quote(type)} .${ending}`),
    ...Object.entries(serverHeaders).map(([name, value]) => setHeader(name, value, 'always ')),
    ...printRules(input),
    '# RFC 9110 13.2.2: tags win over dates.',
    `RequestHeader unset If-Modified-Since "expr=-n req_novary('If-None-Match')"`,
    `RequestHeader unset If-Unmodified-Since "expr=-n req_novary('If-Match')"`,
    ...compress,
    'RewriteEngine On',
    ...rewriteToSidecar(input),
    `RewriteRule ^${HIDDEN}$ - [R=404,L]`,
    '# A folder without a page.',
    'RewriteCond %{REQUEST_FILENAME} -d',
    'RewriteCond %{REQUEST_FILENAME}/index.html !-f',
    'RewriteRule ^ - [R=404,L]',
  );
}

/** Apache adds the coding to the tag of what it compresses, but doesn't recognize that tag when a visitor sends it back. */
const compress = [
  '<IfModule mod_deflate.c>',
  `  AddOutputFilterByType DEFLATE ${compressibleTypes.join(' ')}`,
  '  RequestHeader edit* If-None-Match "-gzip\\"" "\\""',
  '</IfModule>',
];

/** The condition and headers of each rule; the first that matches applies. */
function printRules(input: HostInput): string[] {
  const blocks = serverRules(input).map(({ pattern, headers }, index) => {
    const open = index === 0 ? 'If' : 'ElseIf';
    return [`<${open} "%{REQUEST_URI} =~ m#${pattern}#">`, ...printHeaders(headers).map((line) => `  ${line}`), `</${open}>`];
  });
  return blocks.flat();
}

function printHeaders({ 'Content-Type': type, ...others }: Headers): string[] {
  const set = Object.entries(others).map(([name, value]) => setHeader(name, value));
  return type === undefined ? set : [`ForceType ${quote(type)}`, ...set];
}

/** Few web spaces may proxy, so visitors are redirected with method and body. */
function rewriteToSidecar({ sidecarUrl, baseUrl }: HostInput): string[] {
  if (sidecarUrl === undefined) return [];
  return sidecarPaths.map((path) => `RewriteRule ^${path.slice(1)}$ ${sidecarUrl}${basePathOf(baseUrl)}${path} [R=307,L]`);
}

/**
 * Every date gets the file of its answer, which has the answer's date as its name. A date with its own file gets that one, so the files of
 * other dates may be left out. In a file of its own, because Apache reads it at every request in its folder.
 */
function printSince({ generation: { since }, sidecarUrl, baseUrl }: HostInput): string {
  const { first } = sinceRange(since);
  const written = since.answers.filter(({ file }) => file);
  const elsewhere = sidecarUrl === undefined ? '- [R=404,L]' : `${sidecarUrl}${basePathOf(baseUrl)}${paths.since}$0 [R=307,L]`;
  // Answers are newest first, and each one covers the days after the next one's date.
  const days = since.answers.flatMap(({ date, file }, index) => {
    const older = since.answers[index + 1]?.date;
    const condition = older === undefined ? [] : [`RewriteCond $0 >${older}`];
    return [...condition, `RewriteRule ^.*$ ${file ? `${dateOfFile(since, { date })} [END]` : elsewhere}`];
  });
  return lines(
    `ErrorDocument 400 ${quote(badDate.trimEnd())}`,
    setHeader('Content-Type', mediaTypes.json, 'always ').concat(` "expr=%{REQUEST_STATUS} == ${problems.invalid_date.status}"`),
    setHeader('Cache-Control', cacheControl.none, 'always ').concat(` "expr=%{REQUEST_STATUS} == ${problems.invalid_date.status}"`),
    'RewriteEngine On',
    'RewriteRule ^$ - [R=404,L]',
    `RewriteRule ^(?!${CALENDAR_DATE}$)[^/]+$ - [R=400,L]`,
    'RewriteRule / - [R=404,L]',
    `# ${written.length} answers; the first date with a file is ${first}.`,
    'RewriteCond %{REQUEST_FILENAME} -f',
    'RewriteRule ^ - [END]',
    ...days,
  );
}
