import { IntlMessageFormat } from 'intl-messageformat';

/** The words of a part of the desk in each language, in ICU MessageFormat. */
export interface Translations<Keys extends string> {
  readonly en: Readonly<Record<Keys, string>>;
  readonly es: Readonly<Record<Keys, string>>;
}

export type Say<Keys extends string> = (key: Keys, values?: Readonly<Record<string, string | number>>) => string;

/** Returns `tag` if the desk has words in its language, otherwise `en`. */
export const deskLanguage = (tag: string): string => (/^(?:en|es)\b/.test(tag) ? tag : 'en');

/** The words of a part in the language `tag`, which `deskLanguage` chose. */
export function speak<Keys extends string>(translations: Translations<Keys>, tag: string): Say<Keys> {
  const words = tag.startsWith('es') ? translations.es : translations.en;
  return (key, values = {}) => String(new IntlMessageFormat(words[key], tag).format(values));
}

/** A time in the person's time zone. */
export const dateWords = (time: Date, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);

/** "November 14, 2026" from YYYY-MM-DD, or from a time that begins with it. */
export const dayWords = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date.slice(0, 10)));

/** "3 weeks ago". */
export function ageOf(time: Date, now: Date, language: string): string {
  const minutes = Math.round((time.getTime() - now.getTime()) / 60_000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const units = [
    ['year', 525_600],
    ['month', 43_800],
    ['week', 10_080],
    ['day', 1_440],
    ['hour', 60],
  ] as const;
  const [unit, size] = units.find(([, size]) => -minutes >= size) ?? (['minute', 1] as const);
  return words.format(Math.trunc(Math.min(0, minutes) / size), unit);
}
