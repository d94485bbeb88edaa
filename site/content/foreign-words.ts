/** The languages that people may name instead of their tag. */
export const LANGUAGES = 'en es de fr it pt nl ca eu gl da sv nb fi pl cs sk hu ro bg hr sl el tr ru uk ar he ja ko zh'.split(' ');

/** Lower case, without accents. */
export const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** By its name in English, in Spanish and in itself, the tag of a language (BCP 47). */
function tagsByName(): ReadonlyMap<string, string> {
  const nameOf = (tag: string, language: string) => plain(new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? '');
  return new Map(LANGUAGES.flatMap((tag) => ['en', 'es', tag].map((language) => [nameOf(tag, language), tag])));
}

/** The language tag that somebody meant who wrote a name, such as "español", or a tag in another form, such as "ES" or "es_MX". */
export function meantLanguage(given: string): string | undefined {
  const [, language = '', region = ''] = /^([a-z]{2,3})(?:[-_ ]([a-z]{2}))?$/i.exec(given.trim()) ?? [];
  if (LANGUAGES.includes(language.toLowerCase()))
    return [language.toLowerCase(), ...(region === '' ? [] : [region.toUpperCase()])].join('-');
  return tagsByName().get(plain(given));
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The day of the week in English that a name in another language means, such as "lunes" or "Mo"; undefined where it is none. */
export function meantDay(given: string): string | undefined {
  const name = plainDay(given);
  return DAYS.find((_, index) =>
    LANGUAGES.some((language) => [nameOfDay(index, language, 'long'), nameOfDay(index, language, 'short')].includes(name)),
  );
}

/** 2024-01-01 was a Monday. */
const nameOfDay = (index: number, language: string, weekday: 'long' | 'short') =>
  plainDay(new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)));

const plainDay = (name: string) => plain(name).replace(/\.$/, '');
