import { stringify } from 'yaml';
import { readDataset, readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { counted } from '../../site/shared/text.ts';
import { readFlags } from '../cli/flags.ts';
import { chooseReview, describeReview, findReviews, newest, type ReviewContext } from './find.ts';

export const listUsage = `npm run review -- list [--unverified] [--search WORDS]
npm run review -- show REVIEW`;

/** `npm run review -- list`: one line per review, newest first, with its file and line. */
export async function listReviews(args: readonly string[], { contentDir, say }: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags('review list', listUsage, args, ['search'], ['unverified']);
  const asked = [...positionals, ...(texts['search'] === undefined ? [] : [texts['search']])].join(' ');
  const reviews = readWrittenReviews(contentDir);
  const matching = asked === '' ? reviews : findReviews(reviews, asked);
  const found = newest(matching.filter(({ entry }) => !has('unverified') || !entry.verified));
  for (const review of found) say(`${describeReview(review)}  (${placeOf(review)}${review.entry.verified ? '' : ', not verified'})`);
  say(`${found.length} of ${counted(reviews.length, 'review')}`);
}

/** `npm run review -- show`: a review, its file and line, and whether it is published. */
export async function showReview(args: readonly string[], context: ReviewContext): Promise<void> {
  const { contentDir, say } = context;
  const { positionals } = readFlags('review show', listUsage, args, [], []);
  const review = await chooseReview('review show', readWrittenReviews(contentDir), positionals.join(' '), context);
  const { id, ...rest } = review.entry;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
  const isPublished = readDataset(contentDir).reviews.some((published) => published.id === id);
  say(`${stringify({ id, ...said }, { lineWidth: 0 })}\nin ${placeOf(review)}; ${isPublished ? 'published' : 'not published'}`);
}
