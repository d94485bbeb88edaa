import { toSlugs } from '../shared/text.ts';
import { loggedPath, logPaths } from './log.ts';
import type { Mentions } from './review.ts';

/** The paths of documents and endpoints. */
export const paths = {
  reviews: loggedPath,
  insights: '/insights.json',
  jsonFeed: '/api/feed.json',
  atomFeed: '/feed.xml',
  since: '/api/reviews/since/',
  search: '/api/reviews/search',
  mcp: '/mcp',
  hub: '/api/websub/hub',
  /** Followed by a subscription's token. */
  hubStatus: '/api/websub/subscriptions/',
  health: '/healthz',
  generation: '/generation.json',
  assets: '/_astro/',
  /** Customers' photos, and preview images with a review's text. Caches keep neither longer than documents, so takedowns reach readers. */
  photos: '/photos/',
  previews: '/previews/',
} as const;

/** The folders of files that are named by a hash. */
export const hashFolders: readonly string[] = [paths.assets, paths.photos, paths.previews];

/** The paths of the pages for people. */
export const pagePaths = {
  home: '/',
  reviews: '/reviews/',
  stars: '/reviews/stars/',
  technicians: '/technicians/',
  services: '/services/',
  serviceAreas: '/areas/',
  insights: '/insights/',
  questions: '/questions/',
  method: '/how-it-works/',
  proof: '/proof/',
  privacy: '/privacy/',
  developers: '/developers/',
  reference: '/developers/reference/',
  dataModel: '/developers/data/',
  mcpGuide: '/developers/mcp/',
  mcpTools: '/developers/mcp/tools/',
  webhooks: '/developers/webhooks/',
  sync: '/developers/sync/',
  changes: '/developers/changes/',
  widgets: '/developers/widgets/',
  stability: '/developers/stability/',
  schemas: '/schemas/',
} as const;

/** The pages about the log, which only a site that publishes its log has. */
export const logPages: readonly string[] = [pagePaths.proof, pagePaths.changes];

/** The words in the reviews with their frequency; the search on the page corrects spellings with them. */
export const reviewWordsPath = '/reviews/words.json';

/** The page for missing pages, under the name that static hosts expect. */
export const notFoundPath = '/404.html';

/** Other machine-readable files besides reviews, insights and feeds. */
export const machinePaths = {
  csv: '/reviews.csv',
  ndjson: '/reviews.ndjson',
  sources: '/sources.json',
  practice: '/review-practice.json',
  openapi: '/openapi.json',
  schemas: pagePaths.schemas,
  embedScript: '/embed.js',
  embedData: '/embed.json',
  badge: '/badge.svg',
  image: '/og.png',
  icon: '/favicon.svg',
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  maskableIcon: '/icon-maskable-512.png',
  favicon: '/favicon.ico',
  manifest: '/manifest.webmanifest',
  theme: '/theme.css',
  logo: '/logo.svg',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  apiCatalog: '/.well-known/api-catalog',
  security: '/.well-known/security.txt',
  mcpServer: '/server.json',
  /** The default location of SEP-2127: the address of the server, then `/server-card`. */
  mcpCard: `${paths.mcp}/server-card`,
  mcpCardWellKnown: '/.well-known/mcp/server-card.json',
  aiCatalog: '/.well-known/ai-catalog.json',
  /** The page in which hosts of MCP Apps show reviews. */
  reviewCards: `${paths.mcp}/review-cards`,
  verifier: '/verify.mjs',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
} as const;

/** The WebSub topics: the hub delivers their new content. */
export const topicPaths = [paths.atomFeed, paths.jsonFeed, paths.reviews] as const;

/** The page of one review, which is also the `url` of its feed item. */
export function reviewPagePath(id: string): string {
  return `/reviews/${id}/`;
}

/** The history of one review on the log's page. The path never changes, so a review's page doesn't depend on the log. */
export function reviewProofPath(id: string): string {
  return `${pagePaths.proof}#${id}`;
}

/** The proof of one review, which can be checked offline: C2SP tlog-proof. */
export function reviewTlogProofPath(id: string): string {
  return `/reviews/${id}${tlogProofSuffix}`;
}
export const tlogProofSuffix = '.tlog-proof';

export const mediaTypes = {
  json: 'application/json',
  atom: 'application/atom+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  /** RFC 9727 3: a linkset (RFC 9264) with the profile of API catalogs. */
  apiCatalog: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  /** SEP-2127: discovery.md in github.com/modelcontextprotocol/experimental-ext-server-card. */
  mcpCard: 'application/mcp-server-card+json',
  aiCatalog: 'application/ai-catalog+json',
  /** MCP Apps (SEP-1865 of 2026-01-26), "UI Resource Format". */
  mcpApp: 'text/html;profile=mcp-app',
} as const;

/** The Content-Type of published files by the ending of their name, unless their path or folder has its own. */
export const byExtension: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: mediaTypes.html,
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: mediaTypes.json,
  ndjson: 'application/x-ndjson; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  'tlog-proof': mediaTypes.text,
  txt: mediaTypes.text,
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

/** The folder of files that programs look up by name (RFC 8615). */
export const wellKnownPath = '/.well-known/';

const ownTypes: Readonly<Record<string, string>> = {
  [paths.atomFeed]: mediaTypes.atom,
  [machinePaths.apiCatalog]: mediaTypes.apiCatalog,
  [machinePaths.mcpCard]: mediaTypes.mcpCard,
  [machinePaths.mcpCardWellKnown]: mediaTypes.mcpCard,
  [machinePaths.aiCatalog]: mediaTypes.aiCatalog,
  [machinePaths.reviewCards]: mediaTypes.mcpApp,
  [logPaths.checkpoint]: mediaTypes.text,
  [logPaths.key]: mediaTypes.text,
};

/** The Content-Type of a published path. */
export function mediaTypeOf(path: string): string {
  const own = ownTypes[path];
  if (own !== undefined) return own;
  if (/^\/\.well-known\/[^.]+$/.test(path)) return mediaTypes.text;
  if (path.startsWith('/api/')) return mediaTypes.json;
  if (path.endsWith('/')) return mediaTypes.html;
  return byExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Whether compression shrinks the body at a path: text and entries of the log, but not images and fonts. */
export function isCompressible(path: string): boolean {
  if (path.startsWith(`${logPaths.tiles}entries/`)) return true;
  return /^(text\/|image\/svg|application\/(json|xml|x-ndjson|[\w-]+\+(json|xml)))/.test(mediaTypeOf(path));
}

/** The folder for the pages of each kind of catalog entry, and the slug of a name without Latin letters. */
export const entityFolders = {
  services: { root: pagePaths.services, fallback: 'service' },
  technicians: { root: pagePaths.technicians, fallback: 'technician' },
  service_areas: { root: pagePaths.serviceAreas, fallback: 'area' },
} as const satisfies Record<keyof Mentions, { root: string; fallback: string }>;

/** The path of each entry's page, by key. `keys` are all entries of the kind, in the catalog's order. */
export function entityPaths(kind: keyof Mentions, keys: readonly string[]): Map<string, string> {
  const { root, fallback } = entityFolders[kind];
  return new Map([...toSlugs(keys, fallback)].map(([key, slug]) => [key, `${root}${slug}/`]));
}

/** The anchor of each question on the questions page. `questions` are all of them, in the document's order. */
export function questionAnchors(questions: readonly string[]): Map<string, string> {
  return new Map([...toSlugs(questions, 'question')].map(([question, slug]) => [question, `q-${slug}`]));
}

/** The path of each question's answer. */
export function questionPaths(questions: readonly string[]): Map<string, string> {
  return new Map([...questionAnchors(questions)].map(([question, anchor]) => [question, `${pagePaths.questions}#${anchor}`]));
}
