const LETTERS = 'abcdefghijklmnop';
const MARK = /zq[a-p]{4}qz/g;

/** Makes words that stand nowhere else, so that a text is known wherever it turns up. */
export class Marks {
  #made = 0;

  next(): string {
    const number = this.#made++;
    return `zq${[12, 8, 4, 0].map((bits) => LETTERS[(number >> bits) & 15]).join('')}qz`;
  }
}

/** The marks in some text or bytes, whatever their case. */
export function marksIn(text: string | Buffer): ReadonlySet<string> {
  return new Set((typeof text === 'string' ? text : text.toString('latin1')).toLowerCase().match(MARK));
}

/** Something is not as the model says. `what` is one of few phrases, equal for equal faults; `detail` says where. */
export class Fault extends Error {
  readonly what: string;

  constructor(what: string, detail: string) {
    super(`${what}: ${detail}`);
    this.what = what;
  }
}
