/** The maximum depth of nested lists and objects: more than anything that people or exports write. */
export const DEEPEST = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether lists and objects of a JSON text are nested deeper than DEEPEST, so that recursive code could overflow the stack. The text may
 * be incomplete.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) index += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
