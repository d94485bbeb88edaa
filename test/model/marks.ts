const LETTERS = 'abcdefghijklmnop';
const MARK = /zq[a-p]{4}qz/g;

/** Makes unique words, so a text can be recognized wherever it turns up. */
export class Marks {
  #made = 0;

  next(): string {
    const number = this.#made++;
    return `zq${[12, 8, 4, 0].map((bits) => LETTERS[(number >> bits) & 15]).join('')}qz`;
  }
}

/** Returns the marks in a text or bytes, ignoring case. */
export function marksIn(text: string | Buffer): ReadonlySet<string> {
  return new Set((typeof text === 'string' ? text : text.toString('latin1')).toLowerCase().match(MARK));
}

/** A difference from the model. `what` is the same phrase for each fault of a kind; `detail` describes the place. */
export class MarkFault extends Error {
  readonly what: string;

  constructor(what: string, detail: string) {
    super(`${what}: ${detail}`);
    this.what = what;
  }
}
