import { logPaths } from '../contract/log.ts';
import { machinePaths, mediaTypeOf, mediaTypes, paths, reviewTlogProofPath } from '../contract/paths.ts';
import { type ApiEndpoint, exampleWord } from '../documents/endpoints.ts';
import type { Publication } from '../publication.ts';
import type { CodeLanguage } from './highlight.ts';

/** Code as a page shows it. */
export interface CodeSample {
  readonly title: string;
  readonly code: string;
  readonly language: CodeLanguage;
}

const sh = (title: string, code: string) => ({ title, language: 'sh', code }) as const satisfies CodeSample;
const js = (title: string, code: string) => ({ title, language: 'js', code }) as const satisfies CodeSample;
const python = (title: string, code: string) => ({ title, language: 'python', code }) as const satisfies CodeSample;

/** The query of a search with two mistakes, to show what an error looks like. */
export const wrongSearch = 'rating=9&limit=0';

/** All runnable examples, by the name that the pages use. The tests run them unchanged. */
export function examplesFor(publication: Pick<Publication, 'baseUrl' | 'dataset'>) {
  const { baseUrl } = publication;
  const word = exampleWord(publication);
  return {
    curlReviews: sh('All reviews', `curl -s --compressed ${baseUrl}${paths.reviews}`),
    curlSearch: sh(
      'Search',
      `curl -s -G ${baseUrl}${paths.search} \\
  --data-urlencode "query=${word}" \\
  --data-urlencode "min_rating=4" \\
  --data-urlencode "limit=5"`,
    ),
    curlSince: sh('New reviews since a date', `curl -s ${baseUrl}${paths.since}2026-01-01`),
    curlWrong: sh('A request with two mistakes', `curl -s '${baseUrl}${paths.search}?${wrongSearch}'`),
    curlConditional: sh(
      'Conditional request',
      `etag=$(curl -sI ${baseUrl}${paths.reviews} | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${baseUrl}${paths.reviews}`,
    ),
    curlSubscribe: sh(
      'Subscribe',
      `curl -s -w '%{http_code}\\n' ${baseUrl}${paths.hub} \\
  --data-urlencode "hub.mode=subscribe" \\
  --data-urlencode "hub.topic=${baseUrl}${paths.reviews}" \\
  --data-urlencode "hub.callback=https://your-host.example/reviews" \\
  --data-urlencode "hub.secret=a long random word"`,
    ),
    jsSearch: js(
      'JavaScript',
      `const url = new URL('${baseUrl}${paths.search}');
url.searchParams.set('query', '${word}');
url.searchParams.set('min_rating', '4');

const response = await fetch(url);
if (!response.ok) {
  const { message, issues } = await response.json();
  throw new Error(\`\${message} \${JSON.stringify(issues ?? [])}\`);
}
const { matched, reviews } = await response.json();
console.log(\`\${matched} reviews\`);
for (const { date, rating, author } of reviews) {
  console.log(date, '*'.repeat(rating), author);
}`,
    ),
    jsFollow: js(
      'Keep a copy up to date',
      `let etag;
let reviews = [];

async function refresh() {
  const headers = etag ? { 'If-None-Match': etag } : {};
  const response = await fetch('${baseUrl}${paths.reviews}', { headers });
  if (response.status === 304) return;
  etag = response.headers.get('ETag');
  ({ reviews } = await response.json());
}

await refresh();
await refresh(); // 304: nothing is downloaded again
console.log(reviews.length, 'reviews');`,
    ),
    pythonAspects: python(
      'Python',
      `import json
from urllib.request import urlopen

with urlopen("${baseUrl}${paths.insights}") as response:
    insights = json.load(response)

for aspect in insights["aspects"]:
    print(aspect["label"], aspect["mention_count"], aspect["positive_count"], aspect["negative_count"])`,
    ),
    pythonCsv: python(
      'Python, from the spreadsheet',
      `import csv, io
from urllib.request import urlopen

with urlopen("${baseUrl}${machinePaths.csv}") as response:
    rows = list(csv.DictReader(io.TextIOWrapper(response, "utf-8-sig", newline="")))

print(len(rows), "reviews,", sum(int(row["rating"]) for row in rows) / max(1, len(rows)), "stars")`,
    ),
    mcpSdk: js(
      'JavaScript, with @modelcontextprotocol/sdk',
      `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const client = new Client({ name: 'example', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL('${baseUrl}${paths.mcp}')));
const { isError, content, structuredContent } = await client.callTool({
  name: 'search_reviews',
  arguments: { rating: 5, limit: 3 },
});
if (isError) throw new Error(content[0].text);
console.log(\`\${structuredContent.matched} reviews have five stars\`);
await client.close();`,
    ),
    mcpCurl: sh(
      'Revision 2026-07-28: call a tool',
      `curl -s ${baseUrl}${paths.mcp} -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: search_reviews' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
    "name":"search_reviews","arguments":{"rating":5,"limit":3},"_meta":{
      "io.modelcontextprotocol/protocolVersion":"2026-07-28",
      "io.modelcontextprotocol/clientCapabilities":{}}}}'`,
    ),
    mcpSessionCurl: sh(
      'Older revisions: initialize, then call a tool',
      `mcp() {
  curl -s ${baseUrl}${paths.mcp} -H 'Content-Type: application/json' \\
    -H 'Accept: application/json, text/event-stream' "$@"
}
session=$(mcp -D - -o /dev/null -d '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{
  "protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}' |
  tr -d '\\r' | sed -n 's/^[Mm]cp-[Ss]ession-[Ii]d: //p')

mcp -H "Mcp-Session-Id: $session" -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
  "name":"search_reviews","arguments":{"rating":5,"limit":3}}}'`,
    ),
  };
}

/** A trial of the hub on one computer, step by step. `subscriber.mjs` is the subscriber of the page about webhooks. */
export const trialSteps = {
  certificate: sh(
    'A certificate for the trial',
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \\
  -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
  -keyout /tmp/trial.key -out /tmp/trial.pem`,
  ),
  server: sh(
    'In the folder of the site: a hub that delivers to this computer',
    'CALLBACK_CA_FILE=/tmp/trial.pem CALLBACK_ALLOW_CIDRS=127.0.0.0/8,::1/128 npm start',
  ),
  subscriber: sh(
    'In a second terminal, in the folder of subscriber.mjs',
    `export HUB=http://localhost:4321${paths.hub} TOPIC=http://localhost:4321${paths.reviews}
TLS_CERT=/tmp/trial.pem TLS_KEY=/tmp/trial.key node subscriber.mjs https://localhost:8080/reviews`,
  ),
  change: sh(
    'In a third terminal, in the folder of the site: a new review',
    `npm run review -- add --date 2026-01-02 --rating 5 --author Ada --text "Good work." --method vouched
npm run build`,
  ),
} as const;

/** Downloads verify.mjs and checks the site with it. */
export const verifierSteps = (baseUrl: string) =>
  `curl -sO ${baseUrl}${machinePaths.verifier}\nnode verify.mjs ${baseUrl} --state seen.json`;

/** Downloads a review's proof and the log's key, and checks the proof offline. */
export function proofSteps(baseUrl: string, reviewId: string): string {
  const proof = reviewTlogProofPath(reviewId);
  return `curl -sO ${baseUrl}${proof}
curl -s ${baseUrl}${logPaths.key} > log-key.txt
node verify.mjs ${proof.slice(proof.lastIndexOf('/') + 1)} --key "$(cat log-key.txt)"`;
}

/** The example request of an endpoint, ready to run: with curl, in JavaScript and in Python, without a library. */
export function requestsOf({ path, example }: Pick<ApiEndpoint, 'path' | 'example'>, baseUrl: string) {
  const url = baseUrl + example;
  const isJson = mediaTypeOf(path) === mediaTypes.json;
  const download = isJson
    ? `import json\nfrom urllib.request import urlopen\n\nprint(json.load(urlopen("${url}")))`
    : `from urllib.request import urlopen\n\nprint(urlopen("${url}").read().decode())`;
  return [
    sh('curl', `curl -s --compressed '${url}'`),
    js('JavaScript', `const response = await fetch('${url}');\nconsole.log(await response.${isJson ? 'json' : 'text'}());`),
    python('Python', download),
  ];
}
