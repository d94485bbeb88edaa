import type { z } from 'zod';
import type { takedownsFile } from '../../site/dataset/content-files.ts';
import { reviewId } from '../../site/dataset/identity.ts';
import { identityHash } from '../review/takedown-files.ts';
import type { IdentifiedEntry } from './entry-line.ts';

/** Whether a review was taken down for good. */
export type IsTakenDown = (entry: IdentifiedEntry) => boolean;

/** A review is known by its id, and by its identity at the source, which an id of ours carries below its date. */
export function takedownList(list: Readonly<z.output<typeof takedownsFile>>): IsTakenDown {
  if (list.length === 0) return () => false;
  const ids = new Set(list.map(({ review }) => review));
  const ends = new Set(list.map(({ review }) => endOf(review)));
  const identities = new Set(list.map(({ identity }) => identity?.toLowerCase()));
  return (entry) => {
    const { id, date, source, source_id } = entry;
    if (ids.has(id)) return true;
    return source_id !== undefined && (ends.has(endOf(reviewId(date, source, source_id))) || identities.has(identityHash(entry)));
  };
}

/** The 80 bits of a ULID after its time: in our ids the hash of the identity. */
const endOf = (id: string) => id.slice(10);
