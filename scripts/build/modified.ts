import { answerFor, type GenerationDocument, type SinceAnswer } from '../../site/contract/generation.ts';

/** The known records of what was served before: from `DIST_DIR`, the live site, or both. */
type Served = readonly Pick<GenerationDocument, 'files' | 'since' | 'modified'>[];

/**
 * The Last-Modified of everything that this build changes, in seconds since 1970: the time of the build, or later if the clock was set
 * back, so changed files are always newer than what was served before.
 */
export function changeTime(served: Served, nowSeconds: number): number {
  return Math.max(nowSeconds, ...served.map(({ modified }) => modified + 1));
}

/** The Last-Modified of a file with the hash `sha256`: unchanged if every record has the same bytes, otherwise `changed`. */
export function fileModified(served: Served, changed: number, publicPath: string, sha256: string): number {
  const before = served.flatMap(({ files }) => files[publicPath] ?? []);
  const isSame = before.length > 0 && before.every((file) => file.sha256 === sha256);
  return isSame ? Math.max(...before.map(({ modified }) => modified)) : changed;
}

type Undated = Omit<SinceAnswer, 'modified' | 'file'>;

/**
 * The since answers with their Last-Modified, found in the same way. Answers only change at some dates, so it is enough to compare the
 * lists at those dates. Adjacent answers with equal bytes and times are merged.
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
