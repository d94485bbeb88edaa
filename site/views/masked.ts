import { type MaskKind, maskKind } from '../contract/masks.ts';
import type { Messages } from '../messages/messages.ts';

/** A phrase for each kind with any masks: "2 phone numbers", "1 e-mail address". */
export function maskedCounts(masked: Readonly<Record<MaskKind, number>>, { say }: Pick<Messages, 'say'>): string[] {
  return maskKind.options.filter((kind) => masked[kind] > 0).map((kind) => say(`computed.masked_${kind}`, { count: masked[kind] }));
}
