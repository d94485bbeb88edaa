import { z } from 'zod';
import { calendarDate, reviewDate } from '../shared/dates.ts';
import { nameUpTo, prose, sourceUrl } from '../shared/text-schemas.ts';
import { limits } from './limits.ts';

/** A field that a record of the content states, and that is published under the same name. */
interface ReviewField {
  /** In the content; with a default if a record can lack it. */
  readonly content: z.ZodType;
  readonly published: z.ZodType;
  /** Whether it comes from the author or the source, so readers see when the business changed it. */
  readonly isCustomers: boolean;
}

/** A field that needs no code of its own: documents, pages, imports and the desk treat it by its kind. */
interface PlainField extends ReviewField {
  /** A day, which can be null, or one of the words of its schema. */
  readonly kind: 'day' | 'word';
  /** Of a word. */
  readonly words?: readonly string[];
  /** The usual headers of its column in exports besides its own name, in lower case with underscores. */
  readonly headers: readonly string[];
  /** The words that exports write for its own, in lower case. */
  readonly spellings?: Readonly<Record<string, string>>;
}

/** The schemas of a plain field with one of a few words; `unknown` is one of them, and the default. */
const oneOf = <const Words extends readonly string[]>(words: readonly [...Words, 'unknown'], description: string) =>
  ({
    content: z.enum(words, { error: `write ${words.slice(0, -1).join(', ')} or unknown` }).default('unknown'),
    published: z.enum(words, { error: `must be one of ${words.join(', ')}` }).describe(description),
    kind: 'word',
    words,
  }) as const;

const stars = 'write a whole number from 1 to 5';
const text = prose(limits.textCharacters);

/** The fields that documents, pages and imports treat each in its own way, in the order of `changed_by_business`. */
export const ownFields = {
  rating: {
    content: z.int({ error: stars }).min(1, stars).max(5, stars),
    published: z.int().min(1).max(5).describe('Stars, 1 to 5'),
    isCustomers: true,
  },
  author: {
    content: prose(limits.authorCharacters),
    published: z.string().describe('Display name: as it is at the source, shortened to initials or hidden, as the business decides'),
    isCustomers: true,
  },
  text: {
    content: text.nullable().default(null),
    published: z
      .string()
      .nullable()
      .describe(
        "The customer's words; null for a rating without text. Contact details that a program finds are masked: [phone number], [e-mail address], [street address], in the language of the site",
      ),
    isCustomers: true,
  },
  owner_reply: {
    content: z
      .strictObject({ text, date: reviewDate.nullable().default(null) })
      .nullable()
      .default(null),
    published: z.object({ text: z.string(), date: calendarDate.nullable().describe('The day of the reply; null if unknown') }).nullable(),
    isCustomers: false,
  },
  date: { content: reviewDate, published: calendarDate, isCustomers: true },
  source: {
    content: nameUpTo(limits.nameCharacters).default('direct'),
    published: z.string().describe('Where it was written, such as "google"'),
    isCustomers: true,
  },
  source_url: { content: sourceUrl.nullable().default(null), published: z.url().nullable(), isCustomers: true },
  author_avatar_url: { content: sourceUrl.nullable().default(null), published: z.url().nullable(), isCustomers: true },
} as const satisfies Readonly<Record<string, ReviewField>>;

/**
 * The fields that are published, printed, imported, compared and shown as they are stated, in the order of their columns. To add one, see
 * .github/CONTRIBUTING.md.
 */
const plainFields = {
  experienced_at: {
    content: reviewDate.nullable().default(null),
    published: calendarDate.nullable().describe('The day of the experience that the review is about; null if unknown'),
    isCustomers: true,
    kind: 'day',
    headers: ['experience_date', 'date_of_experience', 'date_of_stay', 'visit_date', 'date_of_visit'],
  },
  incentive: {
    ...oneOf(['none', 'offered', 'unknown'], 'Whether the customer was offered something in return for the review'),
    isCustomers: true,
    headers: ['incentivized', 'is_incentivized'],
    // A platform that says no only knows that it offered nothing itself.
    spellings: { true: 'offered', yes: 'offered', 1: 'offered', false: 'unknown', no: 'unknown', 0: 'unknown' },
  },
  relation: {
    ...oneOf(['none', 'staff', 'relative', 'unknown'], 'How the author is related to the business'),
    isCustomers: false,
    headers: ['relationship'],
  },
} as const satisfies Readonly<Record<string, PlainField>>;

export type PlainFieldName = keyof typeof plainFields;
/** The plain fields with one of a few words, which searches filter by. */
export type WordFieldName = {
  [Name in PlainFieldName]: (typeof plainFields)[Name] extends { readonly kind: 'word' } ? Name : never;
}[PlainFieldName];

export const reviewFields = { ...ownFields, ...plainFields };

type Fields = typeof reviewFields;
type Shape<Part extends 'content' | 'published'> = { -readonly [Name in keyof Fields]: Fields[Name][Part] };

const shapeOf = <Part extends 'content' | 'published'>(part: Part) =>
  Object.fromEntries(Object.entries(reviewFields).map(([name, field]) => [name, field[part]])) as Shape<Part>;

/** The schemas of the fields in a record of the content. */
export const contentShape = shapeOf('content');
/** The schemas of the fields as they are published. */
export const publishedShape = shapeOf('published');

export const fieldNames = Object.keys(reviewFields) as (keyof Fields)[];
export const plainField = (name: PlainFieldName): PlainField => plainFields[name];
export const plainFieldNames = Object.keys(plainFields) as PlainFieldName[];
export const isWordField = (name: PlainFieldName): name is WordFieldName => plainField(name).kind === 'word';
export const wordFieldNames = plainFieldNames.filter(isWordField);
/** A record with a value for each plain field. */
export const plainRecord = <Value>(make: (name: PlainFieldName) => Value): Readonly<Record<PlainFieldName, Value>> =>
  Object.fromEntries(plainFieldNames.map((name) => [name, make(name)])) as Record<PlainFieldName, Value>;

/** What a record that doesn't state a plain field means. */
export const plainDefaults = plainRecord((name): unknown => plainField(name).content.parse(undefined));
export const isPlainField = (name: string): name is PlainFieldName => Object.hasOwn(plainFields, name);

/** The plain fields of a review or of its record. */
export const pickPlain = <Part extends Partial<Record<PlainFieldName, unknown>>>(review: Part): Pick<Part, PlainFieldName> =>
  Object.fromEntries(plainFieldNames.map((name) => [name, review[name]])) as Pick<Part, PlainFieldName>;

/** Whether readers of any list have to know the value of a word field. */
export const isDisclosed = (value: string): boolean => value !== 'none' && value !== 'unknown';

/** The plain fields of a review that searches filter by. */
export const pickWords = <Part extends Record<WordFieldName, unknown>>(review: Part): Pick<Part, WordFieldName> =>
  Object.fromEntries(wordFieldNames.map((name) => [name, review[name]])) as Pick<Part, WordFieldName>;

/** The fields of a review that readers of any list have to know. */
export const pickDisclosed = <Part extends Record<WordFieldName, string>>(review: Part): Partial<Pick<Part, WordFieldName>> =>
  Object.fromEntries(wordFieldNames.filter((name) => isDisclosed(review[name])).map((name) => [name, review[name]])) as Partial<
    Pick<Part, WordFieldName>
  >;
