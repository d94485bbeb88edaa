import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { takedownsFile } from '../../site/dataset/content-files.ts';
import { reviewId } from '../../site/dataset/identity.ts';
import { readContentFile } from './content-file.ts';
import type { Incoming } from './incoming.ts';

/** Whether a review was taken down for good. */
export type IsTakenDown = (incoming: Incoming) => boolean;

/** Reads content/takedowns.yaml; without it nothing was taken down. Throws a ContentError where it isn't sound. */
export function readTakedowns(contentDir: string): IsTakenDown {
  return takedownList(readContentFile(contentDir, 'takedowns', takedownsFile) ?? []);
}

/** A review is known by its id, and by its identity at the source, which an id carries below its date. */
export function takedownList(list: z.output<typeof takedownsFile>): IsTakenDown {
  if (list.length === 0) return () => false;
  const ids = new Set(list.map(({ review }) => review));
  const ends = new Set(list.map(({ review }) => endOf(review)));
  const identities = new Set(list.map(({ identity }) => identity?.toLowerCase()));
  return ({ entry: { id, date, source, source_id }, identity }) =>
    ids.has(id) || (source_id !== undefined && (ends.has(endOf(reviewId(date, source, source_id))) || identities.has(hash(identity))));
}

/** The 80 bits of a ULID after its time: in our ids the hash of the identity. */
const endOf = (id: string) => id.slice(10);

const hash = (identity: string) => createHash('sha256').update(identity).digest('hex');
