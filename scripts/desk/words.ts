import { languages, messagesIn } from '../../site/messages/languages.ts';
import { partFormats, type Values } from '../../site/messages/messages.ts';

type DeskMessages = typeof languages.en.desk;
type Key<Part extends keyof DeskMessages> = keyof DeskMessages[Part] & string;

/** Returns a message of a part of the desk, such as `today`, with its arguments. */
export type Say<Part extends keyof DeskMessages> = (key: Key<Part>, values?: Values) => string;

/** The messages of a part of the desk in a language that `languageOf` returned. */
export function speak<Part extends keyof DeskMessages>(part: Part, language: string): Say<Part> {
  const formatOf = partFormats(`desk.${part}`, language, messagesIn(language).desk[part]);
  return (key, values) => String(formatOf(key).format(values));
}

/** Whether a part has a message. */
export const hasMessage = <Part extends keyof DeskMessages>(part: Part, key: string): key is Key<Part> =>
  Object.hasOwn(languages.en.desk[part], key);

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
