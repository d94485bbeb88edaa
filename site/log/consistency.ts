import { counted } from '../views/words.ts';
import { equal } from './bytes.ts';
import { readCheckpoint } from './checkpoint.ts';
import { rootHash } from './merkle.ts';
import { printVerifierKey } from './note.ts';
import type { PublishedLog } from './published-log.ts';

/** What is kept of a log that was seen: the key and the checkpoint, which is signed with it. */
export interface SeenLog {
  /** As verifier keys are written. */
  readonly key: string;
  /** The signed note. */
  readonly checkpoint: string;
}

/**
 * What keeps `log` from being what the log that was seen has become since, as a sentence; undefined where nothing does. Throws a LogError
 * where `seen` has no checkpoint.
 */
export async function inconsistency(seen: SeenLog, log: PublishedLog): Promise<string | undefined> {
  const before = readCheckpoint(seen.checkpoint);
  const { origin, size } = log.checkpoint;
  if (before.origin !== origin) return `another log, ${origin}, stands in the place of ${before.origin}`;
  if (size < before.size) return `the log has ${counted(size, 'entry', 'entries')} and had ${before.size}`;
  if (!equal(await rootHash(log.subtree, before.size), before.root)) return `the first ${before.size} entries are others than before`;
  const keyThen = log.keyChanges.find(({ index }) => index >= before.size)?.before ?? printVerifierKey(log.key);
  return keyThen === seen.key ? undefined : 'the key is another one, and no entry says so';
}
