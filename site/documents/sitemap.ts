import type { Site } from '../contract/headers.ts';
import { machinePaths, pagePaths, reviewPagePath } from '../contract/paths.ts';
import { escapeHtml } from '../messages/escape-html.ts';
import type { Publication } from '../publication.ts';
import { entityKinds, type Listing, listingsOf, pagePath, pagesOf } from '../views/listings.ts';
import { modifiedDate } from './feed-items.ts';

/** The bytes of `/sitemap.xml`: every page, with the date of the newest review on it where it shows any. */
export function printSitemap(publication: Publication): string {
  const { dataset, insights, baseUrl } = publication;
  const { all, stars, entities } = listingsOf(publication);
  const lists = [all, ...stars, ...Object.values(entities).flat()];
  const empty = entityKinds.filter(({ kind }) => entities[kind].length === 0).map(({ root }) => root);
  const elsewhere = new Set<string>([
    pagePaths.reviews,
    pagePaths.stars,
    ...empty,
    ...(insights.faq.length === 0 ? [pagePaths.questions] : []),
  ]);
  const newest = dataset.reviews[0]?.date;
  const entries: [string, string | undefined][] = [
    ...Object.values(pagePaths)
      .filter((path) => !elsewhere.has(path))
      .map((path): [string, string | undefined] => [path, path === pagePaths.home || path === pagePaths.insights ? newest : undefined]),
    ...lists.flatMap(entriesOf),
    ...dataset.reviews.map((review): [string, string] => [reviewPagePath(review.id), modifiedDate(review, dataset)]),
  ];
  const urls = entries.map(
    ([path, date]) => `<url><loc>${escapeHtml(baseUrl + path)}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

function entriesOf(listing: Listing): [string, string | undefined][] {
  return pagesOf(listing).map(({ number }) => [pagePath(listing, number), listing.reviews[0]?.date]);
}

/** The bytes of `/robots.txt`: everything may be read. */
export function printRobots({ baseUrl }: Site): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}${machinePaths.sitemap}\n`;
}
