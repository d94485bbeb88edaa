import { describe, expect, test } from 'vitest';
import { choose, isEnglish, isHeldOut, toKey, toSentences } from '../../../scripts/lab/train/choose-texts.ts';
import type { RealText } from '../../../scripts/lab/train/real-sources.ts';

const from = (source: RealText['source'], stratum: string, ...texts: readonly string[]): RealText[] =>
  texts.map((text, index) => ({ id: `${source}-${stratum}-${index}`, source, stratum, text }));

describe('held-out texts', () => {
  test('have keys that depend only on their letters', () => {
    // printf 'greatjob' | sha1sum
    expect(toKey('Great job!')).toBe('68a06bea262e160e');
    expect(toKey('GREAT _NUM_ job 24')).toBe('68a06bea262e160e');
  });

  test.each([
    ['the whole text', 'Came late. Left early.', 'Came late. Left early.'],
    ['a sentence', 'All good. Came late! Left early.', 'came late'],
    ['consecutive sentences', 'All good. Came late. Left early. Bye.', 'Came late. Left early.'],
    ['a line', 'All good\nCame late\nLeft early', 'Came late.'],
  ])('are recognized by %s', (_, text, heldOut) => {
    expect(isHeldOut(text, new Set([toKey(heldOut)]))).toBe(true);
    expect(isHeldOut(text, new Set([toKey('something else')]))).toBe(false);
  });
});

test('a line break ends a sentence', () => {
  expect(toSentences('Clean room. Nice host\n- quick to answer\n!!')).toEqual(['Clean room.', 'Nice host', '- quick to answer']);
});

test.each([
  ['airbnb', 'The room was clean', true],
  ['airbnb', 'Super clean', false],
  ['nhs-care', 'Super clean', true],
  ['airbnb', 'Muy limpio y el anfitrión es muy amable', false],
  ['airbnb', 'It is clean 干净 and quiet', false],
] as const)('from %s, "%s" is certainly English: %s', (source, text, expected) => {
  expect(isEnglish({ id: 'x', source, stratum: 's', text })).toBe(expected);
});

describe('choosing', () => {
  const texts = [
    ...from('airbnb', 'low', 'It was dirty.', 'It was DIRTY!!', 'The lock was broken.', 'We left.'),
    ...from('airbnb', 'high', 'Lovely and quiet.'),
  ];

  test('fills each quota with different texts, and takes none without a quota', () => {
    const chosen = choose(texts, { airbnb: { low: 10 } }, 'a');
    expect(chosen.map(({ text }) => text.toLowerCase().replaceAll(/[^a-z ]/g, '')).sort()).toEqual([
      'it was dirty',
      'the lock was broken',
      'we left',
    ]);
  });

  test('depends on the seed, not on the order', () => {
    const ids = (all: readonly RealText[], seed: string) => choose(all, { airbnb: { low: 2 } }, seed).map(({ id }) => id);
    expect(ids(texts, 'a')).toEqual(ids(texts.toReversed(), 'a'));
    expect(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => ids(texts, seed).join())).size).toBeGreaterThan(1);
  });

  test('takes at most a fifth of a quota from short texts', () => {
    expect(choose(texts, { airbnb: { low: 3 } }, 'a', 4).map(({ text }) => text)).toHaveLength(1);
  });
});
