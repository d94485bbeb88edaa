/** How many columns, values for each, and places for each value are kept for messages. */
const COLUMNS = 100;
const VALUES = 8;
const PLACES = 5;

/** The length to which a value is shortened, in characters. */
const SHOWN = 40;

interface Sighting {
  count: number;
  readonly places: string[];
}

/** Counts values by column, with the places where they were found. Only the first ones are kept, so that memory stays bounded. */
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

  /** The kept values of a column. */
  valuesOf(column: string): string[] {
    return [...(this.#columns.get(column)?.keys() ?? [])].filter((value) => value !== OTHERS);
  }

  /** Such as `"spam" (line 3, line 9), others (line 12 and 40 more)`. */
  describe(column: string): string {
    return [...(this.#columns.get(column) ?? [])].map(([value, sighting]) => `${nameOf(value)} (${describeOne(sighting)})`).join(', ');
  }
}

/** The key for all values that aren't kept; no value equals it, since none contains a line end. */
const OTHERS = '\n';

const nameOf = (value: string) => (value === OTHERS ? 'others' : JSON.stringify(value));

function describeOne({ count, places }: Sighting): string {
  if (places.length === 0) return String(count);
  return places.join(', ') + (count > places.length ? ` and ${count - places.length} more` : '');
}
