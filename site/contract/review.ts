import { z } from 'zod';
import { calendarDate } from '../shared/dates.ts';
import { fieldNames, publishedShape, reviewFields } from './review-fields.ts';

/** The kinds of contact details that are masked in texts. */
export const maskKind = z.enum(['phone', 'email', 'street_address']);
export type MaskKind = z.infer<typeof maskKind>;

/** Names from the business's catalog that a review mentions, each once, in the catalog's order. */
export const mentions = z.object({
  technicians: z.array(z.string()).describe('Names of technicians'),
  services: z.array(z.string()).describe('Ids of services'),
  service_areas: z.array(z.string()).describe('Names of service areas'),
});
export type Mentions = z.infer<typeof mentions>;

/** How a business knows that a customer wrote the review. */
export const verificationMethod = z.enum(['platform_account', 'invoice', 'invitation', 'vouched']);
export type VerificationMethod = z.infer<typeof verificationMethod>;

/** What each method means, strongest first. Pages and the desk name them with `verified_…` in site/messages. */
export const methodMeanings: Readonly<Record<VerificationMethod, string>> = {
  invoice: 'matched to an invoice or job',
  invitation: 'by an invited customer',
  platform_account: 'posted from an account at the source',
  vouched: 'vouched for by the business and checked by nobody else',
};

/** The methods, strongest first. */
export const methodsByStrength = Object.keys(methodMeanings) as VerificationMethod[];

export const verification = z.object({
  method: verificationMethod.describe(
    `Strongest first: ${methodsByStrength.map((method) => `${method}, ${methodMeanings[method]}`).join('; ')}`,
  ),
  verified_at: calendarDate.nullable().describe('The day on which it was verified; null if unknown'),
});

type CustomersOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends { readonly isCustomers: true } ? Name : never }[keyof Fields];

/** The fields of a review that come from its author or its source. */
export const customerField = z.enum(fieldNames.filter((name): name is CustomersOf<typeof reviewFields> => reviewFields[name].isCustomers));
export type CustomerField = z.infer<typeof customerField>;

export const changeByBusiness = z.object({
  field: customerField,
  date: calendarDate.nullable().describe('The day on which the change was recorded; null if it wasn’t recorded'),
});
export type ChangeByBusiness = z.infer<typeof changeByBusiness>;

/** A picture that the customer added to the review. */
export const photo = z.object({
  path: z.string().describe('The path of a WebP file, to append to the address of the site'),
  width: z.int().describe('In pixels'),
  height: z.int().describe('In pixels'),
});
export type Photo = z.infer<typeof photo>;

const { author, author_avatar_url, rating, date, text, source, source_url, owner_reply, ...plain } = publishedShape;

/** One published review. Every field is always present. */
export const review = z.object({
  id: z.ulid().describe('A ULID made from the date and the identity at the source; it never changes'),
  author,
  author_avatar_url,
  rating,
  date,
  text,
  source,
  source_url,
  owner_reply,
  verified: z.literal(true),
  verification,
  changed_by_business: z
    .array(changeByBusiness)
    .describe('Fields of an imported review that the business changed and that differ from the source, as of the last import'),
  mentions,
  photos: z
    .array(photo)
    .describe(
      'The customer’s photos, small and without metadata, as far as the business publishes them. The rights in /sources.json cover them, too',
    ),
  removed_at_source: calendarDate
    .nullable()
    .describe('The day of the complete export in which its source no longer had it; null if it had it, or if that is unknown'),
  ...plain,
});
export type Review = z.infer<typeof review>;

/** Newest first: by date, then by id, both descending, compared by code units. */
export function newestFirst(a: Pick<Review, 'date' | 'id'>, b: Pick<Review, 'date' | 'id'>): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
