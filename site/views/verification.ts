import type { Review, VerificationMethod } from '../contract/review.ts';
import { longDate, sourceName } from './words.ts';

/** Each method of verification as a row's heading. */
export const wayOfVerification: Readonly<Record<VerificationMethod, string>> = {
  platform_account: 'Platform account',
  invoice: 'Invoice or job',
  invitation: 'Invitation',
  vouched: 'Vouched for',
};

/** How and when a review was verified, for its small print: "Verified: Google account, November 14, 2026". */
export function verifiedBy({ source, verification }: Pick<Review, 'source' | 'verification'>): string {
  const { method, verified_at } = verification;
  const by = {
    platform_account: `Verified: ${source === 'direct' ? 'platform' : sourceName(source)} account`,
    invoice: 'Verified: invoice or job',
    invitation: 'Verified: invitation',
    vouched: 'Vouched for by the business',
  }[method];
  return verified_at === null ? by : `${by}, ${longDate(verified_at)}`;
}
