import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { againstStars, figuresOf, readGoldItems } from '../../../scripts/lab/eval/score.ts';
import { readGold } from '../../../scripts/lab/train/gold.ts';
import { callEval } from '../../support/call-eval.ts';
import { root } from '../../support/run-script.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const evaluate = async (...args: readonly string[]) => (await callEval(['--quick', ...args])).stdout;

test('the scores on the development half of the invented set stay above their floors', () => {
  const items = readGold('test/gold', 'development') ?? [];
  const { precision, recall, polarity } = figuresOf(readGoldItems(items, false));
  expect(precision).toBeGreaterThan(0.85);
  expect(recall).toBeGreaterThan(0.65);
  expect(polarity.accuracy).toBeGreaterThan(0.85);
  expect(polarity.negativeF1).toBeGreaterThan(0.85);
  expect(figuresOf(againstStars(readGoldItems(items, true))).polarity.accuracy).toBeGreaterThan(0.75);
});

test('a missing half is reported as absent', () => {
  const output = execFileSync(process.execPath, ['scripts/lab/eval.ts', '--quick', '--gold', folder, '--sealed'], { cwd: root }).toString();
  expect(output).toContain('development half of the invented set: absent');
  expect(output).toContain('sealed half of the invented set: absent');
});

test('the sealed half is only read with --sealed, and its texts aren’t printed', async () => {
  const gold = path.join(folder, 'gold');
  mkdirSync(gold, { recursive: true });
  copyFileSync('test/gold/development.jsonl', path.join(gold, 'sealed.jsonl'));
  expect(await evaluate('--gold', gold)).not.toContain('sealed half');
  const output = await evaluate('--gold', gold, '--sealed');
  expect(output).toContain('sealed half of the invented set: 260 texts');
  for (const { text } of readGold('test/gold', 'development') ?? []) expect(output).not.toContain(text);
});

describe('your own labeled texts', () => {
  const ask = async (name: string, files: Readonly<Record<string, readonly object[]>>) => {
    const own = path.join(folder, name);
    mkdirSync(own, { recursive: true });
    for (const [file, items] of Object.entries(files)) {
      writeFileSync(path.join(own, file), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    }
    const { code, stdout, stderr } = await callEval(['--texts', own]);
    return { code, lines: stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' ')), stderr };
  };
  const text = { id: 'one', source: 'somebody', stars: 5, text: 'Great job. They were very rude.' };
  const job = { aspect: 'workmanship', polarity: 'positive', quote: 'Great job' };
  const rude = { aspect: 'professionalism', polarity: 'negative', quote: 'very rude' };

  test('are compared with each annotator’s labels', async () => {
    const { code, lines, stderr } = await ask('two', {
      'texts.jsonl': [text, { id: 'two', source: 'somebody', stars: null, text: 'Nobody labeled this.' }],
      'labels-a.jsonl': [{ id: 'one', home: [job, rude], general: [] }],
      'labels-b.jsonl': [{ id: 'one', home: [job, { ...rude, polarity: 'positive' }], general: [] }],
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(lines.filter((line) => line.startsWith('# home'))).toEqual([
      '# home: 1 texts, labeled in labels-a.jsonl',
      '# home: 1 texts, labeled in labels-b.jsonl',
    ]);
    const figures = lines.filter((line) => line.startsWith('text alone')).map((line) => /n (\d+) .*joint F1 (\S+)/.exec(line)?.slice(1));
    expect([figures[0], figures[2]]).toEqual([
      ['2', '1.000'],
      ['2', '0.500'],
    ]);
    expect(lines.find((line) => line.startsWith('longer ones'))).toContain('n 0 ');
  });

  test('are rejected if a quote isn’t in its text, or if the texts or labels are missing', async () => {
    const odd = { id: 'one', home: [{ ...job, quote: 'Good job' }], general: [] };
    const refused = await ask('odd', { 'texts.jsonl': [text], 'labels.jsonl': [odd] });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `eval: ${path.join(folder, 'odd', 'labels.jsonl')}, one: the text doesn't have "Good job"\n`,
    ]);
    expect((await ask('bare', {})).stderr).toBe(`eval: ${path.join(folder, 'bare', 'texts.jsonl')} is absent\n`);
    expect((await ask('unlabelled', { 'texts.jsonl': [text] })).stderr).toBe(
      `eval: ${path.join(folder, 'unlabelled')} has no labels.jsonl\n`,
    );
  });
});

test('polarity is only scored for aspects that were found, and joint F1 scores both', () => {
  const reads = [
    { gold: new Map([['pricing', 'negative'] as const]), found: new Map([['pricing', 'positive'] as const]), stars: 5 },
    { gold: new Map([['safety', 'positive'] as const]), found: new Map([['safety', 'positive'] as const]), stars: undefined },
    { gold: new Map(), found: new Map([['punctuality', 'positive'] as const]), stars: undefined },
  ];
  expect(figuresOf(reads)).toMatchObject({ labels: 2, precision: 2 / 3, recall: 1, polarity: { accuracy: 0.5 }, jointF1: 0.4 });
  expect(againstStars(reads)).toHaveLength(1);
});
