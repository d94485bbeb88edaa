import { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { customerField, maskKind, verificationMethod } from '../contract/review.ts';
import { contentShape, plainFieldNames } from '../contract/review-fields.ts';
import { business } from '../contract/reviews-document.ts';
import { dayOf, LAST_YEAR, rateReviewDate, reviewDate, reviewDateAdvice, toInstant } from '../shared/dates.ts';
import { encodeUrl, nameUpTo, sourceUrl, words } from '../shared/text-schemas.ts';
import { likelyType } from './business-types.ts';
import { countryAdvice, countryCode } from './privacy/phone-countries.ts';

/**
 * The schemas of the content files. Objects are strict, so misspelled keys are reported instead of ignored. `input` is
 * the kind of text in a field, for forms.
 */

const paragraph = words.meta({ input: 'prose' });
const url = sourceUrl.overwrite(encodeUrl);
const date = reviewDate;
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time such as "08:00", in quotes')
  .meta({ input: 'time' });
const name = nameUpTo(limits.nameCharacters);
const YEAR_ADVICE = 'write a year, such as 2009';
const year = z.int().min(1, YEAR_ADVICE).max(LAST_YEAR, YEAR_ADVICE);
const aliases = z.array(name).default([]);
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'write lower-case letters, digits and hyphens, such as deep-cleaning')
  .max(limits.nameCharacters, `write at most ${limits.nameCharacters} characters`)
  .meta({ input: 'slug' });

/** A country's ISO 3166 code, or its name. */
export const country = words
  .refine((text) => countryCode(text) !== undefined, { error: ({ input }) => countryAdvice(String(input)) })
  .meta({ input: 'country' });

const address = z.strictObject({
  street_address: words.nullable().default(null),
  locality: words.nullable().default(null),
  region: words.nullable().default(null),
  postal_code: words.nullable().default(null),
  country: country.nullable().default(null),
});

const weekday = business.shape.opening_hours.element.shape.days.element;
const days = z.array(z.enum(weekday.options, { error: `write one of ${weekday.options.join(', ')}` }), {
  error: 'write the days as a list in English, such as [Monday, Tuesday]',
});

/** A language tag (BCP 47). */
export const languageTag = z
  .string({ error: 'write a language tag such as en' })
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'write a language tag such as en, es or en-GB')
  .meta({ input: 'language' });

/** A color of the theme. */
export const color = z
  .string({ error: 'write a color in quotes, such as "#0a5f4c"' })
  .regex(/^#[0-9a-f]{6}$/i, {
    error: 'write # and six digits in quotes, such as "#0a5f4c"',
  })
  .meta({ input: 'color' });

const picture = z.strictObject({
  file: words.meta({ input: 'picture', description: 'The name of a file in content/pictures/: JPEG, PNG or WebP' }),
  alt: z.string({ error: 'describe the picture for people who can’t see it' }).trim().min(1, 'describe what the picture shows'),
});

/** A schema.org type of local business, in one word. */
export const businessType = z
  .string({ error: 'write a schema.org type' })
  .regex(/^[A-Z][A-Za-z]+$/, {
    error: ({ input }) => {
      const meant = likelyType(String(input));
      return `write a schema.org type, such as ${meant ?? 'Electrician, Plumber, Restaurant or LocalBusiness'}`;
    },
  })
  .meta({ input: 'type' });

export const businessFile = z.strictObject({
  name: words,
  type: businessType.default('LocalBusiness').describe('Selects the aspects that are analyzed, and the type in structured data'),
  legal_name: words.nullable().default(null),
  description: paragraph.nullable().default(null),
  url: url.nullable().default(null),
  telephone: words.meta({ input: 'phone' }).nullable().default(null),
  other_telephones: z
    .array(
      words
        .refine((text) => text.replace(/\D/g, '').length >= 6, 'write a phone number in quotes, such as "+44 113 496 0143"')
        .meta({ input: 'phone' }),
    )
    .default([])
    .describe('Its other phone numbers, which aren’t masked either; pages don’t list them'),
  email: z.email({ error: 'write an e-mail address' }).nullable().default(null),
  address: address.nullable().default(null),
  geo: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .meta({ input: 'place' })
    .nullable()
    .default(null),
  opening_hours: z.array(z.strictObject({ days, opens: time, closes: time })).default([]),
  license: z.strictObject({ number: words, authority: words }).nullable().default(null),
  founded: z.union([year, words], { error: YEAR_ADVICE }).nullable().default(null),
  same_as: z.array(url).default([]),
  write_review: url.optional().describe('Where customers write a review; by default the first URL of same_as that takes reviews'),
  links: z
    .array(z.strictObject({ label: words, url }))
    .default([])
    .describe('Other pages of the business, for the navigation'),
  pictures: z.array(picture).default([]).describe('Photos of its work or premises, on the home page'),
  language: languageTag.default('en'),
  people: z
    .strictObject({ one: words, many: words })
    .optional()
    .describe('The words for the people who work there; by default they depend on the type'),
  theme: z
    .strictObject({
      brand: color.optional(),
      link: color.optional(),
      star: color.optional(),
      type: z
        .enum(['plain', 'bookish', 'rounded', 'geometric'], { error: 'write one of plain, bookish, rounded, geometric' })
        .default('plain'),
      scheme: z.enum(['auto', 'light', 'dark'], { error: 'write auto, light or dark' }).default('auto'),
    })
    .optional()
    .describe('The colors and the type of the pages'),
  notice: paragraph.optional().describe('A sentence on every page, such as that the business is fictional'),
});

export const servicesFile = z.array(z.strictObject({ id: slug, name, aliases }));
export const techniciansFile = z.array(
  z.strictObject({ name, role: words.nullable().default(null), aliases, picture: picture.optional() }),
);
export const serviceAreasFile = z.array(z.strictObject({ name, aliases }));
export const faqFile = z.array(z.strictObject({ question: words, answer: paragraph }));

const method = z.enum(verificationMethod.options, { error: `write one of ${verificationMethod.options.join(', ')}` });

const license = words
  .refine(
    (text) => (/^https?:/.test(text) ? URL.canParse(text) : /^[A-Za-z0-9][A-Za-z0-9.+-]*$/.test(text)),
    'write an identifier of spdx.org/licenses, such as CC-BY-4.0, or the URL of the license',
  )
  .meta({ input: 'license' });

/** The rights to the texts of a source. */
const sourceRights = z.strictObject({
  name: words.optional(),
  rights: paragraph,
  url: url.optional(),
  license: license.optional(),
  /** Whether customers gave these reviews directly to the business. */
  first_party: z.boolean({ error: 'write true or false' }).optional(),
});
export type SourceRights = z.infer<typeof sourceRights>;

/** The name of a file below /.well-known/; the site itself uses api-catalog, mcp and names with a dot. */
const wellKnownName = z
  .string()
  .regex(/^(?!api-catalog$|mcp$)[a-z0-9]+(-[a-z0-9]+)*$/)
  .meta({ input: 'slug' });

const DAYS_ADVICE = 'write a number of days, from 1 to 365';

/** A text that the business states. Until the day on which it was accepted, or without one, it's a draft and isn't published. */
const statement = z.strictObject(
  { text: paragraph, accepted: date.optional() },
  { error: 'write the text, and the day on which you accepted it: { text: ..., accepted: YYYY-MM-DD }' },
);
export type Statement = z.infer<typeof statement>;

/** The policy: which content is published. All keys have defaults, so the file is optional. */
export const policyFile = z.strictObject({
  /** The accepted methods of verification; other reviews are left out and counted. */
  verification: z.array(method).default([...verificationMethod.options]),
  /** Authors' names: full, shortened to "Ann B.", or hidden. */
  names: z.enum(['as_is', 'initials', 'hidden'], { error: 'write as_is, initials or hidden' }).default('as_is'),
  /** The contact details that are masked in texts and replies. */
  mask: z.array(z.enum(maskKind.options, { error: 'write phone, email or street_address' })).default([...maskKind.options]),
  /** More countries whose phone numbers are masked, besides the business's own. */
  phone_countries: z.array(country, { error: 'write the countries as a list, such as [GB, IE]' }).default([]),
  /** Whether reviews that are missing from a complete export of their source stay published. */
  removed_at_source: z.enum(['leave_out', 'publish'], { error: 'write leave_out or publish' }).default('leave_out'),
  /** Which reviews the structured data of pages describes: all, those that customers gave directly to the business, or none. */
  markup: z.enum(['all', 'first_party', 'none'], { error: 'write all, first_party or none' }).default('first_party'),
  /** Which reviews search engines may list. Pages of other reviews, and lists with any of them, have `noindex`. */
  indexed: z.enum(['all', 'first_party', 'none'], { error: 'write all, first_party or none' }).default('all'),
  /** Whose photos are published: those of all reviews, of reviews that customers gave directly to the business, or none. */
  photos: z.enum(['all', 'first_party', 'none'], { error: 'write all, first_party or none' }).default('first_party'),
  /** By the `source` of reviews; site/content/source-rights.ts has the defaults. */
  sources: z.record(words, sourceRights, { error: 'write the sources, each with its rights' }).default({}),
  /** Where readers report a review or ask for its removal. Without it, pages don't offer that. */
  report: z.union([z.email(), url], { error: 'write an e-mail address, or an absolute URL such as https://example.com/report' }).optional(),
  /** The number of days within which the business answers a report. */
  report_days: z.int({ error: DAYS_ADVICE }).min(1, DAYS_ADVICE).max(365, DAYS_ADVICE).optional(),
  /** What the business does about fake reviews, and about gifts for reviews. */
  fake_reviews: statement.optional(),
  incentives: statement.optional(),
  /** Files below /.well-known/ by name: tokens with which directories verify the site's owner. */
  well_known: z
    .record(wellKnownName, words, {
      error: 'write a name that the site doesn’t already use, such as openai-apps-challenge, and its content',
    })
    .default({}),
});
export type Policy = z.infer<typeof policyFile>;

/** How a review was verified. `method` and `verified_at` are published; the rest is for the business's own records. */
const verificationEntry = z.strictObject({
  method,
  verified_at: date.nullable().default(null),
  /** Keyed hash of an invoice or job number, never the number. */
  reference: words.optional(),
  /** The import that added the review: an `id` of imports.json. */
  import: words.optional(),
});

/** The first keys of the checksums, in the order of those that are stored. */
const FIRST_CHECKSUMS = [
  'rating',
  'author',
  'text',
  'owner_reply',
  'verified',
  'verification',
  'date',
  'source',
  'source_url',
  'author_avatar_url',
  'removed_at_source',
] as const;

/** The keys that people and commands may set; imports then leave them alone. Checksums are stored in this order. */
export const editable = z.enum([...FIRST_CHECKSUMS, ...plainFieldNames]);

const { source, source_url, date: day, rating, author, author_avatar_url, text, owner_reply, ...plain } = contentShape;

export const reviewEntry = z
  .strictObject({
    id: z.ulid({ error: 'write a ULID, or leave the id out and write a source_id' }).optional(),
    source,
    source_id: words.optional(),
    source_url,
    date: day,
    rating,
    author,
    author_avatar_url,
    text,
    owner_reply,
    /** The customer's photos: names of files in `pictures/`. */
    photos: z.array(words, { error: 'write the names of files in pictures/ as a list, such as [kitchen.jpg]' }).optional(),
    verified: z.boolean({ error: 'write true or false' }).default(false),
    verification: verificationEntry.optional(),
    /** Hidden at its source as of the last import. Written by imports. */
    hidden_at_source: z.literal(true).optional(),
    /** When the source last changed it, so an older export doesn't overwrite a newer one. */
    source_updated_at: z.iso
      .datetime({ offset: true, error: 'write a time such as 2025-03-14T09:30:00Z', abort: true })
      .refine((time) => rateReviewDate(dayOf(toInstant(time) ?? time)) !== 'impossible', { error: reviewDateAdvice.impossible })
      .optional(),
    /** The date of the complete export that no longer contained it. */
    removed_at_source: date.optional(),
    edited: z.array(editable).optional(),
    /** Fields that differ from the source because somebody changed them here. Written by imports and commands. */
    changed_by_business: z
      .array(
        z.strictObject({
          field: customerField,
          /** The day on which the change was recorded, which is published. */
          date: date.nullable().default(null),
          /** Checksum of the value at the source as of the last import; the field counts as changed while its value here differs. */
          at_source: words.optional(),
        }),
      )
      .optional(),
    /** Checksums of the values that the last import wrote, by which the next one detects hand edits. */
    imported: words.optional(),
    ...plain,
  })
  .refine((entry) => entry.id !== undefined || entry.source_id !== undefined, {
    path: ['source_id'],
    error: 'write a source_id, from which the id is made: anything that never changes and that no other review has',
  });
export type ReviewEntry = z.infer<typeof reviewEntry>;
/** A review with the id that an import or a command gives it. */
export type IdentifiedEntry = ReviewEntry & { readonly id: string };
