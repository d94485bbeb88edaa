import { describe, expect, test } from 'vitest';
import { checkCosignatures, policyOf, requireKnownLog } from '../../site/log/cosigned.ts';
import { printVerifierKey, readVerifierKey, UncheckedError } from '../../site/log/note.ts';
import { readPolicy, readWitnessKey } from '../../site/log/policy.ts';
import { cosignerOf } from './cosigner.ts';
import { parsePolicy } from './second-policy.ts';
import { signerOf } from './site-in-memory.ts';

const origin = 'example.com/behind-the-sofa';
const text = `${origin}\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n`;
const log = await signerOf(1, origin);
const logKey = printVerifierKey(log.key);
const [x1, x2, x3, y1, y2, y3] = ['x1', 'x2', 'x3', 'y1', 'y2', 'y3'].map((name, index) =>
  cosignerOf(`${name}.example`, index % 2 === 0 ? 'ed25519' : 'mldsa', index + 1),
) as [Witness, Witness, Witness, Witness, Witness, Witness];
type Witness = ReturnType<typeof cosignerOf>;
/** A key of a type that nobody has assigned. */
const future = `future.example+01020304+${Buffer.from([0x63, 1, 2, 3]).toString('base64')}`;

// tlog-policy, Example policy.
const example = `log ${logKey}

witness X1 ${x1.key}
witness X2 ${x2.key}
witness X3 ${x3.key}
group X-witnesses 2 X1 X2 X3

witness Y1 ${y1.key}
witness Y2 ${y2.key}
witness Y3 ${y3.key}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;
const noteBy = (...witnesses: readonly Witness[]) =>
  `${text}\n${log.sign(text)}${witnesses.map((witness) => witness.cosign(text, 1_679_315_147n)).join('')}`;
const check = async (note: string, policy: string) => checkCosignatures(note, await readPolicy(Buffer.from(policy)), [log.key]);

describe('a policy', () => {
  test.each([
    [[x1, x3, y2], 'met'],
    [[x1, x2, x3, y1, y2, y3], 'met'],
    [[x1, y1, y2, y3], 'missed'],
    [[x1, x2, x3], 'missed'],
    [[], 'missed'],
  ] as const)('from the specification is decided by its groups (%#)', async (witnesses, quorum) => {
    expect(await check(noteBy(...witnesses), example)).toEqual({
      quorum,
      witnesses: 6,
      asked: 3,
      cosigned: witnesses.map(({ name }) => ({ name, timestampSeconds: 1_679_315_147 })),
      unchecked: [],
      unknown: 0,
    });
  });

  test('without a quorum is met by any checkpoint, and counts signatures by other keys', async () => {
    expect(await check(noteBy(x1, x2), `witness a ${x1.key}\nquorum none`)).toMatchObject({
      quorum: 'met',
      witnesses: 1,
      asked: 0,
      cosigned: [{ name: 'x1.example' }],
      unknown: 1,
    });
  });

  test('with an invalid cosignature by one of its witnesses rejects the checkpoint, also if the others are enough', async () => {
    const forged = `${noteBy(x1)}${x2.cosign(text.replace('163', '164'), 1n)}`;
    await expect(check(forged, `witness a ${x1.key}\nwitness b ${x2.key}\ngroup g any a b\nquorum g`)).rejects.toThrow(
      /^log: the signature of x2\.example\+.{8} is invalid$/,
    );
    expect(await check(forged, `witness a ${x1.key}\nquorum a`)).toMatchObject({ quorum: 'met', unknown: 1 });
  });

  test.each([
    ['any', 'met'],
    ['all', 'undecided'],
  ])('that asks for %s of a cosignature of an unknown type and a valid one is %s', async (count, quorum) => {
    const note = `${noteBy(x1)}\u2014 future.example ${Buffer.from([1, 2, 3, 4, 9, 9]).toString('base64')}\n`;
    const result = await check(note, `witness a ${x1.key}\nwitness b ${future}\ngroup g ${count} a b\nquorum g`);
    expect([result.quorum, result.unchecked.map(({ name, type }) => [name, type])]).toEqual([quorum, [['future.example', 0x63]]]);
  });

  test('counts the keys of one witness as one', async () => {
    const [old, recent] = [cosignerOf('x1.example', 'ed25519', 1), cosignerOf('x1.example', 'mldsa', 2)];
    const keys = `witness old ${old.key}\nwitness new ${recent.key}\n`;
    const expected = { quorum: 'met', witnesses: 1, asked: 1, cosigned: [{ name: 'x1.example' }] };
    expect(await check(noteBy(old), `${keys}group a any old new\nquorum a`)).toMatchObject(expected);
    expect(await check(noteBy(old, recent), `${keys}group a all old new\nquorum a`)).toMatchObject(expected);
    const policy = policyOf(await Promise.all([old.key, recent.key, x3.key].map(readWitnessKey)));
    expect(await checkCosignatures(noteBy(recent, x3), policy, [log.key])).toMatchObject({ quorum: 'met', witnesses: 2, asked: 2 });
    expect(await checkCosignatures(noteBy(old, recent), policy, [log.key])).toMatchObject({ quorum: 'missed' });
  });

  test('gives the newest time of a witness', async () => {
    const times = [5n, 7n, 0n, 6n].map((time) => x1.cosign(text, time));
    const { cosigned } = await check(`${noteBy()}${times.join('')}`, `witness a ${x1.key}\nquorum a`);
    expect(cosigned).toEqual([{ name: 'x1.example', timestampSeconds: 7 }]);
  });

  test('requires a signature of one of its logs under the origin', async () => {
    const other = await signerOf(2, origin);
    const both = await readPolicy(Buffer.from(`log ${printVerifierKey(other.key)} https://a.example\nlog ${logKey}\nquorum none\n`));
    expect(await requireKnownLog(origin, noteBy(), both)).toEqual([log.key]);
    const elsewhere = await readPolicy(Buffer.from(`log ${printVerifierKey((await signerOf(1, 'b.example')).key)}\nquorum none\n`));
    await expect(requireKnownLog(origin, noteBy(), elsewhere)).rejects.toThrow(
      `log: the policy doesn't have the log ${origin}, but b.example`,
    );
    const unsigned = await readPolicy(Buffer.from(`log ${printVerifierKey(other.key)}\nquorum none\n`));
    await expect(requireKnownLog(origin, noteBy(), unsigned)).rejects.toThrow("the note isn't signed by");
    const unknown = await readPolicy(Buffer.from(`log ${future}\nquorum none\n`));
    const note = `future.example\n1\n${text.split('\n')[2]}\n\n\u2014 future.example AQIDBAkJ\n`;
    await expect(requireKnownLog('future.example', note, unknown)).rejects.toThrow(UncheckedError);
  });
});

const w = `witness w ${x1.key}\n`;
describe('a policy file', () => {
  test.each([
    ['spaces, tabs, comments and empty lines', ` \t# a comment\n\n\twitness  w\t${x1.key} https://w.example \n  quorum\tw  `],
    ['names in UTF-8', `witness Zeugín ${x1.key}\nquorum Zeugín\n`],
    ['lines after the quorum', `${w}quorum w\nwitness v ${x2.key}\n`],
    ['names of groups like keywords and of properties', `${w}group all 1 w\nwitness toString ${x2.key}\nquorum all\n`],
    ['a key of an unknown type', `witness w ${future}\nquorum w\n`],
    ['32 logs, witnesses and groups', manyLines()],
  ])('can have %s', async (_, file) => {
    expect(parsePolicy(Buffer.from(file))).toBeDefined();
    await expect(readPolicy(Buffer.from(file))).resolves.toBeDefined();
  });

  test.each([
    ['nothing', '', 'there is no quorum'],
    ['two quorums', `${w}quorum w\nquorum none\n`, 'line 3: there is already a quorum'],
    ['an undefined quorum', 'quorum w\n', 'line 1: no witness or group named "w" is defined before this line'],
    ['a quorum before its witness', `quorum w\n${w}`, 'line 1: no witness'],
    ['an unknown keyword', `${w}wtiness v ${x2.key}\nquorum w\n`, 'line 2: write "log KEY'],
    ['a comment after a line', `${w}quorum w # all\n`, 'line 2: write "log KEY'],
    ['the line ends of Windows', `${w}quorum w\r\n`, 'line 2: it has a control character'],
    ['the same name twice', `${w}witness w ${x2.key}\nquorum w\n`, 'line 2: the name "w" is taken'],
    ['a witness named none', `witness none ${x1.key}\nquorum none\n`, 'line 1: the name "none" is taken'],
    ['a group with none', `${w}group g any none\nquorum g\n`, 'line 2: no witness or group named "none"'],
    ['the same key twice', `${w}witness v ${renamed(x1.key)}\nquorum w\n`, 'line 2: a witness before it has the same key'],
    ['the same log twice', `log ${logKey}\nlog ${logKey}\nquorum none\n`, 'line 2: a log before it has the same key'],
    ['a member of two groups', `${w}group g any w\ngroup h any w\nquorum g\n`, 'line 3: "w" is already a member'],
    ['a member twice', `${w}group g 2 w w\nquorum g\n`, 'line 2: "w" is already a member'],
    ['a group without members', `${w}group g any\nquorum w\n`, 'line 2: write "log KEY'],
    ['a group of itself', `${w}group g any g\nquorum g\n`, 'line 2: no witness or group named "g"'],
    ['too many to ask for', `${w}group g 2 w\nquorum g\n`, 'line 2: "2" is not how many members must cosign'],
    ['nobody to ask for', `${w}group g 0 w\nquorum g\n`, 'line 2: "0" is not'],
    ['a number in hexadecimal', `${w}group g 0x1 w\nquorum g\n`, 'line 2: "0x1" is not'],
    ["a log's key as a witness", `witness w ${logKey}\nquorum w\n`, "is a key for a log's signatures"],
    ['a key with another id', `witness w ${x1.key.replace(/\+.{8}\+/, '+00000000+')}\nquorum w\n`, 'line 1: the verifier key'],
    ['a key that is none', 'witness w key\nquorum w\n', 'line 1: "key" is not a verifier key'],
  ])('with %s is rejected, with the line', async (_, file, message) => {
    expect(() => parsePolicy(Buffer.from(file))).toThrow();
    await expect(readPolicy(Buffer.from(file))).rejects.toThrow(message);
  });

  test('treats names as octets', async () => {
    const names = (...octets: number[]) =>
      Buffer.concat([Buffer.from('witness '), Buffer.from(octets), Buffer.from(` ${x1.key}\nquorum K\n`)]);
    for (const octets of [[0xe2, 0x84, 0xaa], [0xff]]) {
      expect(() => parsePolicy(names(...octets))).toThrow();
      await expect(readPolicy(names(...octets))).rejects.toThrow('line 2: no witness or group named "K"');
    }
  });
});

/** The same public key under another name. */
function renamed(key: string): string {
  expect(key.startsWith('x1.example')).toBe(true);
  return cosignerOf('another.example', 'ed25519', 1).key;
}

function manyLines(): string {
  const lines = Array.from({ length: 32 }, (_, index) => {
    const key = cosignerOf(`w${index}`, 'ed25519', index + 100).key;
    return `log ${key}\nwitness w${index} ${key}\ngroup g${index} all w${index}${index === 0 ? '' : ` g${index - 1}`}\n`;
  });
  return `${lines.join('')}quorum g31\n`;
}

test('a verifier key can be of any type in a policy, but not as the key of a log or site', async () => {
  await expect(readVerifierKey(future)).rejects.toThrow('is not a verifier key for Ed25519 or ML-DSA-44');
});
