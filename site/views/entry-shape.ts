/** Whether a name takes "an" in English. */
export const startsWithVowel = (name: string): boolean => /^\{?[aeiou]/i.test(name);

/** The number of face colors in site/styles/review-entry.css. */
const TONES = 6;

/** An author's avatar: the initials of the first and last name, and the number of a color, which is the same for equal names. */
export interface FaceShape {
  readonly initials: string;
  readonly tone: number | string;
}

export function faceOf(author: string): FaceShape {
  const words = author.split(/[\s\p{Pd}]+/u).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? []);
  const [first = '', ...others] = words;
  const tone = [...author].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7) % TONES;
  return { initials: (first + (others.at(-1) ?? '')).toUpperCase(), tone };
}

/** The characters per line in the widest column, and one line more than a folded text shows (site/styles/review-entry.css). */
const LINE = 78;
const LINES = 7;

/** Whether lists show a text folded, because it has more lines than a folded text on any screen. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return lines > LINES;
}

/** What lists tell readers about a review: labels such as "Reward offered", and the sentences behind them. */
export interface Disclosed {
  readonly labels: string;
  readonly facts: string;
}

/** The labels and sentences of a review's disclosures as text; undefined without any. */
export function discloseIn(disclosures: readonly { readonly label: string; readonly fact: string }[]): Disclosed | undefined {
  if (disclosures.length === 0) return undefined;
  return { labels: disclosures.map(({ label }) => label).join(' · '), facts: disclosures.map(({ fact }) => fact).join('. ') };
}
