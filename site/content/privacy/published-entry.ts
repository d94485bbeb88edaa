import { type MaskKind, maskKind } from '../../contract/review.ts';
import { masksIn } from '../../messages/languages.ts';
import type { Policy, ReviewEntry } from '../schemas.ts';
import { isCovered } from '../source-rights.ts';
import type { OwnDetails } from './contact-details.ts';
import { toDisplayName } from './display-names.ts';
import { masker } from './masker.ts';
import { ownNameHider } from './own-names.ts';
import { phoneCountriesOf } from './phone-countries.ts';

type Own = OwnDetails & { readonly name: string; readonly language: string };
type NamedEntry = { readonly name: string; readonly aliases: readonly string[] };

const NO_DETAILS: OwnDetails = { telephone: null, email: null, address: null };

/** The words in the names of the business and its catalog, in lower case. */
function wordsOfBusiness(business: Own | undefined, catalog: readonly NamedEntry[]): ReadonlySet<string> {
  const ours = [business?.name ?? '', ...catalog.flatMap(({ name, aliases }) => [name, ...aliases])];
  return new Set(ours.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’-]+/u)));
}

/** Makes a function that applies the policy to a review's name and texts. Contact details and names of the business are never hidden. */
export function entryPublisher(
  policy: Policy,
  business: Own | undefined,
  catalog: readonly NamedEntry[],
): (entry: ReviewEntry) => ReviewEntry {
  const { names, mask, phone_countries } = policy;
  const own = business ?? NO_DETAILS;
  const language = business?.language;
  const kept = wordsOfBusiness(business, catalog);
  const { codes } = phoneCountriesOf(own, phone_countries);
  const maskText = masker(mask, own, codes, language);
  const maskName = names === 'as_is' ? maskText : masker(maskKind.options, own, codes, language);
  return (entry) => {
    const { inText, inReply } = ownNameHider(entry.author, names, kept, language);
    return {
      ...entry,
      author: toDisplayName(entry.author, names, maskName, language),
      author_avatar_url: names === 'as_is' ? entry.author_avatar_url : null,
      photos: isCovered(policy.photos, entry.source, policy) ? entry.photos : [],
      text: entry.text === null ? null : inText(maskText(entry.text)),
      owner_reply: entry.owner_reply && { ...entry.owner_reply, text: inReply(maskText(entry.owner_reply.text)) },
    };
  };
}

/** The number of masks of each kind in the texts and replies; 0 for kinds that aren't masked. */
export function countMasked(
  reviews: readonly Pick<ReviewEntry, 'text' | 'owner_reply'>[],
  { mask }: Policy,
  language: string,
): Readonly<Record<MaskKind, number>> {
  const masks = masksIn(language);
  const texts = reviews.flatMap(({ text, owner_reply }) => [text ?? '', owner_reply?.text ?? '']);
  const count = (kind: MaskKind) => (mask.includes(kind) ? texts.reduce((sum, text) => sum + text.split(masks[kind]).length - 1, 0) : 0);
  return { phone: count('phone'), email: count('email'), street_address: count('street_address') };
}
