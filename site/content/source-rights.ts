import type { Policy, SourceRights } from './schemas.ts';

/** The rights to the texts of a source. `rights` is in the business's words, from policy.yaml. */
export interface KnownRights extends Omit<SourceRights, 'rights'> {
  readonly rights?: string;
}

/**
 * The defaults for sources that aren't in policy.yaml. They have no license, because nobody has granted one, so sources.json says that
 * their texts aren't openly licensed. Reviews from scrapers and Google's Places API have the source that they were copied from.
 */
const defaults: Readonly<Record<string, KnownRights>> = {
  google: { url: 'https://policies.google.com/terms' },
  yelp: { url: 'https://terms.yelp.com/' },
  facebook: { url: 'https://www.facebook.com/terms' },
  tripadvisor: { url: 'https://tripadvisor.mediaroom.com/us-terms-of-use' },
  'booking.com': { url: 'https://www.booking.com/content/terms.html' },
  trustpilot: { url: 'https://legal.trustpilot.com/' },
  direct: { first_party: true },
};

/** The rights to the texts from `source`: from policy.yaml, otherwise the default. */
export function rightsOf(source: string, policy: Pick<Policy, 'sources'>): KnownRights {
  const given = Object.hasOwn(policy.sources, source) ? policy.sources[source] : undefined;
  return given ?? (Object.hasOwn(defaults, source) ? defaults[source] : undefined) ?? {};
}

/** Whether customers gave the reviews from `source` directly to the business. */
export function isFirstParty(source: string, policy: Pick<Policy, 'sources'>): boolean {
  return rightsOf(source, policy).first_party ?? (Object.hasOwn(defaults, source) && defaults[source]?.first_party === true);
}

/** Whether a setting of the policy (`markup`, `indexed` or `photos`) applies to the reviews from `source`. */
export function isCovered(setting: Policy['markup'], source: string, policy: Pick<Policy, 'sources'>): boolean {
  return setting === 'all' || (setting === 'first_party' && isFirstParty(source, policy));
}

/** SPDX licenses that let anybody copy and adapt a text, and require at most attribution and the same license. */
const OPEN = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 ISC MIT ODC-By-1.0 ODbL-1.0 OGL-UK-3.0 PDDL-1.0 Unlicense'.split(
    ' ',
  ),
);
const OPEN_URL = /^https?:\/\/creativecommons\.org\/(?:licenses\/by(?:-sa)?\/|publicdomain\/zero\/)/;

/** Whether a license (an SPDX identifier or a URL) is known to let anybody copy and adapt a text. */
export function isOpen(license: string): boolean {
  return OPEN.has(license) || OPEN_URL.test(license);
}
