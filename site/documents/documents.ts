import { readFile } from 'node:fs/promises';
import { limits } from '../contract/limits.ts';
import { toCatalog, toRegistryEntry, toServerCard } from '../contract/mcp-server.ts';
import { machinePaths, paths, reviewWordsPath, wellKnownPath } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';
import { pictureFiles, printPhoto } from '../views/pictures.ts';
import { printCsv, printNdjson } from './csv.ts';
import { printApiCatalog, printRobots, toSitemaps } from './discovery.ts';
import { printBadge, printEmbedData } from './embed.ts';
import { printAtomFeed, printJsonFeed } from './feeds.ts';
import { drawMaskableIcon, printIcon, printLogo, printManifest, toFavicon } from './icon.ts';
import { drawImage, renderPng, reviewImagesOf } from './images.ts';
import { printInsights, printPractice, printReviews, printReviewWords, printSources } from './json.ts';
import { printLlms, printLlmsFull } from './llms.ts';
import { printOpenApi } from './openapi.ts';
import { printReviewCards } from './review-cards.ts';
import { printSchema, schemaPath, schemas } from './schemas.ts';
import { answersWithin, printSince, toSinceAnswers } from './since.ts';
import { printTheme } from './theme.ts';

type DocumentBody = string | Uint8Array<ArrayBuffer>;
type PrintDocument = (publication: Publication) => DocumentBody | Promise<DocumentBody>;
type Documents = Readonly<Record<string, PrintDocument>>;

/** A document for each item of a list. */
function printEach<Item>(items: Iterable<Item>, toDocument: (item: Item) => readonly [path: string, PrintDocument]): Documents {
  return Object.fromEntries([...items].map(toDocument));
}

const printJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const printServerCard: PrintDocument = ({ dataset, baseUrl }) => printJson(toServerCard(dataset.business.name, baseUrl));

/** Every document that each site publishes, by its path. */
export const documents: Documents = {
  [paths.reviews]: ({ dataset }) => printReviews(dataset),
  [paths.insights]: ({ insights }) => printInsights(insights),
  [paths.jsonFeed]: (publication) => printJsonFeed(publication.dataset, publication),
  [paths.atomFeed]: (publication) => printAtomFeed(publication.dataset, publication),
  [machinePaths.csv]: ({ dataset }) => printCsv(dataset.reviews),
  [machinePaths.ndjson]: ({ dataset }) => printNdjson(dataset.reviews),
  [machinePaths.sources]: ({ dataset }) => printSources(dataset),
  [machinePaths.practice]: printPractice,
  [machinePaths.openapi]: printOpenApi,
  ...printEach(Object.entries(schemas), ([name, schema]) => [schemaPath(name), (site) => printSchema(name, schema, site)]),
  [machinePaths.mcpServer]: ({ dataset, baseUrl }) => printJson(toRegistryEntry(dataset.business.name, baseUrl)),
  [machinePaths.mcpCard]: printServerCard,
  [machinePaths.mcpCardWellKnown]: printServerCard,
  [machinePaths.aiCatalog]: ({ baseUrl }) => printJson(toCatalog(baseUrl)),
  [machinePaths.reviewCards]: printReviewCards,
  [machinePaths.apiCatalog]: printApiCatalog,
  [machinePaths.llms]: printLlms,
  [machinePaths.llmsFull]: printLlmsFull,
  [machinePaths.embedData]: printEmbedData,
  [machinePaths.badge]: ({ dataset }) => printBadge(dataset),
  [machinePaths.image]: ({ dataset }) => renderPng(drawImage(dataset)),
  [machinePaths.icon]: ({ dataset }) => printIcon(dataset),
  [machinePaths.icon192]: ({ dataset }) => renderPng(printIcon(dataset), 192),
  [machinePaths.icon512]: ({ dataset }) => renderPng(printIcon(dataset), 512),
  [machinePaths.maskableIcon]: ({ dataset }) => renderPng(drawMaskableIcon(dataset), 512),
  [machinePaths.favicon]: async ({ dataset }) => toFavicon(await renderPng(printIcon(dataset), 32)),
  [machinePaths.manifest]: printManifest,
  [machinePaths.robots]: printRobots,
};

/**
 * Every file of one publication except its pages and what a build adds: the log, `/verify.mjs`, `/.well-known/security.txt`, and the files
 * of the other since dates, which share these bodies.
 */
export const documentsOf = oncePer(async (publication: Publication): Promise<Documents> => {
  const { theme, logo, policy, reviews, photos = [] } = publication.dataset;
  const since = answersWithin(toSinceAnswers(reviews), publication.sinceBudgetBytes);
  const images = [...reviewImagesOf(publication.dataset).values()];
  return {
    ...documents,
    ...printEach(since, ({ date, matched }) => [paths.since + date, () => printSince(reviews.slice(0, matched))]),
    ...toSitemaps(publication, limits.sitemapUrls),
    ...printEach(await pictureFiles(publication), ([file, body]) => [file, () => body]),
    ...printEach(photos, ([file, photo]) => [file, () => printPhoto(photo)]),
    ...printEach(images, ({ path, print }) => [path, print]),
    ...printEach(Object.entries(policy.well_known), ([name, text]) => [wellKnownPath + name, () => text]),
    [machinePaths.embedScript]: () => readFile(new URL('../browser/embed.js', import.meta.url)),
    [reviewWordsPath]: ({ dataset }) => printReviewWords(dataset.reviews),
    ...(theme.isDefault ? {} : { [machinePaths.theme]: () => printTheme(theme) }),
    ...(logo ? { [machinePaths.logo]: () => printLogo(logo) } : {}),
  };
});
