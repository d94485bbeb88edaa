import { isTrialLog, loggedPath, logPaths } from '../contract/log.ts';
import { isLoopback } from '../shared/base-path.ts';
import { canonicalJson, commit, equal, fromBase64, fromUtf8, utf8 } from './bytes.ts';
import { type LogSummary, type ReviewState, summarize, toHistory } from './history.ts';
import { LogError } from './note.ts';
import { MissingError, type PublishedLog, parseEntries, type Read, readLog, required } from './published-log.ts';

/** The findings of an audit by kind, in English. */
export const findings = {
  vanished: 'vanished: its newest entry marks it as published',
  unexplained: 'withdrawn without an explanation',
  no_entry: 'on the site, but not in the log',
  said_gone: 'on the site, although its newest entry marks it as gone',
  no_opening: 'its newest entry has no opening, so it cannot be compared',
  other_contents: 'on the site, but not as its newest entry recorded it',
} as const;
type FindingKind = keyof typeof findings;

/** A problem with a review. `entry` is the index of its newest log entry; undefined if it has none. */
export interface AuditFinding {
  readonly review: string;
  readonly entry: number | undefined;
  readonly kind: FindingKind;
  readonly found: string;
}

/** The result of comparing a log with the reviews on its site. */
export interface Audit {
  readonly log: PublishedLog;
  readonly summary: LogSummary;
  /** The number of reviews on the site. */
  readonly reviews: number;
  /** Empty if every review is as the log recorded it and every missing one is explained. */
  readonly findings: readonly AuditFinding[];
}

/** Rejects the log of a trial for a public site, about which it proves nothing. @throws LogError */
export function requirePublicLog(baseUrl: string, origin: string): void {
  if (isTrialLog(origin) && !isLoopback(new URL(baseUrl).hostname))
    throw new LogError(`log: ${origin} is the log of a trial on a loopback address, not of ${baseUrl}`);
}

const LOOKS = 3;

/** Receives the number of bundles read so far and the total. */
export type OnBundle = (done: number, all: number) => void;

/**
 * Verifies the log of the site behind `read` and compares it with the site's `reviews.json`. Starts over if the site is rebuilt meanwhile.
 * @throws LogError if the log is invalid, and other errors if it can't be checked
 */
export async function audit(read: Read, onBundle?: OnBundle): Promise<Audit> {
  for (let look = 1; look <= LOOKS; look++) {
    const before = await required(read, logPaths.checkpoint);
    const [outcome] = await Promise.allSettled([auditOnce(read, onBundle)]);
    if (!equal(before, await required(read, logPaths.checkpoint))) continue;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }
  throw new MissingError('the site changed during every attempt to read it');
}

async function auditOnce(read: Read, onBundle?: OnBundle): Promise<Audit> {
  const log = await readLog(read, onBundle);
  if (!log) throw new MissingError(`${logPaths.checkpoint} is missing`);
  const { reviews } = JSON.parse(fromUtf8(await required(read, loggedPath))) as { readonly reviews: readonly { readonly id: string }[] };
  const entries = parseEntries(log.entries);
  const history = toHistory(entries);
  const onSite = new Set(reviews.map(({ id }) => id));
  const missing = [...history].flatMap(([id, state]) => (onSite.has(id) ? [] : judgeMissing(id, state)));
  const present = await Promise.all(reviews.map((review) => judgePresent(review, history.get(review.id), log)));
  return { log, summary: summarize(log.checkpoint.origin, entries), reviews: reviews.length, findings: [...missing, ...present.flat()] };
}

const toFinding = (review: string, entry: number | undefined, kind: FindingKind): AuditFinding => ({
  review,
  entry,
  kind,
  found: findings[kind],
});

function judgeMissing(review: string, { index, absence }: ReviewState): AuditFinding[] {
  if (!absence) return [toFinding(review, index, 'vanished')];
  const isExplained = absence.type !== 'withdrawn' || absence.reason !== 'unexplained';
  return isExplained ? [] : [toFinding(review, index, 'unexplained')];
}

async function judgePresent(record: { readonly id: string }, state: ReviewState | undefined, log: PublishedLog): Promise<AuditFinding[]> {
  const finding = (kind: FindingKind) => [toFinding(record.id, state?.index, kind)];
  if (!state) return finding('no_entry');
  if (state.absence) return finding('said_gone');
  const opening = log.openings.get(state.index);
  const salt = opening?.id === record.id ? fromBase64(opening.salt) : undefined;
  if (!salt) return finding('no_opening');
  return (await commit(salt, utf8(canonicalJson(record)))) === state.commitment ? [] : finding('other_contents');
}
