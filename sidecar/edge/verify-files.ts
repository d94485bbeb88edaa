import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationDocument, type PublishedFile } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { GenerationError } from '../generation.ts';

/** Returns `folder` if every file that the generation names is in it; else throws a GenerationError that names one. */
export async function verifyFiles({ generation, files, since }: GenerationDocument, folder: string): Promise<string> {
  const found = new Set(await readdir(folder, { recursive: true }));
  const require = (name: string) => {
    if (!found.has(name)) throw new GenerationError(`generation ${generation}: ${path.join(folder, name)} is missing`);
  };
  const requireFile = (name: string, { br, gzip }: Pick<PublishedFile, 'br' | 'gzip'>) => {
    require(name);
    if (br) require(`${name}.br`);
    if (gzip) require(`${name}.gz`);
  };
  for (const [publicPath, record] of Object.entries(files)) {
    requireFile(publicPath.slice(1) + (publicPath.endsWith('/') ? 'index.html' : ''), record);
  }
  for (const day of since.first === null || since.last === null ? [] : daysBetween(since.first, since.last)) {
    const { file } = answerFor(since.answers, day);
    if (file) requireFile(paths.since.slice(1) + day, file);
  }
  return folder;
}
