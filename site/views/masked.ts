import { type MaskKind, maskKind } from '../contract/masks.ts';
import { counted } from './words.ts';

/** The singular and plural of each kind. */
export const details: Readonly<Record<MaskKind, readonly [one: string, many: string]>> = {
  phone: ['phone number', 'phone numbers'],
  email: ['e-mail address', 'e-mail addresses'],
  street_address: ['street address', 'street addresses'],
};

/** A phrase for each kind with any masks: "2 phone numbers", "1 e-mail address". */
export function maskedCounts(masked: Readonly<Record<MaskKind, number>>): string[] {
  return maskKind.options.filter((kind) => masked[kind] > 0).map((kind) => counted(masked[kind], ...details[kind]));
}
