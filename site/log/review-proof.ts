import { type Bytes, canonicalJson, commit, fromBase64, fromUtf8, toBase64, utf8 } from './bytes.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import { type Checkpoint, LogError, readCheckpoint, readNote, type VerifierKey, verifyNote } from './note.ts';

const HEAD = 'c2sp.org/tlog-proof@v1';

/** The extra data of a proof: the entry that its leaf hashes, and the record with the salt that opens its commitment. */
interface Extra {
  readonly entry: { readonly id: string; readonly type: string; readonly date: string; readonly commitment: string };
  readonly record: { readonly id: string };
  /** In base64. */
  readonly salt: string;
}

/** A review's place in a log: its entry as published, the hashes from there to the root, and the signed note of the checkpoint. */
interface Place {
  readonly index: number;
  readonly entry: Bytes;
  readonly hashes: readonly Bytes[];
  readonly note: string;
}

/** The bytes of `/reviews/<id>.tlog-proof` (C2SP tlog-proof, Format). */
export function printReviewProof({ index, entry, hashes, note }: Place, record: Extra['record'], salt: string): string {
  const extra = canonicalJson({ entry: JSON.parse(fromUtf8(entry)), record, salt });
  return [HEAD, `extra ${toBase64(utf8(extra))}`, `index ${index}`, ...hashes.map(toBase64), '', note].join('\n');
}

/** The result of a valid proof: the log has this record at this index. */
export interface ProvenReview extends Pick<Extra, 'entry' | 'record'> {
  readonly index: number;
  /** The number of hashes that lead from the entry to the root. */
  readonly hashes: number;
  readonly checkpoint: Checkpoint;
}

/**
 * Verifies a review's proof with only the keys of the logs to accept (C2SP tlog-proof, Verifying a tlog proof), without its cosignatures.
 * @throws LogError if it proves nothing
 */
export async function verifyReviewProof(proof: string, logs: readonly VerifierKey[]): Promise<ProvenReview> {
  const end = proof.indexOf('\n\n');
  const [head, extraLine = '', indexLine = '', ...hashLines] = proof.slice(0, Math.max(end, 0)).split('\n');
  const { entry, record, salt } = readExtra(extraLine);
  const index = Number(/^index (0|[1-9]\d*)$/.exec(indexLine)?.[1] ?? Number.NaN);
  const hashes = hashLines.flatMap((line) => fromBase64(line) ?? []);
  const secret = fromBase64(salt);
  if (head !== HEAD || !Number.isSafeInteger(index) || hashes.length !== hashLines.length || !secret)
    throw new LogError('log: not a tlog-proof of a review');
  const checkpoint = readCheckpoint(proof.slice(end + 2));
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0)
    throw new LogError(`log: the proof is of the log ${checkpoint.origin}, not of ${logs.map(({ name }) => name).join(' or ')}`);
  await verifyNote(readNote(checkpoint.note), keys);
  if (entry.id !== record.id || (await commit(secret, utf8(canonicalJson(record)))) !== entry.commitment)
    throw new LogError('log: the record in the proof is not the one in its entry');
  const leaf = await leafHash(utf8(canonicalJson(entry)));
  if (!(await verifyInclusion(leaf, index, checkpoint.size, hashes, checkpoint.root)))
    throw new LogError(`log: entry ${index} is not in the tree`);
  return { entry, record, index, hashes: hashes.length, checkpoint };
}

function readExtra(line: string): Extra {
  try {
    const bytes = fromBase64(line.replace(/^extra /, ''));
    const { entry, record, salt } = JSON.parse(fromUtf8(bytes ?? new Uint8Array()));
    return { entry: { ...entry }, record: { ...record }, salt: String(salt) };
  } catch {
    throw new LogError('log: not a tlog-proof of a review');
  }
}
