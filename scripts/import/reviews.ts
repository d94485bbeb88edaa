import { derivedSourceId, identityOf } from '../../site/content/identity.ts';
import { toDisplayName } from '../../site/content/privacy/person-names.ts';
import { showValue } from '../../site/content/problems.ts';
import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { type CustomerField, customerField } from '../../site/contract/review.ts';
import { plainField, plainFieldNames, plainRecord } from '../../site/contract/review-fields.ts';
import { calendarDate, laterOf, toInstant } from '../../site/shared/dates.ts';
import { counted, plural } from '../../site/shared/text.ts';
import type { Profile } from './column-meanings.ts';
import { type Incoming, type Refused, type Reply, toIncoming, toRefused } from './incoming.ts';
import { Moderation } from './moderation.ts';
import { normalizeHeader, type OwnColumn, type ReviewedPlace, type RowFacts } from './platform.ts';
import type { Stated } from './questions.ts';
import type { Row, Table } from './tables.ts';
import { type CellValue, parseRating, readDay, toBoolean, toStars } from './values.ts';

/** What an import knows besides its files: what the person stated, and its day. */
export interface ReadingContext extends Stated {
  /** The latest allowed date of a review, YYYY-MM-DD. */
  readonly lastDay: string;
  /** The date of the import, YYYY-MM-DD. */
  readonly day: string;
  /** Counts the occurrences of a key from 1, to number records without an id that have the same key. */
  readonly occurrenceOf: (key: string) => number;
}

/** A row as a review or as a reply to one, or why it's refused. */
export interface AdaptedRow {
  readonly row: Row;
  readonly result: Incoming | Refused | Reply;
  /** The reviewed place. */
  readonly place: ReviewedPlace | undefined;
}

interface ReadRows {
  readonly rows: readonly AdaptedRow[];
  readonly notes: readonly string[];
}

/** Converts the rows of a table. `notes` has what the person who imports should know. @throws ImportError if a flag's meaning isn't clear */
export function readRows(table: Table, profile: Profile, context: ReadingContext): ReadRows {
  const reader = new RowReader(table, profile, context);
  const moderation = new Moderation(table, profile.others, context, profile.platform);
  const rows = table.rows.map((row): AdaptedRow => {
    const { result, place } = reader.read(row);
    return { row, result: 'replyTo' in result ? result : moderation.apply(result, row), place };
  });
  return { rows, notes: [...profile.notes, ...moderation.finish(), ...reader.notes()] };
}

/** The values of a row by column, for the columns that the table has; empty ones are empty strings. */
type Values = ReadonlyMap<OwnColumn, string>;

/** Long ids as spreadsheets write them, with only their first digits: 1.02345E+17. */
const SHORTENED_ID = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** Ids of a row that has none. */
const NO_ID = /^0*(?:\.0+)?$/;
/** How many faults of a column are shown one by one. */
const SHOWN_FAULTS = 3;

class RowReader {
  readonly #table: Table;
  readonly #profile: Profile;
  readonly #context: ReadingContext;
  readonly #headers: ReadonlyMap<string, number>;
  readonly #indexOf: ReadonlyMap<OwnColumn, number>;
  /** An id that a spreadsheet shortened: then no id of the column identifies a review. */
  readonly #shortened: string | undefined;
  /** How many ids are zeros. */
  readonly #zeros: number;
  /** What was left out, in sentences, by column. */
  readonly #faultsOf = new Map<string, string[]>();

  constructor(table: Table, profile: Profile, context: ReadingContext) {
    this.#table = table;
    this.#profile = profile;
    this.#context = context;
    this.#headers = new Map(table.header.map((name, index) => [normalizeHeader(name), index]));
    this.#indexOf = new Map(profile.columns.toReversed());
    const ids = table.rows.map(({ cells }) => cells[this.#indexOf.get('source_id') ?? -1]?.trim() ?? '');
    this.#shortened = ids.find((id) => SHORTENED_ID.test(id));
    this.#zeros = ids.filter((id) => id !== '' && NO_ID.test(id)).length;
  }

  notes(): string[] {
    const { name } = this.#table;
    return [
      ...(this.#shortened === undefined
        ? []
        : [
            `${name}: a spreadsheet program shortened the ids in ${this.#nameOf('source_id')} (${this.#shortened}), so reviews are identified by author and date; import the original file or an .xlsx file instead`,
          ]),
      ...(this.#zeros > 0
        ? [
            `${name}: ${counted(this.#zeros, 'row')} with 0 as ${this.#nameOf('source_id')} ${plural(this.#zeros, 'is', 'are')} identified by author and date`,
          ]
        : []),
      ...this.#faults,
    ];
  }

  read(row: Row): { readonly result: Incoming | Refused | Reply; readonly place: ReviewedPlace | undefined } {
    const { platform, clean } = this.#profile;
    const cell = (header: string) => row.cells[this.#headers.get(header) ?? -1]?.trim() ?? '';
    const outer = new Map([...(row.outer ?? [])].map(([key, value]) => [normalizeHeader(key), value]));
    const facts = platform?.factsOf(cell, (header) => outer.get(header) ?? '') ?? {};
    const values = new Map<OwnColumn, string>();
    for (const [column, index] of this.#profile.columns) {
      const value = clean(index, row.cells[index] ?? '');
      const known = values.get(column);
      values.set(column, known && value && platform?.joinsTexts ? `${known}\n${value}` : known || value);
    }
    return {
      result: facts.replyTo === undefined ? this.#toReview(row.place, values, facts) : this.#toReply(row.place, values, facts),
      place: facts.place,
    };
  }

  /** Converts a row with a reply; the reply is null if it has no text, wasn't shown at its source or isn't the business's. */
  #toReply(place: string, values: Values, facts: RowFacts): Reply | Refused {
    const date = this.#day('date', values);
    if ('fix' in date) return { place, reason: `${this.#nameOf('date')} ${showValue(values.get('date') ?? '')}: ${date.fix}` };
    const text = facts.isShown === false ? '' : (values.get('text') ?? '');
    return {
      place,
      replyTo: identityOf({ source: facts.source ?? this.#context.source, source_id: facts.replyTo }),
      author: values.get('author') ?? '',
      reply: text === '' ? null : { text, date: date.value },
    };
  }

  /** Converts the values of a row into a review, or refuses it with the column, its value and the fix. */
  #toReview(place: string, values: Values, facts: RowFacts): Incoming | Refused {
    const context = this.#context;
    const { platform, scale } = this.#profile;
    const value = (column: OwnColumn) => values.get(column) || undefined;
    const source = (facts.source ?? value('source') ?? context.source).toLowerCase();
    const sourceId = this.#idOf(value('source_id'));
    if (platform?.id !== undefined && sourceId === undefined)
      return { place, reason: `${this.#nameOf('source_id')} ${showValue(values.get('source_id') ?? '')}: ${platform.id.why}` };
    const refuse = (column: OwnColumn, fix: string) =>
      toRefused(place, `${this.#nameOf(column)} ${showValue(values.get(column) ?? '')}: ${fix}`, { source, source_id: sourceId });
    const date = this.#day('date', values);
    if ('fix' in date) return refuse('date', date.fix);
    if (date.value > context.lastDay) return refuse('date', 'is in the future');
    const written = value('rating') ?? '';
    if (platform?.unrated?.values.includes(written)) return refuse('rating', platform.unrated.why);
    const rating = toStars(parseRating(written), scale);
    if ('fix' in rating) return refuse('rating', rating.fix);
    const verified = toBoolean(value('verified'));
    if (verified === 'unclear') return refuse('verified', 'write true or false');
    const changed = readChanges(value('changed_by_business'));
    if ('fix' in changed) return refuse('changed_by_business', changed.fix);

    const named = value('author') === platform?.anonymous ? undefined : value('author');
    const isShortened = named !== undefined && platform?.hasFullNames && !context.columns.has('author');
    const author = isShortened ? toDisplayName(named, 'initials', (text) => text) : (named ?? 'Anonymous');
    if (facts.isTranslation && value('text') !== undefined)
      this.#addFault('the text', `${place}: the text is a machine translation without the original, so it's left out`);
    const id = value('id');
    const replyText = value('reply_text');
    const reference = value('reference');
    const updated = this.#optional(place, 'updated_at', values, (text) => this.#time('updated_at', text));
    const repliedAt = toInstant(values.get('reply_date') ?? '');
    const replyDay = this.#optional(place, 'reply_date', values, () => this.#day('reply_date', values)) ?? null;
    const verifiedAt = this.#optional(place, 'verified_at', values, () => this.#day('verified_at', values));
    const nothing = platform?.isPublished && values.has('verified_at') ? null : context.day;
    const method = value('verification_method') ?? facts.method ?? (reference === undefined ? (context.method ?? 'vouched') : 'invoice');
    const gone = this.#optional(place, 'removed_at_source', values, () => this.#day('removed_at_source', values));
    const avatar = this.#optional(place, 'author_avatar_url', values, toUrl) ?? null;
    const entry = {
      id,
      source,
      source_id: sourceId ?? (id === undefined ? derivedSourceId(author, date.value, context.occurrenceOf) : undefined),
      source_url: this.#optional(place, 'source_url', values, toUrl) ?? facts.sourceUrl ?? null,
      date: date.value,
      rating: rating.value,
      author,
      author_avatar_url: avatar,
      text: [value('title'), facts.isTranslation ? undefined : value('text')].filter((part) => part !== undefined).join('\n') || null,
      owner_reply: replyText === undefined ? null : { text: replyText, date: replyDay },
      verified: verified ?? context.verified,
      verification: { method, verified_at: verifiedAt ?? nothing, ...(reference === undefined ? {} : { reference }) },
      changed_by_business: changed.value,
      removed_at_source: gone,
      ...this.#plain(place, values),
      source_updated_at: platform?.replyUpdatesReview ? latest(updated, this.#time('date', values.get('date') ?? ''), repliedAt) : updated,
    };
    const result = toIncoming(place, entry, givenKeys(values, context, platform?.always, avatar !== null));
    if (!('entry' in result)) return result;
    return {
      ...result,
      isAnonymous: named === undefined,
      ...(sourceId === undefined || platform?.hasUniqueIds ? {} : { idColumn: this.#nameOf('source_id') }),
      ...(platform?.isPublished ? { isPublished: true as const } : {}),
      ...(platform?.replyUpdatesReview ? { repliedAt } : {}),
    };
  }

  /** The plain fields of a row; those without a valid value are undefined. */
  #plain(place: string, values: Values) {
    return plainRecord((name) => {
      const { kind, content, spellings = {} } = plainField(name);
      return this.#optional<unknown>(place, name, values, (cell) => {
        if (kind === 'day') return this.#pastDay(name, values);
        const word = cell.toLowerCase();
        const { success, data, error } = content.safeParse(spellings[word] ?? word);
        return success ? { value: data } : { fix: error.issues[0]?.message ?? '' };
      });
    });
  }

  /** The id of a row; undefined if it doesn't identify the review. */
  #idOf(id: string | undefined): string | undefined {
    if (id === undefined || NO_ID.test(id) || this.#shortened !== undefined) return undefined;
    const form = this.#profile.platform?.id?.form;
    return form === undefined ? id : form.exec(id)?.[0];
  }

  /** The name that the file gives a column. */
  #nameOf(column: OwnColumn): string {
    return this.#table.header[this.#indexOf.get(column) ?? -1]?.trim() ?? column;
  }

  #day(column: OwnColumn, values: Values): CellValue<string> {
    return readDay(
      values.get(column) ?? '',
      this.#profile.dates.get(this.#indexOf.get(column) ?? -1) ?? { order: this.#context.dateOrder },
    );
  }

  #pastDay(column: OwnColumn, values: Values): CellValue<string> {
    const day = this.#day(column, values);
    return 'value' in day && day.value > this.#context.lastDay ? { fix: 'is in the future' } : day;
  }

  /** A date without a time counts as midnight UTC: of two changes on the same day the last import wins. */
  #time(column: OwnColumn, text: string): CellValue<string> {
    const instant = toInstant(text) ?? (/^\d{10}$/.test(text) ? toInstant(new Date(Number(text) * 1000).toISOString()) : undefined);
    if (instant !== undefined) return { value: instant };
    const day = this.#day(column, new Map([[column, text]]));
    return 'fix' in day ? day : { value: `${day.value}T00:00:00Z` };
  }

  /** The value of a column that a review can do without: a bad one is reported and left out. */
  #optional<T>(place: string, column: OwnColumn, values: Values, read: (text: string) => CellValue<T>): T | undefined {
    const text = values.get(column) ?? '';
    if (text === '') return undefined;
    const found = read(text);
    if ('value' in found) return found.value;
    this.#addFault(this.#nameOf(column), `${place}: ${this.#nameOf(column)} ${showValue(text)} is left out: ${found.fix}`);
    return undefined;
  }

  #addFault(column: string, fault: string): void {
    const faults = this.#faultsOf.get(column);
    if (faults === undefined) this.#faultsOf.set(column, [fault]);
    else faults.push(fault);
  }

  /** The first faults of each column, and the number of the others: a report has room for few notes. */
  get #faults(): string[] {
    return [...this.#faultsOf].flatMap(([column, faults]) => {
      const rest = faults.length - SHOWN_FAULTS;
      const others = rest > 0 ? [`${this.#table.name}: ${column} is left out in ${counted(rest, 'more row')}, too`] : [];
      return [...faults.slice(0, SHOWN_FAULTS), ...others];
    });
  }
}

const latest = (...times: readonly (CellValue<string> | string | undefined)[]) =>
  times
    .flatMap((time) => (time === undefined ? [] : typeof time === 'string' ? [time] : 'value' in time ? [time.value] : []))
    .reduce<string | undefined>(laterOf, undefined);

const { source_url: urlSchema } = reviewEntry.shape;

/** An absolute address; `//host` as Google writes it is completed. */
function toUrl(text: string): CellValue<string> {
  const url = text.replace(/^\/\//, 'https://');
  return urlSchema.safeParse(url).success ? { value: url } : { fix: 'not an absolute URL such as https://example.com/page' };
}

/** Reads "rating 2024-03-14; text unknown", or the list in our JSON. */
function readChanges(cell: string | undefined): CellValue<ReviewEntry['changed_by_business']> {
  if (cell === undefined) return { value: undefined };
  const changes = (cell.startsWith('[') ? printChanges(cell) : cell).split(';').map((change) => change.trim().split(' '));
  if (changes.length === 1 && changes[0]?.[0] === '') return { value: undefined };
  const isRead = changes.every(([field, day = '', more]) => {
    const isField = customerField.safeParse(field).success;
    return isField && more === undefined && (day === 'unknown' || calendarDate.safeParse(day).success);
  });
  if (!isRead) return { fix: 'write fields and days, such as "rating 2024-03-14; text unknown"' };
  return { value: changes.map(([field, day = '']) => ({ field: field as CustomerField, date: day === 'unknown' ? null : day })) };
}

const printChanges = (json: string) =>
  (JSON.parse(json) as readonly { readonly field?: unknown; readonly date?: unknown }[])
    .map((one) => `${one?.field} ${one?.date ?? 'unknown'}`)
    .join('; ');

/** The key of a review that a column is part of, if it has another name. */
const keyOf: Readonly<Record<Exclude<OwnColumn, keyof ReviewEntry>, keyof ReviewEntry>> = {
  title: 'text',
  reply_text: 'owner_reply',
  reply_date: 'owner_reply',
  updated_at: 'source_updated_at',
  verification_method: 'verification',
  verified_at: 'verification',
  reference: 'verification',
};

const isKey = (column: OwnColumn): column is OwnColumn & keyof ReviewEntry => !Object.hasOwn(keyOf, column);

/** Columns that aren't about what the source has. */
const NOT_AT_SOURCE: ReadonlySet<OwnColumn> = new Set(['changed_by_business', 'removed_at_source']);

/** Columns whose empty cells keep the stored value. In other columns, an empty cell means that there is none. */
const KEPT_IF_EMPTY: ReadonlySet<string> = new Set([
  'verified',
  'verification_method',
  'verified_at',
  'reference',
  'updated_at',
  ...plainFieldNames,
]);

function* givenKeys(
  values: Values,
  context: ReadingContext,
  always: readonly (keyof ReviewEntry)[] = [],
  hasAvatar: boolean,
): Generator<keyof ReviewEntry> {
  yield* always;
  if (context.method !== undefined) yield 'verification';
  for (const [column, value] of values) {
    if (NOT_AT_SOURCE.has(column) || (value === '' && KEPT_IF_EMPTY.has(column))) continue;
    // Google's API only has a photo for some reviews of a page.
    if (column === 'author_avatar_url' && !hasAvatar && always.length > 0) continue;
    yield isKey(column) ? column : keyOf[column];
  }
}
