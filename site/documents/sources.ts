import type { Dataset } from '../content/dataset.ts';
import type { SourcesDocument } from '../contract/reviews-document.ts';
import { messagesOf } from '../messages/messages.ts';
import { reuseSentence, toSources } from '../views/sources.ts';

/** The bytes of `/sources.json`: where the published reviews were written, and what may be done with them. */
export function printSources(dataset: Dataset): string {
  const sources = toSources(dataset);
  const { say } = messagesOf(dataset);
  const document: SourcesDocument = { rights: reuseSentence(dataset), facts: say('computed.reuse_facts'), sources: [...sources] };
  return `${JSON.stringify(document, null, 1)}\n`;
}
