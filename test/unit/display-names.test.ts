import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDisplayName } from '../../site/content/privacy/person-names.ts';
import { masker } from '../../site/content/privacy/published-entry.ts';
import { maskKind } from '../../site/contract/review.ts';

const mask = masker(maskKind.options, { telephone: null, email: null, address: null });
const initials = (name: string) => toDisplayName(name, 'initials', mask);

test.each<readonly [name: string, shown: string]>([
  ['Ann Baker', 'Ann B.'],
  ['Ann B.', 'Ann B.'],
  ['Ann B', 'Ann B.'],
  ['Ann', 'Ann'],
  ['G. Pettibone', 'G. P.'],
  ['Ruth Ann Kessler', 'Ruth K.'],
  ['Jo-Beth Amundsen', 'Jo-Beth A.'],
  ['Dr. José María Núñez-Ruiz', 'Dr. José N.'],
  ['Mr. Baker', 'Mr. B.'],
  ['Sister Bernadette Coyle', 'Sister Bernadette C.'],
  ['Judge Emory Fairbanks (ret.)', 'Judge Emory F.'],
  ['Lt. Marisol Greer, Port Alder Fire Dept.', 'Lt. Marisol G.'],
  ['Percival "Percy" Nightingale', 'Percival N.'],
  ['Rick Delgado Jr', 'Rick D.'],
  ['John O. Baker III', 'John B.'],
  ['Ann Baker, MD', 'Ann B.'],
  ['Baker, Ann', 'Ann B.'],
  ['Kenneth & Ilse Vogt', 'Kenneth & Ilse V.'],
  ['Ike and Rosalind Thorne', 'Ike and Rosalind T.'],
  ['The Smith Family', 'The S.'],
  ['ANN BAKER', 'Ann B.'],
  ['JD SMITH', 'JD S.'],
  ['MARY-JANE O’NEIL', 'Mary-Jane O.'],
  ['ann baker', 'Ann B.'],
  ['ludwig van beethoven', 'Ludwig B.'],
  ['Олена Коваль', 'Олена К.'],
  ['محمد الخطيب', 'محمد ا.'],
  ['סבא משה', 'סבא מ.'],
  ['Gurpreet ਸਿੰਘ', 'Gurpreet ਸਿੰ.'],
  ['김서연', '김○○'],
  ['田中美咲', '田○○'],
  ['王 小明', '王 小.'],
  ['🎃 Jack 🎃', 'Jack'],
  ['Ann 🌸 Baker', 'Ann B.'],
  ['PaulieD77', 'PaulieD77'],
  ['A Google User', 'A Google User'],
  ['Verified Customer', 'Verified Customer'],
  ['Anonymous', 'Anonymous'],
  ['Acme Electric, Inc.', 'Acme Electric, Inc.'],
  ['Fern Hollow Community Orchard', 'Fern Hollow Community Orchard'],
  ['Alder County Grange No. 88', 'Alder County Grange No. 88'],
  ['ann.baker@example.com', 'A customer'],
  ['360-555-0177', 'A customer'],
  ['Ann Baker 360-555-0177', 'Ann B.'],
  ['👍👍', 'A customer'],
])('with initials, %s is shown as %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
  expect(initials(shown)).toBe(shown);
});

test.each<readonly [name: string, shown: string]>([
  ['Ann Baker', 'Ann Baker'],
  ['🎃 Jack 🎃', '🎃 Jack 🎃'],
  ['ann.baker@example.com', 'A customer'],
  ['(360) 555-0177', 'A customer'],
  ['Ann Baker (360) 555-0177', 'Ann Baker'],
  ['Ann, 12 Oak Street', 'Ann'],
])('with as_is, %s is shown as %s', (name, shown) => {
  expect(toDisplayName(name, 'as_is', mask)).toBe(shown);
});

test('a hidden name is shown as "A customer", in the language of the site', () => {
  expect(toDisplayName('Ann Baker', 'hidden', mask)).toBe('A customer');
  expect(toDisplayName('Ann Baker', 'hidden', mask, 'es')).toBe('Un cliente');
  expect(toDisplayName('Un cliente', 'initials', mask, 'es')).toBe('Un cliente');
});

describe('any name', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('Dr.', 'Jr', '&', 'and', ',', '(', '"', 'Inc.', '김서연'),
  );
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ').normalize('NFC'));

  test.each(['as_is', 'initials', 'hidden'] as const)('is never shown as blank with %s, and stays the same when shown again', (setting) => {
    fc.assert(
      fc.property(name, (any) => {
        const shown = toDisplayName(any, setting, mask);
        if (any.trim() !== '') expect(shown.trim()).not.toBe('');
        expect(toDisplayName(shown, setting, mask)).toBe(shown);
      }),
      { numRuns: 2000 },
    );
  });
});
