import type { Absence, LogEntry, LoggedReview } from '../contract/log.ts';
import type { Review } from '../contract/review.ts';
import { type Bytes, canonicalJson, commit, fromBase64, type Opening, toBase64, utf8 } from './bytes.ts';
import { type ReviewState, toHistory } from './history.ts';
import { keyChangeText, printVerifierKey } from './note.ts';
import { parseEntries } from './published-log.ts';
import type { Signer } from './signer.ts';

/** The entries of a log so far. */
export interface LogSoFar {
  readonly origin: string;
  readonly entries: readonly Bytes[];
  readonly openings: ReadonlyMap<number, Opening>;
}

/** The reviews that a build publishes, and why others aren't published. */
export interface LoggedPublication {
  readonly reviews: readonly Review[];
  /** The reasons why reviews that are or were in the content aren't published, by id. */
  readonly absences: ReadonlyMap<string, Absence>;
  /** The records of the last publication by id, if known, to distinguish replies from other changes. */
  readonly before: ReadonlyMap<string, Review>;
  /** The day of the build, YYYY-MM-DD. */
  readonly date: string;
}

const UNEXPLAINED: Absence = { type: 'withdrawn', reason: 'unexplained' };

/**
 * Appends the differences between `log` and the published reviews: first removals, then published reviews, oldest first, so equal histories
 * have equal bytes. Dates never decrease.
 */
export async function extendLog(log: LogSoFar, published: LoggedPublication, signer: Signer): Promise<LogSoFar> {
  const entries = parseEntries(log.entries);
  const history = toHistory(entries);
  const date = latest(published.date, entries.at(-1)?.date);
  const openings = new Map<number, Opening>();
  const added: LogEntry[] = removals(history, published).map((entry) => ({ ...entry, date }));
  for (const review of published.reviews.toReversed()) {
    const state = history.get(review.id);
    const { id } = review;
    const record = utf8(canonicalJson(review));
    const opening = state && log.openings.get(state.index);
    const known = state?.commitment && (opening ? fromBase64(opening.salt) : signer.saltOf(id, record));
    if (state && known && (await commit(known, record)) === state.commitment) {
      openings.set(state.index, { id, salt: toBase64(known) });
      continue;
    }
    const salt = signer.saltOf(id, record);
    openings.set(log.entries.length + added.length, { id, salt: toBase64(salt) });
    const type = typeOf(review, state, published.before.get(id));
    added.push({ type, id, date, commitment: await commit(salt, record) });
  }
  return append({ ...log, openings }, added);
}

/** Adds the entry that changes the log's key from `current` to `next`. */
export async function changeKey(log: LogSoFar, date: string, current: Signer, next: Signer): Promise<LogSoFar> {
  const index = log.entries.length;
  const text = keyChangeText(log.origin, { index, before: printVerifierKey(current.key), after: printVerifierKey(next.key) });
  return append(log, [{ type: 'key_changed', date, note: `${text}\n${current.sign(text)}${next.sign(text)}` }]);
}

/** Starts a log without reviews. If it replaces another log, its first entry has that log's last checkpoint, `previous`. */
export function beginLog(origin: string, date: string, previous?: string): LogSoFar {
  const empty = { origin, entries: [], openings: new Map<number, Opening>() };
  return append(empty, previous === undefined ? [] : [{ type: 'log_began', date, previous }]);
}

function append(log: LogSoFar, added: readonly LogEntry[]): LogSoFar {
  return { ...log, entries: [...log.entries, ...added.map((entry) => utf8(canonicalJson(entry)))] };
}

const latest = (a: string, b = '') => (a > b ? a : b);

function typeOf(review: Review, state: ReviewState | undefined, before: Review | undefined): 'added' | 'changed' | 'replied' | 'back' {
  if (!state) return 'added';
  if (state.absence) return 'back';
  const onlyReply = before && canonicalJson({ ...before, owner_reply: null }) === canonicalJson({ ...review, owner_reply: null });
  return onlyReply && review.owner_reply ? 'replied' : 'changed';
}

type Removal = Absence & Pick<LoggedReview, 'id'>;

/** Newly removed reviews, and earlier removals with a new explanation; sorted by id. */
function removals(history: ReadonlyMap<string, ReviewState>, { reviews, absences }: LoggedPublication): Removal[] {
  const present = new Set(reviews.map(({ id }) => id));
  return [...history.keys()].sort().flatMap((id) => {
    if (present.has(id)) return [];
    const known = history.get(id)?.absence;
    const cause = absences.get(id) ?? known ?? UNEXPLAINED;
    return known && canonicalJson(known) === canonicalJson(cause) ? [] : [{ ...cause, id }];
  });
}
