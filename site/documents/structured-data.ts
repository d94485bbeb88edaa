import { entityKinds } from '../content/catalog.ts';
import type { Dataset } from '../content/dataset.ts';
import { isCovered } from '../content/source-rights.ts';
import { entityFolders, machinePaths, pagePaths, paths, reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { mainPages, type NavigationLink } from '../views/navigation.ts';
import { commonLicense, licenseUrl, toSources } from '../views/sources.ts';
import { changesOf, factsOf, verificationLabel } from '../views/verification.ts';

type Node = Readonly<Record<string, unknown>>;

/** The text of a JSON-LD block, without `<`, so no text can end the block, and without JavaScript's line separators. */
export function printDataBlock(node: Node): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...node }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A node without the properties that have no value. */
const defined = (node: Node): Node => Object.fromEntries(Object.entries(node).filter(([, value]) => hasValue(value)));

const hasValue = (value: unknown) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const businessId = (baseUrl: string) => `${baseUrl}/#business`;

/** The business as its schema.org type, with its areas, hours, and, as far as the policy allows, its rating and `reviews`. */
export function toBusinessNode({ dataset, baseUrl }: Publication, reviews: readonly Review[]): Node {
  const { business } = dataset;
  const { address, geo, license } = business;
  const shown = reviews.filter((review) => isMarked(review, dataset));
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
    address:
      address &&
      defined({
        '@type': 'PostalAddress',
        streetAddress: address.street_address,
        addressLocality: address.locality,
        addressRegion: address.region,
        postalCode: address.postal_code,
        addressCountry: address.country,
      }),
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
    aggregateRating: toAggregateNode(dataset),
    review: shown.map((review) => toReviewNode(review, { dataset, baseUrl })),
  });
}

/**
 * Whether the policy lets structured data describe a review. By default, it leaves out reviews from other sites, for which search engines
 * show no stars.
 */
function isMarked({ source }: Review, { policy }: Dataset): boolean {
  return isCovered(policy.markup, source, policy);
}

/** The average that the pages show; null if structured data describes only some of its reviews, or there are none. */
function toAggregateNode(dataset: Dataset): Node | null {
  const { rating_value: ratingValue, review_count: reviewCount } = dataset.aggregateRating;
  if (ratingValue === null || !dataset.reviews.every((review) => isMarked(review, dataset))) return null;
  return { '@type': 'AggregateRating', ratingValue, reviewCount, bestRating: 5, worstRating: 1 };
}

/** One review, as a part of the business or of its own page, with the label of its verification, its plain fields in words, and what the business changed. */
function toReviewNode(review: Review, { dataset, baseUrl }: Pick<Publication, 'dataset' | 'baseUrl'>): Node {
  const messages = messagesOf(dataset);
  return defined({
    '@type': 'Review',
    '@id': baseUrl + reviewPagePath(review.id),
    url: baseUrl + reviewPagePath(review.id),
    author: { '@type': 'Person', name: review.author },
    datePublished: review.date,
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    reviewBody: review.text,
    disambiguatingDescription: [verificationLabel(review, dataset, messages), ...factsOf(review, messages)].join('. '),
    publishingPrinciples: `${baseUrl}${pagePaths.method}#verified`,
    correction: changesOf(review, messages) ?? null,
    image: review.photos.map(({ path }) => baseUrl + path),
    comment: review.owner_reply && defined({ '@type': 'Comment', text: review.owner_reply.text, dateCreated: review.owner_reply.date }),
  });
}

/** The data of a review's page: the review with its business, or only the page if the policy keeps the review out of the markup. */
export function toReviewPage(review: Review, { dataset, baseUrl }: Publication): Node {
  const business = { '@type': dataset.type, '@id': businessId(baseUrl), name: dataset.business.name };
  if (isMarked(review, dataset)) return { ...toReviewNode(review, { dataset, baseUrl }), itemReviewed: business };
  const url = baseUrl + reviewPagePath(review.id);
  return { '@type': 'WebPage', '@id': url, url, about: business };
}

/** The pages that breadcrumbs can go through, with the ids of the messages that name them. */
const sections: readonly NavigationLink[] = [
  ...mainPages,
  ...entityKinds.map((kind) => [entityFolders[kind].root, `reviews.${kind}`] as const),
];

/** The breadcrumbs of the page at `path`, which end with `name` unless the page is a section; undefined for the home page. */
export function toBreadcrumbs(
  path: string,
  name: string,
  { dataset, baseUrl }: Pick<Publication, 'dataset' | 'baseUrl'>,
): Node | undefined {
  if (path === pagePaths.home) return undefined;
  const { say } = messagesOf(dataset);
  const through = sections.filter(([root]) => path.startsWith(root)).map(([root, label]) => [root, say(label)] as const);
  const last = through.some(([root]) => root === path) ? [] : [[path, name] as const];
  const way = [[pagePaths.home, say('frame.home')] as const, ...through, ...last];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(([to, label], index) => ({ '@type': 'ListItem', position: index + 1, name: label, item: baseUrl + to })),
  };
}

/**
 * The data as schema.org's Dataset, with a download for each format; `license` is that of all texts, or the document that lists the rights
 * by source.
 */
export function toDatasetNode({ dataset, baseUrl }: Publication): Node {
  const { business, reviews } = dataset;
  const { say } = messagesOf(dataset);
  const license = commonLicense(toSources(dataset));
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
    name: say('computed.dataset_name', { name: business.name }),
    description: say('computed.dataset_description', { name: business.name }),
    url: `${baseUrl}${pagePaths.developers}`,
    isAccessibleForFree: true,
    license: license === undefined ? baseUrl + machinePaths.sources : licenseUrl(license),
    about: { '@id': businessId(baseUrl) },
    creator: { '@type': 'Organization', name: business.name, url: business.url ?? `${baseUrl}/` },
    temporalCoverage: newest && oldest ? `${oldest}/${newest}` : null,
    dateModified: newest,
    distribution: [
      distribution(paths.reviews, 'application/json', say('computed.dataset_reviews')),
      distribution(machinePaths.csv, 'text/csv', say('computed.dataset_csv')),
      distribution(machinePaths.ndjson, 'application/x-ndjson', say('computed.dataset_ndjson')),
      distribution(paths.insights, 'application/json', say('computed.dataset_insights')),
      distribution(paths.atomFeed, 'application/atom+xml', say('computed.dataset_atom')),
      distribution(paths.jsonFeed, 'application/feed+json', say('computed.dataset_json_feed')),
    ],
  });
}
