const ASCII = /^[\0-\x7f]*$/;

/**
 * Folds a text for canonical caseless matching (Unicode 3.13, D145): texts that differ only in case have equal results. Lower case comes
 * first for letters without a single capital (İ, ẞ), upper case last because it has no contextual forms (final sigma). Most texts are
 * ASCII and need none of that.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A cache by code point: 1 for a character of a word, 2 for any other, 0 for not known yet. */
const kinds = new Uint8Array(0x110000);
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Whether `plainWords` counts a character as part of a word. It decomposes ℃ and № into letters, so they count, too. */
function isWord(point: number): boolean {
  if (kinds[point] === 0) kinds[point] = WORD.test(String.fromCodePoint(point).normalize('NFKD')) ? 1 : 2;
  return kinds[point] === 1;
}

/**
 * Cuts a folded text into units: each is a run of letters and digits with everything up to the next run, such as `WORK, `. Joined, the units
 * are the text. A text contains a query of several units only if it has the inner ones as they are, one that ends with the first, and one
 * that starts with the last.
 */
export function cutUnits(text: string): string[] {
  const units: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = runEnd(text, runEnd(text, from, true), false);
    units.push(text.slice(from, to));
    from = to;
  }
  return units;
}

/** The offset after the longest run from `from` on of word characters, or of other characters. */
function runEnd(text: string, from: number, ofWords: boolean): number {
  let at = from;
  while (at < text.length) {
    const point = text.codePointAt(at) as number;
    if (isWord(point) !== ofWords) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}
