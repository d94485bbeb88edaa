import type { Site } from '../contract/headers.ts';
import { machinePaths, mediaTypes, pagePaths, paths, reviewPagePath } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { escapeXml } from '../shared/escape.ts';
import { areIndexed, type Listing, listingsOf, pagePath, pagesOf, reviewsOn } from '../views/listings.ts';
import { missingPages } from '../views/navigation.ts';
import { endpointsFor } from './endpoints.ts';
import { modifiedDate } from './feeds.ts';

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

/** The bytes of `/.well-known/api-catalog`: RFC 9727, a linkset (RFC 9264) with the API and its descriptions. */
export function printApiCatalog(publication: Publication): string {
  const { baseUrl } = publication;
  const link = (path: string, type: string, title?: string) => ({ href: baseUrl + path, type, title });
  const catalog = {
    linkset: [
      {
        anchor: baseUrl + machinePaths.apiCatalog,
        item: endpointsFor(publication)
          .filter(({ path }) => !path.includes('{'))
          .map(({ path, title }) => ({ href: baseUrl + path, title })),
      },
      {
        anchor: `${baseUrl}/`,
        'service-desc': [link(machinePaths.openapi, mediaTypes.json, 'OpenAPI 3.1')],
        'service-doc': [link(pagePaths.reference, 'text/html'), link(machinePaths.llms, 'text/plain')],
        'service-meta': [link(pagePaths.stability, 'text/html', 'What stays stable')],
        'privacy-policy': [link(pagePaths.privacy, 'text/html')],
        'terms-of-service': [link(`${pagePaths.privacy}#terms`, 'text/html')],
        status: [link(paths.health, mediaTypes.json)],
      },
    ],
  };
  return `${JSON.stringify(catalog, null, 1)}\n`;
}

/**
 * The bytes of `/.well-known/security.txt` (RFC 9116). `Canonical` is at the root of the origin, the only place where clients look for it
 * (section 3). `expires` is a time in ISO 8601, UTC.
 */
export function printSecurity({ baseUrl, dataset }: Publication, expires: string): string {
  const { business, language } = dataset;
  const contact = business.email ? `mailto:${business.email}` : new URL(business.url ?? `${baseUrl}/`).href;
  const canonical = new URL(baseUrl).origin + machinePaths.security;
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ${language}\nCanonical: ${canonical}\n`;
}
