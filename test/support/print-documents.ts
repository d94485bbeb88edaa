import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileOf } from '../../scripts/build/files.ts';
import type { PrintSite } from '../../scripts/build/print.ts';
import { documentsOf } from '../../site/documents/documents.ts';

/** Writes only the documents, with the same bytes as in a whole site, because pages take most of the time. */
export const printDocuments: PrintSite = (publication, stage) => printSome(publication, stage, () => true);

/** Like `printDocuments`, for tests that build often and don't look at images: drawing them takes a quarter of the time. */
export const printTexts: PrintSite = (publication, stage) => printSome(publication, stage, (publicPath) => !publicPath.endsWith('.png'));

async function printSome(
  publication: Parameters<PrintSite>[0],
  stage: string,
  isWanted: (publicPath: string) => boolean,
): ReturnType<PrintSite> {
  for (const [publicPath, print] of Object.entries(await documentsOf(publication))) {
    if (!isWanted(publicPath)) continue;
    const file = fileOf(stage, publicPath);
    const body = await print(publication);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}
