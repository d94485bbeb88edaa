import { counted, plural } from '../../site/shared/text.ts';
import type { Incoming, Refused } from './incoming.ts';
import { isNoValue, isSuspicious, type ModerationColumn, type ModerationState, moderationOf, stateOf } from './moderation-words.ts';
import { normalizeHeader, type Platform, type PlatformFlag, usualColumn } from './platform.ts';
import { ImportError, type Stated, shorten } from './questions.ts';
import type { Row, Table } from './tables.ts';

/** Whether a column is about moderation by its name, or was given with --public or --ignore. */
export function isModeration(name: string, { publicValues, ignored }: Pick<Stated, 'publicValues' | 'ignored'>): boolean {
  return publicValues.has(name) || ignored.has(name) || moderationOf(name) !== undefined;
}

/** The meaning of a cell for the review or its reply. */
interface Signal {
  readonly subject: ModerationColumn['subject'];
  readonly state: ModerationState;
  readonly column: string;
  readonly value: string;
  /** Whether there is no value, which counts less than one in another column by which the review was public, unless `hidesEmpty`. */
  readonly isEmpty: boolean;
  /** Whether the value says that the review was public, and not only that nothing is against it. */
  readonly isExplicit: boolean;
  /** The row's place in the file, such as `line 3`. */
  readonly place: string;
}

/** A column that may show whether reviews were public, and the meaning of its values. */
interface FlagColumn {
  readonly index: number;
  readonly name: string;
  readonly subject: ModerationColumn['subject'];
  /** Whether it says which reviews were public, unlike `is_spam` and columns to ignore. */
  readonly isAffirmative: boolean;
  /** Whether its platform shows nothing that has no value in it. */
  readonly hidesEmpty: boolean;
  readonly stateOf: (value: string) => ModerationState;
}

/**
 * Keeps the reviews of a table that were hidden at their source from being published: hidden reviews are imported as unverified, and
 * hidden replies are dropped. If the source shows the review again, a later import verifies it again.
 */
export class Moderation {
  readonly #table: Table;
  readonly #columns: readonly FlagColumn[];
  /** Values by which a review or reply was hidden, or that have no known meaning. */
  readonly #found: Signal[] = [];
  #unverified = 0;

  /** `others` are the indexes of the columns that aren't imported. @throws ImportError for a column of --public that the table lacks */
  constructor(table: Table, others: readonly number[], stated: Stated, platform: Pick<Platform, 'flags'> | undefined) {
    this.#table = table;
    const absent = [...stated.publicValues.keys()].find((name) => !others.some((index) => table.header[index]?.trim() === name));
    if (absent !== undefined && table.rows.length > 0)
      throw new ImportError(`${table.name}: --public "${absent}=VALUE": no such column; nothing was imported`);
    this.#columns = others.flatMap((index) => flagColumn(table, index, stated, platform?.flags) ?? []);
  }

  /** Applies the flags of a row to its review. */
  apply(result: Incoming | Refused, { cells }: Row): Incoming | Refused {
    const hasReply = 'entry' in result && result.entry.owner_reply !== null;
    const place = result.place.slice(this.#table.name.length).trim().replace(/^:/, 'line ');
    const signals = this.#columns.flatMap(({ index, name, subject, isAffirmative, hidesEmpty, stateOf }): Signal | readonly never[] => {
      const value = cells[index] ?? '';
      if (subject === 'reply' && !hasReply) return [];
      const [state, isEmpty] = [stateOf(value), !hidesEmpty && isNoValue(value)];
      return { subject, state, column: name, value, isEmpty, isExplicit: isAffirmative && state === 'public' && !isEmpty, place };
    });
    const isShown = (subject: Signal['subject']) => signals.some((one) => one.subject === subject && one.isExplicit);
    // "published" in one column counts more than an empty cell of another, which a draft has, too, and `is_spam: no` doesn't.
    const deciding = signals.filter((one) => !(one.state === 'hidden' && one.isEmpty && isShown(one.subject)));
    const isFound = ({ state }: Signal) => state === 'unknown' || (state === 'hidden' && 'entry' in result);
    this.#found.push(...deciding.filter(isFound));
    if (!('entry' in result)) return result;
    if (result.given.includes('verified') && !result.entry.verified) this.#unverified += 1;
    return withState(result, deciding);
  }

  /** Returns the notes on the table after its last row. @throws ImportError if the meaning of a column isn't clear */
  finish(): string[] {
    const unclear = this.#found.filter(({ state }) => state === 'unknown');
    if (unclear.length > 0) throw this.#question(unclear);
    return [
      ...this.#describeHidden(
        'review',
        ['1 review was not public at its source and comes', 'reviews were not public at their source and come'],
        'in unverified',
      ),
      ...this.#describeHidden(
        'reply',
        ['1 reply was not public at its source and is', 'replies were not public at their source and are'],
        'left out',
      ),
      ...describeUnverified(this.#table.name, this.#unverified),
    ];
  }

  #question(unclear: readonly Signal[]): ImportError {
    const columns = [...Map.groupBy(unclear, ({ column }) => column)].slice(0, COLUMNS).map(([name, found]) => {
      const values = placesByValue(found);
      return { name, subject: found[0]?.subject ?? ('review' as const), values, answers: [...values.keys(), ...this.#othersOf(name)] };
    });
    const lines = columns.map(
      ({ name, subject, values }) =>
        `  "${name}" has ${describeValues(values, ({ length }) => String(length))}: use --public "${name}=VALUE" for each value under which a ${subject} was public, or --ignore "${name}"`,
    );
    return new ImportError(
      `${this.#table.name}: nothing was imported, because these columns may mean that reviews were not public:\n${lines.join('\n')}`,
      {
        kind: 'moderation',
        file: this.#table.name,
        columns: columns.map(({ name, subject, answers }) => ({ name, subject, values: answers.slice(0, VALUES) })),
      },
    );
  }

  /** The values of a column that decide nothing by themselves. */
  #othersOf(column: string): string[] {
    const flag = this.#columns.find(({ name }) => name === column);
    const values = flag === undefined ? [] : this.#table.rows.map(({ cells }) => cells[flag.index] ?? '');
    return [...new Set(values.filter((value) => flag?.stateOf(value) === 'nothing' && !isNoValue(value)).map(shorten))];
  }

  #describeHidden(subject: ModerationColumn['subject'], [one, many]: readonly [string, string], becomes: string): string[] {
    const hidden = this.#found.filter((one) => one.state === 'hidden' && one.subject === subject);
    if (hidden.length === 0) return [];
    const count = new Set(hidden.map(({ place }) => place)).size;
    const reasons = [...Map.groupBy(hidden, ({ column }) => column)]
      .slice(0, COLUMNS)
      .map(([column, found]) => `${column} ${describeValues(placesByValue(found), describePlaces)}`)
      .join('; ');
    const what = plural(count, one, `${count} ${many}`);
    return [`${this.#table.name}: ${what} ${becomes}: ${reasons}; if that is wrong, use --public COLUMN=VALUE or --ignore COLUMN`];
  }
}

/**
 * The meaning of a column that isn't imported; undefined if it has none. A column that is empty in every row decides nothing, unless its
 * platform says what that means.
 */
function flagColumn(
  { header, rows }: Table,
  index: number,
  { publicValues, ignored }: Stated,
  flags: Platform['flags'] = {},
): FlagColumn | undefined {
  const name = header[index]?.trim() ?? '';
  const known = moderationOf(name);
  const flag = Object.hasOwn(flags, normalizeHeader(name)) ? flags[normalizeHeader(name)] : undefined;
  const subject = flag === undefined ? (known?.subject ?? 'review') : (flag.subject ?? 'review');
  const values = publicValues.get(name);
  const isAffirmative = !ignored.has(name) && known?.kind !== 'hidden';
  const column = (read: (value: string) => ModerationState): FlagColumn => ({
    index,
    name,
    subject,
    isAffirmative,
    hidesEmpty: flag?.hidesEmpty === true && values === undefined && !ignored.has(name),
    stateOf: remembering(read),
  });
  if (ignored.has(name)) return known || flag || usualColumn(name) === 'verified' ? column(() => 'public') : undefined;
  if (values !== undefined) return column((value) => (isPublic(values, known, value) ? 'public' : 'hidden'));
  if (!flag?.hidesEmpty && !rows.some(({ cells }) => !isNoValue(cells[index] ?? ''))) return undefined;
  if (flag !== undefined) return column((value) => flagState(flag, value));
  if (known !== undefined) return column((value) => stateOf(known.kind, value));
  const state = (value: string) => (isSuspicious(value) ? 'unknown' : 'nothing');
  return rows.some(({ cells }) => state(cells[index] ?? '') === 'unknown') ? column(state) : undefined;
}

function flagState({ shown, hidden, hidesEmpty }: PlatformFlag, value: string): ModerationState {
  const text = value.trim().toLowerCase();
  if (isNoValue(text)) return hidesEmpty ? 'hidden' : 'nothing';
  if (shown.includes(text)) return 'public';
  return hidden.includes(text) ? 'hidden' : 'unknown';
}

/** How many values of a column are remembered: flags have few. */
const REMEMBERED = 1000;

function remembering(read: (value: string) => ModerationState): (value: string) => ModerationState {
  const known = new Map<string, ModerationState>();
  return (value) => {
    const state = known.get(value) ?? read(value);
    if (known.size < REMEMBERED) known.set(value, state);
    return state;
  };
}

function describeUnverified(name: string, count: number): string[] {
  if (count === 0) return [];
  const which = counted(count, 'review is marked as', 'reviews are marked as');
  return [`${name}: ${which} not verified, so ${plural(count, 'it is', 'they are')} not published; if that is wrong, use --ignore COLUMN`];
}

/** Whether a value of a --public column means public, because it was given with the flag or always does. */
function isPublic(values: ReadonlySet<string>, column: ModerationColumn | undefined, value: string): boolean {
  return values.has(value.trim().toLowerCase()) || stateOf(column?.kind === 'hidden' ? 'hidden' : 'words', value) === 'public';
}

/** Applies the moderation states of a review and of its reply. */
function withState(incoming: Incoming, signals: readonly Signal[]): Incoming {
  const has = (subject: ModerationColumn['subject'], state: ModerationState) =>
    signals.some((one) => one.subject === subject && one.state === state);
  const { entry, given } = incoming;
  const isHidden = has('review', 'hidden');
  const owner_reply = has('reply', 'hidden') ? null : entry.owner_reply;
  // A public review counts as verified only if the record or the command line says so.
  const saysVerified = isHidden || (has('review', 'public') && entry.verified);
  return {
    ...incoming,
    entry: { ...entry, owner_reply, verified: entry.verified && !isHidden, ...(isHidden ? { hidden_at_source: true as const } : {}) },
    given: saysVerified ? [...new Set([...given, 'verified' as const, 'hidden_at_source' as const])] : given,
  };
}

/** The maximum numbers of columns, values per column and places per value in a message. */
const COLUMNS = 100;
const VALUES = 8;
const PLACES = 5;

/** The places of each value of a column, shortened if it is long. */
function placesByValue(found: readonly Signal[]): Map<string, string[]> {
  const groups = Map.groupBy(found, ({ value }) => shorten(value));
  return new Map([...groups].map(([value, all]) => [value, all.map(({ place }) => place)]));
}

/** Such as `"spam" (line 3, line 9), others (line 12 and 40 more)`. */
function describeValues(values: ReadonlyMap<string, readonly string[]>, describe: (places: readonly string[]) => string): string {
  const shown = [...values].slice(0, VALUES).map(([value, places]) => `${JSON.stringify(value)} (${describe(places)})`);
  const others = [...values.values()].slice(VALUES).flat();
  return [...shown, ...(others.length > 0 ? [`others (${describe(others)})`] : [])].join(', ');
}

function describePlaces(places: readonly string[]): string {
  const rest = places.length - PLACES;
  return places.slice(0, PLACES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
