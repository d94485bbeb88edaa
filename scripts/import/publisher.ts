import { entryPublisher } from '../../site/content/privacy/published-entry.ts';
import { readNamed } from '../../site/content/read/named-file.ts';
import type { Publish } from './merge.ts';

/** Makes the function that applies the content's policy to reviews. @throws ContentError if a file that it needs is invalid */
export async function readPublisher(contentDir: string): Promise<Publish> {
  const catalog = await Promise.all((['services', 'technicians', 'service-areas'] as const).map((name) => readNamed(contentDir, name)));
  return entryPublisher(await readNamed(contentDir, 'policy'), await readNamed(contentDir, 'business'), catalog.flat());
}
