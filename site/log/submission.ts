import { type Bytes, fromBase64, HASH_BYTES } from './bytes.ts';
import { type Checkpoint, decodeNote, LogError, readCheckpoint } from './note.ts';

/** A request for cosignatures (tlog-witness, add-checkpoint): a checkpoint, and the proof that it continues the one of size `old`. */
export interface Submission extends Checkpoint {
  readonly old: number;
  readonly proof: readonly Bytes[];
}

/** The most lines of a consistency proof (tlog-witness, add-checkpoint). */
const PROOF_LINES = 63;

/** Parses a request for cosignatures; undefined if it's malformed. Nothing in it is verified. */
export function readSubmission(bytes: Uint8Array): Submission | undefined {
  try {
    const [, head = '', note = ''] = /^(.*?\n)\n(.*)$/s.exec(decodeNote(bytes)) ?? [];
    const [first = '', ...lines] = head.split('\n').slice(0, -1);
    const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
    const proof = lines.map(fromBase64).filter((hash): hash is Bytes => hash?.length === HASH_BYTES);
    const isWhole = old !== undefined && proof.length === lines.length && lines.length <= PROOF_LINES;
    return isWhole ? { old: Number(old), proof, ...readCheckpoint(note) } : undefined;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
