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
