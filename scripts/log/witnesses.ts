import { readFile } from 'node:fs/promises';
import type { Environment } from '../../site/contract/environment.ts';
import type { LogWitness, LogWitnesses } from '../../site/contract/log-documents.ts';
import { toBase64 } from '../../site/log/bytes.ts';
import { checkCosignatures, policyOf } from '../../site/log/cosigned.ts';
import { consistencyProof, type Levels } from '../../site/log/merkle.ts';
import {
  checkSignatures,
  isKnownType,
  nameAlgorithm,
  printSignature,
  printVerifierKey,
  readCheckpoint,
  readNote,
  type Signature,
  type VerifierKey,
} from '../../site/log/note.ts';
import { PolicyError, readPolicy, readWitnessKey } from '../../site/log/policy.ts';
import { LAST_YEAR } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

/** A witness that cosigns checkpoints: its keys, and its submission prefix (tlog-witness). It can have a key of each kind. */
export interface Witness {
  readonly name: string;
  readonly url: string;
  readonly keys: readonly VerifierKey[];
}

/** A checkpoint with the cosignatures that were received, and a warning for each witness without one. */
export interface CosignedCheckpoint {
  readonly note: string;
  readonly warnings: readonly string[];
}

const TIMEOUT_MS = 10_000;

/** The witnesses in WITNESSES. @throws SetupError if a key isn't a witness's (tlog-cosignature, Format) or a policy can't be read */
export async function readWitnesses({ WITNESSES }: Pick<Environment, 'WITNESSES'>): Promise<readonly Witness[]> {
  const listed = 'policy' in WITNESSES ? await readPolicyFile(WITNESSES.policy) : await Promise.all(WITNESSES.map(readListed));
  const witnesses = new Map<string, Witness>();
  for (const { key, url } of listed) {
    const id = `${key.name} ${url}`;
    witnesses.set(id, { name: key.name, url, keys: [...(witnesses.get(id)?.keys ?? []), key] });
  }
  return [...witnesses.values()];
}

type Listed = Readonly<{ key: VerifierKey; url: string }>;

async function readListed({ key: text, url }: Readonly<{ key: string; url: string }>): Promise<Listed> {
  const key = await readWitnessKey(text).catch(() => undefined);
  if (key && isKnownType(key)) return { key, url };
  throw new SetupError(`environment: WITNESSES: ${text} is not the verifier key of a witness for Ed25519 or ML-DSA-44 cosignatures`);
}

async function readPolicyFile(file: string): Promise<Listed[]> {
  try {
    const { witnesses } = await readPolicy(await readFile(file));
    return [...witnesses].map(([name, { key, url }]) => {
      if (isKnownType(key) && url !== undefined && /^https?:\/\//.test(url)) return { key, url: url.replace(/\/$/, '') };
      throw new PolicyError(
        `policy: witness ${name}: write an Ed25519 or ML-DSA-44 key and the address that cosigns, such as https://witness.example`,
      );
    });
  } catch (error) {
    throw new SetupError(`environment: WITNESSES=${file}: ${(error as Error).message}`);
  }
}

const isOf = ({ name, id }: Signature, key: VerifierKey) => name === key.name && id === key.id;

/** Whether a checkpoint has a cosignature of a key. */
const hasSigned = (note: string, key: VerifierKey) => readNote(note).signatures.some((signature) => isOf(signature, key));

/** Whether no cosignature of these witnesses is invalid. Verifiers reject a checkpoint with an invalid one (signed-note, Signatures). */
export async function isIntact(note: string, witnesses: readonly Witness[]): Promise<boolean> {
  const keys = witnesses.flatMap((witness) => witness.keys);
  return checkSignatures(readNote(note), keys).then(
    () => true,
    () => false,
  );
}

/** Each witness with its newest cosignature: the one in `note`, or the one that `previous` reports. */
export async function describeWitnesses(
  note: string,
  witnesses: readonly Witness[],
  previous: readonly LogWitness[],
): Promise<readonly LogWitness[]> {
  const { size } = readCheckpoint(note);
  const keys = witnesses.flatMap((witness) => witness.keys);
  const { cosigned } = await checkCosignatures(note, policyOf(keys), []);
  return witnesses.map(({ name, url, keys: own }) => {
    const seconds = cosigned.find((one) => one.name === name)?.timestampSeconds;
    const before = previous.find((one) => one.name === name)?.cosigned ?? null;
    const at = seconds === undefined ? undefined : toTime(seconds);
    return { name, url, keys: own.map(printVerifierKey), cosigned: at === undefined ? before : { size, at } };
  });
}

/** A time as in documents; undefined if no calendar has it. */
function toTime(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  return date.getUTCFullYear() <= LAST_YEAR ? date.toISOString() : undefined;
}

/** The bytes of `/log/witnesses.json`. */
export function printWitnesses(log: string, witnesses: readonly LogWitness[]): string {
  const document: LogWitnesses = { log, witnesses: [...witnesses] };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * Requests missing cosignatures for a checkpoint (tlog-witness, add-checkpoint) and appends them. Witnesses that refuse or don't respond
 * become warnings. `previous` is the last published checkpoint: witnesses that cosigned it have seen its size.
 */
export async function cosign(
  note: string,
  previous: string | undefined,
  levels: Levels,
  witnesses: readonly Witness[],
): Promise<CosignedCheckpoint> {
  const warnings: string[] = [];
  const warn = (name: string, reason: string) => warnings.push(`log: no cosignature from ${name}: ${reason}`);
  const lines = await Promise.all(
    witnesses.map(async (witness) => {
      const missing = witness.keys.filter((key) => !hasSigned(note, key));
      if (missing.length === 0) return '';
      const hasSeen = previous !== undefined && witness.keys.some((key) => hasSigned(previous, key));
      try {
        const { added, problems } = await addCheckpoint(note, hasSeen ? readCheckpoint(previous).size : 0, levels, {
          ...witness,
          keys: missing,
        });
        for (const problem of problems) warn(witness.name, problem);
        return added;
      } catch (error) {
        warn(witness.name, (error as Error).message);
        return '';
      }
    }),
  );
  return { note: note + lines.join(''), warnings };
}

/** The witness's signature lines, and what is wrong with others. If the witness has seen another size, the request is repeated with that size. */
async function addCheckpoint(note: string, old: number, levels: Levels, witness: Witness): Promise<{ added: string; problems: string[] }> {
  const { size } = readCheckpoint(note);
  const first = await post(note, old, levels, witness);
  const seen = first.status === 409 ? Number(first.text.trim()) : undefined;
  if (seen !== undefined && !(seen <= size)) throw new Error(`it has seen ${seen} entries, and this log has ${size}`);
  const { status, text } = seen === undefined ? first : await post(note, seen, levels, witness);
  if (status !== 200) throw new Error(`it answered ${status}`);
  const { text: body } = readNote(note);
  const answer = readNote(`${body}\n${text}`);
  const checked = await checkSignatures(answer, witness.keys);
  const isValid = (key: VerifierKey) => checked.some((signature) => signature.key === key && signature.isValid);
  const added = witness.keys
    .filter(isValid)
    .map((key) => answer.signatures.filter((signature) => isOf(signature, key)).map(printSignature)[0] ?? '');
  const problems = witness.keys.flatMap((key) => {
    if (isValid(key)) return [];
    const isUnchecked = checked.some((signature) => signature.key === key);
    const kind = nameAlgorithm(key);
    return [isUnchecked ? `this Node can't check ${kind}; build with Node 24.7 or later` : `it didn't sign with its ${kind} key ${key.id}`];
  });
  return { added: added.join(''), problems };
}

/** The most bytes of a response that are read: some hundred cosignatures. */
const MOST_BYTES = 65_536;

/** Submits a checkpoint. @throws Error without a response, or if it is longer than `MOST_BYTES` */
async function post(
  note: string,
  old: number,
  levels: Levels,
  { url }: Witness,
): Promise<{ readonly status: number; readonly text: string }> {
  const proof = await consistencyProof(levels, old, readCheckpoint(note).size);
  const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
  const options = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const { status, body: response } = await fetch(`${url}/add-checkpoint`, options);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`its response is longer than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return { status, text: Buffer.concat(parts).toString() };
}
