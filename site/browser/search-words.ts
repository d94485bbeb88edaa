import type { Plurals, SearchPage } from '../views/search-page.ts';

type Values = Readonly<Record<string, string | number>>;

/** The page's messages in its language, with arguments filled in. */
export class SearchWords {
  readonly #page: SearchPage;
  readonly #rules: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  readonly #dates: Intl.DateTimeFormat;

  constructor(page: SearchPage, language: string) {
    this.#page = page;
    this.#rules = new Intl.PluralRules(language);
    this.#numbers = new Intl.NumberFormat(language);
    this.#dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  }

  say(name: keyof SearchPage['texts'], values: Values = {}): string {
    return fillIn(this.#page.texts[name], values);
  }

  count(name: keyof SearchPage['plurals'], count: number, values: Values = {}): string {
    const forms: Plurals = this.#page.plurals[name];
    return fillIn(forms[this.#rules.select(count)] ?? forms['other'] ?? '', { ...values, count: this.#numbers.format(count) });
  }

  /** "November 14, 2026" from YYYY-MM-DD. */
  date(date: string): string {
    return this.#dates.format(new Date(`${date}T00:00:00Z`));
  }
}

/** Replaces `{name}` with its value; braces inside values are kept. */
export function fillIn(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}
