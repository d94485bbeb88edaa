import type { Environment } from '../../site/contract/environment.ts';
import { toBase64 } from '../../site/log/bytes.ts';
import { consistencyProof, type Levels } from '../../site/log/merkle.ts';
import {
  printSignature,
  readCheckpoint,
  readNote,
  readVerifierKey,
  signatureTypes,
  type VerifierKey,
  verifyNote,
} from '../../site/log/note.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

/** A witness that cosigns checkpoints: its key, and its submission prefix (tlog-witness). */
export interface Witness {
  readonly key: VerifierKey;
  readonly url: string;
}

/** A checkpoint with the cosignatures that were received, and a warning for each witness without one. */
export interface Cosigned {
  readonly note: string;
  readonly warnings: readonly string[];
}

const TIMEOUT_MS = 10_000;

/** The witnesses in WITNESSES. @throws SetupError if a key isn't a witness's (tlog-cosignature, Format) */
export function readWitnesses({ WITNESSES }: Pick<Environment, 'WITNESSES'>): Promise<readonly Witness[]> {
  return Promise.all(
    WITNESSES.map(async ({ key: text, url }) => {
      const key = await readVerifierKey(text).catch(() => undefined);
      if (key?.type === signatureTypes.cosignature) return { key, url };
      throw new SetupError(`environment: WITNESSES: ${text} is not the verifier key of a witness for Ed25519 cosignatures`);
    }),
  );
}

/** Whether a checkpoint has a witness's cosignature. */
const hasSigned = (note: string, { key }: Witness) => readNote(note).signatures.some(({ name, id }) => name === key.name && id === key.id);

/**
 * Requests missing cosignatures for a checkpoint (tlog-witness, add-checkpoint) and appends them. Witnesses that refuse or don't respond
 * become warnings. `previous` is the last published checkpoint: witnesses that cosigned it have seen its size.
 */
export async function cosign(note: string, previous: string | undefined, levels: Levels, witnesses: readonly Witness[]): Promise<Cosigned> {
  const warnings: string[] = [];
  const asked = witnesses.filter((witness) => !hasSigned(note, witness));
  const lines = await Promise.all(
    asked.map(async (witness) => {
      const seen = previous !== undefined && hasSigned(previous, witness) ? readCheckpoint(previous).size : 0;
      return addCheckpoint(note, seen, levels, witness).catch((error: Error) => {
        warnings.push(`log: no cosignature from ${witness.key.name}: ${error.message}`);
        return '';
      });
    }),
  );
  return { note: note + lines.join(''), warnings };
}

/** The witness's signature line. If the witness has seen another size, the request is repeated with that size. */
async function addCheckpoint(note: string, old: number, levels: Levels, witness: Witness): Promise<string> {
  const { size } = readCheckpoint(note);
  const first = await post(note, old, levels, witness);
  const seen = first.status === 409 ? Number((await first.text()).trim()) : undefined;
  if (seen !== undefined && !(seen <= size)) throw new Error(`it has seen ${seen} entries, and this log has ${size}`);
  const response = seen === undefined ? first : await post(note, seen, levels, witness);
  const text = await response.text();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const { text: body } = readNote(note);
  const answer = readNote(`${body}\n${text}`);
  await verifyNote(answer, [witness.key]);
  return answer.signatures.filter(({ name, id }) => name === witness.key.name && id === witness.key.id).map(printSignature)[0] ?? '';
}

async function post(note: string, old: number, levels: Levels, { url }: Witness): Promise<Response> {
  const proof = await consistencyProof(levels, old, readCheckpoint(note).size);
  const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
  return fetch(`${url}/add-checkpoint`, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
