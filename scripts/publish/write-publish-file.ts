import { type PublishSettings, printPublishFile, publishFileIn } from '../cli/publish-file.ts';
import { writeWhole } from '../content/write-file.ts';

/** Writes `publish.yaml` in the content folder. */
export const writePublishFile = (contentDir: string, settings: PublishSettings): Promise<void> =>
  writeWhole(publishFileIn(contentDir), printPublishFile(settings));
