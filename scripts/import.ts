import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readEnvironment, SetupError } from '../site/contract/environment.ts';
import { adaptRecords, type DateOrder } from './import/adapt.ts';
import { importedFile, readStored, writeImported } from './import/content-store.ts';
import { readCsv } from './import/csv.ts';
import { mergeReviews } from './import/merge.ts';
import { describeImport } from './import/report.ts';
import { ImportError } from './import/source-record.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run import -- FILE.csv ... [options]

  --source NAME     where reviews come from that don't say it themselves (default: direct)
  --dates ORDER     how dates such as 3/4/2025 are meant: mdy or dmy
  --unverified      don't vouch for reviews that don't say whether they are verified
  --dry-run         show what would change, and change nothing`;

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const dateOrder = values.dates ?? 'ymd';
  if (positionals.length === 0) throw new SetupError(`import: no file given\n\n${USAGE}`);
  if (!isDateOrder(dateOrder)) throw new SetupError(`import: --dates ${dateOrder}: write mdy or dmy`);
  const today = new Date(Date.now() + FURTHEST_EAST_MS).toISOString().slice(0, 10);
  return {
    files: positionals,
    dryRun: values['dry-run'],
    options: { source: values.source.toLowerCase(), verified: !values.unverified, dateOrder, today },
  };
}

/** Where the next day begins first, it is 14 hours later than in UTC. */
const FURTHEST_EAST_MS = 14 * 3_600_000;

const isDateOrder = (order: string): order is DateOrder => ['ymd', 'mdy', 'dmy'].includes(order);

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        source: { type: 'string', default: 'direct' },
        dates: { type: 'string' },
        unverified: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new SetupError(`import: ${(error as Error).message}\n\n${USAGE}`);
  }
}

function explain(file: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new ImportError(`${file}: cannot be read (${code})`);
  };
}

/** `npm run import`: brings reviews exported elsewhere into `content/reviews/` (contract.md 2). */
await runCommand(async () => {
  const { files, options, dryRun } = readArguments(process.argv.slice(2));
  const { CONTENT_DIR } = readEnvironment(process.env);
  const stored = readStored(CONTENT_DIR);
  const sources = await Promise.all(files.map(async (file) => readCsv(file, await readFile(file).catch(explain(file)))));
  const { incoming, refused } = adaptRecords(
    sources.flatMap(({ records }) => records),
    options,
  );
  const merge = mergeReviews(stored, incoming);
  const changes = merge.added.length + merge.changed.length;
  if (!dryRun && changes > 0) await writeImported(CONTENT_DIR, merge.entries);
  const notes = sources.flatMap((source) => source.notes);
  console.log(describeImport({ ...merge, refused: [...refused, ...merge.refused] }, notes, { file: importedFile(CONTENT_DIR), dryRun }));
});
