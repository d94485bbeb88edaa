import type { Plurals, SearchPage } from '../views/search-page.ts';

export type SearchValues = Readonly<Record<string, string | number>>;

/** The page's messages in its language, with arguments filled in. */
export function searchWords({ texts, plurals }: SearchPage, language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    say: (name: keyof typeof texts, values: SearchValues = {}) => fillIn(texts[name], values),
    count: (name: keyof typeof plurals, count: number, values: SearchValues = {}) => {
      const forms: Plurals = plurals[name];
      return fillIn(forms[rules.select(count)] ?? forms['other'] ?? '', { ...values, count: numbers.format(count) });
    },
    number: (value: number) => numbers.format(value),
    /** "November 14, 2026" from YYYY-MM-DD. */
    date: (date: string) => dates.format(new Date(`${date}T00:00:00Z`)),
  };
}

export type SearchWords = ReturnType<typeof searchWords>;

/** Replaces `{name}` with its value; braces inside values are kept. */
export function fillIn(text: string, values: SearchValues): string {
  return text.replace(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}
