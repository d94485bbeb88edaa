import { IntlMessageFormat } from 'intl-messageformat';
import { type PlainFieldName, plainField, type WordFieldName } from '../contract/review-fields.ts';
import { languageOf, messagesIn } from './languages.ts';
import { respell, spellingsOf } from './spelling.ts';

/** Returns a function that parses a message, each only once, because that is slow and every page needs the same ones. */
export function formatsIn<Id extends string>(language: string, textOf: (id: Id) => string): (id: Id) => IntlMessageFormat {
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
