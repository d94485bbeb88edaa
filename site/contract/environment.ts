import { isIP } from 'node:net';
import { z } from 'zod';
import { SetupError } from '../shared/setup-error.ts';

/** A variable whose text `read` parses; if it returns undefined, the text is invalid, and `fix` tells what to write instead. */
const setting = <Value>(fix: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: fix });
    return z.NEVER;
  });

const integer = (min: number, max: number) =>
  setting(`write a whole number from ${min} to ${max}`, (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );

const splitList = (text: string) => text.split(',').map((entry) => entry.trim());

/** A comma-separated list in which every entry is valid. */
const listOf = (fix: string, isValid: (entry: string) => boolean) =>
  setting(fix, (text) => {
    const entries = splitList(text);
    return entries.every(isValid) ? entries : undefined;
  });

function toUrl(text: string, protocol: RegExp): URL | undefined {
  const url = URL.parse(text);
  return url && protocol.test(url.protocol) ? url : undefined;
}

const origin = setting('write an origin such as https://reviews.example.com, without a path', (text) => {
  const url = toUrl(text, /^https?:$/);
  return url?.href === `${url?.origin}/` ? url.origin : undefined;
});

// Only unreserved characters (RFC 3986 2.3): such a path has one spelling, and no host's rules treat any of it as a pattern.
const PUBLIC_PATH = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;

/** The public address of a site, without a slash at its end. */
export const publicAddress = setting(
  'write an address such as https://reviews.example.com or https://example.com/customers, whose path has letters, digits, "-", "." and "_"',
  (text) => {
    const url = toUrl(text, /^https?:$/);
    return url?.href === `${url?.origin}${url?.pathname}` && PUBLIC_PATH.test(url.pathname) ? url.href.replace(/\/$/, '') : undefined;
  },
);

const httpUrl = z.url({ protocol: /^https?$/, error: 'write an absolute http(s) URL' });

/** Whether `text` is an address range such as 10.0.0.0/8 or fd00::/8. */
function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  return /^\d{1,3}$/.test(bits) && { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6] >= Number(bits);
}

// As in a URL, an IPv6 address is in brackets.
const hostAndPort = setting('write an address and a port such as 127.0.0.1:9464', (text) => {
  const [, host = '', port = ''] = /^(\[[\da-fA-F:]+\]|[^\s:/[\]]+):(\d{1,5})$/.exec(text) ?? [];
  return host !== '' && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
});

// RFC 6454 6.2: scheme "://" host [ ":" port ]; pages of extensions and editors have schemes of their own.
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/;

const allowedOrigins = setting('write * or origins such as https://chat.example.com,https://other.example.com', (text) => {
  if (text.trim() === '*') return '*' as const;
  const origins = splitList(text.toLowerCase());
  return origins.every((entry) => ORIGIN.test(entry)) ? origins : undefined;
});

const sessionKeys = listOf(
  'write one or more comma-separated keys from openssl rand -base64 32, the current one first',
  (key) => key !== '',
);

const logKeys = listOf(
  'write what openssl rand -base64 32 makes, or two such keys with a comma between, the new one first',
  // The seed of an Ed25519 key (RFC 8032 5.1.5), as openssl prints it.
  (key) => /^[A-Za-z0-9+/]{43}=$/.test(key),
);

/** Whether WITNESSES is the path of a policy file: a verifier key has a plus, and comes before an address. */
export const isPolicyPath = (text: string): boolean => !text.includes('://') && /[/\\.]/.test(text);

const witnesses = setting(
  'write a verifier key and an address for each, such as witness.example/w1+0a1b2c3d+BASE64 https://witness.example, with commas between, or the path of a policy file',
  (text) => {
    if (isPolicyPath(text)) return { policy: text };
    const entries = splitList(text).map((entry) => /^([^\s+]*\+\S*)\s+(https?:\/\/\S*?)\/?$/.exec(entry) ?? []);
    return entries.every(({ length }) => length > 0) ? entries.map(([, key = '', url = '']) => ({ key, url })) : undefined;
  },
);

const databaseUrl = setting(
  'write the address of a PostgreSQL database, such as postgres://hub:PASSWORD@db.example.com:5432/hub',
  (text) => ((toUrl(text, /^postgres(?:ql)?:$/)?.pathname ?? '').length > 1 ? text : undefined),
);

/** The variables, each with what it's for. */
const variables = z.object({
  PORT: integer(0, 65535).default(4321).describe('the port the server listens on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('the host name or IP address the server listens on'),
  BASE_URL: publicAddress
    .optional()
    .describe(
      'the public address, used in every link and topic; can have a path; the same for build and server (default: http://localhost:$PORT)',
    ),
  CONTENT_DIR: z.string().min(1).default('content').describe('the content; the root if that has no folder with this name'),
  DIST_DIR: z.string().min(1).default('dist').describe('generated files'),
  DATA_DIR: z.string().min(1).default('.data').describe('data that survives a restart'),
  CACHE_DIR: z.string().min(1).default('.astro').describe("Astro's working files; you can delete them"),
  DATASET_URL: publicAddress.optional().describe("where the sidecar reads the documents from if dist/ isn't on its disk"),
  HUB_URL: httpUrl.optional().describe('the hub named in feeds and pinged by the build (default: $BASE_URL/api/websub/hub)'),
  HUB_DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL for a hub on several servers (default: SQLite in DATA_DIR); see sidecar/hub/README.md'),
  CALLBACK_CA_FILE: z.string().min(1).optional().describe('for tests and private networks only: another CA for callbacks'),
  CALLBACK_ALLOW_CIDRS: listOf('write address ranges such as 127.0.0.0/8,fd00::/8', isCidr)
    .default([])
    .describe('for tests and private networks only: address ranges to allow for callbacks'),
  RATE_LIMIT: integer(0, 1_000_000)
    .default(600)
    .describe('requests per minute and client, separately for search, MCP and the hub; 0 means no limit'),
  TRUST_PROXY: z.string().min(1).optional().describe("the proxies whose X-Forwarded-* headers are trusted, as in Express's trust proxy"),
  MCP_ALLOWED_ORIGINS: allowedOrigins.default('*').describe('the origins whose pages may call /mcp'),
  SESSION_KEYS: sessionKeys
    .optional()
    .describe('keys that sign MCP session ids, the current one first (default: made and kept in DATA_DIR)'),
  LOG_KEY: logKeys
    .optional()
    .describe("the public log's key: openssl rand -base64 32; NEW,OLD replaces it (default: made and kept in DATA_DIR)"),
  WITNESSES: witnesses
    .default([])
    .describe('witnesses that cosign the log: VERIFIER-KEY ADDRESS, separated by commas, or a policy file (c2sp.org/tlog-policy)'),
  METRICS_ADDRESS: hostAndPort.optional().describe('the address of /metrics, such as 127.0.0.1:9464; see sidecar/metrics/README.md'),
  PURGE_URL: httpUrl.optional().describe('the purge endpoint of a CDN; see scripts/deploy/README.md'),
  PURGE_TOKEN: z.string().min(1).optional().describe('the key for PURGE_URL'),
  PUBLISH_PASSWORD: z.string().min(1).optional().describe('the password for the web space in publish.yaml (default: kept in DATA_DIR)'),
  SIDECAR_URL: origin.optional().describe('where static hosts send requests for search, MCP and the hub'),
  ANALYSE_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'write only the key, without spaces')
    .optional()
    .describe('the API key for npm run analyse and npm run eval'),
  SINCE_BUDGET_MB: integer(0, 100_000)
    .default(64)
    .describe('disk space for up to 15,000 since files; the server answers older dates from memory'),
  SOURCE_DATE_EPOCH: integer(0, 253_402_300_799)
    .optional()
    .describe('the time of the build in seconds since 1970, for reproducible builds (reproducible-builds.org)'),
  LOG: z
    .enum(['off', 'requests'], { error: 'write "off" or "requests"' })
    .default('off')
    .describe('requests prints a JSON line per request and sends X-Request-Id'),
});

const schema = variables.transform(({ BASE_URL, HUB_URL, ...rest }) => {
  const baseUrl = BASE_URL ?? `http://localhost:${rest.PORT}`;
  return { ...rest, BASE_URL: baseUrl, BASE_URL_GIVEN: BASE_URL !== undefined, HUB_URL: HUB_URL ?? `${baseUrl}/api/websub/hub` };
});

/** The names of all variables. */
export const environmentNames: readonly string[] = Object.keys(variables.shape);

const defaults: Readonly<Record<string, unknown>> = variables.parse({});

/** The variables for people: what each is for, and its default unless that is nothing. */
export const environmentHelp: readonly { readonly name: string; readonly meaning: string }[] = Object.entries(variables.shape).map(
  ([name, { description = '' }]) => {
    const value = String(defaults[name] ?? '');
    return { name, meaning: value === '' ? description : `${description} (default: ${value})` };
  },
);

/** The variables, validated and with their defaults. */
export type Environment = z.infer<typeof schema> & { readonly source: Readonly<Record<string, string | undefined>> };

const secrets: ReadonlySet<string> = new Set([
  'HUB_DATABASE_URL',
  'SESSION_KEYS',
  'LOG_KEY',
  'PURGE_URL',
  'PURGE_TOKEN',
  'PUBLISH_PASSWORD',
  'ANALYSE_API_KEY',
]);

/** Reads the variables from `source`; an empty one counts as unset. @throws SetupError that lists every invalid variable */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return { ...result.data, source: given };
  const problems = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return secrets.has(name) ? `${name}: ${issue.message}` : `${name}=${String(given[name])}: ${issue.message}`;
  });
  throw new SetupError(`environment: ${problems.join('; ')}`);
}
