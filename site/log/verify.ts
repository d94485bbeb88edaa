import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { counted } from '../shared/text.ts';
import { type Audit, audit, requirePublicLog } from './audit.ts';
import { type Cosigned, checkCosignatures, countSignatures, policyOf, requireKnownLog } from './cosigned.ts';
import {
  type Checkpoint,
  LogError,
  nameAlgorithm,
  printVerifierKey,
  readCheckpoint,
  readNote,
  readVerifierKey,
  type VerifierKey,
} from './note.ts';
import { readPolicy, readWitnessKey, type TlogPolicy } from './policy.ts';
import { inconsistency, type SeenLog, siteReader } from './published-log.ts';
import { verifyReviewProof } from './review-proof.ts';

const USAGE = `verify.mjs BASE_URL [--state FILE] [--policy FILE | --witness KEY ...]
verify.mjs REVIEW.tlog-proof --key KEY [--policy FILE | --witness KEY ...]
verify.mjs REVIEW.tlog-proof --policy FILE

  Checks that no review of the site at BASE_URL has vanished: that every review is in the log, that every entry without a
  review is explained, and that the log is signed. With --state, it stores the log's state in FILE and checks the next time
  that no earlier entry was changed, removed or reordered.

  With a review's proof, checks offline that the log with this verifier key contains the review. KEY is what
  BASE_URL/log/key contains; a policy that has the log's key makes it unnecessary.

  --policy FILE   also checks that the log is one of those in FILE and that enough of its witnesses have cosigned: a
                  policy in the format of https://c2sp.org/tlog-policy. Without one, a site could show you another log
                  than it shows others.
  --witness KEY   checks that this witness has cosigned, and every other one that is given; keys with the same name
                  belong to one witness

  Exit codes: 0 if nothing is wrong, 1 if something has vanished or is unexplained, a signature is invalid or the policy
  isn't met, 2 if the site, the proof or the policy couldn't be checked.`;

const exitCodes = { fine: 0, wrong: 1, unchecked: 2 } as const;

/** What the user trusts besides the site: a log's key, and a policy. */
interface Trust {
  readonly key?: VerifierKey | undefined;
  readonly policy?: TlogPolicy | undefined;
}

/** Checks the site at `baseUrl`, prints the result and returns the exit code. Rejects if the log is invalid or can't be checked. */
async function verify(baseUrl: string, stateFile: string | undefined, trust: Trust): Promise<number> {
  const seen = stateFile === undefined ? undefined : await readState(stateFile, baseUrl);
  const result = await audit(siteReader(baseUrl, `run=${Date.now()}`));
  print(result);
  requirePublicLog(baseUrl, result.summary.origin);
  const witnessed = await verifyCosignatures(result.log.checkpoint, [result.log.key], trust);
  const problem = seen && (await inconsistency(seen, result.log));
  if (seen && problem !== undefined) {
    console.log(`wrong: ${problem}. Both checkpoints are signed:\n\n${seen.checkpoint}\n${result.log.checkpoint.note}`);
    return exitCodes.wrong;
  }
  if (seen)
    console.log(`the log continues the checkpoint of ${counted(readCheckpoint(seen.checkpoint).size, 'entry', 'entries')} in ${stateFile}`);
  if (stateFile !== undefined && witnessed === exitCodes.fine) await writeState(stateFile, baseUrl, result);
  return result.findings.length > 0 ? exitCodes.wrong : witnessed;
}

/** Checks a checkpoint's cosignatures, prints who has cosigned and returns the exit code. @throws LogError if one is invalid */
async function verifyCosignatures({ origin, note }: Checkpoint, logs: readonly VerifierKey[], { policy }: Trust): Promise<number> {
  if (!policy) {
    console.log(`0 of ${counted(countSignatures(readNote(note), logs), 'cosignature')} checked: no policy`);
    return exitCodes.fine;
  }
  if (policy.logs.length > 0) await requireKnownLog(origin, note, policy);
  const result = await checkCosignatures(note, policy, [...logs, ...policy.logs]);
  const { head, code } = outcomes[result.quorum];
  console.log(`${head}${describeCosigned(result)}`);
  return code;
}

const outcomes = {
  met: { head: '', code: exitCodes.fine },
  missed: { head: 'wrong: ', code: exitCodes.wrong },
  undecided: { head: 'not checked: ', code: exitCodes.unchecked },
} as const satisfies Readonly<Record<Cosigned['quorum'], object>>;

function describeCosigned({ witnesses, asked, cosigned, unchecked, unknown }: Cosigned): string {
  const names = cosigned.map(({ name, timestampSeconds }) => `${name} (${printDay(timestampSeconds)})`);
  return [
    `cosigned by ${cosigned.length} of ${witnesses}${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
    ...(unchecked.length > 0 ? [`can't be checked here: ${unchecked.map((key) => `${key.name} (${nameAlgorithm(key)})`).join(', ')}`] : []),
    ...(unknown > 0 ? [`by other keys, ignored: ${unknown}`] : []),
    `the policy asks for ${asked}`,
  ].join('; ');
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of a cosignature; some have no time, or one that no calendar has. */
function printDay(timestampSeconds: number | undefined): string {
  if (timestampSeconds === undefined) return 'no time';
  const date = new Date(timestampSeconds * 1000);
  return Number.isNaN(date.getTime()) ? `${timestampSeconds} seconds after 1970` : DAY.format(date);
}

function print({ log, summary, reviews, findings }: Audit): void {
  console.log(
    `log ${summary.origin}: ${counted(summary.size, 'entry', 'entries')}${summary.first === null ? '' : ` since ${summary.first}`}`,
  );
  console.log(`signed with ${printVerifierKey(log.key)}`);
  console.log(`ever published: ${summary.ever}, on the site: ${reviews}`);
  if (summary.changed > 0) console.log(`changed since they were first published: ${summary.changed}`);
  for (const { count, type, ...rest } of summary.gone) console.log(`gone: ${count} ${type}${'reason' in rest ? ` (${rest.reason})` : ''}`);
  for (const { review, entry, found } of findings)
    console.log(`wrong: ${entry === undefined ? 'no entry' : `entry ${entry}`}, review ${review}: ${found}`);
  if (findings.length === 0) console.log('every review is in the log, and every entry without a review is explained');
}

async function readState(file: string, baseUrl: string): Promise<SeenLog | undefined> {
  const text = await readFile(file, 'utf8').catch((error: { readonly code?: string }) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { site, key, checkpoint } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof key !== 'string' || typeof checkpoint !== 'string') throw new Error(`${file} is not a state file`);
  if (site !== baseUrl) console.log(`${file} was written for ${site}`);
  return { key, checkpoint };
}

async function writeState(file: string, site: string, { log }: Audit): Promise<void> {
  const state: SeenLog = { key: printVerifierKey(log.key), checkpoint: log.checkpoint.note };
  await writeFile(file, `${JSON.stringify({ site, ...state }, null, 1)}\n`);
}

/** Checks the proof of a review in `file`, prints the review and returns the exit code. Rejects if it is invalid. */
async function verifyProof(file: string, trust: Trust): Promise<number> {
  const logs = trust.key ? [trust.key] : (trust.policy?.logs ?? []);
  if (logs.length === 0) throw new Error("the policy has no log; use --key KEY with the log's key");
  const { entry, record, index, checkpoint } = await verifyReviewProof(await readFile(file, 'utf8'), logs);
  console.log(
    `review ${record.id} is entry ${index} of ${checkpoint.size} in the log ${checkpoint.origin}: ${entry.type} on ${entry.date}`,
  );
  const code = await verifyCosignatures(checkpoint, logs, trust);
  if (code === exitCodes.fine) console.log(JSON.stringify(record, null, 1));
  return code;
}

type Flags = Readonly<Partial<Record<'state' | 'key' | 'policy', string> & { witness: string[] }>>;

async function readTrust({ key, policy, witness }: Flags): Promise<Trust> {
  const file = policy === undefined ? undefined : await readPolicy(await readFile(policy));
  const keys = witness && (await Promise.all(witness.map((text) => readWitnessKey(text.trim()))));
  return { key: key === undefined ? undefined : await readVerifierKey(key.trim()), policy: keys ? policyOf(keys) : file };
}

const options = {
  state: { type: 'string' },
  key: { type: 'string' },
  policy: { type: 'string' },
  witness: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

function printHelp(): number {
  console.log(USAGE);
  return exitCodes.fine;
}

/** Parses the arguments; undefined if they are invalid. */
function readArguments(args: string[]): (() => Promise<number>) | undefined {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return async () => printHelp();
    const [subject = ''] = positionals;
    const { state, key, policy, witness } = values;
    const isSite = /^https?:\/\//.test(subject);
    const isPossible = isSite ? key === undefined : state === undefined && (key !== undefined || policy !== undefined);
    if (positionals.length !== 1 || !isPossible || (policy !== undefined && witness)) return undefined;
    return async () => {
      const trust = await readTrust(values);
      return isSite ? verify(subject.replace(/\/+$/, ''), state, trust) : verifyProof(subject, trust);
    };
  } catch {
    return undefined;
  }
}

const run = readArguments(process.argv.slice(2));
if (!run) {
  console.error(USAGE);
  process.exitCode = exitCodes.unchecked;
} else {
  process.exitCode = await run().catch((error: unknown) => {
    const isWrong = error instanceof LogError;
    const { message, cause } = error as Error;
    console.log(`${isWrong ? 'wrong' : 'not checked'}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    return isWrong ? exitCodes.wrong : exitCodes.unchecked;
  });
}
