import { isObject } from '../../../site/algorithms.ts';
import { showValue } from '../../../site/content/problems.ts';
import { NotReviews } from '../context.ts';
import type { Head } from '../input/document.ts';
import { google } from './google.ts';
import type { Source } from './source.ts';
import { apify, csv, json, judgeMe, outscraper, ownCsv, ownJson, trustpilot, wooCommerce } from './tables.ts';

/** Every source; the first one that recognizes a file is used. */
export const sources: readonly Source[] = [google, ownJson, ownCsv, trustpilot, outscraper, judgeMe, wooCommerce, csv, apify, json];

/** The source of a file, by its content; undefined for JSON without records. @throws NotReviews with what the file is instead */
export function recognizeSource(name: string, head: Head): Source | undefined {
  if (head.format === 'json' && isObject(head.record) && 'geometry' in head.record)
    throw new NotReviews(
      `${name}: has the reviews that you wrote on Google Maps, not your business's reviews; in Google Takeout choose "Google Business Profile" instead of "Maps"`,
    );
  const found = sources.find((source) => source.recognize(head));
  if (found !== undefined || head.format === 'csv' || head.record === undefined) return found;
  throw new NotReviews(
    `${name}: contains no reviews in a known format: its first record is ${showValue(head.record)}; Google's have starRating and reviewer, ours date, rating and author`,
  );
}
