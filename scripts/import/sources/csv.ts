import { type Column, normaliseHeader, type OwnNames, recogniseColumns } from '../columns.ts';
import type { Place } from '../confirm.ts';
import { type DateOrder, ImportError, type SourceContext } from '../context.ts';
import type { Head } from '../input/document.ts';
import { isModeration } from '../moderation/moderation.ts';
import { adaptCells, adaptReply, type Cells, type TableFacts } from './cells.ts';
import type { FileAdapter, Source } from './source.ts';

/** Any table with a header: columns under their usual names, others by `--map`. */
export const csv: Source = {
  name: 'csv',
  help: 'CSV with a header under its usual names, such as date, rating, author, text; others by --map',
  canBeComplete: true,
  recognise: ({ format }) => format === 'csv',
  begin: (name, head, context) => beginTable(name, head, context),
};

/** What a specific source of tables adds. */
export interface TableSource {
  readonly names: OwnNames;
  /** The order of day and month in its dates, unless --dates is given. */
  readonly dateOrder?: DateOrder;
  /** Facts of a row; `cell` takes a header in lower case with underscores. */
  readonly factsOf: (cell: (name: string) => string) => TableFacts;
}

/** Begins a table. @throws ImportError if its header is unusable */
export function beginTable(name: string, head: Head, context: SourceContext, source?: TableSource): FileAdapter {
  const header = head.format === 'csv' ? head.header : [];
  const table = readTable(header, context, source);
  const leftOut = table.unknown.filter((index) => !isModeration(header[index]?.trim() ?? '', context));
  if (table.problem !== undefined) throw new ImportError(`${name}: ${table.problem}`, { kind: 'columns', file: name, header });
  const foundPlaces = new FoundPlaces();
  return {
    notes: [
      ...leftOut.map((index) => `${name}: the column "${header[index]}" is not imported`),
      ...(leftOut.length > 0 && !table.places.includes('text')
        ? [`${name}: no column for text; if one has what customers wrote, add --map text="ITS NAME"`]
        : []),
    ],
    adapt: ({ place, value }) => {
      const { result, facts } = table.adapt(place, value as readonly string[]);
      foundPlaces.add(facts.place);
      return result;
    },
    places: () => foundPlaces.all,
    othersOf: ({ value }) => table.othersOf(value as readonly string[]),
  };
}

/** A reader for rows with this header; `problem` describes an unusable header. */
export function readTable(header: readonly string[], given: SourceContext, source?: TableSource) {
  const { places, unknown, problem } = recogniseColumns(header, given, source?.names);
  const context = given.dateOrder === 'ymd' && source?.dateOrder !== undefined ? { ...given, dateOrder: source.dateOrder } : given;
  const byName = new Map(header.map((column, index) => [normaliseHeader(column), index]));
  return {
    places,
    unknown,
    problem,
    adapt(place: string, row: readonly string[]) {
      const facts: TableFacts = source?.factsOf((column) => row[byName.get(column) ?? -1]?.trim() ?? '') ?? {};
      const cells = cellsOf(row, places);
      const result = facts.replyTo === undefined ? adaptCells(place, cells, context, facts) : adaptReply(place, cells, context, facts);
      return { result, facts };
    },
    othersOf: (row: readonly string[]) => unknown.map((index): [string, string] => [header[index]?.trim() ?? '', row[index] ?? '']),
  };
}

/** The different places that records name. */
export class FoundPlaces {
  readonly #found = new Map<string, Place>();

  add(place: Place | undefined): void {
    if (place === undefined) return;
    const [id, name, town] = [place.id, place.name, place.town].map((part) => part || undefined);
    if (id !== undefined || name !== undefined) this.#found.set(`${id} ${name} ${town}`, { id, name, town });
  }

  get all(): readonly Place[] {
    return [...this.#found.values()];
  }
}

function cellsOf(row: readonly string[], places: readonly (Column | undefined)[]): Cells {
  const cells = new Map<Column, string>();
  for (const [index, column] of places.entries()) if (column !== undefined) cells.set(column, row[index]?.trim() ?? '');
  return cells;
}
