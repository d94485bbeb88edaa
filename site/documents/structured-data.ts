import { machinePaths, pagePaths, paths, reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import type { Publication } from '../publication.ts';

type Node = Readonly<Record<string, unknown>>;

/** The text of a JSON-LD block: no `<` in it, so that no text can end the block, and no line separators of JavaScript. */
export function printDataBlock(node: Node): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...node }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const defined = (node: Node): Node => Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null && value !== undefined));

const businessId = (baseUrl: string) => `${baseUrl}/#business`;

/** The business as the type of schema.org that its content names, with its areas, hours, rating and some of its reviews. */
export function toBusinessNode({ dataset, baseUrl }: Publication, reviews: readonly Review[]): Node {
  const { business, aggregateRating } = dataset;
  const { address, geo, license } = business;
  return defined({
    '@type': dataset.type,
    '@id': businessId(baseUrl),
    name: business.name,
    legalName: business.legal_name,
    description: business.description,
    url: business.url ?? `${baseUrl}/`,
    image: baseUrl + machinePaths.image,
    telephone: business.telephone,
    email: business.email,
    foundingDate: business.founded === null ? null : String(business.founded),
    address: address && defined({ '@type': 'PostalAddress', ...toPostalAddress(address) }),
    geo: geo && { '@type': 'GeoCoordinates', latitude: geo.latitude, longitude: geo.longitude },
    hasCredential: license && {
      '@type': 'EducationalOccupationalCredential',
      credentialCategory: 'license',
      identifier: license.number,
      recognizedBy: { '@type': 'Organization', name: license.authority },
    },
    areaServed: business.service_areas.map((name) => ({ '@type': 'Place', name })),
    openingHoursSpecification: business.opening_hours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => `https://schema.org/${day}`),
      opens,
      closes,
    })),
    makesOffer: business.services.map(({ name }) => ({ '@type': 'Offer', itemOffered: { '@type': 'Service', name } })),
    employee: business.technicians.map(({ name, role }) => defined({ '@type': 'Person', name, jobTitle: role })),
    sameAs: business.same_as,
    aggregateRating:
      aggregateRating.rating_value === null
        ? null
        : {
            '@type': 'AggregateRating',
            ratingValue: aggregateRating.rating_value,
            reviewCount: aggregateRating.review_count,
            bestRating: 5,
            worstRating: 1,
          },
    review: reviews.length === 0 ? null : reviews.map((review) => toReviewNode(review, baseUrl)),
  });
}

function toPostalAddress(address: NonNullable<Publication['dataset']['business']['address']>): Node {
  return {
    streetAddress: address.street_address,
    addressLocality: address.locality,
    addressRegion: address.region,
    postalCode: address.postal_code,
    addressCountry: address.country,
  };
}

/** One review, as a part of the business or of its own page. */
export function toReviewNode(review: Review, baseUrl: string): Node {
  return defined({
    '@type': 'Review',
    '@id': baseUrl + reviewPagePath(review.id),
    url: baseUrl + reviewPagePath(review.id),
    author: { '@type': 'Person', name: review.author },
    datePublished: review.date,
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    reviewBody: review.text,
    comment: review.owner_reply && defined({ '@type': 'Comment', text: review.owner_reply.text, dateCreated: review.owner_reply.date }),
  });
}

/** A review on its own page: what it is about stands beside it. */
export function toReviewPage(review: Review, { dataset, baseUrl }: Publication): Node {
  return {
    ...toReviewNode(review, baseUrl),
    itemReviewed: { '@type': 'Electrician', '@id': businessId(baseUrl), name: dataset.business.name },
  };
}

/** The open data as schema.org's Dataset, with a download for each form. */
export function toDatasetNode({ dataset, baseUrl }: Publication): Node {
  const { business, reviews } = dataset;
  const distribution = (path: string, encodingFormat: string, name: string) => ({
    '@type': 'DataDownload',
    name,
    encodingFormat,
    contentUrl: baseUrl + path,
  });
  const newest = reviews[0]?.date;
  const oldest = reviews.at(-1)?.date;
  return defined({
    '@type': 'Dataset',
    '@id': `${baseUrl}${pagePaths.developers}#dataset`,
    name: `Customer reviews of ${business.name}`,
    description: `All verified customer reviews of ${business.name} with ratings, dates, texts, owner replies and what they mention, and an analysis of them by aspect.`,
    url: `${baseUrl}${pagePaths.developers}`,
    isAccessibleForFree: true,
    about: { '@id': businessId(baseUrl) },
    creator: { '@type': 'Organization', name: business.name, url: business.url ?? `${baseUrl}/` },
    temporalCoverage: newest && oldest ? `${oldest}/${newest}` : null,
    dateModified: newest,
    distribution: [
      distribution(paths.reviews, 'application/json', 'All reviews'),
      distribution(machinePaths.csv, 'text/csv', 'All reviews as CSV'),
      distribution(machinePaths.ndjson, 'application/x-ndjson', 'All reviews, one a line'),
      distribution(paths.insights, 'application/json', 'Analysis by aspect'),
      distribution(paths.atomFeed, 'application/atom+xml', 'Newest reviews as Atom'),
      distribution(paths.jsonFeed, 'application/feed+json', 'Newest reviews as JSON Feed'),
    ],
  });
}
