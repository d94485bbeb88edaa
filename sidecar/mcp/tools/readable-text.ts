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

/** A text for reading: what hides, turns or marks up words is neutralised. */
export function toReadable(text: string): string {
  return MARKUP.reduce((words, [pattern, harmless]) => words.replace(pattern, harmless), text.replace(INVISIBLE, ''));
}

/** Addresses are ours or were checked when they came in, and are there to be opened. */
const isAddress = (name: string) => name === 'url' || name.endsWith('_url') || name === 'same_as';

/** The value with every text in it made readable, but for addresses. */
export function withReadableTexts(value: unknown): unknown {
  if (typeof value === 'string') return toReadable(value);
  if (Array.isArray(value)) return value.map(withReadableTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isAddress(name) ? inner : withReadableTexts(inner)]));
}
