import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { counted } from '../views/words.ts';
import { type Audit, audit, requirePublicLog } from './audit.ts';
import { countChanged } from './history.ts';
import { LogError, printVerifierKey, readCheckpoint } from './note.ts';
import { inconsistency, parseEntries, type SeenLog, siteReader } from './published-log.ts';

const USAGE = `verify.mjs BASE_URL [--state FILE]

  Checks that no review of the site at BASE_URL has vanished: that every review is in the log, that every entry without a
  review is explained, and that the log is signed. With --state, it stores the log's state in FILE and checks the next time
  that no earlier entry was changed, removed or reordered.

  Exit codes: 0 if all is well, 1 if something has vanished or is unexplained, 2 if the site could not be checked.`;

const exitCodes = { fine: 0, wrong: 1, unchecked: 2 } as const;

/** Checks the site at `baseUrl`, prints the result and returns the exit code. Rejects if it can't be checked. */
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
  const changed = countChanged(parseEntries(log.entries));
  if (changed > 0) console.log(`changed since they were first published: ${changed}`);
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
  if (typeof key !== 'string' || typeof checkpoint !== 'string') throw new Error(`${file} was not written by this program`);
  if (site !== baseUrl) console.log(`${file} was written for ${site}`);
  return { key, checkpoint };
}

async function writeState(file: string, site: string, { log }: Audit): Promise<void> {
  const state: SeenLog = { key: printVerifierKey(log.key), checkpoint: log.checkpoint.note };
  await writeFile(file, `${JSON.stringify({ site, ...state }, null, 1)}\n`);
}

/** Parses the arguments; undefined if they are invalid. */
function readArguments(args: readonly string[]): { readonly baseUrl: string; readonly stateFile: string | undefined } | undefined {
  const flag = args.indexOf('--state');
  const rest = flag === -1 ? args : args.toSpliced(flag, 2);
  const stateFile = flag === -1 ? undefined : args[flag + 1];
  const [baseUrl = ''] = rest;
  if (rest.length !== 1 || !/^https?:\/\//.test(baseUrl) || (flag !== -1 && stateFile === undefined)) return undefined;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), stateFile };
}

const given = readArguments(process.argv.slice(2));
if (!given) {
  console.error(USAGE);
  process.exitCode = exitCodes.unchecked;
} else {
  process.exitCode = await verify(given.baseUrl, given.stateFile).catch((error: unknown) => {
    const isWrong = error instanceof LogError;
    const { message, cause } = error as Error;
    console.log(`${isWrong ? 'wrong' : 'not checked'}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    return isWrong ? exitCodes.wrong : exitCodes.unchecked;
  });
}
