import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { hashParts } from '../../../site/content/hash-parts.ts';
import { writeWhole } from '../../../site/content/write/write-file.ts';
import { type Results, reuseResults } from '../../../site/memo.ts';

const resultsFile = z.object({ sum: z.string(), results: z.array(z.tuple([z.string(), z.string()])) });

/**
 * Lets the pages take slow results, such as colored code and pictures, from `file`; returns a function that writes those that were used, and
 * nothing else. A file that is absent or damaged counts as empty, and one that can't be written is no error.
 */
export async function keepResults(file: string): Promise<() => Promise<void>> {
  const earlier = await readResults(file);
  const used = reuseResults(earlier);
  return async () => {
    if (used.size === earlier.size && [...used.keys()].every((key) => earlier.has(key))) return;
    const results = [...used];
    await writeWhole(file, JSON.stringify({ sum: sumOf(results), results })).catch(() => {});
  };
}

async function readResults(file: string): Promise<Results> {
  try {
    const { sum, results } = resultsFile.parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(sum === sumOf(results) ? results : []);
  } catch {
    return new Map();
  }
}

const sumOf = (results: readonly (readonly [string, string])[]) => hashParts(JSON.stringify(results));
