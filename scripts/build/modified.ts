import { answerFor, type GenerationDocument, lastModified, type SinceAnswer } from '../../site/contract/generation.ts';

/** The known records of what was served before: from `DIST_DIR`, the live site, or both. */
type Served = readonly Pick<GenerationDocument, 'files' | 'since' | 'modified'>[];

/**
 * The Last-Modified of everything that this build changes, in seconds since 1970: its own time, but later than anything
 * served before, even if the clock was set back, so that no reader mistakes new bytes for older ones.
 */
export function changeTime(served: Served, nowSeconds: number): number {
  return Math.max(nowSeconds, ...served.map((document) => lastModified(document) + 1));
}

/** The Last-Modified of a file with the bytes `sha256`: the one that it was served with if every record has the same bytes, or else `changed`. */
export function fileModified(served: Served, changed: number, publicPath: string, sha256: string): number {
  const before = served.flatMap(({ files }) => files[publicPath] ?? []);
  const isSame = before.length > 0 && before.every((file) => file.sha256 === sha256);
  return isSame ? Math.max(...before.map(({ modified }) => modified)) : changed;
}

type Undated = Omit<SinceAnswer, 'modified' | 'file'>;

/**
 * The same for the dates of since. A list of answers is a step function over dates, so comparing them at the steps of each list is
 * enough; neighbours with equal bytes and equal time are merged.
 */
export function sinceModified(answers: readonly Undated[], served: Served, changed: number): Omit<SinceAnswer, 'file'>[] {
  const steps = new Set([...answers, ...served.flatMap(({ since }) => since.answers)].map(({ date }) => date));
  const dated: Omit<SinceAnswer, 'file'>[] = [];
  for (const date of [...steps].sort().reverse()) {
    const { matched, chain } = answerFor(answers, date);
    const before = served.map(({ since }) => answerFor(since.answers, date));
    const isSame = before.length > 0 && before.every((answer) => answer.chain === chain);
    const modified = isSame ? Math.max(...before.map((answer) => answer.modified)) : changed;
    const last = dated.at(-1);
    if (last?.chain !== chain || last.modified !== modified) dated.push({ date, matched, chain, modified });
  }
  return dated;
}
