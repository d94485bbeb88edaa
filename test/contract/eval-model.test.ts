import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { compareWithEngine } from '../../scripts/lab/eval/other-model.ts';
import { mergeLabels } from '../../scripts/lab/train/fit.ts';
import { type GoldItem, readGold } from '../../scripts/lab/train/gold.ts';
import { readLessons } from '../../scripts/lab/train/lessons.ts';
import { callEval } from '../support/call-eval.ts';
import { releaseTest } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const items = new Map((readGold('test/gold', 'development') ?? []).map((item) => [item.text, item]));
const externalTexts = new Map(
  readLessons()
    .filter(({ kind }) => kind === 'real')
    .map((lesson) => [lesson.text, lesson]),
);

let asked: { readonly authorization: string | undefined; readonly text: string }[] = [];
/** Returns the verdicts for a text of the invented set, or undefined for other JSON. Other texts are answered with their labels. */
let answer: (item: GoldItem) => unknown[] | undefined;

const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { messages } = JSON.parse(body);
  const text: string = JSON.parse(messages.at(-1).content);
  asked.push({ authorization: request.headers.authorization, text });
  const pack = messages[0].content.includes('\n- waiting: ') ? 'general' : 'home';
  const item = items.get(text);
  const content = JSON.stringify({ verdicts: item ? answer(item) : labelsOf(text, pack) });
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
afterAll(() => server.close());

function labelsOf(text: string, pack: 'home' | 'general') {
  const labels = [...mergeLabels(externalTexts.get(text)?.[pack] ?? [], pack)];
  return labels.map(([aspect, polarity]) => ({ aspect, polarity, quote: text }));
}

const asLabeled = ({ text, mentions }: GoldItem) => mentions.map(({ aspect, polarity }) => ({ aspect, polarity, quote: text }));

let DATA_DIR: string;
const evaluate = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  callEval(['--endpoint', endpoint, '--model', 'fake-1', ...args], { DATA_DIR, ...more });

/** Returns the output line that starts with a name, with single spaces between its words. */
const line = (output: string, name: string) =>
  output
    .split('\n')
    .find((one) => one.startsWith(`  ${name} `))
    ?.replaceAll(/ +/g, ' ')
    .trim();

beforeEach(() => {
  asked = [];
  answer = asLabeled;
  DATA_DIR = temporaryFolder();
});

describe('the evaluation of another model', () => {
  test('that answers with the labels prints full scores next to the engine’s', async () => {
    const { code, stdout, stderr } = await evaluate(['--quick'], { ANALYSE_API_KEY: 'sk-secret' });
    expect([code, stderr]).toEqual([0, '']);
    const full = 'precision 1.000 recall 1.000 F1 1.000 polarity 1.000 macro-F1 1.000 negative F1 1.000 joint F1 1.000';
    expect(line(stdout, 'all, fake-1')).toBe(`all, fake-1 n 409 ${full}`);
    expect(line(stdout, 'against the stars, fake-1')).toBe(`against the stars, fake-1 n 57 ${full}`);
    expect(stdout).toContain('  texts analyzed by fake-1: 260, 0 of them from the cache\n  verdicts refused: 0\n');
    const own = await callEval(['--quick']);
    expect(line(stdout, 'all, the engine')?.replace('all, the engine', '')).toBe(line(own.stdout, 'text alone')?.replace('text alone', ''));
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer sk-secret']));
    expect(stdout).not.toContain('sk-secret');
  });

  test('asks about the same sample each time, and about each text only once', async () => {
    const first = await evaluate(['--quick', '--sample', '8']);
    expect(first.stdout).toContain('texts analyzed by fake-1: 8, 0 of them from the cache\n');
    const again = await evaluate(['--quick', '--sample', '8']);
    expect([asked.length, again.stdout]).toEqual([8, first.stdout.replace('0 of them', '8 of them')]);
    await evaluate(['--quick', '--sample', '10']);
    expect(new Set(asked.map(({ text }) => text)).size).toBe(10);
  });

  test('that finds nothing prints a recall of 0', async () => {
    answer = () => [];
    const { stdout } = await evaluate(['--quick', '--sample', '8']);
    expect(line(stdout, 'all, fake-1')).toMatch(/ precision 0\.000 recall 0\.000 F1 0\.000 .* joint F1 0\.000$/);
    expect(line(stdout, 'all, the engine')).not.toContain('recall 0.000');
  });

  test('that makes up quotes refuses every verdict and prints the reason', async () => {
    answer = (item) => asLabeled(item).map((verdict) => ({ ...verdict, quote: `${item.text} Best of all firms.` }));
    const { stdout } = await evaluate(['--quick']);
    expect(stdout).toContain('  verdicts refused: 409 (quote not in the text 409)\n');
    expect(line(stdout, 'all, fake-1')).toContain(' recall 0.000 ');
  });

  test('leaves failed texts out of both scores and counts them', async () => {
    const [broken] = [...items.values()].filter(({ mentions }) => mentions.length > 1);
    answer = (item) => (item === broken ? undefined : asLabeled(item));
    const { code, stdout } = await evaluate(['--quick']);
    const labels = 409 - (broken?.mentions.length ?? 0);
    expect(code).toBe(0);
    expect(stdout).toContain('  texts failed: 1 (not the expected JSON); run this again to retry them\n');
    expect(line(stdout, 'all, fake-1')).toContain(` n ${labels} `);
    expect(line(stdout, 'all, the engine')).toContain(` n ${labels} `);
  });

  test('fails if no text is answered', async () => {
    answer = () => undefined;
    const { code, stdout, stderr } = await evaluate(['--quick', '--sample', '3']);
    expect([code, stderr]).toEqual([1, 'eval: no text was answered\n']);
    expect(stdout).toContain('  texts failed: 3 (not the expected JSON); run this again to retry them\n');
  });

  releaseTest('the evaluation of another model starts with texts from other sources, for both sets of aspects', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    // Learning from all of them takes half a minute.
    const lessons = readLessons().filter((_, index) => index % 20 === 0);
    const model = { endpoint, model: 'fake-1', key: undefined };
    await compareWithEngine(model, { dataDir: DATA_DIR, sample: 3, lessons, invented: [...items.values()] });
    const stdout = lines.mock.calls.flat().join('\n');
    lines.mockRestore();
    const [home = '', general = '', invented = ''] = stdout.split('\n# ').slice(1);
    expect([home, general, invented].map((part) => part.split(';')[0])).toEqual([
      'home: texts from other sources',
      'general: texts from other sources',
      'development half of the invented set, text alone',
    ]);
    for (const part of [home, general]) {
      expect(part).toContain('  texts analyzed by fake-1: 3, 0 of them from the cache\n');
      expect(line(part, 'all, fake-1')).toContain(' F1 1.000 polarity 1.000 ');
      expect(line(part, 'all, the engine')).toContain(line(part, 'all, fake-1')?.match(/ n \d+ /)?.[0]);
    }
    expect([...externalTexts.keys()].filter((text) => asked.some((one) => one.text === text))).toHaveLength(3);
  });

  test.each([
    [['--sealed'], 'eval: --sealed is for the engine alone: a half that other models have read is no longer sealed\n'],
    [['--sample', '0'], 'eval: --sample "0": write a whole number from 1 on\n'],
    [['--endpoint', 'localhost'], 'eval: --endpoint "localhost": write an absolute http(s) URL\n'],
  ])('refuses %j and sends no requests', async (args, message) => {
    const result = await evaluate(args);
    expect([result.code, result.stdout, result.stderr, asked]).toEqual([1, '', message, []]);
  });
});
