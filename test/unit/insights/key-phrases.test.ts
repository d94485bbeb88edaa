import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyPhraseOf } from '../../../site/analysis/key-phrases.ts';
import { toClauses, toSentences } from '../../../site/analysis/text/clauses.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { type AspectId, packAspects } from '../../../site/contract/insights.ts';

/** The key phrases of a text's clauses for an aspect. */
const phrasesIn = (text: string, aspect: AspectId) =>
  toClauses(toSentences(tokenize(text), text)).flatMap((clause) => keyPhraseOf(text, clause, aspect) ?? []);

test.each([
  ['Half an hour late.', 'punctuality', []],
  ['A 2 hour wait.', 'waiting', []],
  ['I paid 50 bucks for a bath fan.', 'pricing', []],
  ['It took 45minutes to arrive.', 'waiting', []],
  ['A 3-star room.', 'comfort', []],
  ['We waited over three hours.', 'waiting', ['waited over three hours']],
  ['Breakfast was delicious.', 'quality', ['breakfast was delicious']],
  ['Nothing was too much trouble.', 'professionalism', []],
  ['No delay at all.', 'responsiveness', ['no delay']],
  ["The room wasn't clean.", 'cleanliness', ["room wasn't clean"]],
  ['It was not dirty or spotless.', 'cleanliness', ['not dirty']],
  ['He found scorched insulation.', 'safety', ['scorched insulation']],
] as const)('the key phrases of %j about %s are %j', (text, aspect, phrases) => {
  expect(phrasesIn(text, aspect)).toEqual(phrases);
});

const word = fc.constantFrom(
  'red',
  'eye',
  'clean',
  'room',
  'well',
  'priced',
  'over',
  'rude',
  'late',
  'spotless',
  'quality',
  'fair',
  'delay',
);
const compound = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('-', '/', '‑'))
  .map(([parts, hyphen]) => parts.join(hyphen));
const amount = fc.constantFrom('20', '$50', 'two', 'several', 'hour', 'hours', 'minutes', 'stars', 'Monday');
const negation = fc.constantFrom('no', 'not', "wasn't", 'never', 'without');
const texts = fc.array(
  fc.oneof({ weight: 4, arbitrary: compound }, { weight: 2, arbitrary: amount }, negation, fc.constantFrom('was', 'the', 'for')),
  { minLength: 1, maxLength: 8 },
);

test('a key phrase has whole words, begins with no amount, and keeps its negation and its amounts whole', () => {
  let found = 0;
  fc.assert(
    fc.property(texts, fc.constantFrom(...packAspects.general), (words, aspect) => {
      const text = words.join(' ').toLowerCase();
      for (const phrase of phrasesIn(text, aspect)) {
        found += 1;
        expect(` ${text} `).toContain(` ${phrase} `);
        expect(phrase).not.toMatch(/^(?:\$?\d|(?:two|several|hours?|minutes|stars|monday)\b)/);
        const places = [...` ${text} `.matchAll(new RegExp(`(?= ${phrase.replaceAll('$', '\\$')} )`, 'g'))];
        const isWhole = places.some(({ index }) => {
          const before = ` ${text} `.slice(0, index);
          const after = ` ${text} `.slice(index + phrase.length + 1);
          const isNegated =
            !/^(?:no|not|wasn't|never|without)\b/.test(phrase) && /\b(?:no|not|wasn't|never|without)(?:\W+\w+){0,4}$/.test(before);
          const isCut = /(?:\$?\d\S*|two|several|hours?|minutes|stars|monday)$/.test(phrase) && after.trim() !== '';
          return !isNegated && !isCut && !/(?:\$?\d\d|two|several)$/.test(before);
        });
        expect([text, phrase, isWhole]).toEqual([text, phrase, true]);
      }
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(100);
});
