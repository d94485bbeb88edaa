import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import type { Terminal } from '../../scripts/cli/terminal.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter, SILENT } from '../support/importer.ts';

let importer: Importer;
let policy: string;
let asked: string[];

beforeEach(async () => {
  importer = await newImporter();
  policy = path.join(importer.content, 'policy.yaml');
  asked = [];
  await importer.run(await takeout(20, 1));
});

const REVIEWS = Array.from({ length: 20 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}` }));
const takeout = async (count: number, day: number) =>
  importer.file(`${day}.zip`, await zipOf(takeoutOf(REVIEWS.slice(0, count)), new Date(Date.UTC(2025, 0, day))));

/** Runs an import with a terminal on which somebody chooses `value`. */
async function importOn(file: string, value: string, ...flags: readonly string[]): Promise<void> {
  const choose: Terminal['choose'] = async (question, choices) => {
    asked.push(`${question} ${choices.map((choice) => choice.value).join(' or ')}`);
    const chosen = choices.find((choice) => choice.value === value);
    if (!chosen) throw new Error(`no answer ${value}`);
    return chosen.value;
  };
  const surroundings = {
    contentDir: importer.content,
    dataDir: importer.dataDir,
    now: new Date(),
    progress: SILENT,
    commandLine: commandLineFor({}),
  };
  await importReviews(readArguments([file, ...flags]), { ...surroundings, terminal: { choose } as Partial<Terminal> as Terminal });
}

const QUESTION =
  '2 reviews are no longer at their source: the author or the platform removed them. What should your site do with such reviews? leave_out or publish';

describe('an import that checks for removed reviews', () => {
  test.each([
    ['leave_out', 18],
    ['publish', 20],
  ])('asks once and remembers %s', async (answer, published) => {
    await importOn(await takeout(18, 2), answer);
    expect([asked, await readFile(policy, 'utf8')]).toEqual([[QUESTION], `removed_at_source: ${answer}\n`]);
    expect(importer.published()).toHaveLength(published);
    await importOn(await takeout(17, 3), answer);
    expect(asked).toHaveLength(1);
  });

  test('keeps everything else in the policy', async () => {
    await writeFile(policy, '# Ours.\nnames: initials # short\n\n# removed_at_source: leave_out\n');
    await importOn(await takeout(18, 2), 'publish');
    expect(await readFile(policy, 'utf8')).toBe(
      '# Ours.\nnames: initials # short\nremoved_at_source: publish\n\n# removed_at_source: leave_out\n',
    );
  });

  test.each([
    ['nothing was removed', 20, []],
    ['it’s a dry run', 18, ['--dry-run']],
  ])('doesn’t ask if %s', async (_where, count, flags) => {
    await importOn(await takeout(count, 2), 'publish', ...flags);
    expect(asked).toEqual([]);
  });

  test('doesn’t ask without a terminal, and leaves them out', async () => {
    await importer.run(await takeout(18, 2));
    expect(importer.published()).toHaveLength(18);
    await expect(readFile(policy)).rejects.toThrow('ENOENT');
  });

  test('doesn’t ask if the removal guard refuses', async () => {
    await expect(importOn(await takeout(3, 2), 'publish')).rejects.toThrow('17 of 20 reviews');
    expect(asked).toEqual([]);
  });
});
