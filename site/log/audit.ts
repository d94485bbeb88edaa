import { isLoopback } from '../contract/base-path.ts';
import { isTrialLog, logPaths } from '../contract/log.ts';
import { paths } from '../contract/paths.ts';
import { equal, fromBase64, fromUtf8, utf8 } from './bytes.ts';
import { canonicalJson, commit } from './commitment.ts';
import { type LogSummary, type ReviewState, summarise, toHistory } from './history.ts';
import { LogError } from './note.ts';
import { MissingError, type PublishedLog, parseEntries, type Read, readLog, required } from './published-log.ts';

/** What an audit can find, by kind, in English. */
export const findings = {
  vanished: 'vanished: its newest entry says that it is published',
  unexplained: 'withdrawn, and nothing explains it',
  no_entry: 'on the site, but in no entry',
  said_gone: 'on the site, although its newest entry says that it is gone',
  no_opening: 'its newest entry has no opening, so that it cannot be compared',
  other_contents: 'on the site with other contents than its newest entry commits to',
} as const;
type FindingKind = keyof typeof findings;

/** Something that nothing explains: the review, the entry that tells otherwise where there is one, and what was found. */
export interface Finding {
  readonly review: string;
  readonly entry: number | undefined;
  readonly kind: FindingKind;
  readonly found: string;
}

/** What came out of comparing a log with the reviews on its site. */
export interface Audit {
  readonly log: PublishedLog;
  readonly summary: LogSummary;
  /** How many reviews are on the site. */
  readonly reviews: number;
  /** None where every review is in the log and every entry without a review is explained. */
  readonly findings: readonly Finding[];
}

/** Throws a LogError if the site at `baseUrl` is public and its log belongs to a loopback address: what a trial wrote proves nothing here. */
export function requirePublicLog(baseUrl: string, origin: string): void {
  if (isTrialLog(origin) && !isLoopback(new URL(baseUrl).hostname))
    throw new LogError(`log: ${origin} is the log of a trial on a loopback address, not of ${baseUrl}`);
}

const LOOKS = 3;

/** Called with how many bundles of entries have been read, and how many there are. */
export type OnBundle = (done: number, all: number) => void;

/**
 * Verifies the log of the site behind `read` and compares it with the site's `reviews.json`. A site that is rebuilt meanwhile is read
 * again. Rejects with a LogError where the log is not what it claims to be, and with another error where it can't be checked.
 */
export async function audit(read: Read, onBundle?: OnBundle): Promise<Audit> {
  for (let look = 1; look <= LOOKS; look++) {
    const before = await required(read, logPaths.checkpoint);
    const outcome = await auditOnce(read, onBundle).then(
      (result) => () => result,
      (error: unknown) => () => {
        throw error;
      },
    );
    if (equal(before, await required(read, logPaths.checkpoint))) return outcome();
  }
  throw new MissingError('the site changed each time while it was being read');
}

async function auditOnce(read: Read, onBundle?: OnBundle): Promise<Audit> {
  const log = await readLog(read, onBundle);
  if (!log) throw new MissingError(`${logPaths.checkpoint} is missing`);
  const { reviews } = JSON.parse(fromUtf8(await required(read, paths.reviews))) as { readonly reviews: readonly { readonly id: string }[] };
  const entries = parseEntries(log.entries);
  const history = toHistory(entries);
  const onSite = new Set(reviews.map(({ id }) => id));
  const missing = [...history].flatMap(([id, state]) => (onSite.has(id) ? [] : judgeMissing(id, state)));
  const present = await Promise.all(reviews.map((review) => judgePresent(review, history.get(review.id), log)));
  return { log, summary: summarise(log.checkpoint.origin, entries), reviews: reviews.length, findings: [...missing, ...present.flat()] };
}

const toFinding = (review: string, entry: number | undefined, kind: FindingKind): Finding => ({
  review,
  entry,
  kind,
  found: findings[kind],
});

function judgeMissing(review: string, { index, absence }: ReviewState): Finding[] {
  if (!absence) return [toFinding(review, index, 'vanished')];
  const isExplained = absence.type !== 'withdrawn' || absence.reason !== 'unexplained';
  return isExplained ? [] : [toFinding(review, index, 'unexplained')];
}

async function judgePresent(record: { readonly id: string }, state: ReviewState | undefined, log: PublishedLog): Promise<Finding[]> {
  const finding = (kind: FindingKind) => [toFinding(record.id, state?.index, kind)];
  if (!state) return finding('no_entry');
  if (state.absence) return finding('said_gone');
  const opening = log.openings.get(state.index);
  const salt = opening?.id === record.id ? fromBase64(opening.salt) : undefined;
  if (!salt) return finding('no_opening');
  return (await commit(salt, utf8(canonicalJson(record)))) === state.commitment ? [] : finding('other_contents');
}
