import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRating } from '../../scripts/import/values.ts';
import { correctSpelling } from '../../site/browser/search-find.ts';
import { countryCode } from '../../site/content/privacy/phone-countries.ts';
import { parseSearch } from '../../site/contract/search-query.ts';
import { type CalledCommand, callScript } from '../support/call-command.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Names that every object inherits from its prototype, so a lookup such as `commands[name]` finds something. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);
const content = path.join(root, 'test/fixtures/minimal');
const variables = { CONTENT_DIR: content };

test.each(NAMES)('npm run review -- %s is not a command', async (name) => {
  const { code, stdout, stderr } = await callScript('review', variables, [name]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^review: write add, reply, verify, takedown, list, show\n/);
});

const commands: readonly (readonly [CalledCommand, readonly string[]])[] = [
  ['new', []],
  ['check-content', []],
  ['import', []],
  ['analyse', []],
  ...['add', 'reply', 'verify', 'takedown', 'list', 'show'].map((name) => ['review', [name]] as const),
];

test('no command accepts a flag that is named like a property of Object.prototype', async () => {
  for (const [command, args] of commands) {
    for (const name of NAMES) {
      const { code, stderr } = await callScript(command, variables, [...args, `--${name}`]);
      expect([command, ...args, name, code, stderr.includes(`--${name}`)]).toEqual([command, ...args, name, 1, true]);
    }
  }
});

test.each(commands)('%s %j --help prints its usage', async (command, args) => {
  for (const flag of ['--help', '-h']) {
    const { code, stdout, stderr } = await callScript(command, variables, [...args, flag]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^(?:npm run [a-z:]+ --|open-reviews new) /);
  }
});

const ID = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const REVIEW = `- { id: ${ID}, date: 2024-02-14, rating: 5, author: Ann, text: Swept up., verified: true }\n`;
/** Valid arguments of each command, to which the test adds one flag. */
const sound: Readonly<Record<string, readonly string[]>> = {
  import: ['export.csv', '--yes'],
  'review add': ['--date', '2024-03-01', '--rating', '5', '--author', 'Zed'],
  'review reply': [ID, '--text', 'Thank you.', '--replace'],
  'review verify': [ID, '--method', 'vouched'],
  'review takedown': [ID, '--keep'],
  'review show': [ID],
};

test.each(commands)('%s %j doesn’t crash if any flag is empty', async (command, args) => {
  const name = [command, ...args].join(' ');
  const { stdout: help } = await callScript(command, variables, [...args, '--help']);
  const flags = new Set([...help.matchAll(/--([a-z][a-z-]+)/g)].map(([, flag = '']) => flag));
  for (const flag of flags) {
    for (const value of ['', ' ']) {
      const folder = temporaryFolder();
      const CONTENT_DIR = path.join(folder, 'content');
      mkdirSync(path.join(CONTENT_DIR, 'reviews'), { recursive: true });
      writeFileSync(path.join(CONTENT_DIR, 'business.yaml'), 'name: Acme\n');
      writeFileSync(path.join(CONTENT_DIR, 'reviews/2024.yaml'), REVIEW);
      writeFileSync(path.join(folder, 'export.csv'), 'date,rating,author\n2024-03-01,5,Zed\n');
      const base = command === 'new' ? [path.join(folder, 'new')] : (sound[name] ?? []);
      const typed = base.map((arg) => (arg === 'export.csv' ? path.join(folder, arg) : arg));
      const { code, stderr } = await callScript(command, { CONTENT_DIR, DATA_DIR: folder }, [...args, ...typed, `--${flag}`, value]);
      expect([flag, value, code, stderr]).toEqual([flag, value, expect.any(Number), expect.not.stringMatching(/\n {4}at |Error:/)]);
    }
  }
});

test('business.yaml can’t have keys that are named like properties of Object.prototype', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'reviews'));
  for (const name of NAMES) {
    writeFileSync(path.join(folder, 'business.yaml'), `name: A\n${name}: x\n`);
    const { code, stdout } = await callScript('check-content', { CONTENT_DIR: folder });
    expect([name, code, stdout]).toEqual([name, 1, expect.stringContaining(`found the unknown key "${name}"`)]);
  }
});

test('property names of Object.prototype mean nothing as a search parameter, country, rating or search word', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), (name) => {
      expect(parseSearch(new URLSearchParams({ [name]: 'x' }))).toEqual(parseSearch(new URLSearchParams()));
      expect(countryCode(name)).toBeUndefined();
      expect(parseRating(name)).toBeUndefined();
      expect(correctSpelling(name, { panel: 3 })).toBeUndefined();
    }),
  );
});
