import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileOf } from '../../scripts/build/files.ts';
import type { PrintSite } from '../../scripts/build/print.ts';
import { documentsOf } from '../../site/documents/documents.ts';

/** Writes only the documents, with the same bytes as in a whole site, because pages take most of the time. */
export const printDocuments: PrintSite = async (publication, stage) => {
  const write = async (publicPath: string, body: string | Uint8Array) => {
    const file = fileOf(stage, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  };
  for (const [publicPath, print] of Object.entries(await documentsOf(publication))) await write(publicPath, await print(publication));
};
