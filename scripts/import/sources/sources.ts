import { showValue } from '../../../site/content/problems.ts';
import { recogniseColumns } from '../columns.ts';
import { ImportError, NotReviews } from '../context.ts';
import type { Head } from '../input/document.ts';
import { csv } from './csv.ts';
import { google } from './google.ts';
import { apify, FACEBOOK, isFacebook, jsonTable } from './json-table.ts';
import { ownCsv, ownJson } from './own-exports.ts';
import { judgeMe, outscraper, trustpilot, wooCommerce } from './platform-tables.ts';
import type { Source } from './source.ts';

/** Every source; the first one that recognises a file is used. */
export const sources: readonly Source[] = [google, ownJson, ownCsv, trustpilot, outscraper, judgeMe, wooCommerce, csv, apify, jsonTable];

/** The source of a file, by its content; undefined for JSON without records. @throws ImportError that names what the file is instead */
export function recogniseSource(name: string, head: Head): Source | undefined {
  if (head.format === 'csv' && isFacebook(head.header) && recogniseColumns(head.header, { columns: new Map(), ignored: new Set() }).problem)
    throw new ImportError(`${name}: ${FACEBOOK}`);
  const found = sources.find((source) => source.recognise(head));
  if (found !== undefined || head.format === 'csv' || head.record === undefined) return found;
  throw new NotReviews(`${name}: ${explain(head.record)}`);
}

function explain(record: unknown): string {
  const keys = typeof record === 'object' && record !== null ? Object.keys(record) : [];
  if (keys.includes('type') && keys.includes('geometry'))
    return `is Google Maps' list of reviews that you wrote, not of your business's reviews; in Google Takeout choose "Google Business Profile" instead of "Maps"`;
  const found = keys.length > 0 ? `has the keys ${keys.slice(0, 8).join(', ')}` : `is ${showValue(record)}`;
  return `contains no reviews in a known format: its first record ${found}; Google's have starRating and reviewer, ours date, rating and author`;
}
