/** Control characters but for tab and line ends, marks of direction, characters that nobody sees, and letters made for hiding text (tags, variation selectors). */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** What a host or a model could take for markup, each as something that looks alike and means nothing. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/</g, '‹'],
  [/>/g, '›'],
  [/\]\(/g, '] ('],
  [/!\[/g, '! ['],
  [/`/g, 'ˋ'],
  [/\b(https?|ftp|data|javascript|file|mailto):(?=\S)/gi, '$1: '],
];

/** What every text has that INVISIBLE or MARKUP change, and some that they don't: most texts have nothing of it. */
const SUSPECT = new RegExp(`${INVISIBLE.source}|[<>\`]|\\]\\(|!\\[|:\\S`, 'u');

/** A text for reading: what hides, turns or marks up words is neutralised. */
export function toReadable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return MARKUP.reduce((words, [pattern, harmless]) => words.replace(pattern, harmless), text.replace(INVISIBLE, ''));
}
