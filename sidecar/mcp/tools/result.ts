/** Structured content is `exact`. Text goes straight to models and screens, so it is `readable`: without hidden characters or markup. */
type Form = 'exact' | 'readable';

/** The result of a tool: its answer without null, and the same as text for clients that read only text. `first` comes before the answer. */
export function toResult(answer: object, first: object = {}): object {
  return {
    content: [{ type: 'text', text: JSON.stringify({ ...first, ...inForm(answer, 'readable', '') }) }],
    structuredContent: { ...first, ...inForm(answer, 'exact', '') },
  };
}

/** A copy without null. */
function inForm(value: object, form: Form, name: string): object {
  if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, form, name));
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([key, inner]) => [key, copy(inner, form, key)]));
}

/** URLs are ours or were checked when they were imported, so they stay exact. */
const isAddress = (name: string) => name === 'url' || name.endsWith('_url') || name === 'same_as';

function copy(value: unknown, form: Form, name: string): unknown {
  if (typeof value === 'string') return form === 'exact' || isAddress(name) ? value : toReadable(value);
  return typeof value === 'object' && value !== null ? inForm(value, form, name) : value;
}

/**
 * Control characters except tab and line ends, bidirectional controls, invisible characters, and those that can hide text (tags, variation
 * selectors).
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Text that a host or a model could take for markup, with a harmless replacement. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/</g, '‹'],
  [/>/g, '›'],
  [/\]\(/g, '] ('],
  [/!\[/g, '! ['],
  [/`/g, 'ˋ'],
  [/\b(https?|ftp|data|javascript|file|mailto):(?=\S)/gi, '$1: '],
];

/** Matches every text that INVISIBLE or MARKUP change, and some others; most texts don't match. */
const SUSPECT = new RegExp(`${INVISIBLE.source}|[<>\`]|\\]\\(|!\\[|:\\S`, 'u');

function toReadable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return MARKUP.reduce((words, [pattern, harmless]) => words.replace(pattern, harmless), text.replace(INVISIBLE, ''));
}
