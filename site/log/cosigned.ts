import { type CheckedSignature, checkSignatures, LogError, readNote, type SignedNote, type VerifierKey, verifyNote } from './note.ts';
import type { TlogPolicy, WitnessGroup } from './policy.ts';

/** A witness that has cosigned a checkpoint, with the time of its newest valid cosignature if it gave one. */
export interface CosigningWitness {
  readonly name: string;
  readonly timestampSeconds: number | undefined;
}

/** Which witnesses of a policy have cosigned a checkpoint. Keys with the same name belong to one witness. */
export interface Cosigned {
  /** `undecided` if that depends on cosignatures that can't be checked here. */
  readonly quorum: 'met' | 'missed' | 'undecided';
  /** The number of witnesses in the policy, and the fewest that can meet it. */
  readonly witnesses: number;
  readonly asked: number;
  readonly cosigned: readonly CosigningWitness[];
  /** Cosignatures that can't be checked here: the runtime lacks the algorithm, or their type is unknown. */
  readonly unchecked: readonly VerifierKey[];
  /** The number of signatures by other keys, which are ignored. */
  readonly unknown: number;
}

/** A policy of witnesses that must all cosign; one cosignature is enough of those with several keys. */
export function policyOf(keys: readonly VerifierKey[]): TlogPolicy {
  const groups = new Map<string, WitnessGroup>();
  for (const owner of new Set(keys.map(({ name }) => name))) {
    const members = keys.flatMap(({ name }, index) => (name === owner ? [String(index)] : []));
    groups.set(`keys of ${owner}`, { threshold: 1, members });
  }
  groups.set('all', { threshold: groups.size, members: [...groups.keys()] });
  const witnesses = new Map(keys.map((key, index) => [String(index), { key, url: undefined }]));
  return { logs: [], witnesses, groups, quorum: 'all' };
}

/**
 * Checks a checkpoint's cosignatures against a policy (C2SP tlog-proof, Verifying a tlog proof, step 3). `logs` are the keys that sign the
 * log itself. @throws LogError if a cosignature of one of its witnesses is invalid (signed-note, Signatures)
 */
export async function checkCosignatures(note: string, policy: TlogPolicy, logs: readonly VerifierKey[]): Promise<Cosigned> {
  const signed = readNote(note);
  const keys = [...policy.witnesses.values()].map(({ key }) => key);
  const checked = await checkSignatures(signed, keys);
  const cosigned = new Map<string, number | undefined>();
  for (const { key, isValid, timestampSeconds } of checked) {
    if (isValid) cosigned.set(key.name, latest(cosigned.get(key.name), timestampSeconds));
  }
  return {
    quorum: judgeQuorum(policy, checked),
    witnesses: new Set(keys.map(({ name }) => name)).size,
    asked: fewestWitnesses(policy),
    cosigned: [...cosigned].map(([name, timestampSeconds]) => ({ name, timestampSeconds })),
    unchecked: [...new Set(checked.flatMap(({ key, isValid }) => (isValid ? [] : [key])))],
    unknown: countSignatures(signed, [...keys, ...logs]),
  };
}

/** The number of signatures of a note that are by none of `keys`. */
export function countSignatures({ signatures }: SignedNote, keys: readonly VerifierKey[]): number {
  return signatures.filter((signature) => !keys.some(({ name, id }) => name === signature.name && id === signature.id)).length;
}

const latest = (a: number | undefined, b: number | undefined) => (b === undefined || (a !== undefined && a > b) ? a : b);

function judgeQuorum({ witnesses, groups, quorum }: TlogPolicy, checked: readonly CheckedSignature[]): Cosigned['quorum'] {
  if (quorum === undefined) return 'met';
  const [valid, possible] = [new Set<string>(), new Set<string>()];
  for (const [name, { key }] of witnesses) {
    const own = checked.filter((signature) => signature.key === key);
    if (own.length > 0) possible.add(name);
    if (own.some(({ isValid }) => isValid)) valid.add(name);
  }
  // Groups only have members that are defined before them.
  for (const [name, { threshold, members }] of groups) {
    for (const names of [valid, possible]) if (members.filter((member) => names.has(member)).length >= threshold) names.add(name);
  }
  if (valid.has(quorum)) return 'met';
  return possible.has(quorum) ? 'undecided' : 'missed';
}

/** The fewest witnesses that can meet a policy. Each key is a member of at most one group, so none counts twice. */
function fewestWitnesses({ witnesses, groups, quorum }: TlogPolicy): number {
  const fewest = new Map([...witnesses.keys()].map((name) => [name, 1]));
  for (const [name, { threshold, members }] of groups) {
    const counts = members.map((member) => fewest.get(member) ?? 0).sort((a, b) => a - b);
    const owners = new Set(members.map((member) => witnesses.get(member)?.key.name));
    if (owners.size === 1 && !owners.has(undefined)) fewest.set(name, 1);
    else
      fewest.set(
        name,
        counts.slice(0, threshold).reduce((sum, count) => sum + count, 0),
      );
  }
  return quorum === undefined ? 0 : (fewest.get(quorum) ?? 0);
}

/**
 * Requires that a log of the policy has signed a checkpoint (C2SP tlog-proof, step 2).
 * @throws LogError if none has, UncheckedError if that can't be checked here
 */
export async function requireKnownLog(origin: string, note: string, { logs }: TlogPolicy): Promise<VerifierKey[]> {
  const known = logs.filter(({ name }) => name === origin);
  if (known.length === 0)
    throw new LogError(`log: the policy doesn't have the log ${origin}, but ${logs.map(({ name }) => name).join(', ')}`);
  return verifyNote(readNote(note), known);
}
