import type { Messages } from '../messages/messages.ts';
import { sourceName } from './words.ts';

/** Where a review was written, as it stands behind a comma: "Google", "sent to the business". */
export function sourceOf(source: string, { say }: Pick<Messages, 'say'>): string {
  return source === 'direct' ? say('computed.source_direct') : sourceName(source);
}
