import { businessFile, policyFile } from '../../site/dataset/content-files.ts';
import { entryPublisher } from '../../site/dataset/published-entry.ts';
import { readContentFile } from './content-file.ts';
import type { Publish } from './merge.ts';

const NOTHING = { telephone: null, email: null, address: null };

/** How the content's policy lets reviews be published. Throws a ContentError where policy.yaml or business.yaml isn't sound. */
export function readPublisher(contentDir: string): Publish {
  const policy = readContentFile(contentDir, 'policy', policyFile) ?? policyFile.parse({});
  return entryPublisher(policy, readContentFile(contentDir, 'business', businessFile) ?? NOTHING);
}
