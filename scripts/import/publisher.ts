import { entryPublisher } from '../../site/content/privacy/published-entry.ts';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import { businessFile, policyFile, serviceAreasFile, servicesFile, techniciansFile } from '../../site/content/schemas.ts';
import type { Publish } from './merge.ts';

/** Makes the function that applies the content's policy to reviews. Throws a ContentError where a file that it needs is invalid. */
export async function readPublisher(contentDir: string): Promise<Publish> {
  const policy = await readContentFile(namedFile(contentDir, 'policy'), policyFile);
  const business = await readContentFile(namedFile(contentDir, 'business'), businessFile);
  const catalogue = await Promise.all([
    readContentFile(namedFile(contentDir, 'services'), servicesFile),
    readContentFile(namedFile(contentDir, 'technicians'), techniciansFile),
    readContentFile(namedFile(contentDir, 'service-areas'), serviceAreasFile),
  ]);
  const named = catalogue.flatMap((file) => file?.value ?? []);
  return entryPublisher(policy?.value ?? policyFile.parse({}), business?.value, named);
}
