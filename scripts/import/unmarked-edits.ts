import { checksum, type EditableKey, handEdits } from '../../site/content/hand-edits.ts';
import { editable, type ReviewEntry } from '../../site/content/schemas.ts';
import type { Incoming } from './incoming.ts';
import { FILLED } from './merge.ts';

/**
 * Detects hand edits without checksums: what differs from the same version at the source, by its time, was edited by hand. What differs
 * from a newer version, or from one without a time, is ambiguous and counts as changed at the source.
 */
export function handEditsAgainst(before: ReviewEntry, { entry, given, isPublished }: Incoming): readonly EditableKey[] {
  if (before.imported !== undefined) return handEdits(before);
  const isSameVersion = before.source_updated_at !== undefined && before.source_updated_at === entry.source_updated_at;
  if (!isSameVersion || isPublished) return [];
  return editable.options.filter((key) => {
    if (key === 'verification' || !given.includes(key) || (FILLED.has(key) && before[key] === null)) return false;
    return checksum(before[key]) !== checksum(entry[key]);
  });
}
