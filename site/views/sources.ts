import type { Dataset } from '../content/dataset.ts';
import { isFirstParty, isOpen, rightsOf } from '../content/source-rights.ts';
import type { SourceRecord } from '../contract/reviews-document.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import { oncePer } from '../shared/algorithms.ts';
import { sourceLabel } from './review-platforms.ts';

/** The sources of the published reviews with the rights in their texts; most reviews first, then by id. */
export const toSources = oncePer((dataset: Dataset): readonly SourceRecord[] => {
  const { reviews, policy } = dataset;
  const { say } = messagesOf(dataset);
  const counts = [...Map.groupBy(reviews, ({ source }) => source)].map(([id, { length }]) => [id, length] as const);
  return counts
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([id, review_count]) => {
      const { name = sourceLabel(id, dataset, { say }), rights, url = null, license = null } = rightsOf(id, policy);
      return {
        id,
        name,
        rights: rights ?? (id === 'direct' ? say('computed.rights_direct') : say('computed.rights_platform', { name })),
        url,
        license,
        license_url: license === null ? null : licenseUrl(license),
        open: license !== null && isOpen(license),
        first_party: isFirstParty(id, policy),
        review_count,
      };
    });
});

/** The URL of a license: the license itself if it is a URL, or else its page in the SPDX list. */
export function licenseUrl(license: string): string {
  return /^https?:/.test(license) ? license : `https://spdx.org/licenses/${license}.html`;
}

/** The open license that applies to every text; undefined if there is none, or no reviews. */
export function commonLicense(sources: readonly SourceRecord[]): string | undefined {
  const [first] = sources;
  const isCommon = first?.open === true && sources.every(({ license }) => license === first.license);
  return isCommon ? (first.license ?? undefined) : undefined;
}

/** How this business's texts may be reused: "Free to read, copy and reuse" only if that is true for each of them. */
export const reuseSentence = oncePer((dataset: Dataset): string => {
  const { say, list } = messagesOf(dataset);
  const sources = toSources(dataset);
  const open = sources.filter((source) => source.open);
  const license = commonLicense(sources);
  if (license !== undefined) return say('computed.reuse_common', { license });
  if (open.length === sources.length) return say(open.length === 0 ? 'computed.reuse_free' : 'computed.reuse_each');
  const free = list(open.map((source) => `${source.name} (${source.license})`));
  return say(open.length === 0 ? 'computed.reuse_none' : 'computed.reuse_some', { facts: say('computed.reuse_facts'), sources: free });
});

/** The rights in one text: the statement of its source, and the license if it has one. */
export function textRights({ rights, license_url }: SourceRecord, { say }: Pick<Messages, 'say'>): string {
  return license_url === null ? rights : say('computed.text_rights', { rights, license: license_url });
}

/** Two sentences that explain the pages' schema.org markup, for the page on how it works. */
export function markupSentences(dataset: Dataset): readonly [why: string, what: string] {
  const { reviews, policy } = dataset;
  const { say } = messagesOf(dataset);
  const own = reviews.filter(({ source }) => isFirstParty(source, policy)).length;
  const markup = policy.markup === 'first_party' && own > 0 && own === reviews.length ? 'all' : policy.markup;
  return [say('computed.markup_why'), say('computed.markup_what', { markup, count: reviews.length, own })];
}
