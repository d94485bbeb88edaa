import { countMasks, type MaskKind, maskKind } from '../../contract/masks.ts';
import type { Policy, ReviewEntry } from '../schemas.ts';
import type { OwnDetails } from './contact-details.ts';
import { toDisplayName } from './display-names.ts';
import { masker } from './masker.ts';
import { ownNameHider } from './own-names.ts';

type Own = OwnDetails & { readonly name: string };
type Named = { readonly name: string; readonly aliases: readonly string[] };

const NO_DETAILS: OwnDetails = { telephone: null, email: null, address: null };

/** The words, in lower case, of the business's own name and of the names and aliases of its catalogue. */
function wordsOfBusiness(business: Own | undefined, catalogue: readonly Named[]): ReadonlySet<string> {
  const ours = [business?.name ?? '', ...catalogue.flatMap(({ name, aliases }) => [name, ...aliases])];
  return new Set(ours.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’-]+/u)));
}

/**
 * Makes a function that gives a review the name and the texts under which the policy lets it be published. Details and names of the
 * business and its catalogue are hidden for nobody.
 */
export function entryPublisher(
  { names, mask }: Policy,
  business: Own | undefined,
  catalogue: readonly Named[],
): (entry: ReviewEntry) => ReviewEntry {
  const own = business ?? NO_DETAILS;
  const kept = wordsOfBusiness(business, catalogue);
  const maskText = masker(mask, own);
  const maskName = names === 'as_is' ? maskText : masker(maskKind.options, own);
  return (entry) => {
    const { inText, inReply } = ownNameHider(entry.author, names, kept);
    return {
      ...entry,
      author: toDisplayName(entry.author, names, maskName),
      author_avatar_url: names === 'as_is' ? entry.author_avatar_url : null,
      text: entry.text === null ? null : inText(maskText(entry.text)),
      owner_reply: entry.owner_reply && { ...entry.owner_reply, text: inReply(maskText(entry.owner_reply.text)) },
    };
  };
}

/** How many masks of each kind stand in the texts and replies; none of a kind that isn't masked. */
export function countMasked(
  reviews: readonly Pick<ReviewEntry, 'text' | 'owner_reply'>[],
  { mask }: Policy,
): Readonly<Record<MaskKind, number>> {
  const texts = reviews.flatMap(({ text, owner_reply }) => [text ?? '', owner_reply?.text ?? '']);
  const count = (kind: MaskKind) => (mask.includes(kind) ? texts.reduce((sum, text) => sum + countMasks(text, kind), 0) : 0);
  return { phone: count('phone'), email: count('email'), street_address: count('street_address') };
}
