import { type PlainFieldName, plainField } from '../contract/review-fields.ts';
import { partFormats } from './formats.ts';
import { languageOf, messagesIn } from './languages.ts';

/** What a plain field is called in the language `tag` (BCP 47), such as "day of the experience". */
export const plainFieldLabel = (name: PlainFieldName, tag: string): string => messagesIn(languageOf(tag)).pages.fields[name];

/** What the value of a plain field says, such as "Experience of March 10, 2025"; empty if it says nothing. */
export function plainFieldFact(name: PlainFieldName, value: string | null, tag: string, printDay: (day: string) => string): string {
  if (value === null) return '';
  const language = languageOf(tag);
  const formatOf = partFormats('fields', language, messagesIn(language).pages.fields);
  return String(formatOf(`${name}_is`).format({ value: plainField(name).kind === 'day' ? printDay(value) : value }));
}
