import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { counted } from '../shared/text.ts';
import { type Audit, audit, requirePublicLog } from './audit.ts';
import { LogError, printVerifierKey, readCheckpoint, readVerifierKey } from './note.ts';
import { inconsistency, type SeenLog, siteReader } from './published-log.ts';
import { verifyReviewProof } from './review-proof.ts';

const USAGE = `verify.mjs BASE_URL [--state FILE]
verify.mjs REVIEW.tlog-proof --key KEY

  Checks that no review of the site at BASE_URL has vanished: that every review is in the log, that every entry without a
  review is explained, and that the log is signed. With --state, it stores the log's state in FILE and checks the next time
  that no earlier entry was changed, removed or reordered.

  With a review's proof, checks offline that the log with this verifier key contains the review. KEY is what
  BASE_URL/log/key contains.

  Exit codes: 0 if all is well, 1 if something has vanished or is unexplained, 2 if the site could not be checked.`;

const exitCodes = { fine: 0, wrong: 1, unchecked: 2 } as const;

/** Checks the site at `baseUrl`, prints the result and returns the exit code. Rejects if the log is invalid or can't be checked. */
async function verify(baseUrl: string, stateFile: string | undefined): Promise<number> {
  const seen = stateFile === undefined ? undefined : await readState(stateFile, baseUrl);
  const result = await audit(siteReader(baseUrl, `run=${Date.now()}`));
  print(result);
  requirePublicLog(baseUrl, result.summary.origin);
  const problem = seen && (await inconsistency(seen, result.log));
  if (seen && problem !== undefined) {
    console.log(`wrong: ${problem}. Both checkpoints are signed:\n\n${seen.checkpoint}\n${result.log.checkpoint.note}`);
    return exitCodes.wrong;
  }
  if (seen)
    console.log(`the log continues the checkpoint of ${counted(readCheckpoint(seen.checkpoint).size, 'entry', 'entries')} in ${stateFile}`);
  if (stateFile !== undefined) await writeState(stateFile, baseUrl, result);
  return result.findings.length > 0 ? exitCodes.wrong : exitCodes.fine;
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
async function verifyProof(file: string, key: string): Promise<number> {
  const { entry, record, index, checkpoint } = await verifyReviewProof(await readFile(file, 'utf8'), await readVerifierKey(key.trim()));
  console.log(
    `review ${record.id} is entry ${index} of ${checkpoint.size} in the log ${checkpoint.origin}: ${entry.type} on ${entry.date}`,
  );
  console.log(JSON.stringify(record, null, 1));
  return exitCodes.fine;
}

/** Parses the arguments; undefined if they are invalid. */
function readArguments(args: readonly string[]): (() => Promise<number>) | undefined {
  const flag = args.findIndex((arg) => arg === '--state' || arg === '--key');
  const rest = flag === -1 ? args : args.toSpliced(flag, 2);
  const [name, value] = flag === -1 ? [] : [args[flag], args[flag + 1]];
  const [subject = ''] = rest;
  if (rest.length !== 1 || (flag !== -1 && value === undefined)) return undefined;
  if (name === '--key') return () => verifyProof(subject, value ?? '');
  return /^https?:\/\//.test(subject) ? () => verify(subject.replace(/\/+$/, ''), value) : undefined;
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
