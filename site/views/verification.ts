import type { Dataset } from '../content/dataset.ts';
import type { Review } from '../contract/review.ts';
import type { Messages } from '../messages/messages.ts';
import { sourceName } from './review-platforms.ts';

/** How and when a review was verified, for its small print: "Verified: Google account, November 14, 2026". */
export function verificationOf(
  { source, verification }: Pick<Review, 'source' | 'verification'>,
  dataset: Pick<Dataset, 'policy'>,
  { say, date }: Messages,
): string {
  const { method, verified_at } = verification;
  const how =
    method === 'platform_account' && source === 'direct'
      ? say('computed.verified_platform')
      : say(`computed.verified_${method}`, { source: sourceName(source, dataset) });
  return verified_at === null ? how : say('computed.verified_on', { how, date: date(verified_at) });
}
