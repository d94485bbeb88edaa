import { type Column, normaliseHeader, type OwnNames, recogniseColumns } from '../columns.ts';
import type { SourceContext } from '../context.ts';
import { ImportError } from '../import-error.ts';
import { withRow } from '../incoming.ts';
import type { Head } from '../input/record.ts';
import { isModeration } from '../moderation/moderation.ts';
import { adaptCells, type Cells, type TableFacts } from './cells.ts';
import { MapAdvice } from './map-advice.ts';
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
  /** Facts of a row; `cell` takes a header in lower case with underscores. */
  readonly factsOf: (cell: (name: string) => string) => TableFacts;
}

/** Begins a table. Throws an ImportError where its header is unusable. */
export function beginTable(name: string, head: Head, context: SourceContext, source?: TableSource): FileAdapter {
  const header = head.format === 'csv' ? head.header : [];
  const { places, unknown, problem } = recogniseColumns(header, context, source?.names);
  const byName = new Map(header.map((column, index) => [normaliseHeader(column), index]));
  const leftOut = unknown.filter((index) => !isModeration(header[index]?.trim() ?? '', context));
  const advice = new MapAdvice(header, places, leftOut);
  if (problem !== undefined) throw new ImportError(`${name}: ${problem}`);
  return {
    notes: leftOut.map((index) => `${name}: the column "${header[index]}" means nothing here and is left out`),
    adapt: ({ place, value }) => {
      const row = value as readonly string[];
      advice.add(row);
      const facts = source?.factsOf((column) => row[byName.get(column) ?? -1]?.trim() ?? '');
      const result = adaptCells(place, cellsOf(row, places), context, facts);
      return source === undefined ? withRow(result, row) : result;
    },
    finish: () => advice.finish().map((sentence) => `${name}: ${sentence}`),
    othersOf: ({ value }) => unknown.map((index) => [header[index]?.trim() ?? '', (value as readonly string[])[index] ?? '']),
  };
}

function cellsOf(row: readonly string[], places: readonly (Column | undefined)[]): Cells {
  const cells = new Map<Column, string>();
  for (const [index, column] of places.entries()) if (column !== undefined) cells.set(column, row[index]?.trim() ?? '');
  return cells;
}
