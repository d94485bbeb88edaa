/** A string, with the colon after it if it is a key; or the beginning or end of an object or list. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;

/** The keys that an object of a valid JSON text has more than once, each with the line of the repetition. */
export function repeatedKeys(json: string): { readonly key: string; readonly line: number }[] {
  const found: { key: string; line: number }[] = [];
  const open: Set<string>[] = [];
  for (const { 0: token, 1: text, 2: colon, index } of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (text !== undefined && colon !== undefined) {
      const key: string = JSON.parse(text);
      const known = open.at(-1);
      if (known?.has(key)) found.push({ key, line: json.slice(0, index).split('\n').length });
      known?.add(key);
    }
  }
  return found;
}
