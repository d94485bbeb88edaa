import { entryPublisher } from '../privacy/published-entry.ts';
import type { ReviewEntry } from '../schemas.ts';
import { readNamed } from './named-file.ts';

/** Reads the policy of a content folder and makes the function that applies it. @throws ContentError if a file that it needs is invalid */
export async function readEntryPublisher(contentDir: string): Promise<(entry: ReviewEntry) => ReviewEntry> {
  const catalog = await Promise.all((['services', 'technicians', 'service-areas'] as const).map((name) => readNamed(contentDir, name)));
  return entryPublisher(await readNamed(contentDir, 'policy'), await readNamed(contentDir, 'business'), catalog.flat());
}
