import { changesByBusiness } from '../../site/content/hand-edits.ts';
import { type ContentProblem, nearest } from '../../site/content/problems.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { isImported } from '../../site/content/write/change-entry.ts';
import { commandLine } from '../cli/settings.ts';
import { removeCopy } from '../import/duplicates.ts';
import type { ContentView } from './view.ts';

const at = ({ file, line, place }: WrittenReview) => ({ file, line, place });

/** Reviews that are still in the content although they were taken down, such as copies, or after a takedown that was interrupted. */
export function stillThere({ written, isTakenDown }: ContentView): ContentProblem[] {
  return written.filter(isTakenDown).map((review) => ({
    ...at(review),
    found: `${review.entry.id}, which was taken down and isn't published, but its text is still here`,
    write: `run: ${commandLine(`npm run review -- takedown ${review.entry.id}`)}`,
  }));
}

/** Duplicates: the same words of the same author on the same day under two ids, such as one written by hand and one imported. */
export function duplicates({ written, contentDir }: ContentView): ContentProblem[] {
  const byWords = Map.groupBy(written, ({ entry }) => JSON.stringify([entry.author, entry.date, entry.text]));
  return [...byWords.values()].flatMap((copies) => {
    const kept = copies.find((review) => isImported(contentDir, review)) ?? copies[0];
    return copies
      .filter((review) => review !== kept)
      .map((review) => ({
        ...at(review),
        found: `what ${review.entry.author} wrote on ${review.entry.date} again (it is in ${placeOf(kept ?? review)})`,
        write: `if they are one review, run: ${removeCopy(review.entry)}`,
      }));
  });
}

/** Replies dated before their review. */
export function earlyReplies({ written }: ContentView): ContentProblem[] {
  const early = written.filter(({ entry }) => (entry.owner_reply?.date ?? entry.date) < entry.date);
  return early.map((review) => ({
    ...at(review),
    found: `a reply of ${review.entry.owner_reply?.date} to a review of ${review.entry.date}`,
    write: 'fix one of the two dates',
  }));
}

/** Reviews and replies dated in the future. */
export function fromTheFuture({ written, today }: ContentView): ContentProblem[] {
  const dates = ({ entry }: WrittenReview) => [entry.date, ...(entry.owner_reply?.date ? [entry.owner_reply.date] : [])];
  return written.flatMap((review) =>
    dates(review)
      .filter((date) => date > today)
      .map((date) => ({ ...at(review), found: `${date}, which is still to come`, write: 'fix the date' })),
  );
}

/** One invoice that vouches for two reviews, and reviews vouched for by an invoice without its number. */
export function doubtfulInvoices({ written }: ContentView): ContentProblem[] {
  const invoiced = written.filter(({ entry }) => entry.verified && entry.verification?.method === 'invoice');
  const nameless = invoiced.filter(({ entry }) => entry.verification?.reference === undefined);
  const byNumber = Map.groupBy(invoiced, ({ entry }) => entry.verification?.reference);
  const shared = [...byNumber].flatMap(([number, [first, ...others]]) =>
    number === undefined || !first ? [] : others.map((other) => ({ first, other })),
  );
  return [
    ...nameless.map((review) => ({
      ...at(review),
      found: 'an invoice without its number',
      write: `run: ${commandLine(`npm run review -- verify ${review.entry.id} --method invoice --reference NUMBER`)}`,
    })),
    ...shared.map(({ first, other }) => ({
      ...at(other),
      found: `the invoice that verifies ${first.entry.id} too (${placeOf(first)})`,
      write: 'make sure that both are by this customer',
    })),
  ];
}

/** Sources that policy.yaml has rights of and no review comes from, such as a misspelt one. */
export function foreignSources({ written, rights }: ContentView): ContentProblem[] {
  const sources = [...new Set(written.map(({ entry }) => entry.source))].sort();
  const foreign = [...rights].filter(([id]) => !sources.includes(id));
  return foreign.map(([id, place]) => {
    const [meant] = nearest(id, sources);
    return {
      ...place,
      found: `the source "${id}", which no review has`,
      write: `${meant === undefined ? '' : `write ${meant}, or `}leave it so`,
    };
  });
}

/**
 * Hand-written reviews of a platform without an address where they can be looked up, a line for each source; imports are left out, since
 * exports seldom have addresses.
 */
export function reviewsWithoutAddress({ written, contentDir }: ContentView): ContentProblem[] {
  const byHand = written.filter((review) => !isImported(contentDir, review));
  const silent = byHand.filter(({ entry }) => entry.verified && entry.source !== 'direct' && entry.source_url === null);
  const bySource = Map.groupBy(silent, ({ entry }) => entry.source);
  return [...bySource].flatMap(([source, [first, ...others]]) => {
    if (!first) return [];
    const count = others.length === 0 ? 'a review' : `${others.length + 1} reviews`;
    return [
      { ...at(first), found: `${count} from ${source} without source_url`, write: 'write the address, so that readers can look it up' },
    ];
  });
}

/** Imported reviews that were changed by hand, which readers are told, with a hint where the day isn't recorded. */
export function changedByHand({ written }: ContentView): ContentProblem[] {
  return written.flatMap((review) => {
    const changes = changesByBusiness(review.entry);
    if (changes.length === 0) return [];
    const fields = changes.map(({ field, date }) => `${field} (${date === null ? 'date not recorded' : `recorded ${date}`})`);
    const undated = changes.some(({ date }) => date === null);
    const days = changes.map(({ field, date }) => JSON.stringify({ field, date: date ?? 'YYYY-MM-DD' }));
    const hint = undated ? `, or record the day: "changed_by_business": [${days.join(', ')}]` : '';
    return [
      {
        ...at(review),
        found: `changed after import: ${fields.join(', ')}`,
        write: `its page says that the business changed it; put back what the source has${hint}`,
      },
    ];
  });
}
