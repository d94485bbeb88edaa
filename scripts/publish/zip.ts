import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { answerFor, fileName, type GenerationDocument } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { daysBetween } from '../../site/shared/dates.ts';
import type { PublishedTree } from '../build/last-publication.ts';
import { hostFiles } from '../hosts/host-files.ts';

/** A zip archive of a site, for hosts that unpack one: every file without its compressed copies, which these hosts make themselves. */
export function zipOf({ folder, document }: PublishedTree): ZipFile {
  const zip = new ZipFile();
  for (const [name, modified] of namesOf(document))
    zip.addFile(path.join(folder, name), name, { mtime: new Date(modified * 1000), mode: 0o100644 });
  zip.end();
  return zip;
}

/** Writes the archive all at once. Returns the number of files in it and its size. */
export async function writeZip(tree: PublishedTree, file: string): Promise<{ readonly files: number; readonly bytes: number }> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  // Git ignores zip archives in an owner's folder, also one that a killed command leaves.
  const draft = `${file}.draft.zip`;
  const output = createWriteStream(draft, { flush: true });
  try {
    await pipeline(zipOf(tree).outputStream, output);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { files: [...namesOf(tree.document)].length, bytes: output.bytesWritten };
}

/** The names of the files with their times, those of the hosts' rules among them. */
function* namesOf({ files, since, modified }: GenerationDocument): Generator<readonly [name: string, modified: number]> {
  for (const [publicPath, file] of Object.entries(files)) yield [fileName(publicPath), file.modified];
  const { first, last, answers } = since;
  for (const day of first === null || last === null ? answers.map(({ date }) => date) : daysBetween(first, last)) {
    const answer = answerFor(answers, day);
    if (answer.file) yield [fileName(paths.since + day), answer.modified];
  }
  for (const name of [...hostFiles, fileName(paths.generation)]) yield [name, modified];
}
