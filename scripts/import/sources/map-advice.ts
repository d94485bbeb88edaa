import { type Column, normaliseHeader } from '../columns.ts';

/** How many values are compared to find out whether they are unique. */
const COMPARED = 10_000;

/** The mean number of words from which a column may contain what customers wrote. */
const MIN_WORDS = 3;

const ID_WORDS = /(?:^|_)(?:id|uuid|guid|key|ref|no|nr|num|number|numero|nummer|ticket)(?:_|$)/;
const OTHER_NUMBERS = /phone|telef|(?:^|_)(?:tel|mobile|movil|handy|fax|zip|postal|plz|house|order|invoice)(?:_|$)/;

/** One token with a digit in it, such as `R-1042`, `17` or a UUID; no date, no phone number and no decimal. */
const ID_VALUE = /^(?!\d{1,4}[-/.]\d{1,2}[-/.]\d)(?!\+?[\d.()-]{9,15}$)(?!\d+[.,]\d+$)(?=.*\d)[\w.:-]{1,64}$/;

/** Finds columns that aren't imported but look like the missing text or id, and suggests `--map`. */
export class MapAdvice {
  readonly #columns: readonly UnknownColumn[];
  readonly #places: readonly (Column | undefined)[];

  /** `unknown`: the positions of the columns that aren't imported. */
  constructor(header: readonly string[], places: readonly (Column | undefined)[], unknown: readonly number[]) {
    this.#places = places;
    this.#columns = unknown.map((index) => new UnknownColumn(index, header[index] ?? ''));
  }

  add(row: readonly string[]): void {
    for (const column of this.#columns) column.add(row[column.index]?.trim() ?? '');
  }

  /** A sentence for each column that seems to be the text, or the id of a review. */
  finish(): string[] {
    const has = (column: Column) => this.#places.includes(column);
    const [text] = this.#columns.filter((column) => column.meanWords >= MIN_WORDS).sort((a, b) => b.meanWords - a.meanWords);
    const id = this.#columns.find((column) => column.isId);
    return [
      ...(text !== undefined && !has('text') ? [`if "${text.name}" is what customers wrote, map it: --map text="${text.name}"`] : []),
      ...(id !== undefined && !has('source_id')
        ? [`if "${id.name}" identifies a review for good, map it: --map source_id="${id.name}"`]
        : []),
    ];
  }
}

class UnknownColumn {
  readonly index: number;
  readonly name: string;
  readonly #values = new Set<string>();
  #mayBeId: boolean;
  #rows = 0;
  #words = 0;

  constructor(index: number, name: string) {
    this.index = index;
    this.name = name;
    const header = normaliseHeader(name);
    this.#mayBeId = ID_WORDS.test(header) && !OTHER_NUMBERS.test(header);
  }

  add(value: string): void {
    this.#rows += 1;
    this.#words += value === '' ? 0 : value.split(/\s+/).length;
    if (!this.#mayBeId) return;
    this.#mayBeId = ID_VALUE.test(value) && !this.#values.has(value);
    if (this.#values.size < COMPARED) this.#values.add(value);
  }

  get meanWords(): number {
    return this.#rows === 0 ? 0 : this.#words / this.#rows;
  }

  /** Whether every row has a value that looks like an id, and all are different. */
  get isId(): boolean {
    return this.#mayBeId && this.#rows > 1;
  }
}
