import { equal } from './bytes.ts';
import { LogError, parseVerifierKey, signatureTypes, type VerifierKey } from './note.ts';

/** A witness of a policy. Its name in the policy only means something there; `key.name` is the witness's own name. */
export interface PolicyWitness {
  readonly key: VerifierKey;
  readonly url: string | undefined;
}

/** A group of a policy, which has witnessed a checkpoint if at least `threshold` of its members have. */
export interface WitnessGroup {
  readonly threshold: number;
  /** Names of witnesses and of groups defined before. */
  readonly members: readonly string[];
}

/** The logs and the witnesses that somebody trusts (C2SP tlog-policy). */
export interface TlogPolicy {
  readonly logs: readonly VerifierKey[];
  /** By their names in the policy. */
  readonly witnesses: ReadonlyMap<string, PolicyWitness>;
  /** By name, in the order of the policy. */
  readonly groups: ReadonlyMap<string, WitnessGroup>;
  /** The name of the witness or group that must have witnessed a checkpoint; undefined for `none`. */
  readonly quorum: string | undefined;
}

/** A policy is invalid. Says nothing about a log. */
export class PolicyError extends Error {
  override name = 'PolicyError';
}

const NONE = 'none';

/** Parses a policy file; the newline at its end can be missing. @throws PolicyError that names the line */
export async function readPolicy(bytes: Uint8Array): Promise<TlogPolicy> {
  const reader = new PolicyReader();
  // Names are octets (tlog-policy, Character set), so each byte becomes one character.
  const lines = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .split('\n');
  for (const [index, line] of lines.entries()) {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a policy must not contain them.
      if (/[\0-\x08\x0b-\x1f\x7f]/.test(line))
        throw new PolicyError('it has a control character, such as the line ends of Windows; remove it');
      const words = line.split(/[ \t]+/).filter((word) => word !== '');
      if (words.length > 0 && !words[0]?.startsWith('#')) await reader.read(words);
    } catch (error) {
      throw error instanceof PolicyError ? new PolicyError(`policy: line ${index + 1}: ${error.message}`) : error;
    }
  }
  return reader.end();
}

class PolicyReader {
  readonly #logs: VerifierKey[] = [];
  readonly #witnesses = new Map<string, PolicyWitness>();
  readonly #groups = new Map<string, WitnessGroup>();
  readonly #members = new Set<string>();
  #quorum: string | undefined;

  async read([keyword = '', ...words]: readonly string[]): Promise<void> {
    const [first = '', second = '', ...rest] = words;
    if (keyword === 'log' && (words.length === 1 || words.length === 2)) return this.#addLog(await readKey(show(first)));
    if (keyword === 'witness' && (words.length === 2 || words.length === 3))
      return this.#addWitness(first, await readWitnessKey(show(second)), rest[0]);
    if (keyword === 'group' && words.length >= 3) return this.#addGroup(first, second, rest);
    if (keyword === 'quorum' && words.length === 1) return this.#setQuorum(first);
    throw new PolicyError(
      'write "log KEY [URL]", "witness NAME KEY [URL]", "group NAME all|any|NUMBER NAME...", "quorum NAME" or "# a comment"',
    );
  }

  end(): TlogPolicy {
    if (this.#quorum === undefined) throw new PolicyError('policy: there is no quorum; add "quorum NAME" or "quorum none"');
    const quorum = this.#quorum === NONE ? undefined : this.#quorum;
    return { logs: this.#logs, witnesses: this.#witnesses, groups: this.#groups, quorum };
  }

  #addLog(key: VerifierKey): void {
    if (this.#logs.some(({ publicKey }) => equal(publicKey, key.publicKey))) throw new PolicyError('a log before it has the same key');
    this.#logs.push(key);
  }

  #addWitness(name: string, key: VerifierKey, url: string | undefined): void {
    this.#requireNew(name);
    if ([...this.#witnesses.values()].some((other) => equal(other.key.publicKey, key.publicKey)))
      throw new PolicyError('a witness before it has the same key');
    this.#witnesses.set(name, { key, url });
  }

  #addGroup(name: string, count: string, members: readonly string[]): void {
    this.#requireNew(name);
    for (const member of members) {
      this.#requireDefined(member);
      if (this.#members.has(member)) throw new PolicyError(`"${show(member)}" is already a member of a group`);
      this.#members.add(member);
    }
    const threshold = readThreshold(count, members.length);
    if (threshold < 1 || threshold > members.length)
      throw new PolicyError(
        `"${show(count)}" is not how many members must cosign; write "all", "any" or a number from 1 to ${members.length}`,
      );
    this.#groups.set(name, { threshold, members });
  }

  #setQuorum(name: string): void {
    if (this.#quorum !== undefined) throw new PolicyError('there is already a quorum; keep one');
    if (name !== NONE) this.#requireDefined(name);
    this.#quorum = name;
  }

  #requireNew(name: string): void {
    if (name === NONE || this.#witnesses.has(name) || this.#groups.has(name))
      throw new PolicyError(`the name "${show(name)}" is taken; use another one`);
  }

  #requireDefined(name: string): void {
    if (!this.#witnesses.has(name) && !this.#groups.has(name))
      throw new PolicyError(`no witness or group named "${show(name)}" is defined before this line`);
  }
}

function readThreshold(count: string, members: number): number {
  if (count === 'any') return 1;
  if (count === 'all') return members;
  return /^[1-9]\d*$/.test(count) ? Number(count) : 0;
}

/** A word, whose characters are octets, as text. A key's name that isn't UTF-8 has the wrong id afterwards. */
const show = (word: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(word, (octet) => octet.charCodeAt(0)));

/** Parses the key of a log or witness. @throws PolicyError */
async function readKey(text: string): Promise<VerifierKey> {
  return parseVerifierKey(text).catch((error: unknown) => {
    throw error instanceof LogError ? new PolicyError(error.message.replace(/^log: /, '')) : error;
  });
}

/** Parses the key of a witness. @throws PolicyError */
export async function readWitnessKey(text: string): Promise<VerifierKey> {
  const key = await readKey(text);
  if (key.type === signatureTypes.ed25519)
    throw new PolicyError(`"${text}" is a key for a log's signatures, not for a witness's cosignatures`);
  return key;
}
