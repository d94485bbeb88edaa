import { IntlMessageFormat } from 'intl-messageformat';

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
  const formatOf = parts.get(id) ?? formatsIn(language, (key: string) => texts[key] ?? '');
  parts.set(id, formatOf);
  return formatOf;
}
