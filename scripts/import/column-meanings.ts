import { meantName } from '../../site/content/problems.ts';
import { isPlainField, plainField, plainFieldNames } from '../../site/contract/review-fields.ts';
import { counted } from '../../site/shared/text.ts';
import { isSuspicious, moderationOf } from './moderation-words.ts';
import {
  type Column,
  columnNames,
  normalizeHeader,
  type OwnColumn,
  otherNames,
  type Platform,
  scaleOf,
  usualColumn,
  weakerColumns,
  weakness,
} from './platform.ts';
import { FACEBOOK, isFacebook } from './platforms/facebook.ts';
import { ImportError, type ImportQuestion, type Stated, samplesOf, showSamples } from './questions.ts';
import { filledCells, type Table } from './tables.ts';
import { cleaner } from './texts.ts';
import { type DateStyle, dateStyleOf, parseRating, readDay } from './values.ts';

/** What the columns of a table mean, decided from all of their values. */
export interface Profile {
  readonly platform: Platform | undefined;
  /** The columns that are imported, with their indexes. If several have the same meaning, the first that is filled counts. */
  readonly columns: readonly (readonly [OwnColumn, number])[];
  /** The indexes of the columns that aren't imported and that the platform doesn't list. */
  readonly others: readonly number[];
  /** The best possible value of ratings that don't name it. */
  readonly scale: number;
  /** How the dates of each column of dates are written, by index. */
  readonly dates: ReadonlyMap<number, DateStyle>;
  /** The cell of a column without placeholders, control characters, translations and, in HTML, tags. */
  readonly clean: (index: number, cell: string) => string;
  /** The decisions that aren't obvious, in sentences. */
  readonly notes: readonly string[];
}

const DATES: ReadonlySet<OwnColumn | undefined> = new Set<OwnColumn>([
  'date',
  'reply_date',
  'updated_at',
  'verified_at',
  ...plainFieldNames.filter((name) => plainField(name).kind === 'day'),
]);

/** Whether a table of no known platform has columns for dates and ratings. */
export function looksLikeReviews(table: Table, stated: Stated): boolean {
  if (![...stated.columns.values()].every((name) => table.header.includes(name))) return false;
  const found = assignColumns(table, stated, undefined);
  return found.has('date') && found.has('rating');
}

/** Decides what the columns of a table mean. @throws ImportError, with a question if a person has to decide */
export function profileTable(table: Table, stated: Stated, platform: Platform | undefined): Profile {
  const notes: string[] = platform?.note === undefined ? [] : [`${table.name}: ${platform.note}`];
  const assigned = assignColumns(table, stated, platform);
  const ask = (problem: string) => new ImportError(`${table.name}: ${problem}`, askColumns(table, assigned));
  const columns = [...assigned].flatMap(([column, indexes]) => {
    const isDecided = platform !== undefined || indexes.length < 2;
    const chosen = isDecided ? indexes : [chooseColumn(table, column, indexes, ask, notes)];
    return chosen.map((index) => [column, index] as const);
  });
  const missing = (['date', 'rating'] as const).filter((column) => !assigned.has(column));
  if (missing.length > 0 && isFacebook(table.header)) throw new ImportError(`${table.name}: ${FACEBOOK}`);
  if (missing.length > 0) throw ask(describeMissing(table, missing));
  if (
    platform === undefined &&
    !stated.isWithoutText &&
    !assigned.has('text') &&
    unassigned(table, assigned, stated).some((index) => hasSentences(table.rows, index))
  )
    throw ask(describeMissing(table, ['text']));
  const meaning = new Map(columns.map(([column, index]) => [index, column]));
  const others = table.header.flatMap((name, index) => (meaning.has(index) || isListed(name, platform, stated) ? [] : [index]));
  const scale = decideScale(table, columns.find(([column]) => column === 'rating')?.[1] ?? -1, stated, platform, notes);
  const clean = cleaner(table, meaning, stated, platform, notes);
  return { platform, columns, others, scale, dates: dateStyles(table, columns, stated, platform), clean, notes };
}

/** Whether the platform says that a column isn't imported. */
const isListed = (name: string, platform: Platform | undefined, { ignored }: Stated) =>
  platform !== undefined && isOf(platform, normalizeHeader(name)) && !ignored.has(name.trim());

const isOf = ({ ignored = [], loses = {} }: Platform, header: string) => ignored.includes(header) || Object.hasOwn(loses, header);

/** The indexes of the columns that may have each meaning: by --map, by the platform's names, then by the usual ones. */
function assignColumns(table: Table, stated: Stated, platform: Platform | undefined): Map<OwnColumn, number[]> {
  const { header, rows } = table;
  const found = new Map<OwnColumn, number[]>();
  const taken = new Set<number>();
  const add = (column: OwnColumn, index: number) => {
    found.set(column, [...(found.get(column) ?? []), index]);
    taken.add(index);
  };
  for (const [column, theirs] of stated.columns) {
    const index = header.indexOf(theirs);
    if (index === -1) throw new ImportError(describeAbsent(table, column, theirs, stated), askColumns(table, found));
    add(column as Column, index);
  }
  const free = () =>
    header.flatMap((name, index) =>
      taken.has(index) || stated.ignored.has(name.trim()) || isListed(name, platform, stated) ? [] : [{ name, index }],
    );
  const known = new Set(found.keys());
  if (platform !== undefined) {
    const indexes = new Map(free().map(({ name, index }) => [normalizeHeader(name), index]));
    for (const [name, column] of Object.entries(platform.columns)) {
      const index = indexes.get(name);
      if (index !== undefined && !known.has(column)) add(column, index);
    }
    // The names of plain fields are unmistakable in any table.
    for (const { name, index } of free()) {
      const column = usualColumn(name);
      if (column !== undefined && isPlainField(column) && !found.has(column)) add(column, index);
    }
    return found;
  }
  const usual = free().flatMap(({ name, index }) => {
    const column = name.endsWith('[]') ? undefined : usualColumn(name);
    return column === undefined || known.has(column) ? [] : [{ column, index }];
  });
  for (const { column, index } of usual) add(column, index);
  const weaker = free().flatMap(({ name, index }) =>
    weakerColumns(name).map((column) => ({ column, index, rank: weakness(column, name) })),
  );
  for (const { column, index } of weaker.sort((a, b) => columnNames.indexOf(a.column) - columnNames.indexOf(b.column) || a.rank - b.rank)) {
    if (taken.has(index)) continue;
    const isAverage =
      column === 'rating' && !known.has(column) && (found.get(column) ?? []).every((one) => isConstant(rows, one)) && varies(rows, index);
    if (!found.has(column) || isAverage) add(column, index);
  }
  return found;
}

type Rows = Table['rows'];

/** Whether a column has one value in all rows, of which there are several. */
const isConstant = (rows: Rows, index: number) => rows.length > 1 && new Set(filledCells(rows, index)).size === 1;

/** Whether a column has several ratings and nothing else. */
function varies(rows: Rows, index: number): boolean {
  const cells = filledCells(rows, index);
  return new Set(cells).size > 1 && cells.every((cell) => parseRating(cell) !== undefined);
}

/** Chooses between columns that have the same meaning by their values. @throws the question if the values don't decide */
function chooseColumn(
  { name, header, rows }: Table,
  column: OwnColumn,
  indexes: readonly number[],
  ask: (problem: string) => ImportError,
  notes: string[],
): number {
  const [first = 0] = indexes;
  const usable = indexes.filter((index) => filledCells(rows, index).some((cell) => isUsable(column, cell)));
  const constant = column === 'rating' ? usable.filter((index) => isConstant(rows, index)) : [];
  const left = constant.length < usable.length ? usable.filter((index) => !constant.includes(index)) : usable;
  const [chosen = first, ...others] = left;
  const isSame = others.every((other) => rows.every(({ cells }) => (cells[other] ?? '') === (cells[chosen] ?? '')));
  if (!isSame)
    throw ask(
      describeChoice(
        column,
        left.map((index) => ({ name: header[index] ?? '', cells: filledCells(rows, index) })),
      ),
    );
  const skipped = constant.length < usable.length ? constant : [];
  for (const index of skipped)
    notes.push(
      `${name}: "${header[index]}" is ${filledCells(rows, index)[0]} in every row, so it's the average of the place; the ratings are in "${header[chosen]}"`,
    );
  return chosen;
}

function isUsable(column: OwnColumn, cell: string): boolean {
  if (column === 'rating') return parseRating(cell) !== undefined;
  return !DATES.has(column) || 'value' in readDay(cell, { order: 'mdy', isExcel: true }) || 'value' in readDay(cell, { order: 'dmy' });
}

function describeChoice(column: OwnColumn, candidates: readonly { readonly name: string; readonly cells: readonly string[] }[]): string {
  const lines = candidates.map(({ name, cells }) => `  "${name}": ${showSamples(cells)}`).join('\n');
  return `${candidates.length} columns may have the ${column}; nothing was imported. Choose one with --map ${column}="ITS NAME":\n${lines}`;
}

/** Threshold: a name of which more than every third letter differs isn't a misspelling. */
const MISSPELLED = 3;
/** How many columns a message lists. */
const LISTED = 10;

function describeAbsent({ name, header, format }: Table, column: string, theirs: string, { columns }: Stated): string {
  const mapped = new Set(columns.values());
  const free = header.filter((one) => !mapped.has(one) && !one.endsWith('[]'));
  const meant = meantName(theirs, free, Math.max(1, theirs.length / MISSPELLED));
  const [absent, others] = format === 'json' ? ['no record has this key', 'keys'] : ['no such column', 'columns'];
  const listed = free.slice(0, LISTED).map((one) => `"${one}"`);
  const rest = free.length - listed.length;
  const fix =
    meant === undefined ? `the ${others} are ${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}` : `did you mean "${meant}"?`;
  return `${name}: --map ${column}="${theirs}": ${absent}; ${fix}`;
}

function describeMissing({ header, format, list, rows }: Table, missing: readonly Column[]): string {
  const known = missing.map((column) => `${column} (also called ${otherNames(column).join(', ')})`).join(' and ');
  const noun = format === 'json' ? 'key' : 'column';
  const lines = header.map((name, index) => `  "${name}": ${showSamples(filledCells(rows, index)) || 'empty'}`).join('\n');
  const skip = missing.includes('text') ? '; if none has what customers wrote, use --no-text' : '';
  return `no ${noun} for ${known} among ${counted(header.length, noun)} of ${counted(rows.length, format === 'json' ? 'object' : 'row')}${list ? ` in ${list}` : ''}; nothing was imported. If one has another name, use --map ${missing[0]}="ITS NAME"${skip}:\n${lines}`;
}

const unassigned = ({ header }: Table, assigned: ReadonlyMap<OwnColumn, readonly number[]>, { ignored }: Stated) => {
  const used = new Set([...assigned.values()].flat());
  return header.flatMap((name, index) => (used.has(index) || ignored.has(name.trim()) || moderationOf(name) !== undefined ? [] : [index]));
};

/** Whether most cells of a column have several words, as what customers write. */
function hasSentences(rows: Rows, index: number): boolean {
  const cells = filledCells(rows, index);
  const sentences = cells.filter(
    (cell) => /\p{L}\S*\s+\p{L}/u.test(cell) && !isSuspicious(cell) && !('value' in readDay(cell, { order: 'mdy' })),
  );
  return sentences.length * 2 > cells.length && new Set(sentences).size * 2 > sentences.length;
}

/** How many rows a question shows. */
const ASKED = 5;

function askColumns({ name, header, rows }: Table, assigned: ReadonlyMap<OwnColumn, readonly number[]>): ImportQuestion {
  const columns = header.map((_, index) => [...assigned].find(([, indexes]) => indexes.includes(index))?.[0]);
  return {
    kind: 'columns',
    file: name,
    header,
    columns,
    rows: rows.slice(0, ASKED).map(({ cells }) => header.map((_, index) => cells[index] ?? '')),
  };
}

function dateStyles(
  { rows }: Table,
  columns: Profile['columns'],
  { dateOrder }: Stated,
  platform: Platform | undefined,
): Map<number, DateStyle> {
  const cells = new Map(columns.flatMap(([column, index]) => (DATES.has(column) ? [[index, filledCells(rows, index)] as const] : [])));
  const stated = dateOrder === 'ymd' ? (platform?.dateOrder ?? dateOrder) : dateOrder;
  return new Map(
    [...cells].map(([index, own]) => [
      index,
      dateStyleOf(
        own,
        [...cells].flatMap(([other, all]) => (other === index ? [] : all)),
        stated,
      ),
    ]),
  );
}

const FIVE = 5;

/** The best possible rating: stated by a person, by the platform or by the column's name, otherwise 5 if all values are from 1 to 5. */
function decideScale(
  { name, header, rows }: Table,
  index: number,
  stated: Stated,
  platform: Platform | undefined,
  notes: string[],
): number {
  const cells = filledCells(rows, index);
  const title = header[index] ?? '';
  const scale = stated.scale ?? platform?.scale ?? scaleOf(title) ?? 0;
  const written = cells.flatMap((cell) => parseRating(cell) ?? []);
  if (scale > 0) {
    if (scale !== FIVE && written.some(({ of }) => of === undefined))
      notes.push(
        `${name}: "${title}" goes to ${scale}, so it's converted to stars: ${describeConversion(scale)}; half points are rounded up`,
      );
    return scale;
  }
  if (written.some(({ of }) => of !== undefined && of !== FIVE))
    notes.push(
      `${name}: "${title}" has ratings such as ${showSamples(cells.filter((cell) => (parseRating(cell)?.of ?? FIVE) !== FIVE))}, which are converted to 1 to 5 stars; half points are rounded up`,
    );
  const plain = written.flatMap(({ value, of }) => (of === undefined ? [value] : []));
  const [smallest, largest] = [plain.reduce((a, b) => Math.min(a, b), FIVE), plain.reduce((a, b) => Math.max(a, b), 0)];
  if (largest <= FIVE && smallest > 0) return FIVE;
  const question: ImportQuestion = { kind: 'scale', file: name, column: { name: title, values: samplesOf(cells) }, smallest, largest };
  throw new ImportError(
    `${name}: "${title}" has values from ${smallest} to ${largest}, such as ${showSamples(cells)}, so they may not be 1 to 5 stars; nothing was imported. ${scaleAdvice(smallest, largest)}`,
    question,
  );
}

/** The best possible values of common scales. */
const SCALES: readonly number[] = [10, 100];

/** Only recommends a scale whose best value is in the column, since the values don't show what a better one would be. */
function scaleAdvice(smallest: number, largest: number): string {
  const usual = SCALES.find((best) => best > largest);
  const example = usual === undefined ? '' : `, such as the ${usual} of "${(usual / 10) * 8} out of ${usual}"`;
  const advice = SCALES.includes(largest)
    ? `If ${largest} is the best possible value, add --scale ${largest}; otherwise give the best one.`
    : largest > FIVE
      ? `Add --scale with the best possible value, which is ${largest} or more${example}. If it's 5, the values above it are mistakes, and --scale 5 refuses their rows.`
      : '';
  const zero =
    smallest === 0 && largest <= FIVE
      ? 'If 5 is the best possible value and 0 means that there is no rating, add --scale 5: these rows are refused then.'
      : '';
  return [advice, zero].filter(Boolean).join(' ');
}

const describeConversion = (scale: number) =>
  [1, 0.7, 0.5, 0.3]
    .map((share) => Math.round(scale * share))
    .map((value) => `${value} is ${Math.max(1, Math.round((value * FIVE) / scale))}`)
    .join(', ');
