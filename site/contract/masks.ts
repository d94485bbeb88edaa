import { z } from 'zod';

/** The contact details that are found in texts. */
export const maskKind = z.enum(['phone', 'email', 'street_address']);
export type MaskKind = z.infer<typeof maskKind>;

/** What stands in a published text where contact details were written. */
export const masks: Readonly<Record<MaskKind, string>> = {
  phone: '[phone number]',
  email: '[e-mail address]',
  street_address: '[street address]',
};

/** What stands where a text names its author whose name is hidden. */
export const NAME_MASK = '[name]';

/** How many masks of `kind` stand in a published text. */
export function countMasks(text: string, kind: MaskKind): number {
  return text.split(masks[kind]).length - 1;
}
