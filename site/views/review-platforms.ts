import type { Dataset } from '../content/dataset.ts';
import type { MessageId } from '../messages/languages.ts';
import type { Messages } from '../messages/messages.ts';

/** Sites that collect reviews of local businesses: a pattern for their addresses, and their name. */
const platforms: readonly (readonly [RegExp, string])[] = [
  [
    /^(maps\.google\.|(www\.)?google\.[a-z.]+\/maps|search\.google\.com\/local|maps\.app\.goo\.gl\/|goo\.gl\/maps|g\.page\/|share\.google\/)/,
    'Google',
  ],
  [onDomain('yelp'), 'Yelp'],
  [onDomain('facebook'), 'Facebook'],
  [onDomain('trustpilot'), 'Trustpilot'],
  [onDomain('tripadvisor'), 'Tripadvisor'],
  [onDomain('angi'), 'Angi'],
  [onDomain('houzz'), 'Houzz'],
  [onDomain('bbb'), 'BBB'],
  [onDomain('thumbtack'), 'Thumbtack'],
  [onDomain('nextdoor'), 'Nextdoor'],
  [onDomain('homeadvisor'), 'HomeAdvisor'],
  [onDomain('checkatrade'), 'Checkatrade'],
  [onDomain('yell'), 'Yell'],
  [onDomain('healthgrades'), 'Healthgrades'],
  [onDomain('doctoralia'), 'Doctoralia'],
  [onDomain('opentable'), 'OpenTable'],
  [onDomain('thefork'), 'TheFork'],
  [/^(www\.)?judge\.me\//, 'Judge.me'],
];

/** Names of other sources, as people write them: shop and review software, marketplaces and booking sites. */
const programs = [
  'WooCommerce',
  'WordPress',
  'Shopify',
  'Etsy',
  'eBay',
  'Reviews.io',
  'Feefo',
  'Booking.com',
  'Airbnb',
  'Doctolib',
  'Treatwell',
  'Fresha',
  'Booksy',
];

const names = [...platforms.map(([, name]) => name), ...programs];

/** Matches addresses on yelp.com, m.yelp.de or yelp.co.uk, for example, but not on a subdomain such as yelp.example.com. */
function onDomain(label: string): RegExp {
  return new RegExp(`^([\\w-]+\\.)?${label}\\.([a-z]{2,}|com?\\.[a-z]{2})/`);
}

/** The name of the review platform that an address belongs to; undefined if we don't know it. */
function platformOf(url: string): string | undefined {
  const { host, pathname } = new URL(url);
  return platforms.find(([address]) => address.test(host + pathname))?.[1];
}

/** The display name of a review's source: the business's own, that of a known platform ("google" is Google), or the source's id. */
export function sourceName(source: string, dataset: Pick<Dataset, 'policy'>): string {
  return ownSourceName(source, dataset) ?? names.find((name) => name.toLowerCase() === source.toLowerCase()) ?? source;
}

/** The name that policy.yaml gives a source; undefined if it gives none. */
function ownSourceName(source: string, { policy }: Pick<Dataset, 'policy'>): string | undefined {
  return Object.hasOwn(policy.sources, source) ? policy.sources[source]?.name : undefined;
}

/** The usual name of the site at an address: a platform's name, or the host without "www". */
export function siteName(url: string): string {
  return platformOf(url) ?? new URL(url).host.replace(/^www\./, '');
}

/**
 * The address where customers write a review: the business's setting, or the first of its other addresses that is a platform's. Undefined
 * if there is neither; `platform` is undefined if the setting leads elsewhere.
 */
export function whereToWrite({
  business,
  writeReview,
}: Pick<Dataset, 'business' | 'writeReview'>): { readonly url: string; readonly platform: string | undefined } | undefined {
  const url = writeReview ?? business.same_as.find((address) => platformOf(address) !== undefined);
  return url === undefined ? undefined : { url, platform: platformOf(url) };
}

/**
 * The label of a review's source: its name in policy.yaml, a platform's name, or the message `direct` if the customer sent the review to
 * the business.
 */
export function sourceLabel(
  source: string,
  dataset: Pick<Dataset, 'policy'>,
  { say }: Pick<Messages, 'say'>,
  direct: MessageId = 'reviews.source_direct',
): string {
  return source === 'direct' && ownSourceName(source, dataset) === undefined ? say(direct) : sourceName(source, dataset);
}

/** Where a review was written, as its entry in a list shows it: "on Google". */
export function placeOf(source: string, dataset: Pick<Dataset, 'policy'>, words: Pick<Messages, 'say'>): string {
  const name = sourceLabel(source, dataset, words);
  return source === 'direct' ? name : words.say('home.on_source', { source: name });
}
