import { usualColumn } from '../columns.ts';
import { ImportError, type SourceContext } from '../context.ts';
import type { Incoming, Refused } from '../incoming.ts';
import { isSuspicious, type ModerationColumn, type ModerationState, moderationOf, stateOf } from './words.ts';

/** A field of a record that its source doesn't know: a CSV column, or a JSON path such as `moderation.status`. */
export type OtherField = readonly [name: string, value: string];

type ModerationFlags = Pick<SourceContext, 'publicValues' | 'ignored'>;

/** Whether a column is about moderation by its name, or was given with --public or --ignore. */
export function isModeration(name: string, { publicValues, ignored }: ModerationFlags): boolean {
  return publicValues.has(name) || ignored.has(name) || moderationOf(name) !== undefined;
}

/** The meaning of a record's field for the review or its reply. */
interface Signal {
  readonly subject: ModerationColumn['subject'];
  readonly state: ModerationState;
  readonly column: string;
  readonly value: string;
  /** The record's place in the file, such as `line 3`. */
  readonly place: string;
}

/**
 * Keeps the reviews of one file that were hidden at their source from being published: hidden reviews are imported as unverified, and
 * hidden replies are dropped. If the source shows the review again, a later import verifies it again.
 */
export class Moderation {
  readonly #name: string;
  readonly #flags: ModerationFlags;
  /** All columns so far. */
  readonly #columns = new Map<string, ModerationColumn | undefined>();
  /** Values by which a review or reply was hidden, or that have no known meaning. */
  readonly #found: Signal[] = [];
  #unverified = 0;
  #records = 0;

  constructor(name: string, flags: ModerationFlags) {
    this.#name = name;
    this.#flags = flags;
  }

  /** Applies a record's other fields to it. */
  apply(result: Incoming | Refused, fields: readonly OtherField[]): Incoming | Refused {
    this.#records += 1;
    const hasReply = 'entry' in result && result.entry.owner_reply !== null;
    const place = result.place.slice(this.#name.length).trim().replace(/^:/, 'line ');
    const signals = fields.map(([column, value]): Signal => ({ ...this.#read(column, value, hasReply), column, value, place }));
    const isFound = ({ state }: Signal) => state === 'unknown' || (state === 'hidden' && 'entry' in result);
    this.#found.push(...signals.filter(isFound));
    if (!('entry' in result)) return result;
    if (result.given.includes('verified') && !result.entry.verified) this.#unverified += 1;
    return withState(result, signals);
  }

  /** Returns the notes on the file after its last record. @throws ImportError if the meaning of a column isn't clear */
  finish(): string[] {
    const absent = [...this.#flags.publicValues.keys()].find((name) => !this.#columns.has(name));
    if (absent !== undefined && this.#records > 0)
      throw new ImportError(`${this.#name}: --public "${absent}=VALUE": no such column; nothing was imported`);
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
      ...describeUnverified(this.#name, this.#unverified),
    ];
  }

  #read(name: string, value: string, hasReply: boolean): Pick<Signal, 'subject' | 'state'> {
    const { publicValues, ignored } = this.#flags;
    const values = publicValues.get(name);
    const column = this.#columnOf(name);
    const subject = column?.subject ?? 'review';
    if (subject === 'reply' && !hasReply) return { subject, state: 'nothing' };
    if (ignored.has(name)) return { subject, state: column !== undefined || meansVerified(name) ? 'public' : 'nothing' };
    if (values !== undefined) return { subject, state: isPublic(values, column, value) ? 'public' : 'hidden' };
    const state = column === undefined ? (isSuspicious(value) ? 'unknown' : 'nothing') : stateOf(column.kind, value);
    return { subject, state };
  }

  #columnOf(name: string): ModerationColumn | undefined {
    if (this.#columns.has(name)) return this.#columns.get(name);
    const column = moderationOf(name);
    this.#columns.set(name, column);
    return column;
  }

  #question(unclear: readonly Signal[]): ImportError {
    const columns = [...Map.groupBy(unclear, ({ column }) => column)].slice(0, COLUMNS).map(([name, found]) => {
      const values = placesByValue(found);
      return { name, subject: this.#columnOf(name)?.subject ?? ('review' as const), values };
    });
    const lines = columns.map(
      ({ name, subject, values }) =>
        `  "${name}" has ${describeValues(values, ({ length }) => String(length))}: use --public "${name}=VALUE" for each value under which a ${subject} was public, or --ignore "${name}"`,
    );
    return new ImportError(
      `${this.#name}: nothing was imported, because these columns may mean that reviews were not public:\n${lines.join('\n')}`,
      {
        kind: 'moderation',
        file: this.#name,
        columns: columns.map(({ name, subject, values }) => ({ name, subject, values: [...values.keys()].slice(0, VALUES) })),
      },
    );
  }

  #describeHidden(subject: ModerationColumn['subject'], [one, many]: readonly [string, string], becomes: string): string[] {
    const hidden = this.#found.filter((one) => one.state === 'hidden' && one.subject === subject);
    if (hidden.length === 0) return [];
    const count = new Set(hidden.map(({ place }) => place)).size;
    const reasons = [...Map.groupBy(hidden, ({ column }) => column)]
      .slice(0, COLUMNS)
      .map(([column, found]) => `${column} ${describeValues(placesByValue(found), describePlaces)}`)
      .join('; ');
    const what = count === 1 ? one : `${count} ${many}`;
    return [`${this.#name}: ${what} ${becomes}: ${reasons}; if that is wrong, use --public COLUMN=VALUE or --ignore COLUMN`];
  }
}

function describeUnverified(name: string, count: number): string[] {
  if (count === 0) return [];
  const which = count === 1 ? '1 review is marked as' : `${count} reviews are marked as`;
  return [`${name}: ${which} not verified, so ${count === 1 ? 'it is' : 'they are'} not published; if that is wrong, use --ignore COLUMN`];
}

/** Whether a value of a --public column means public, because it was given with the flag or always does. */
function isPublic(values: ReadonlySet<string>, column: ModerationColumn | undefined, value: string): boolean {
  return values.has(value.trim().toLowerCase()) || stateOf(column?.kind === 'hidden' ? 'hidden' : 'words', value) === 'public';
}

const meansVerified = (name: string) => usualColumn(name) === 'verified';

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

/** The length to which a value is shortened, in characters. */
const SHOWN = 40;

const shorten = (value: string) => (value.length > SHOWN ? `${value.slice(0, SHOWN - 1).toWellFormed()}…` : value);

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
