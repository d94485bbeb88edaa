import { machinePaths, paths } from '../contract/paths.ts';
import { EXAMPLE_WORD } from '../documents/endpoints.ts';
import type { Publication } from '../publication.ts';
import { exampleWord } from '../views/example-word.ts';
import type { CodeLanguage } from './highlight.ts';

/** Code shown on a page. The tests run it unchanged. */
export interface Example {
  readonly title: string;
  readonly language: 'sh' | 'js' | 'python';
  /** `word` is what a search looks for. */
  code(baseUrl: string, word?: string): string;
}

/** Code as a page shows it. */
export interface CodeSample {
  readonly title: string;
  readonly code: string;
  readonly language: CodeLanguage;
}

/** All runnable examples, by the name that the pages use. */
export const examples = {
  curlReviews: {
    title: 'All reviews',
    language: 'sh',
    code: (baseUrl) => `curl -s --compressed ${baseUrl}${paths.reviews}`,
  },
  curlSearch: {
    title: 'Search',
    language: 'sh',
    code: (baseUrl, word = EXAMPLE_WORD) => `curl -s -G ${baseUrl}${paths.search} \\
  --data-urlencode "query=${word}" \\
  --data-urlencode "min_rating=4"`,
  },
  curlSince: {
    title: 'New reviews since a date',
    language: 'sh',
    code: (baseUrl) => `curl -s ${baseUrl}${paths.since}2026-01-01`,
  },
  curlConditional: {
    title: 'Conditional request',
    language: 'sh',
    code: (baseUrl) => `etag=$(curl -sI ${baseUrl}${paths.reviews} | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${baseUrl}${paths.reviews}`,
  },
  curlSubscribe: {
    title: 'Subscribe',
    language: 'sh',
    code: (baseUrl) => `curl -s -w '%{http_code}\\n' ${baseUrl}${paths.hub} \\
  --data-urlencode "hub.mode=subscribe" \\
  --data-urlencode "hub.topic=${baseUrl}${paths.reviews}" \\
  --data-urlencode "hub.callback=https://your-host.example/reviews" \\
  --data-urlencode "hub.secret=a long random word"`,
  },
  jsSearch: {
    title: 'JavaScript',
    language: 'js',
    code: (baseUrl, word = EXAMPLE_WORD) => `const url = new URL('${baseUrl}${paths.search}');
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
  },
  jsFollow: {
    title: 'Keep a copy up to date',
    language: 'js',
    code: (baseUrl) => `let etag;
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
  },
  pythonAspects: {
    title: 'Python',
    language: 'python',
    code: (baseUrl) => `import json
from urllib.request import urlopen

with urlopen("${baseUrl}${paths.insights}") as response:
    insights = json.load(response)

for aspect in insights["aspects"]:
    print(aspect["label"], aspect["mention_count"], aspect["positive_count"], aspect["negative_count"])`,
  },
  pythonCsv: {
    title: 'Python, from the spreadsheet',
    language: 'python',
    code: (baseUrl) => `import csv, io
from urllib.request import urlopen

with urlopen("${baseUrl}${machinePaths.csv}") as response:
    rows = list(csv.DictReader(io.TextIOWrapper(response, "utf-8-sig", newline="")))

print(len(rows), "reviews,", sum(int(row["rating"]) for row in rows) / max(1, len(rows)), "stars")`,
  },
  mcpCurl: {
    title: 'Initialize, then call a tool',
    language: 'sh',
    code: (baseUrl) => `mcp() {
  curl -s ${baseUrl}${paths.mcp} -H 'Content-Type: application/json' \\
    -H 'Accept: application/json, text/event-stream' "$@"
}
session=$(mcp -D - -o /dev/null -d '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
  "protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}' |
  tr -d '\\r' | sed -n 's/^[Mm]cp-[Ss]ession-[Ii]d: //p')

mcp -H "Mcp-Session-Id: $session" -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{
  "name":"search_reviews","arguments":{"rating":5,"limit":3}}}'`,
  },
} as const satisfies Readonly<Record<string, Example>>;
export type ExampleSamples = Readonly<Record<keyof typeof examples, CodeSample>>;

/** Every example as pages show it, for this origin. */
export function exampleSamples(publication: Publication): ExampleSamples {
  const word = exampleWord(publication);
  const toSample = ({ title, language, code }: Example): CodeSample => ({ title, language, code: code(publication.baseUrl, word) });
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, toSample(example)])) as ExampleSamples;
}
