import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../site/contract/environment.ts';
import { createSecret } from '../../site/shared/secret-file.ts';
import { type PublishSettings, printPublishFile, publishFileIn } from '../cli/publish-file.ts';
import { publishFolder } from '../content/own-folders.ts';
import { writeWhole } from '../content/write-file.ts';

const fileIn = (dataDir: string) => path.join(publishFolder(dataDir), 'password');

/** The password for the web space: PUBLISH_PASSWORD, or the one that was remembered; undefined without any. */
export async function readPassword({
  PUBLISH_PASSWORD,
  DATA_DIR,
}: Pick<Environment, 'PUBLISH_PASSWORD' | 'DATA_DIR'>): Promise<string | undefined> {
  return PUBLISH_PASSWORD ?? (await readFile(fileIn(DATA_DIR), 'utf8').catch(() => undefined));
}

/** Remembers the password, readable only by its owner. */
export async function rememberPassword(dataDir: string, password: string): Promise<void> {
  await forgetPassword(dataDir);
  await createSecret(fileIn(dataDir), password);
}

/** A password isn't kept for another web space. */
export const forgetPassword = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** Writes `publish.yaml` in the content folder. */
export const writePublishFile = (contentDir: string, settings: PublishSettings): Promise<void> =>
  writeWhole(publishFileIn(contentDir), printPublishFile(settings));
