import { createHash } from 'node:crypto';
import type { WrittenReview } from '../../../site/content/read/written-reviews.ts';

/** A hash of the review as a form shows it. */
export const fingerprint = ({ entry }: WrittenReview): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 20);
