import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyPhraseOf } from '../../../site/analysis/analyse-review.ts';
import { packAspects } from '../../../site/contract/insights.ts';

test('a key phrase never starts or ends inside a hyphenated word', () => {
  const word = fc.constantFrom('red', 'eye', 'clean', 'room', 'well', 'priced', 'over', 'rude', 'late', 'spotless', 'quality', 'fair');
  const compound = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('-'));
  let found = 0;
  fc.assert(
    fc.property(fc.array(compound, { minLength: 1, maxLength: 5 }), fc.constantFrom(...packAspects.general), (words, aspect) => {
      const phrase = keyPhraseOf(words.join(' '), aspect);
      if (phrase === undefined) return;
      found += 1;
      expect(` ${words.join(' ')} `).toContain(` ${phrase} `);
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(50);
});
