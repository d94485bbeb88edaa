import { publication } from 'virtual:reviews';
import { type Messages, messagesOf } from '../messages/messages.ts';

/** The words of the pages that are being built. */
export function pageMessages(): Messages {
  return messagesOf(publication().dataset);
}
