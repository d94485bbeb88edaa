import { escapeHtml } from '../../site/shared/escape.ts';

/** HTML, which `html` doesn't escape again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. Lists are joined, and nothing is printed for false, null and undefined. */
type Part = Html | string | number | false | null | undefined | readonly Part[];

/** An HTML template. Everything in it is escaped, except other templates. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + print(parts[index])).join(''));
}

function print(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(print).join('') : escapeHtml(String(part));
}

/** A rating as stars, with `label` as its text for screen readers. */
export const stars = (rating: number, label: string): Html =>
  html`<span class="stars" role="img" aria-label="${label}">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span>`;
