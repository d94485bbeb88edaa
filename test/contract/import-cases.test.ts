import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newImporter } from '../support/importer.ts';
import { root } from '../support/run-script.ts';

// Files as other programs write them, with what is right for each: how it is imported, or what is asked or refused and the answer that
// imports it. test/fixtures/exports/README.md describes them.

const folder = path.join(root, 'test/fixtures/exports/cases');
const files = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'));

interface Run {
  readonly args: readonly string[];
  /** What the command prints, without the folder of the file and the last line. */
  readonly prints: readonly string[];
  readonly published: readonly object[];
}

test.each(
  files.flatMap((name) => {
    const runs = JSON.parse(readFileSync(path.join(folder, name.replace(/\.\w+$/, '.expected.json')), 'utf8')) as Run[];
    return runs.map((run) => [name, run.args.join(' '), run] as const);
  }),
)('%s %s', async (name, _args, { args, prints, published }) => {
  const importer = await newImporter();
  const { stdout, stderr } = await importer.run(path.join(folder, name), '--yes', ...args);
  const lines = (stdout + stderr).replaceAll(`${folder}/`, '').trimEnd().split('\n');
  const found = importer.published().map(({ author, rating, date, text, owner_reply, source, verification, experienced_at }) => ({
    author,
    rating,
    date,
    text,
    reply: owner_reply,
    source,
    method: verification.method,
    ...(experienced_at === null ? {} : { experienced_at }),
  }));
  expect({ prints: lines.filter((line) => !line.startsWith('written: ')), published: found }).toEqual({ prints, published });
});
