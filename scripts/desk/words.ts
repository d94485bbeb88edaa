import { IntlMessageFormat } from 'intl-messageformat';

/** The words of a part of the desk in each language, in ICU MessageFormat. */
export interface Translations<Keys extends string> {
  readonly en: Readonly<Record<Keys, string>>;
  readonly es: Readonly<Record<Keys, string>>;
}

export type Say<Keys extends string> = (key: Keys, values?: Readonly<Record<string, string | number>>) => string;

/** The languages that the desk speaks. */
export const deskLanguage = (tag: string): string => (/^(?:en|es)\b/.test(tag) ? tag : 'en');

/** The words of a part in the language `tag`, which `deskLanguage` chose. */
export function speak<Keys extends string>(translations: Translations<Keys>, tag: string): Say<Keys> {
  const words = tag.startsWith('es') ? translations.es : translations.en;
  return (key, values = {}) => String(new IntlMessageFormat(words[key], tag).format(values));
}
