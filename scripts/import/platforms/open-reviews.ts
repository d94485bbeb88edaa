import { restoreCell } from '../../../site/documents/csv.ts';
import { columnNames, type Platform, wordsIn } from '../platform.ts';

/** Reviews as this service publishes them. References and imports are only valid in the service that published them. */
const common = {
  name: 'open-reviews',
  columns: {
    ...Object.fromEntries(columnNames.map((column) => [column, column])),
    id: 'id',
    owner_reply_text: 'reply_text',
    owner_reply_date: 'reply_date',
    verification: 'verification_method',
    verification_verified_at: 'verified_at',
    changed_by_business: 'changed_by_business',
    removed_at_source: 'removed_at_source',
    source_updated_at: 'updated_at',
  },
  ignored: wordsIn('mentions_technicians mentions_services mentions_service_areas verification_reference verification_import'),
  scale: 5,
  hasUniqueIds: true,
  incomplete: 'is an export of this service, which contains only published reviews',
  isPublished: true,
  loses: { photos: 'photos' },
  factsOf: () => ({}),
} as const;

/** reviews.json, reviews.ndjson, responses of `since` and search, and any records with the same fields. */
const ownJson: Platform = {
  ...common,
  help: "this service's own reviews.json, reviews.ndjson and responses, or any JSON and NDJSON with the same fields",
  format: 'json',
  by: [['id', 'author', 'rating', 'date', 'source', 'verified']],
};

const ownCsv: Platform = {
  ...common,
  help: "this service's own reviews.csv",
  format: 'table',
  by: [['id', 'mentions_technicians']],
  restoreCell,
};

export const layouts = [ownJson, ownCsv];
