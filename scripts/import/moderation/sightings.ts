/** So many columns, values of each, and places of each value are kept for messages. */
const COLUMNS = 100;
const VALUES = 8;
const PLACES = 5;

/** No value is shown at greater length, in characters. */
const SHOWN = 40;

interface Sighting {
  count: number;
  readonly places: string[];
}

/** Values that stood in columns, how often and where. Of many only the first ones are kept, so that memory stays bounded. */
export class Sightings {
  readonly #columns = new Map<string, Map<string, Sighting>>();

  get columns(): readonly string[] {
    return [...this.#columns.keys()];
  }

  add(column: string, value: string, place?: string): void {
    const values = this.#columns.get(column) ?? new Map<string, Sighting>();
    if (!this.#columns.has(column) && this.#columns.size < COLUMNS) this.#columns.set(column, values);
    const shown = value.length > SHOWN ? `${value.slice(0, SHOWN - 1).toWellFormed()}…` : value;
    const key = values.has(shown) || values.size < VALUES ? shown : OTHERS;
    const sighting = values.get(key) ?? { count: 0, places: [] };
    values.set(key, sighting);
    sighting.count += 1;
    if (place !== undefined && sighting.places.length < PLACES) sighting.places.push(place);
  }

  /** The values of a column that are kept. */
  valuesOf(column: string): string[] {
    return [...(this.#columns.get(column)?.keys() ?? [])].filter((value) => value !== OTHERS);
  }

  /** Such as `"spam" (line 3, line 9), others (line 12 and 40 more)`. */
  describe(column: string): string {
    return [...(this.#columns.get(column) ?? [])].map(([value, sighting]) => `${nameOf(value)} (${describeOne(sighting)})`).join(', ');
  }
}

/** Stands for all values that are not kept; no value has it, because none is shown with a line end. */
const OTHERS = '\n';

const nameOf = (value: string) => (value === OTHERS ? 'others' : JSON.stringify(value));

function describeOne({ count, places }: Sighting): string {
  if (places.length === 0) return String(count);
  return places.join(', ') + (count > places.length ? ` and ${count - places.length} more` : '');
}
