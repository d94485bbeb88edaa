import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../scripts/cli/run-command.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
/** What a run over few records needs is the command itself; beyond it, memory must not follow the number of records. */
const FEW = 10_000;
const ALLOWED_RATIO = 1.5;
/** V8's young generation and SQLite's pages, which few records don't fill. */
const ALLOWED_EXTRA_MEGABYTES = 256;

const program = fileURLToPath(new URL('../../scripts/open-reviews.ts', import.meta.url));

export interface ImportFigures {
  readonly records: number;
  readonly format: 'ndjson' | 'csv';
  readonly fileMegabytes: number;
  /** Of the first import, and of the same import again, which changes nothing. */
  readonly runs: readonly { readonly seconds: number; readonly peakMegabytes: number; readonly says: string }[];
}

const WORDS = 'came on time and rewired the kitchen while our old panel buzzed nobody else would look at it the price was fair'.split(' ');

/** The text of review number `index`: between 0 and 400 letters, the same every time. */
function textOf(index: number): string {
  const length = (index * 7919) % 80;
  return Array.from({ length }, (_, place) => WORDS[(index * 31 + place * 17 + (place % 5)) % WORDS.length]).join(' ');
}

function reviewOf(index: number) {
  const date = new Date(Date.UTC(2005, 0, 1) + ((index * 6_037) % 7_300) * 86_400_000).toISOString().slice(0, 10);
  return { date, rating: (index % 5) + 1, author: `Customer ${index}`, text: textOf(index), source: 'generated', source_id: `g-${index}` };
}

function* linesOf(format: ImportFigures['format'], records: number): Generator<string> {
  if (format === 'csv') yield 'source_id,date,rating,author,source,text\n';
  for (let index = 0; index < records; index++) {
    const { date, rating, author, text, source, source_id } = reviewOf(index);
    yield format === 'csv'
      ? `${source_id},${date},${rating},${author},${source},"${text}"\n`
      : `${JSON.stringify({ source_id, date, rating, author, source, text })}\n`;
  }
}

/** Imports generated records twice with the real command, in a process of its own each time. */
export async function importGenerated(format: ImportFigures['format'], records: number): Promise<ImportFigures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open reviews million '));
  try {
    const content = path.join(folder, 'content');
    const file = path.join(folder, `export.${format}`);
    await mkdir(content);
    await writeFile(path.join(content, 'business.yaml'), 'name: A million customers\n');
    await pipeline(Readable.from(linesOf(format, records)), createWriteStream(file));
    const runs = [await runImport(file, content), await runImport(file, content)];
    return { records, format, fileMegabytes: (await stat(file)).size / 1e6, runs };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runImport(file: string, content: string) {
  const started = performance.now();
  const environment = { PATH: process.env['PATH'], CI: '1', CONTENT_DIR: content, DATA_DIR: path.join(content, '../data') };
  const child = spawn(process.execPath, [program, 'import', file], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  // The kernel keeps the peak, so that the last look before the end is right but for what the last moments add.
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid ?? 0));
  }, 20);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with ${code}: ${output}`);
  return { seconds: (performance.now() - started) / 1000, peakMegabytes, says: /^\d+ added.*$/m.exec(output)?.[0] ?? output };
}

/** The highest resident set of a process so far (Linux, proc(5): VmHWM), in megabytes; 0 where it has gone. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return 0;
  }
}

/** What is wrong with the figures of many records beside those of few; nothing where memory is bounded. */
export function findUnbounded(few: ImportFigures, many: ImportFigures): string[] {
  return many.runs.flatMap(({ peakMegabytes }, run) => {
    const limit = (few.runs[run]?.peakMegabytes ?? 0) * ALLOWED_RATIO + ALLOWED_EXTRA_MEGABYTES;
    return peakMegabytes <= limit ? [] : [`${many.format}, import ${run + 1}: ${peakMegabytes.toFixed()} MB, more than ${limit.toFixed()}`];
  });
}

function print({ records, format, fileMegabytes, runs }: ImportFigures): void {
  for (const [index, { seconds, peakMegabytes, says }] of runs.entries())
    console.log(
      `${format}, ${records} records (${fileMegabytes.toFixed()} MB), ${index === 0 ? 'first' : 'again'}: ${seconds.toFixed(1)} s, peak ${peakMegabytes.toFixed()} MB; ${says}`,
    );
}

if (import.meta.main) {
  await runCommand(async () => {
    for (const format of ['ndjson', 'csv'] as const) {
      const few = await importGenerated(format, FEW);
      print(few);
      const many = await importGenerated(format, COUNT);
      print(many);
      const unbounded = findUnbounded(few, many);
      if (unbounded.length > 0) throw new Error(unbounded.join('\n'));
    }
    console.log(`memory is bounded: at most ${ALLOWED_RATIO} times that of ${FEW} records and ${ALLOWED_EXTRA_MEGABYTES} MB`);
  });
}
