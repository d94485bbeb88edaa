import { calendarDate } from '../../site/contract/dates.ts';
import { cacheControl, commonHeaders, type Headers, preflightHeaders, readMethods } from '../../site/contract/headers.ts';
import { paths } from '../../site/contract/paths.ts';
import { type ProblemName, problemBody, problems } from '../../site/contract/problem.ts';
import { prefixesAfter, prefixesBefore, validSincePath } from './date-patterns.ts';
import type { HeaderRule, SinceRange } from './host-files.ts';

/** What must not be read from the folder, and names that no file can have, which Caddy would answer with 500. */
const NO_DOCUMENT = '(?i)\\.(?:br|gz)$|^/(?:_headers|_redirects|caddyfile)$|\\x00|[^/]{60}';

/**
 * A Caddyfile (Caddy 2.6 or newer) under which Caddy serves `dist/` by the same rules as our own server and passes the
 * rest to it. Its three settings are environment variables with defaults.
 */
export function printCaddyfile(rules: readonly HeaderRule[], range: SinceRange): string {
  return `# Made by the build, for: caddy run --config dist/Caddyfile
# SITE_ADDRESS: where Caddy listens. DIST_DIR: this folder. SIDECAR: where "npm run sidecar" (or "npm run serve") listens.
{$SITE_ADDRESS:http://localhost:8080} {
	root * "{$DIST_DIR:dist}"
	header -Server

	@sidecar path ${paths.search} ${paths.mcp} ${paths.hub} ${paths.hub}/* ${paths.health}
	handle @sidecar {
		reverse_proxy {$SIDECAR:127.0.0.1:4321}
	}
${range.complete ? '' : unwritten(range)}
	handle {
${indent(headerLines('', commonHeaders))}
		@preflight method OPTIONS
		handle @preflight {
			header Allow "${readMethods}"
${indent(headerLines('', preflightHeaders(readMethods)), 3)}
			respond 204
		}
		@write not method GET HEAD
		handle @write {
			header Allow "${readMethods}"
${indent(answer('method_not_allowed'), 3)}
		}
${indent(sinceHandlers(range))}
		@hidden path_regexp ${NO_DOCUMENT}
		handle @hidden {
${indent(answer('not_found'), 3)}
		}
		handle {
			file_server {
				precompressed br gzip
			}
		}
${indent(rules.flatMap(ruleLines))}
	}

	handle_errors {
		header -Server
${indent(headerLines('', commonHeaders))}
		@missing expression {http.error.status_code} == 404
		handle @missing {
${indent(answer('not_found'), 3)}
		}
		handle {
			header Content-Type application/json
			header Cache-Control ${cacheControl.none}
			respond \`${problemBody('upstream_error').trimEnd()}
\`
		}
	}
}
`;
}

function ruleLines({ pattern, headers, isCompressible }: HeaderRule, index: number): string[] {
  const name = `@rule${index}`;
  // Caddy names Vary only where it sends a variant, and a cache must know it of the plain form, too.
  const vary = isCompressible ? [`header ${name} {`, '	Vary Accept-Encoding', '	defer', '}'] : [];
  return [`${name} path ${pattern}`, ...headerLines(`${name} `, headers), ...vary];
}

function sinceHandlers(range: SinceRange): string[] {
  const rewrite = (name: string, prefixes: readonly string[], date: string) => [
    `@${name} {`,
    `	path_regexp ${validSincePath}`,
    `	path ${prefixes.map((prefix) => paths.since + prefix + (prefix.length < 10 ? '*' : '')).join(' ')}`,
    '}',
    `rewrite @${name} ${paths.since}${date}`,
  ];
  return [
    ...(range.complete ? rewrite('before', prefixesBefore(range.first), range.first) : []),
    ...rewrite('after', prefixesAfter(range.last), range.last),
    '@malformed {',
    `	path ${paths.since}*`,
    `	not path_regexp ${validSincePath}`,
    `	not path ${paths.since} ${paths.since}*/*`,
    '}',
    'handle @malformed {',
    ...answer('invalid_date', impossibleDate()).map((line) => `	${line}`),
    '}',
  ];
}

/** The same issue that our own server names for a date that doesn't exist. */
function impossibleDate() {
  const result = calendarDate.safeParse('');
  return (result.error?.issues ?? []).map(({ code, message }) => ({ path: ['date'], code, message }));
}

function unwritten({ first }: SinceRange): string {
  return `
	@unwritten {
		path_regexp ${validSincePath}
		path ${prefixesBefore(first)
      .map((prefix) => `${paths.since}${prefix}*`)
      .join(' ')}
	}
	handle @unwritten {
		reverse_proxy {$SIDECAR:127.0.0.1:4321}
	}
`;
}

function answer(name: ProblemName, issues: Parameters<typeof problemBody>[1] = []): string[] {
  return [
    'header Content-Type application/json',
    `header Cache-Control ${cacheControl.none}`,
    `respond \`${problemBody(name, issues).trimEnd()}\n\` ${problems[name].status}`,
  ];
}

function headerLines(matcher: string, headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `header ${matcher}${name} \`${value}\``);
}

const indent = (lines: readonly string[], depth = 2) => lines.map((line) => '\t'.repeat(depth) + line).join('\n');
