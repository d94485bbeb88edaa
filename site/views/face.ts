/** How many colours site/styles/review-entry.css has for faces. */
const TONES = 6;

/** What stands for an author's face: the initials of the first and the last name, and the number of a colour, the same for equal names. */
export function faceOf(author: string): { readonly initials: string; readonly tone: number } {
  const words = author.split(/[\s\p{Pd}]+/u).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? []);
  const [first = '', ...others] = words;
  const tone = [...author].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7) % TONES;
  return { initials: (first + (others.at(-1) ?? '')).toUpperCase(), tone };
}
