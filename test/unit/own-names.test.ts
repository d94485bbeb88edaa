import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDisplayName } from '../../site/content/privacy/person-names.ts';
import { ownNameHider } from '../../site/content/privacy/published-entry.ts';

const kept = new Set(['dana', 'whitfield', 'hollow']);
const hider = (author: string, setting: 'as_is' | 'initials' | 'hidden') => ownNameHider(author, setting, kept);

describe('with initials, only the author’s family name is shortened', () => {
  test.each<readonly [author: string, text: string, shown: string]>([
    ['Vincent Marchbanks', 'Mr. Marchbanks, a doorbell rings.', 'Mr. M., a doorbell rings.'],
    ['Vincent Marchbanks', 'Thank you, Mr. Marchbanks. We are glad.', 'Thank you, Mr. M. We are glad.'],
    ['Vincent Marchbanks', 'Vincent, it is the Marchbanks’ bell.', 'Vincent, it is the M.’ bell.'],
    ['VINCENT MARCHBANKS', '— Vincent Marchbanks', '— Vincent M.'],
    ['Kenneth & Ilse Vogt', 'Dear Ilse Vogt', 'Dear Ilse V.'],
    ['김서연', '김서연 고객님', '김○○ 고객님'],
    ['Bill Young', 'a young man', 'a young man'],
    ['Bev Whitfield', 'Dana Whitfield came', 'Dana Whitfield came'],
    ['Ann B.', 'Ann B. was here', 'Ann B. was here'],
    ['Acme Electric, Inc.', 'Acme called', 'Acme called'],
  ])('%s in %j', (author, text, shown) => {
    const { inText, inReply } = hider(author, 'initials');
    expect([inText(text), inReply(text)]).toEqual([shown, shown]);
  });
});

describe('with hidden, only the author’s name is replaced', () => {
  test.each<readonly [author: string, reply: string, shown: string]>([
    ['Vincent Marchbanks', 'Mr. Marchbanks, a doorbell rings.', '[name], a doorbell rings.'],
    ['Ruth Ann Kessler', 'Thanks, Ruth Ann Kessler!', 'Thanks, [name]!'],
    ['Lorraine Stubbs', 'Lorraine, I read the email.', '[name], I read the email.'],
    ['Sterling V.', 'Sterling, a new generator', '[name], a new generator'],
    ['Dana Cole', 'Dana came to Ms. Cole', 'Dana came to [name]'],
    ['A Google User', 'Dear user', 'Dear user'],
  ])('%s in the reply %j', (author, reply, shown) => expect(hider(author, 'hidden').inReply(reply)).toBe(shown));

  test.each<readonly [author: string, text: string, shown: string]>([
    ['Crystal Moss', 'Crystal clear. — Crystal', 'Crystal clear. — [name]'],
    ['Skip Dornan', 'Skip the rest. I’m Skip Dornan.', 'Skip the rest. I’m [name].'],
    ['Skip Dornan', 'My neighbor, Mrs. Dornan, and I', 'My neighbor, [name], and I'],
  ])('%s in the text %j', (author, text, shown) => expect(hider(author, 'hidden').inText(text)).toBe(shown));
});

test('with as_is, no name is hidden', () => {
  expect(hider('Vincent Marchbanks', 'as_is').inReply('Mr. Marchbanks')).toBe('Mr. Marchbanks');
});

test.each(['initials', 'hidden'] as const)('with %s, hiding names in published text again changes nothing', (setting) => {
  const word = fc.constantFrom(
    'Ann',
    'Baker',
    'Dr.',
    'Mr.',
    'Lee',
    'B.',
    '&',
    'O’Neil',
    '김서연',
    'BAKER',
    'young',
    ',',
    '.',
    '—',
    '(',
    '*',
    'I’m',
  );
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(words, words, (author, text) => {
      const shown = hider(author, setting).inReply(text);
      const author2 = toDisplayName(author, setting, (any) => any);
      expect(hider(author2, setting).inReply(shown)).toBe(shown);
    }),
    { numRuns: 2000 },
  );
});
