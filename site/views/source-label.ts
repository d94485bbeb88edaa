import type { Dataset } from '../content/dataset.ts';
import type { Messages } from '../messages/messages.ts';
import { sourceName } from './review-platforms.ts';

/** Where a review was written: the name of a platform, or that the customer sent it to the business. */
export function sourceLabel(source: string, dataset: Pick<Dataset, 'policy'>, { say }: Pick<Messages, 'say'>): string {
  return source === 'direct' ? say('reviews.source_direct') : sourceName(source, dataset);
}

/** The same within a sentence: "Google", "sent to the business". */
export function sourceWithin(source: string, dataset: Pick<Dataset, 'policy'>, { say }: Pick<Messages, 'say'>): string {
  return source === 'direct' ? say('computed.source_direct') : sourceName(source, dataset);
}
