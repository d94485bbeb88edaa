import type { Dataset } from '../content/dataset.ts';
import { isFirstParty, isOpen, rightsOf } from '../content/source-rights.ts';
import type { SourceRecord } from '../contract/sources.ts';
import type { Messages } from '../messages/messages.ts';
import { counted, grouped, listed, sourceName } from './words.ts';

type Reviewed = Pick<Dataset, 'reviews' | 'policy'>;

/** The sources of the published reviews with the rights in their texts; most reviews first, then by id. */
export function toSources({ reviews, policy }: Reviewed): SourceRecord[] {
  const counts = [...Map.groupBy(reviews, ({ source }) => source)].map(([id, { length }]) => [id, length] as const);
  return counts
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([id, review_count]) => {
      const { name = sourceName(id), rights, url = null, license = null } = rightsOf(id, policy);
      return {
        id,
        name,
        rights,
        url,
        license,
        license_url: license === null ? null : licenseUrl(license),
        open: license !== null && isOpen(license),
        first_party: isFirstParty(id, policy),
        review_count,
      };
    });
}

/** Where a licence stands: a URL is itself, an identifier has a page in the SPDX list. */
export function licenseUrl(license: string): string {
  return /^https?:/.test(license) ? license : `https://spdx.org/licenses/${license}.html`;
}

/** What may be done with what belongs to nobody or to the publisher. Passages that the analysis quotes are parts of texts. */
export const factsSentence = 'Ratings, dates, figures and the analysis are free to copy and build on.';

/** The licence that holds for every text, where there is one and it is open; undefined otherwise, and without reviews. */
export function commonLicense(sources: readonly SourceRecord[]): string | undefined {
  const [first] = sources;
  const isCommon = first?.open === true && sources.every(({ license }) => license === first.license);
  return isCommon ? (first.license ?? undefined) : undefined;
}

/** What may be done with this business's mix of sources: "Free to read, copy and build on" only where that is true of every text. */
export function reuseSentence(sources: readonly SourceRecord[]): string {
  const open = sources.filter((source) => source.open);
  const common = commonLicense(sources);
  if (common !== undefined) return `Free to read, copy and build on, under ${common}.`;
  if (open.length === sources.length)
    return `Free to read, copy and build on${open.length === 0 ? '' : ', each text under the licence of its source'}.`;
  const free = listed(open.map(({ name, license }) => `${name} (${license})`));
  const texts = open.length === 0 ? 'The texts, quoted passages included,' : `So are the texts from ${free}; the others`;
  return `Free to read. ${factsSentence} ${texts} belong to their authors.`;
}

/** The rights in one text: the line of its source, and the licence where it has one. */
export function textRights({ rights, license_url }: SourceRecord): string {
  return license_url === null ? rights : `${rights} Licence: ${license_url}`;
}

const POLICY =
  'Search engines show no stars for reviews that a business publishes about itself, and Google wants no reviews in the markup that were gathered from other sites.';

/** What the pages' markup (schema.org) says of the reviews, and why: two sentences for the page on how it works. */
export function markupSentences({ reviews, policy }: Reviewed): readonly [why: string, what: string] {
  const all = counted(reviews.length, 'review');
  const own = reviews.filter(({ source }) => isFirstParty(source, policy)).length;
  const said = {
    all: `The markup of these pages describes all the same the ${all} and their average, for programs that read it.`,
    none: 'So the markup of these pages has neither reviews nor an average.',
    first_party:
      own === 0
        ? 'So the markup of these pages has neither reviews nor an average: customers gave none to the business itself.'
        : `So the markup of these pages describes only what customers gave the business itself: ${grouped(own)} of ${all}, and their average.`,
  } as const;
  return [POLICY, said[policy.markup]];
}

/** Where a review was written, as it stands behind a comma: "Google", "sent to the business". */
export function sourceOf(source: string, { say }: Pick<Messages, 'say'>): string {
  return source === 'direct' ? say('computed.source_direct') : sourceName(source);
}
