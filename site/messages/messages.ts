import { IntlMessageFormat } from 'intl-messageformat';
import { packOf } from '../contract/insights.ts';
import { type PlainFieldName, plainField, type WordFieldName } from '../contract/review-fields.ts';
import { oncePer } from '../shared/algorithms.ts';
import { escapeHtml } from '../shared/escape.ts';
import { languageOf, type MessageId, messagesIn } from './languages.ts';
import { capitalize, respell, spellingsOf } from './spelling.ts';

/** The arguments of a message. Every message also gets `{business}`, `{person}`, `{people}`, `{Person}` and `{People}`. */
export type Values = Readonly<Record<string, string | number>>;

/** The part of a dataset that determines the words. */
interface Speaker {
  readonly language: string;
  readonly type: string;
  readonly people?: { readonly one: string; readonly many: string } | undefined;
  readonly business: { readonly name: string; readonly legal_name?: string | null | undefined };
}

/** The words of one business's pages, in its language; the same object for the same dataset. */
export const messagesOf = oncePer(({ business, language: tag, type, people }: Speaker) => {
  const language = languageOf(tag);
  const { pages: translation } = messagesIn(language);
  const spellings = spellingsOf(language);
  const messageOf = formatsIn<MessageId>(language, (id) => respell(textOf(translation, id), spellings));
  // Elsewhere, a reception or a nurse works beside the dentist, so any narrower word would be wrong for somebody.
  const person = packOf(type) === 'home' ? 'technician' : 'team_member';
  const { one, many } = people ?? { one: translation.people[person], many: translation.people[`${person}s`] };
  const always = {
    business: business.legal_name ?? business.name,
    person: one,
    people: many,
    Person: capitalize(one),
    People: capitalize(many),
  };

  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const lists = {
    and: new Intl.ListFormat(language, { type: 'conjunction' }),
    or: new Intl.ListFormat(language, { type: 'disjunction' }),
  };
  const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(language);
  const upToOne = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const exactlyOne = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    /** The language of the words (BCP 47): the business's own, or `en` if there are no messages in it. */
    language,
    /** A message as plain text. */
    say: (id: MessageId, values?: Values): string => String(messageOf(id).format({ ...always, ...values })),
    /** A message as HTML: arguments are escaped, a tag such as `<a>` links to the path or address given for it, and `<b>` is strong. */
    html: (id: MessageId, values?: Values, links: Readonly<Record<string, string>> = {}): string => {
      const escaped = Object.entries({ ...always, ...values }).map(([key, value]) => [
        key,
        typeof value === 'string' ? escapeHtml(value) : value,
      ]);
      const tags = Object.entries(links).map(([tag, path]) => [
        tag,
        (chunks: readonly unknown[]) => `<a href="${escapeHtml(path)}">${chunks.join('')}</a>`,
      ]);
      const strong = (chunks: readonly unknown[]) => `<strong>${chunks.join('')}</strong>`;
      return [messageOf(id).format({ b: strong, ...Object.fromEntries([...escaped, ...tags]) })].flat().join('');
    },
    /** "November 14, 2026" from YYYY-MM-DD. */
    date: (date: string) => dates.format(new Date(`${date}T00:00:00Z`)),
    /** "November 2026" from YYYY-MM or YYYY-MM-DD. */
    month: (date: string) => months.format(new Date(`${date.slice(0, 7)}-01T00:00:00Z`)),
    /** "7:30 am" from HH:MM. */
    time: (time: string) => {
      const parts = times.formatToParts(new Date(`2000-01-01T${time}:00Z`));
      // Versions of Node use different spaces, and `AM` would stand out more than the time.
      return parts.map(({ type, value }) => (type === 'dayPeriod' ? value.toLowerCase() : value.replace(/\s/g, '\u00a0'))).join('');
    },
    /** A number with the language's separators. */
    number: (value: number) => numbers.format(value),
    /** A number of stars in a picture, with a decimal if it isn't whole. */
    stars: (value: number) => upToOne.format(value),
    /** An average, always with one decimal: see averageOf in site/insights/averages.ts. */
    average: (value: number) => exactlyOne.format(value),
    /** "a", "a and b", "a, b and c". */
    list: (items: readonly string[], kind: 'and' | 'or' = 'and') => lists[kind].format(items),
  };
});
export type Messages = ReturnType<typeof messagesOf>;

/** A language tag as Open Graph writes it, with its country: en-GB is en_GB, and es is es_ES. */
export function toLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

function textOf(translation: ReturnType<typeof messagesIn>['pages'], id: MessageId): string {
  const [part, key] = id.split('.') as [keyof typeof translation, string];
  return (translation[part] as Readonly<Record<string, string>>)[key] ?? id;
}

/** Returns a function that parses a message, each only once, because that is slow and every page needs the same ones. */
function formatsIn<Id extends string>(language: string, textOf: (id: Id) => string): (id: Id) => IntlMessageFormat {
  const formats = new Map<Id, IntlMessageFormat>();
  return (id) => {
    const format = formats.get(id) ?? new IntlMessageFormat(textOf(id), language);
    formats.set(id, format);
    return format;
  };
}

const parts = new Map<string, (key: string) => IntlMessageFormat>();

/** As formatsIn, for the messages of one part such as the desk's `today`; the same function for the same `name` and language. */
export function partFormats(name: string, language: string, texts: Readonly<Record<string, string>>): (key: string) => IntlMessageFormat {
  const id = `${name} ${language}`;
  const spellings = spellingsOf(language);
  const formatOf = parts.get(id) ?? formatsIn(language, (key: string) => respell(texts[key] ?? '', spellings));
  parts.set(id, formatOf);
  return formatOf;
}

/** What a plain field is called in the language `tag` (BCP 47), such as "day of the experience". */
export const plainFieldLabel = (name: PlainFieldName, tag: string): string => messagesIn(languageOf(tag)).pages.fields[name];

/** What the value of a plain field says, such as "Experience of March 10, 2025"; empty if it says nothing. */
export function plainFieldFact(name: PlainFieldName, value: string | null, tag: string, printDay: (day: string) => string): string {
  return value === null ? '' : fieldText(`${name}_is`, plainField(name).kind === 'day' ? printDay(value) : value, tag);
}

/** As plainFieldFact, in two or three words for lists, such as "Reward offered". */
export const wordFieldShort = (name: WordFieldName, value: string, tag: string): string => fieldText(`${name}_short`, value, tag);

function fieldText(key: string, value: string, tag: string): string {
  const language = languageOf(tag);
  return String(partFormats('fields', language, messagesIn(language).pages.fields)(key).format({ value }));
}
