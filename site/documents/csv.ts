import type { Review } from '../contract/review.ts';
import { plainRecord } from '../contract/review-fields.ts';
import { encodeLines, printReview } from './json.ts';

/** The columns of `/reviews.csv`, in order. The values of a list are joined with "; ". */
export const csvColumns = {
  id: ({ id }) => id,
  date: ({ date }) => date,
  rating: ({ rating }) => String(rating),
  author: ({ author }) => author,
  text: ({ text }) => text ?? '',
  source: ({ source }) => source,
  source_url: ({ source_url }) => source_url ?? '',
  reply_text: ({ owner_reply }) => owner_reply?.text ?? '',
  reply_date: ({ owner_reply }) => owner_reply?.date ?? '',
  mentions_technicians: ({ mentions }) => mentions.technicians.join('; '),
  mentions_services: ({ mentions }) => mentions.services.join('; '),
  mentions_service_areas: ({ mentions }) => mentions.service_areas.join('; '),
  verification_method: ({ verification }) => verification.method,
  verified_at: ({ verification }) => verification.verified_at ?? '',
  changed_by_business: ({ changed_by_business }) =>
    changed_by_business.map(({ field, date }) => `${field} ${date ?? 'unknown'}`).join('; '),
  photos: ({ photos }) => photos.map(({ path }) => path).join('; '),
  removed_at_source: ({ removed_at_source }) => removed_at_source ?? '',
  ...plainRecord((name) => (review: Review) => review[name] ?? ''),
} as const satisfies Readonly<Record<string, (review: Review) => string>>;

/**
 * The bytes of `/reviews.csv` (RFC 4180, UTF-8 with a byte order mark, which spreadsheets need to detect UTF-8). Cells that a spreadsheet
 * would run as a formula get an apostrophe in front.
 */
export function printCsv(reviews: readonly Review[]): Buffer<ArrayBuffer> {
  return encodeLines(reviews, printRow, { open: `\uFEFF${Object.keys(csvColumns).join(',')}\r\n` });
}

function printRow(review: Review): string {
  const cells = Object.values(csvColumns).map((read) => printCell(read(review)));
  return `${cells.join(',')}\r\n`;
}

// OWASP "CSV Injection": characters that begin a formula, also after white space and in their full-width forms. Cells with apostrophes
// before them get one more, so the escape can be reversed.
const FORMULA = /^'*(?:[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/** Reverses the escape of printCsv. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function printCell(text: string): string {
  const disarmed = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;']|^\s|\s$/.test(disarmed) ? `"${disarmed.replace(/"/g, '""')}"` : disarmed;
}

/** The bytes of `/reviews.ndjson`: one review a line, as in `/reviews.json`. */
export function printNdjson(reviews: readonly Review[]): Buffer<ArrayBuffer> {
  return encodeLines(reviews, (review) => `${printReview(review)}\n`);
}
