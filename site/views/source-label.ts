import type { Dataset } from '../content/dataset.ts';
import type { Messages } from '../messages/messages.ts';
import { ownSourceName, sourceName } from './review-platforms.ts';

/** Where a review was written: the business's own name for it, that of a platform, or that the customer sent it to the business. */
export function sourceLabel(source: string, dataset: Pick<Dataset, 'policy'>, { say }: Pick<Messages, 'say'>): string {
  return isUnnamed(source, dataset) ? say('reviews.source_direct') : sourceName(source, dataset);
}

/** The same within a sentence: "Google", "sent to the business". */
export function sourceWithin(source: string, dataset: Pick<Dataset, 'policy'>, { say }: Pick<Messages, 'say'>): string {
  return isUnnamed(source, dataset) ? say('computed.source_direct') : sourceName(source, dataset);
}

function isUnnamed(source: string, dataset: Pick<Dataset, 'policy'>): boolean {
  return source === 'direct' && ownSourceName(source, dataset) === undefined;
}
