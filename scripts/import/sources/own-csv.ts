import { csvColumns, restoreCell } from '../../../site/documents/csv.ts';
import { columnNames } from '../columns.ts';
import { asPublished } from '../incoming.ts';
import { isModeration } from '../moderation/moderation.ts';
import { adaptCells, type Cells, type OwnColumn } from './cells.ts';
import type { Source } from './source.ts';

/**
 * The reviews.csv that this service publishes. Its `id` is the identity; mentions are ignored, since they are derived from the catalogue.
 * A `vouched` verification without a date counts as none.
 */
export const ownCsv: Source = {
  name: 'open-reviews',
  help: "this service's own reviews.csv",
  canBeComplete: false,
  recognise: (head) => head.format === 'csv' && ['id', 'mentions_technicians'].every((column) => clean(head.header).includes(column)),
  begin: (name, head, context) => {
    const columns = clean(head.format === 'csv' ? head.header : []);
    const isOther = (column: string) => !Object.hasOwn(csvColumns, column) && !isKnown(column);
    return {
      notes: columns
        .filter((column) => isOther(column) && !isModeration(column, context))
        .map((column) => `${name}: the column "${column}" means nothing here and is left out`),
      adapt: ({ place, value }) => {
        const cells = cellsOf(columns, value as readonly string[]);
        return asPublished(adaptCells(place, cells, context, { isDayKnown: cells.has('verified_at') }));
      },
      othersOf: ({ value }) =>
        columns.flatMap((column, index) => (isOther(column) ? [[column, (value as readonly string[])[index] ?? ''] as const] : [])),
    };
  },
};

const clean = (header: readonly string[]) => header.map((name) => name.trim());
const isKnown = (column: string): column is OwnColumn =>
  column === 'id' || column === 'changed_by_business' || (columnNames as readonly string[]).includes(column);

function cellsOf(columns: readonly string[], row: readonly string[]): Cells {
  const known = columns.map((column, index) => [column, restoreCell(row[index] ?? '').trim()] as const);
  const cells = new Map(known.filter((pair): pair is [OwnColumn, string] => isKnown(pair[0])));
  if (cells.get('verification_method') === 'vouched' && cells.get('verified_at') === '') cells.delete('verification_method');
  return cells;
}
