import type { Policy, SourceRights } from './schemas.ts';

const onPlatform = (name: string, url?: string): SourceRights => ({
  rights: `Each text belongs to its author, who published it on ${name}; the terms of ${name} apply to copies.`,
  ...(url === undefined ? {} : { url }),
});

/** What holds for a source of which policy.yaml says nothing: no licence, since nobody has given one. */
const defaults: Readonly<Record<string, SourceRights>> = {
  google: onPlatform('Google', 'https://policies.google.com/terms'),
  yelp: onPlatform('Yelp', 'https://terms.yelp.com/'),
  facebook: onPlatform('Facebook', 'https://www.facebook.com/terms'),
  trustpilot: onPlatform('Trustpilot', 'https://legal.trustpilot.com/'),
  angi: onPlatform('Angi'),
  direct: { rights: 'Each text belongs to its author, who gave it to the business to publish; ask before you copy it.', first_party: true },
};

/** The rights in the texts from `source`: what policy.yaml says of it, else what is known of it, else that its authors have them. */
export function rightsOf(source: string, policy: Pick<Policy, 'sources'>): SourceRights {
  const given = Object.hasOwn(policy.sources, source) ? policy.sources[source] : undefined;
  return given ?? (Object.hasOwn(defaults, source) ? defaults[source] : undefined) ?? onPlatform(source);
}

/** Whether customers gave the reviews from `source` to the business itself; policy.yaml wins over what is known of it. */
export function isFirstParty(source: string, policy: Pick<Policy, 'sources'>): boolean {
  return rightsOf(source, policy).first_party ?? (Object.hasOwn(defaults, source) && defaults[source]?.first_party === true);
}

/** Licences of the SPDX list with which anybody may copy a text and build on it, be it with attribution or under the same licence. */
const OPEN = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 ISC MIT ODC-By-1.0 ODbL-1.0 OGL-UK-3.0 PDDL-1.0 Unlicense'.split(
    ' ',
  ),
);
const OPEN_URL = /^https?:\/\/creativecommons\.org\/(?:licenses\/by(?:-sa)?\/|publicdomain\/zero\/)/;

/** Whether a licence, an SPDX identifier or a URL, is known to let anybody copy a text and build on it. */
export function isOpen(license: string): boolean {
  return OPEN.has(license) || OPEN_URL.test(license);
}
