import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { insertItem, removeItem, setKeys } from '../../scripts/content/change-data.ts';
import { type DataPath, EditError, type JsonObject } from '../../scripts/content/edit-text.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';

const LIST = `# About the file.

# About a.
- id: a   # first
  text: |-
    One:

    two # no comment
  verified: false # nobody knows
  extra: [x,
    y]

- id: b
  reply:
    text: "old"   # of hers
    date: 2024-01-01
# About c, at its side.
- {id: c, verified: true}
# The end.
`;

describe('setKeys', () => {
  test.each<readonly [what: string, text: string, path: DataPath, values: JsonObject, after: string]>([
    [
      'changes an existing key and keeps the comment after it',
      LIST,
      [0],
      { verified: true },
      LIST.replace('verified: false #', 'verified: true #'),
    ],
    [
      'adds a new key after the last one',
      LIST,
      [0],
      { reply: { text: 'Thanks.\nBye', date: '2024-02-02' } },
      LIST.replace('    y]\n', '    y]\n  reply:\n    text: |-\n      Thanks.\n      Bye\n    date: 2024-02-02\n'),
    ],
    [
      'replaces a whole map',
      LIST,
      [1],
      { reply: { text: 'new: one', date: '2024-03-03' } },
      LIST.replace('text: "old"   # of hers\n    date: 2024-01-01', 'text: "new: one"\n    date: 2024-03-03'),
    ],
    [
      'keeps the braces of a map',
      LIST,
      [2],
      { verified: false, reply: { text: 'x', date: '2024-01-01' } },
      LIST.replace('verified: true}', 'verified: false, reply: {text: x, date: 2024-01-01}}'),
    ],
    ['edits a file with a single review', 'id: a\n', [], { verified: true }, 'id: a\nverified: true\n'],
    ['edits a file without a line break at the end', '- id: a', [0], { verified: true }, '- id: a\n  verified: true'],
    ['keeps Windows line endings', '- id: a\r\n- id: b\r\n', [0], { verified: true }, '- id: a\r\n  verified: true\r\n- id: b\r\n'],
    ['keeps a byte order mark', '\uFEFF- id: a\n', [0], { verified: true }, '\uFEFF- id: a\n  verified: true\n'],
    ['keeps the indentation of a list', '  - id: a\n  - id: b\n', [0], { verified: true }, '  - id: a\n    verified: true\n  - id: b\n'],
    ['sets a key without a value', '- id: a\n  reply:\n- id: b\n', [0], { reply: 'x' }, '- id: a\n  reply: x\n- id: b\n'],
  ])('%s', (_what, text, place, values, after) => {
    expect(setKeys({ name: 'a.yaml', text }, place, values)).toBe(after);
  });

  test('keeps the line breaks of JSON, and adds keys in the given order', () => {
    const wide = '[\n  {\n    "id": "a",\n    "x": 1\n  }\n]\n';
    expect(setKeys({ name: 'a.json', text: wide }, [0], { verified: true })).toBe(wide.replace('"x": 1', '"x": 1,\n    "verified": true'));
    const lines = '[\n{"id":"a","z":"é"},\n{"id":"b","z":1}\n]\n';
    expect(setKeys({ name: 'a.json', text: lines }, [0], { verified: true }, ['id', 'verified', 'z'])).toBe(
      lines.replace('{"id":"a","z":"é"}', '{"id":"a","verified":true,"z":"é"}'),
    );
  });

  test('changes the front matter of Markdown and keeps its text', () => {
    const text = '---\r\nid: a\r\n---\r\nText\r\n---\r\nverified: true\r\n';
    expect(setKeys({ name: 'a.md', text }, [], { verified: true })).toBe(text.replace('id: a\r\n', 'id: a\r\nverified: true\r\n'));
  });

  test.each([
    ['an alias', '- &a { id: a }\n- *a\n'],
    ['keys merged from elsewhere', '- &a { id: a }\n- <<: *a\n  id: b\n'],
  ])('edits or refuses %s, but never damages the file', (_what, text) => {
    let after: string;
    try {
      after = setKeys({ name: 'a.yaml', text }, [1], { verified: true });
    } catch (error) {
      expect(error).toBeInstanceOf(EditError);
      return;
    }
    expect(after).toBe(`${text}  verified: true\n`);
  });
});

describe('removeItem', () => {
  test.each([
    [0, LIST.slice(0, LIST.indexOf('- id: a')) + LIST.slice(LIST.indexOf('- id: b'))],
    [1, LIST.slice(0, LIST.indexOf('- id: b')) + LIST.slice(LIST.indexOf('# About c'))],
    [2, LIST.replace('- {id: c, verified: true}\n', '')],
  ])('removes the lines of item %i and no others', (index, after) => {
    expect(removeItem({ name: 'a.yaml', text: LIST }, [index])).toBe(after);
  });

  test.each([
    ['- id: a\n', 'a.yaml', [0], ''],
    ['[\n{"id":"a"},\n{"id":"b"}\n]\n', 'a.json', [0], '[\n{"id":"b"}\n]\n'],
    ['[\n{"id":"a"},\n{"id":"b"}\n]\n', 'a.json', [1], '[\n{"id":"a"}\n]\n'],
    ['[\n{"id":"a"}\n]\n', 'a.json', [0], '[\n]\n'],
    ['{ "of": [{"id":"a"}] }\n', 'a.json', ['of', 0], '{ "of": [] }\n'],
  ] as const)('from %j in %s at %j', (text, name, place, after) => {
    expect(removeItem({ name, text }, place)).toBe(after);
  });
});

describe('insertItem', () => {
  test.each([
    ['', 'a.yaml', 0, '- id: x\n'],
    ['# Only this.\n', 'a.yaml', 0, '# Only this.\n\n- id: x\n'],
    ['- id: a\n- id: b\n', 'a.yaml', 1, '- id: a\n- id: x\n- id: b\n'],
    ['# Head.\n\n- id: a\n\n- id: b\n', 'a.yaml', 0, '# Head.\n\n- id: x\n\n- id: a\n\n- id: b\n'],
    ['- id: a', 'a.yaml', 1, '- id: a\n\n- id: x\n'],
    ['[\n{"id":"a"}\n]\n', 'a.json', 1, '[\n{"id":"a"},\n{"id":"x"}\n]\n'],
    ['[]\n', 'a.json', 0, '[\n{"id":"x"}\n]\n'],
  ])('into %j in %s at %i', (text, name, index, after) => {
    expect(insertItem({ name, text }, index, { id: 'x' })).toBe(after);
  });

  test('refuses a file that isn’t a list', () => {
    expect(() => insertItem({ name: 'a.yaml', text: 'id: a\n' }, 0, { id: 'x' })).toThrow(EditError);
  });
});

const files = [
  'content/reviews/2024.yaml',
  'content/reviews/2019.yaml',
  'content/corrections.yaml',
  'test/fixtures/corner shop/reviews/2023.json',
];

test.each(files)('%s: changing an entry adds at most two lines, and removing one adds none', (name) => {
  const text = readFileSync(path.join(root, name), 'utf8');
  const lines = new Set(text.split('\n'));
  const count = text.match(/^- |^ {2}\{/gm)?.length ?? 0;
  expect(count).toBeGreaterThan(2);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const few = indexes.filter((index) => index % 5 === 0 || index === count - 1);
  for (const index of withReleaseCases(
    `${name}: changes of the other entries`,
    few,
    indexes.filter((one) => !few.includes(one)),
  )) {
    const set = setKeys({ name, text }, [index], { note: 'marked' }).split('\n');
    expect(set.filter((line) => !lines.has(line)).length).toBeLessThanOrEqual(2);
    const removed = removeItem({ name, text }, [index]).split('\n');
    expect(removed.filter((line) => !lines.has(line))).toEqual([]);
  }
});
