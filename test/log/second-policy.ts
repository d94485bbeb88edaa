import { createHash, createPublicKey, verify } from 'node:crypto';
import { mldsa44 } from '../third-party/log.ts';

// A second reader of C2SP's tlog-policy and tlog-cosignature, written from these texts. It shares no code with ours; ML-DSA-44 comes from npm.

/** A key as it's written in a policy. */
interface Vkey {
  readonly name: string;
  readonly id: string;
  readonly kind: number;
  readonly material: Buffer;
}

/** A parsed policy. A node is `[k, names]` for a group, or the key of a witness. */
interface Policy {
  readonly logs: readonly Vkey[];
  readonly nodes: Readonly<Record<string, Vkey | readonly [number, readonly string[]]>>;
  readonly quorum: string;
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** Parses the policy in `file`. Throws for anything that the text doesn't allow. */
export function parsePolicy(file: Buffer): Policy {
  const logs: Vkey[] = [];
  const nodes: Record<string, Vkey | readonly [number, readonly string[]]> = Object.create(null);
  const used = new Set<string>();
  const quorums: string[] = [];
  for (const octet of file) if (octet !== 9 && octet !== 10 && (octet < 32 || octet === 127)) fail('a control character');
  const define = (name: string, node: Vkey | readonly [number, readonly string[]]) => {
    if (name === 'none' || name in nodes) fail(`${name} is defined twice`);
    nodes[name] = node;
  };
  for (const line of file.toString('latin1').split('\n')) {
    const items = line.replaceAll('\t', ' ').split(' ').filter(Boolean);
    const [keyword = '#', ...values] = items;
    if (keyword.startsWith('#')) continue;
    const shape = `${keyword} ${values.length}`;
    if (/^log [12]$/.test(shape)) logs.push(parseVkey(values[0] ?? ''));
    else if (/^witness [23]$/.test(shape)) define(values[0] ?? '', parseVkey(values[1] ?? ''));
    else if (keyword === 'group' && values.length >= 3) {
      const [name = '', k = '', ...members] = values;
      for (const member of members) {
        if (!(member in nodes) || used.has(member)) fail(`${member} can't be a member`);
        used.add(member);
      }
      const least = k === 'all' ? members.length : k === 'any' ? 1 : /^[1-9][0-9]*$/.test(k) ? Number(k) : fail(`k is ${k}`);
      if (least > members.length) fail('k is larger than n');
      define(name, [least, members]);
    } else if (shape === 'quorum 1') {
      if (values[0] !== 'none' && !(`${values[0]}` in nodes)) fail('the quorum is undefined');
      quorums.push(`${values[0]}`);
    } else fail(`unknown line: ${line}`);
  }
  const witnesses = Object.values(nodes).filter((node) => 'kind' in node);
  for (const keys of [logs, witnesses]) {
    if (new Set(keys.map(({ material }) => material.toString('hex'))).size < keys.length) fail('a duplicate key');
  }
  if (witnesses.some(({ kind }) => kind === 1)) fail('a key of a log as a witness');
  const [quorum = fail('no quorum')] = quorums.length === 1 ? quorums : [];
  return { logs, nodes, quorum };
}

function parseVkey(item: string): Vkey {
  const vkey = Buffer.from(item, 'latin1').toString('utf8');
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? fail('not a vkey');
  const typed = Buffer.from(encoded, 'base64');
  if (typed.toString('base64') !== encoded || typed.length < 2) fail('not base64');
  const [kind = 0] = typed;
  const length = { 1: 32, 4: 32, 6: 1312 }[kind];
  if (length !== undefined && (typed.length !== 1 + length || idOf(name, typed) !== id)) fail('not the key of this id');
  return { name, id, kind, material: typed.subarray(1) };
}

const idOf = (name: string, typed: Buffer) => createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);

/** Whether a key has signed a note: `maybe` if its kind is unknown here. Throws if one of its signatures is invalid. */
function hasSigned(note: string, { name, id, kind, material }: Vkey, unknown: ReadonlySet<number>): 'yes' | 'no' | 'maybe' {
  const split = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, split);
  let answer: 'yes' | 'no' | 'maybe' = 'no';
  for (const line of note.slice(split + 1).split('\n')) {
    const [, signer, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (signer !== name || bytes.subarray(0, 4).toString('hex') !== id) continue;
    const known = { 1: 4 + 64, 4: 4 + 8 + 64, 6: 4 + 8 + 2420 }[kind];
    if (known === undefined) answer = 'maybe';
    else {
      if (bytes.length !== known || (kind !== 1 && bytes.readBigUInt64BE(4) >= 1n << 63n)) fail('not a signature');
      if (unknown.has(kind)) answer = 'maybe';
      else if (isValid(text, name, kind, material, bytes.subarray(4))) answer = 'yes';
      else fail(`the signature of ${name} is wrong`);
    }
  }
  return answer;
}

function isValid(text: string, name: string, kind: number, material: Buffer, signature: Buffer): boolean {
  const body = signature.subarray(8);
  if (kind === 6) return mldsa44.verify(body, subtreeMessage(text, name, signature.subarray(0, 8)), material);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: material.toString('base64url') }, format: 'jwk' });
  if (kind === 1) return verify(null, Buffer.from(text), key, signature);
  return verify(null, Buffer.from(`cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`), key, body);
}

/** The struct `cosigned_message` with start 0 (tlog-cosignature, ML-DSA-44 signed message). */
function subtreeMessage(text: string, name: string, time: Buffer): Buffer {
  const [origin = '', size = '', hash = ''] = text.split('\n');
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(BigInt(size), 8);
  const [from, to] = [Buffer.from(name), Buffer.from(origin)];
  return Buffer.concat([
    Buffer.from('737562747265652f76310a00', 'hex'),
    Buffer.of(from.length),
    from,
    time,
    Buffer.of(to.length),
    to,
    numbers,
    Buffer.from(hash, 'base64'),
  ]);
}

/** Whether a checkpoint is valid by a policy: `maybe` if that depends on kinds that are unknown here. Throws for an invalid signature. */
export function judgeCheckpoint(note: string, policy: Policy, unknown: ReadonlySet<number> = new Set()): 'yes' | 'no' | 'maybe' {
  const [origin] = note.split('\n', 1);
  const logs = policy.logs.filter(({ name }) => name === origin).map((log) => hasSigned(note, log, unknown));
  const answers = new Map<string, 'yes' | 'no' | 'maybe'>();
  for (const [name, node] of Object.entries(policy.nodes)) {
    if ('kind' in node) answers.set(name, hasSigned(note, node, unknown));
  }
  const ask = (name: string): 'yes' | 'no' | 'maybe' => {
    const node = policy.nodes[name] ?? fail(`${name} is undefined`);
    if ('kind' in node) return answers.get(name) ?? 'no';
    const [least, members] = node;
    const votes = members.map(ask);
    if (votes.filter((vote) => vote === 'yes').length >= least) return 'yes';
    return votes.filter((vote) => vote !== 'no').length >= least ? 'maybe' : 'no';
  };
  const quorum = policy.quorum === 'none' ? 'yes' : ask(policy.quorum);
  const log = policy.logs.length === 0 || logs.includes('yes') ? 'yes' : logs.includes('maybe') ? 'maybe' : 'no';
  if (log === 'no' || quorum === 'no') return 'no';
  return log === 'yes' && quorum === 'yes' ? 'yes' : 'maybe';
}
