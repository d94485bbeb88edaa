import { isObject } from '../../../site/algorithms.ts';
import { nearest, showValue } from '../../../site/content/problems.ts';
import { normalizeHeader, type OwnColumn, type OwnNames, recognizeColumns } from '../columns.ts';
import { type DateOrder, ImportError, type ImportQuestion, type SourceContext } from '../context.ts';
import type { Head, Raw, Records } from '../input/document.ts';
import { isModeration } from '../moderation/moderation.ts';
import { adaptCells, adaptReply, type TableFacts } from './cells.ts';
import type { Adapted, FileAdapter, Source } from './source.ts';

/** A kind of table: CSV, or JSON, whose keys are columns. Keys of inner objects have a path, such as `user.name`. */
export interface TableKind extends Pick<Source, 'name' | 'help'> {
  readonly format: Head['format'];
  /** The columns that identify it, in lower case with underscores; empty for any table. */
  readonly by: readonly string[];
  readonly canBeComplete?: boolean;
  /** The meaning of its columns, if that isn't the usual one. */
  readonly names?: OwnNames;
  /** The order of day and month in its dates, unless --dates is given. */
  readonly dateOrder?: DateOrder;
  /** Facts about a row; `cell` takes a header in lower case with underscores. */
  readonly factsOf?: (cell: (name: string) => string) => TableFacts;
  /** Changes the cells of a row, or a record, before it is read. */
  readonly prepare?: (value: never) => unknown;
}

/** The source for a kind of table. */
export const tableSource = (kind: TableKind): Source => ({
  name: kind.name,
  help: kind.help,
  canBeComplete: kind.canBeComplete ?? true,
  recognize: (head) => {
    const header = new Set(headerOf(head).map(normalizeHeader));
    return head.format === kind.format && header.size > 0 && kind.by.every((column) => header.has(column));
  },
  begin: (name, file, context) => beginTable(name, file, context, kind),
});

const headerOf = (head: Head): readonly string[] => (head.format === 'csv' ? head.header : [...fieldsOf(head.record).keys()]);

type TableFile = Pick<Records, 'head' | 'records'>;

/** Starts reading a table. @throws ImportError if its header, or the keys of its first record, are unusable */
function beginTable(name: string, file: TableFile, given: SourceContext, kind: TableKind): FileAdapter {
  const { head } = file;
  const isCsv = head.format === 'csv';
  const noun = isCsv ? 'column' : 'key';
  const context = given.dateOrder === 'ymd' ? { ...given, dateOrder: kind.dateOrder ?? given.dateOrder } : given;
  const tables = new Map<string, ReturnType<typeof readTable>>();
  const seen = new Set<string>();
  const leftOut = new Set<string>();
  let hasText = false;

  function tableOf(header: readonly string[]) {
    const key = JSON.stringify(header);
    const known = tables.get(key);
    if (known) return known;
    // A record may lack keys that others have.
    const columns = isCsv ? context.columns : new Map([...context.columns].filter(([, theirs]) => header.includes(theirs)));
    const table = readTable(header, { ...context, columns }, kind);
    tables.set(key, table);
    for (const column of header) seen.add(column);
    for (const column of table.unknown) if (!isModeration(column.trim(), context)) leftOut.add(column);
    hasText ||= table.hasText;
    return table;
  }

  /** The problem with a header, in words for CSV or JSON. */
  const explain = (problem: string, record: string) =>
    isCsv
      ? problem
      : problem.replace('no column for', 'no key for').replace(' in its first line:', `; ${record} has`).replace('the columns', 'the keys');

  const header = headerOf(head);
  const first = tableOf(header);
  if (first.problem !== undefined && isFacebook(header)) throw new ImportError(`${name}: ${FACEBOOK}`);
  if (first.problem !== undefined)
    throw new ImportError(`${name}: ${explain(first.problem, 'its first record')}`, askColumns(name, file, context));

  function adapt({ place, value }: Raw): Adapted {
    if (!isCsv && !isObject(value))
      return { result: { place, reason: `${showValue(value)}: not a review with at least date, rating and author` }, others: [] };
    const prepared = kind.prepare?.(value as never) ?? value;
    if (isCsv) return first.adapt(place, prepared as readonly string[]);
    const fields = fieldsOf(prepared);
    const table = tableOf([...fields.keys()]);
    if (table.problem !== undefined) return { result: { place, reason: explain(table.problem, 'it') }, others: [] };
    return table.adapt(place, [...fields.values()]);
  }

  function finish(): string[] {
    const absent = [...context.columns].find(([, theirs]) => !seen.has(theirs));
    if (absent) {
      const meant = nearest(absent[1], [...leftOut]).map((one) => `"${one}"`);
      throw new ImportError(`${name}: --map ${absent[0]}="${absent[1]}": no record has this key; write ${meant.join(' or ')}`);
    }
    // The JSON of known sources has many keys that nobody misses.
    if (leftOut.size === 0 || (!isCsv && kind.names !== undefined)) return [];
    const list = [...leftOut].map((one) => `"${one}"`).join(', ');
    return [
      `${name}: the ${noun}${leftOut.size === 1 ? ` ${list} is` : `s ${list} are`} not imported`,
      ...(hasText ? [] : [`${name}: no ${noun} for text; if one has what customers wrote, add --map text="ITS NAME"`]),
    ];
  }

  return { adapt, finish };
}

/** How many rows the question shows. */
const ASKED = 5;

/** Asks which column is which. */
function askColumns(name: string, { head, records }: TableFile, context: SourceContext): ImportQuestion {
  const values: unknown[] = [];
  try {
    for (const { value } of records) if (values.push(value) === ASKED) break;
  } catch {
    // A malformed row is reported when the columns are known.
  }
  const fields = values.map((value) => fieldsOf(value));
  const header = head.format === 'csv' ? head.header : [...new Set(fields.flatMap((one) => [...one.keys()]))];
  const rows = head.format === 'csv' ? (values as string[][]) : fields.map((one) => header.map((key) => one.get(key) ?? ''));
  return { kind: 'columns', file: name, header, columns: recognizeColumns(header, context).places, rows };
}

/** A reader for rows with this header; `problem` describes an unusable header. */
function readTable(header: readonly string[], context: SourceContext, { names, factsOf }: TableKind) {
  const { places, unknown, problem } = recognizeColumns(header, context, names);
  const byName = new Map(header.map((column, index) => [normalizeHeader(column), index]));
  return {
    problem,
    unknown: unknown.map((index) => header[index] ?? ''),
    hasText: places.includes('text'),
    adapt(place: string, row: readonly string[]): Adapted {
      const facts: TableFacts = factsOf?.((column) => row[byName.get(column) ?? -1]?.trim() ?? '') ?? {};
      const cells = new Map<OwnColumn, string>();
      for (const [index, column] of places.entries()) if (column !== undefined) cells.set(column, row[index]?.trim() ?? '');
      const result = facts.replyTo === undefined ? adaptCells(place, cells, context, facts) : adaptReply(place, cells, context, facts);
      const others = unknown.map((index) => [header[index]?.trim() ?? '', row[index] ?? ''] as const);
      return { result, others, place: facts.place };
    },
  };
}

const MAX_FIELDS = 500;

/** The values of a record by key, as cells of a table. Lists of objects are left out. */
export function fieldsOf(value: unknown, prefix = '', fields = new Map<string, string>()): Map<string, string> {
  if (!isObject(value)) return fields;
  for (const [key, inner] of Object.entries(value)) {
    if (fields.size >= MAX_FIELDS) break;
    if (isObject(inner)) fieldsOf(inner, `${prefix}${key}.`, fields);
    else if (!Array.isArray(inner)) fields.set(prefix + key, String(inner ?? ''));
    else if (inner.length > 0 && !inner.some(isObject)) fields.set(prefix + key, inner.join('; '));
  }
  return fields;
}

/** Whether these are the columns or keys of Facebook's recommendations, which have no stars. */
const isFacebook = (names: readonly string[]) =>
  names.some((name) => /^(?:recommendation(?:_type)?|recommends|is_recommended)$/i.test(name.trim()));

const FACEBOOK =
  'has recommendations from Facebook, which have no stars. Reviews from before 2018 have stars: only import those rows. You can link to your Facebook page under same_as in business.yaml instead';
