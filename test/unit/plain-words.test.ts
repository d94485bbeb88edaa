import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainWords, toSlug, toSlugs } from '../../site/contract/plain-words.ts';

test.each([
  ['Tomasz Zieliński', 'tomasz-zielinski'],
  ['Đorđe Petrović', 'dorde-petrovic'],
  ['Cœur de Lys', 'coeur-de-lys'],
  ['Ægir Þórsson', 'aegir-thorsson'],
  ['Straße 5', 'strasse-5'],
  ['Ħal Għaxaq', 'hal-ghaxaq'],
  ['Łódź & Ørsted', 'lodz-orsted'],
  ['Saint-Élan', 'saint-elan'],
  ['東京', ''],
])('the slug of %s is "%s"', (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});

test('a slug keeps the letters and digits of an ASCII name, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), (name) => {
      expect(toSlug(name)).toBe(
        name
          .toLowerCase()
          .match(/[a-z0-9]+/g)
          ?.join('-') ?? '',
      );
    }),
  );
});

test('slugs keep every letter of Latin-1 and Latin Extended-A, and words have the same letters', () => {
  for (let point = 0xc0; point <= 0x17f; point++) {
    const letter = String.fromCodePoint(point);
    if (!/\p{L}/u.test(letter)) continue;
    expect([letter, toSlug(`a${letter}b`)]).toEqual([letter, expect.stringMatching(/^a.*[a-z].*b$/)]);
    expect(toSlug(letter)).toBe(toSlug(letter.normalize('NFD')));
    expect(toSlug(letter).replaceAll('-', '')).toBe(
      plainWords(letter)
        .join('')
        .replace(/[^a-z]/g, ''),
    );
  }
});

test('slugs are unique, and a name without Latin letters gets its position', () => {
  expect([...toSlugs(['Ana', 'Aña', '東京', 'page'], 'area').values()]).toEqual(['ana', 'ana-2', 'area-3', 'page-4']);
});
