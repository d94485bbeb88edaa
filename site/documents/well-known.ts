import { machinePaths, mediaTypes, pagePaths, paths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { apiEndpoints } from './endpoints.ts';

/** The bytes of `/.well-known/api-catalog`: RFC 9727, a linkset (RFC 9264) that names the API and what describes it. */
export function printApiCatalog({ baseUrl }: Publication): string {
  const link = (path: string, type: string, title?: string) => ({ href: baseUrl + path, type, ...(title === undefined ? {} : { title }) });
  const catalog = {
    linkset: [
      {
        anchor: baseUrl + machinePaths.apiCatalog,
        item: apiEndpoints.filter(({ path }) => !path.includes('{')).map(({ path, title }) => ({ href: baseUrl + path, title })),
      },
      {
        anchor: `${baseUrl}/`,
        'service-desc': [link(machinePaths.openapi, mediaTypes.json, 'OpenAPI 3.1')],
        'service-doc': [link(pagePaths.reference, 'text/html'), link(machinePaths.llms, 'text/plain')],
        'service-meta': [link(pagePaths.stability, 'text/html', 'What stays stable')],
        status: [link(paths.health, mediaTypes.json)],
      },
    ],
  };
  return `${JSON.stringify(catalog, null, 1)}\n`;
}

/**
 * The bytes of `/.well-known/security.txt` (RFC 9116). Only the root of an origin can hold it (3), so its `Canonical` is there. `Expires` is the end of the year after the newest review, so that equal contents are
 * equal bytes.
 */
export function printSecurity({ baseUrl, dataset }: Publication): string {
  const { business, reviews } = dataset;
  const contact = business.email ? `mailto:${business.email}` : (business.url ?? `${baseUrl}/`);
  const year = Number(reviews[0]?.date.slice(0, 4) ?? 1999) + 1;
  return `Contact: ${contact}\nExpires: ${year}-12-31T23:59:59Z\nPreferred-Languages: ${dataset.language}\nCanonical: ${new URL(baseUrl).origin}${machinePaths.security}\n`;
}
