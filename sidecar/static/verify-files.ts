import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationHead, type PublishedFile } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { GenerationError } from '../generation/generation.ts';

/** How many files are checked per turn of the event loop: about half a millisecond. */
const SLICE = 256;

/** Files with their public paths. */
type Files = Iterable<readonly [publicPath: string, record: PublishedFile]>;

/**
 * Returns `folder` if it has every file of the generation.
 * @throws GenerationError with the name of a missing file.
 */
export async function verifyFiles(document: GenerationHead, files: Files, folder: string): Promise<string> {
  let looked = 0;
  for (const name of namedFiles(document, files)) {
    // Five times as fast as listing the folders.
    if (!existsSync(`${folder}/${name}`))
      throw new GenerationError(`generation ${document.generation}: ${path.join(folder, name)} is missing`);
    looked += 1;
    if (looked % SLICE === 0) await nextTurn();
  }
  return folder;
}

/** Every file of the generation, with its compressed variants. */
function* namedFiles({ since }: GenerationHead, files: Files): Generator<string> {
  for (const [publicPath, record] of files) {
    yield* withVariants(publicPath.slice(1) + (publicPath.endsWith('/') ? 'index.html' : ''), record);
  }
  for (const day of since.first === null || since.last === null ? [] : daysBetween(since.first, since.last)) {
    const { file } = answerFor(since.answers, day);
    if (file) yield* withVariants(paths.since.slice(1) + day, file);
  }
}

function* withVariants(name: string, { br, gzip }: Pick<PublishedFile, 'br' | 'gzip'>): Generator<string> {
  yield name;
  if (br) yield `${name}.br`;
  if (gzip) yield `${name}.gz`;
}
