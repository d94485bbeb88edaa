import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainWords, toSlug, toSlugs } from '../../site/shared/text.ts';

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

test('slugs are unique, with a hash of the name where its letters aren’t enough', () => {
  expect([...toSlugs(['Ana', 'Aña', '東京', 'page', 'Dr. 李', 'Dr. 王', 'José'], 'area').values()]).toEqual([
    ...['ana', 'ana-0km6dnof', 'area-t3icq7qn', 'page-wq15h15i', 'dr-tpvp0q06', 'dr-fschrcx5', 'jose'],
  ]);
});

describe('slugs of names', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'Ana',
      'Aña',
      'ana',
      'A-na',
      '李雷',
      '王芳',
      'Dr. 李',
      'Dr. 王',
      'ひろし',
      'Ольга',
      'สมชาย',
      'page',
      'José',
      'Dana O’Neill',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  );
  const names = fc.uniqueArray(name, { maxLength: 12 });

  test('are unique plain ASCII, and their order doesn’t matter', () => {
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (all, keys) => {
        const slugs = toSlugs(all, 'area');
        expect(new Set(slugs.values()).size).toBe(all.length);
        for (const slug of slugs.values()) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        const shuffled = all
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(new Map([...toSlugs(shuffled, 'area')].sort())).toEqual(new Map([...slugs].sort()));
      }),
    );
  });

  test('don’t change when names are added or removed, except those that have the same Latin letters', () => {
    fc.assert(
      fc.property(names, names, (before, added) => {
        const slugs = toSlugs(before, 'area');
        const isLatin = (one: string) => !/[^a-z0-9]/.test(plainWords(one).join(''));
        const others = added.filter((one) => !isLatin(one) || before.every((old) => toSlug(old) !== toSlug(one)));
        const after = toSlugs([...others, ...before], 'area');
        expect(before.map((one) => after.get(one))).toEqual(before.map((one) => slugs.get(one)));
      }),
    );
  });
});
