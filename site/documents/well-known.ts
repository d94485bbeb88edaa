import { machinePaths, mediaTypes, pagePaths, paths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { endpointsFor } from './endpoints.ts';

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
