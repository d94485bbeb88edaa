import { readFile } from 'node:fs/promises';
import { answerFor, type GenerationDocument, generationDocument, type SinceAnswer } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';

/** What was published before: the previous `dist/` if it is of the same site, else the live site; undefined at the first build. */
export async function recall(previous: GenerationDocument | undefined, baseUrl: string): Promise<GenerationDocument | undefined> {
  return previous?.base_url === baseUrl ? previous : fetchGeneration(baseUrl);
}

/** The record of a generation on disk, or undefined where there is none that can be read. */
export async function readGeneration(file: string): Promise<GenerationDocument | undefined> {
  try {
    return generationDocument.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function fetchGeneration(baseUrl: string): Promise<GenerationDocument | undefined> {
  try {
    const response = await fetch(baseUrl + paths.generation, {
      signal: AbortSignal.timeout(limits.memoryTimeoutSeconds * 1000),
    });
    if (!response.ok) return undefined;
    const live = generationDocument.parse(await response.json());
    return live.base_url === baseUrl ? live : undefined;
  } catch {
    return undefined;
  }
}

/** Whole seconds since 1970: of the newest thing in the content, and of this build. */
export interface BuildTimes {
  readonly contentSeconds: number;
  readonly nowSeconds: number;
}

/** When bytes last moved: kept while they are the same, else now, and always later than before. */
type Dating = (path: string, sha256: string) => number;

/**
 * Last-Modified by contract.md 3: it moves with the bytes and never otherwise. Without a memory every file has the
 * content's own time, which is the same on every machine.
 */
export function dating(previous: GenerationDocument | undefined, times: BuildTimes): Dating {
  return (path, sha256) => {
    if (!previous) return firstTime(times);
    const before = previous.files[path];
    if (before?.sha256 === sha256) return before.modified;
    return Math.max(times.nowSeconds, (before?.modified ?? 0) + 1);
  };
}

// RFC 9110 8.8.2.1: a time in the future must not be sent.
const firstTime = ({ contentSeconds, nowSeconds }: BuildTimes) => Math.min(contentSeconds, nowSeconds);

type Undated = Omit<SinceAnswer, 'modified' | 'file'>;

/**
 * The same for the dates of since. Both lists are step functions over dates, so it is enough to compare them at the
 * steps of either; neighbours with equal bytes and equal time are one answer again.
 */
export function dateSince(
  answers: readonly Undated[],
  previous: GenerationDocument | undefined,
  times: BuildTimes,
): Omit<SinceAnswer, 'file'>[] {
  if (!previous) return answers.map(({ date, matched, chain }) => ({ date, matched, chain, modified: firstTime(times) }));
  const steps = [...new Set([...answers, ...previous.since.answers].map(({ date }) => date))].sort().reverse();
  const dated: Omit<SinceAnswer, 'file'>[] = [];
  for (const date of steps) {
    const { matched, chain } = answerFor(answers, date);
    const before = answerFor(previous.since.answers, date);
    const modified = before.chain === chain ? before.modified : Math.max(times.nowSeconds, before.modified + 1);
    const last = dated.at(-1);
    if (last?.chain !== chain || last.modified !== modified) dated.push({ date, matched, chain, modified });
  }
  return dated;
}
