import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../../site/content/write/write-file.ts';
import type { Message } from './prompt.ts';
import { type Reading, reading } from './reading.ts';

/**
 * The file that keeps a model's reading, by the SHA-256 of the model's name and of all that it was asked: the text, and the instructions in
 * this version for this kind of business.
 */
export function readingFile(dataDir: string, model: string, messages: readonly Message[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([model, messages]))
    .digest('hex');
  return path.join(dataDir, 'analyse', `${hash}.json`);
}

/** A reading from before; undefined where there is none. */
export async function recallReading(file: string): Promise<Reading | undefined> {
  try {
    return reading.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export const keepReading = (file: string, kept: Reading): Promise<void> => writeWhole(file, JSON.stringify(kept));
