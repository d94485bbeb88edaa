import { toReadable } from './readable-text.ts';

/** A value as JSON, letter by letter; and with readable texts, as it stands inside of a JSON string. */
interface PrintedValue {
  readonly exact: string;
  readonly readable: string;
}

const NOT_YET: PrintedValue = { exact: '', readable: '' };

/** Values that stand in many answers, and how they are printed. */
const shared = new WeakMap<object, PrintedValue>();

/** Says that a value never changes and stands in many answers, so that it is printed once, for the first of them. */
export function printOnce<T extends object>(value: T): T {
  shared.set(value, NOT_YET);
  return value;
}

/**
 * The JSON of a tool's result: the answer without what is null or undefined, and as text the same for clients that read no other. The
 * structured one is letter by letter; in the text, which goes to models and screens as it is, nothing hides and nothing is markup. The
 * properties of `first` stand before the answer's.
 */
export function printAnswer(answer: object, first?: object): string {
  const { exact, readable } = first === undefined ? printShared(answer) : join(printShared(first), printShared(answer));
  return `{"content":[{"type":"text","text":"${readable}"}],"structuredContent":${exact}}`;
}

function printShared(value: object): PrintedValue {
  const known = shared.get(value);
  if (known === undefined) return print(value);
  if (known !== NOT_YET) return known;
  const { exact, readable } = print(value);
  const printed = { exact: flatten(exact), readable: flatten(readable) };
  shared.set(value, printed);
  return printed;
}

function print(value: object): PrintedValue {
  const printer = new Printer();
  printer.addParts(value, false);
  return printer.end();
}

/** The same string in one piece: V8 keeps a concatenation with all its parts, which take several times its room. */
function flatten(json: string): string {
  return Buffer.from(json).toString();
}

/** One object of two that have properties. */
function join(first: PrintedValue, second: PrintedValue): PrintedValue {
  return {
    exact: `${first.exact.slice(0, -1)},${second.exact.slice(1)}`,
    readable: `${first.readable.slice(0, -1)},${second.readable.slice(1)}`,
  };
}

/** Addresses are ours or were checked when they came in, and are there to be opened. */
const isAddress = (name: string) => name === 'url' || name.endsWith('_url') || name === 'same_as';

/** Prints both forms of a value in one pass over it; `asIs` keeps a text that is no words for reading. */
class Printer {
  #exact = '';
  #readable = '';

  end(): PrintedValue {
    return { exact: this.#exact, readable: this.#readable };
  }

  /** A list, or an object without the properties that are null or undefined. */
  addParts(value: object, asIs: boolean): void {
    if (Array.isArray(value)) {
      this.#add('[');
      for (const [place, entry] of value.entries()) {
        if (place > 0) this.#add(',');
        this.#addValue(entry, asIs);
      }
      return this.#add(']');
    }
    let separator = '{';
    for (const [name, inner] of Object.entries(value)) {
      if (inner === null || inner === undefined) continue;
      this.#add(separator);
      this.#addText(name, name);
      this.#add(':');
      this.#addValue(inner, isAddress(name));
      separator = ',';
    }
    this.#add(separator === '{' ? '{}' : '}');
  }

  #addValue(value: unknown, asIs: boolean): void {
    if (typeof value === 'string') return this.#addText(value, asIs ? value : toReadable(value));
    if (typeof value !== 'object' || value === null) return this.#add(JSON.stringify(value) ?? 'null');
    if (!shared.has(value)) return this.addParts(value, asIs);
    const { exact, readable } = printShared(value);
    this.#add(exact, readable);
  }

  #addText(text: string, readable: string): void {
    const exact = JSON.stringify(text);
    this.#add(exact, nest(readable, readable === text ? exact : JSON.stringify(readable)));
  }

  #add(exact: string, readable = exact): void {
    this.#exact += exact;
    this.#readable += readable;
  }
}

/** The JSON of a text as it stands inside of a JSON string. Most texts have nothing in them to be escaped. */
function nest(text: string, json: string): string {
  return json.length === text.length + 2 ? `\\"${text}\\"` : JSON.stringify(json).slice(1, -1);
}
