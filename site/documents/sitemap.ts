import type { Site } from '../contract/headers.ts';
import { machinePaths, pagePaths, reviewPagePath } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { escapeXml } from '../shared/escape.ts';
import { areIndexed, type Listing, listingsOf, pagePath, pagesOf, reviewsOn } from '../views/listings.ts';
import { missingPages } from '../views/navigation.ts';
import { modifiedDate } from './feed-items.ts';

type Entry = readonly [path: string, date: string | undefined];

/**
 * `/sitemap.xml` by its path: every page, with the date of its newest review if it shows any. If there are more URLs than a file may have
 * (sitemaps.org), it is an index of `/sitemap-1.xml` and so on, each with at most `most`.
 */
export function toSitemaps(publication: Publication, most: number): Readonly<Record<string, () => string>> {
  const { baseUrl } = publication;
  const print = (from = 0, to?: number) => printUrls(toEntries(publication).slice(from, to), baseUrl);
  const { length } = toEntries(publication);
  if (length <= most) return { [machinePaths.sitemap]: () => print() };
  const pathOf = (index: number) => machinePaths.sitemap.replace('.xml', `-${index + 1}.xml`);
  const parts = Array.from({ length: Math.ceil(length / most) }, (_, index) => index);
  const index = parts.map((part) => `<sitemap><loc>${escapeXml(baseUrl + pathOf(part))}</loc></sitemap>`);
  return {
    [machinePaths.sitemap]: () => printXml('sitemapindex', index),
    ...Object.fromEntries(parts.map((part) => [pathOf(part), () => print(part * most, (part + 1) * most)])),
  };
}

function toEntries(publication: Publication): Entry[] {
  const { dataset } = publication;
  const { all, stars, entities } = listingsOf(publication);
  const lists = [all, ...stars, ...Object.values(entities).flat()];
  const elsewhere = new Set<string>([pagePaths.reviews, pagePaths.stars, ...missingPages(publication)]);
  const newest = dataset.reviews[0]?.date;
  return [
    ...Object.values(pagePaths)
      .filter((path) => !elsewhere.has(path))
      .map((path): Entry => [path, path === pagePaths.home || path === pagePaths.insights ? newest : undefined]),
    ...lists.flatMap((listing) => entriesOf(listing, dataset)),
    ...dataset.reviews
      .filter((review) => areIndexed([review], dataset))
      .map((review): Entry => [reviewPagePath(review.id), modifiedDate(review, dataset)]),
  ];
}

function printUrls(entries: readonly Entry[], baseUrl: string): string {
  const urls = entries.map(
    ([path, date]) => `<url><loc>${escapeXml(baseUrl + path)}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`,
  );
  return printXml('urlset', urls);
}

const printXml = (root: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;

function entriesOf(listing: Listing, dataset: Publication['dataset']): Entry[] {
  const indexed = pagesOf(listing).filter((page) => areIndexed(reviewsOn(page), dataset));
  return indexed.map(({ number }) => [pagePath(listing, number), listing.reviews[0]?.date]);
}

/** The bytes of `/robots.txt`: everything may be read. */
export function printRobots({ baseUrl }: Site): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}${machinePaths.sitemap}\n`;
}
