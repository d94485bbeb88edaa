import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePhrases, failuresIn } from '../../../site/analysis/expressions.ts';
import { findProblems } from '../../../site/analysis/problems.ts';
import { toClauses, toSentences } from '../../../site/analysis/text/clauses.ts';
import { guessLanguage } from '../../../site/analysis/text/language.ts';
import { foldWord, tokenize } from '../../../site/analysis/text/tokens.ts';
import { readText } from '../../../site/analysis/verdicts.ts';
import { aspectsFile } from '../../../site/content/record-schemas.ts';

const sentencesOf = (text: string) => toSentences(tokenize(text), text);
const slices = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));
const polarities = (text: string, stars?: number, pack: 'home' | 'general' = 'home') =>
  Object.fromEntries(readText(text, { pack, stars }).verdicts.map(({ id, polarity }) => [id, polarity]));

describe('words', () => {
  test.each([
    ['Didn’t', 'didnt'],
    ["He's", 'he'],
    ["we'll", 'we'],
    ['Wayyyy', 'way'],
    ['recomend', 'recommend'],
    ['GOOD', 'good'],
  ])('%s folds to %s', (raw, folded) => expect(foldWord(raw)).toBe(folded));

  test('an HTML entity counts as its character and keeps its range in the published text', () => {
    const text = 'They didn&#39;t show &amp; never called';
    const token = tokenize(text).find(({ word }) => word === 'didnt');
    expect(text.slice(token?.start, token?.end)).toBe('didn&#39;t');
    expect(tokenize(text).map(({ word }) => word)).toContain('and');
  });
});

describe('masks', () => {
  test('are not read as words', () => {
    expect(tokenize('Call [phone number], or [e-mail address] [sic]').map(({ word }) => word)).toEqual(['call', ',', 'or', 'sic']);
  });
});

describe('sentences', () => {
  test.each([
    ['Mr. Lee came. He was on time.', ['Mr. Lee came.', 'He was on time.']],
    ['great.They came', ['great.', 'They came']],
    ['It cost $2.60. Fine', ['It cost $2.60.', 'Fine']],
    ['Wow!!! Really?', ['Wow!!!', 'Really?']],
    ['one\ntwo', ['one', 'two']],
    ['', []],
    ['...', []],
  ])('%j splits into %j', (text, expected) => expect(slices(text)).toEqual(expected));
});

describe('clauses', () => {
  const clauses = (text: string) => toClauses(sentencesOf(text)).map(({ start, end }) => text.slice(start, end));
  test.each([
    ['Punctual, polite and tidy!', ['Punctual', 'polite', 'tidy']],
    ['A well-known firm, but slow.', ['A well-known firm', 'slow']],
    ['Came. Left.', ['Came', 'Left']],
    ['and, or but', []],
  ])('%j divides into %j', (text, expected) => expect(clauses(text)).toEqual(expected));

  test.each([
    ['Not clean or tidy.', ['clean', 'tidy']],
    ['Never late, always polite.', ['late']],
    ['Not only cheap.', []],
  ])('in %j, the negation covers %j', (text, expected) => {
    const negated = toClauses(sentencesOf(text)).flatMap(({ words }) => words.filter((word) => word.negated).map(({ word }) => word));
    expect(negated).toEqual(expected);
  });
});

describe('problems', () => {
  const found = (text: string) =>
    findProblems(text).flatMap(({ id, ranges }) => ranges.map(({ start, end }) => [id, text.slice(start, end)]));
  test.each([
    ['We have no power.', [['power_outage', 'no power']]],
    [
      'The breaker Tripped, and the breaker won’t reset.',
      ['breaker Tripped', 'breaker won’t reset'].map((own) => ['tripped_breaker', own]),
    ],
    ['The breaker in our garage kept tripping.', []],
    ['The breaker we have keeps tripping.', [['tripped_breaker', 'breaker we have keeps tripping']]],
    ['We called about a breaker, it tripped.', []],
  ])('in %j', (text, expected) => expect(found(text)).toEqual(expected));
});

describe('language', () => {
  test.each([
    ['Great work', 'en'],
    ['ok', 'en'],
    ['👍👍', 'en'],
    ['José fixed la luz quickly', 'en'],
    ['Muy buen servicio, llegó a la hora', 'es'],
    ['Sehr gute Arbeit, alles super', 'de'],
    ['Très bon travail, merci', 'fr'],
    ['Отличная работа', 'ru'],
    ['とても良い仕事でした', 'ja'],
    ['Bardzo dobrze, polecam', 'pl'],
    ['Excelente', 'es'],
    ['Muy puntuales', 'es'],
    ['Buen trato y precio', 'es'],
    ['Trabajo impecable', 'es'],
    ['Great job, gracias', 'en'],
    ['Thợ làm rất kỹ và lịch sự, giá cả cũng hợp lý.', 'vi'],
    ['Mycket bra jobb. De kom i tid, var trevliga och städade efter sig. Rekommenderar dem varmt.', 'und'],
    ['Çok iyi iş çıkardılar. Zamanında geldiler, temiz çalıştılar ve fiyat da uygundu. Herkese tavsiye ederim.', 'und'],
    ['Lawv ua haujlwm zoo heev. Lawv tuaj raws sijhawm thiab tu huv tag nrho.', 'und'],
    ['Porch outlet, functional, beige. Man of few words. Cash.', 'en'],
  ])('%s is %s', (text, language) => expect(guessLanguage(text)).toBe(language));

  test.each([
    'Muy buen pescado.',
    'Todo perfecto',
    'Volveremos seguro',
    'No me gustó nada',
    'Comida casera y rica',
    'Riquísimo',
    'Trato cercano',
    'Ambiente muy agradable',
    'Repetiremos',
    'La cuenta, cara',
    'Nunca más',
    'De diez',
    'Camareros simpáticos',
    'Mala experiencia',
    'Esperamos una hora y media',
  ])('%s is Spanish, whatever the language of the business', (text) => {
    expect([guessLanguage(text, 'es'), guessLanguage(text, 'en')]).toEqual(['es', 'es']);
  });

  test.each([
    'Great food',
    'Nice place',
    'Never again',
    'Best paella of our trip',
    'Lovely staff',
    'Too expensive',
    'We waited an hour',
    'No problems at all',
    'He has my number',
    'Delicious fish',
    'Would come back',
    'Amazing service!',
    'Highly recommended',
    'Very tasty and fresh',
    'The tapas were cold',
  ])('%s is English, whatever the language of the business', (text) => {
    expect([guessLanguage(text, 'es'), guessLanguage(text, 'en')]).toEqual(['en', 'en']);
  });

  test.each(['Llegaron a tiempo.', 'Me atendieron enseguida', 'Ha llegado a casa', 'A mi hora'])(
    '%s has a word that is also English, but counts as Spanish for a Spanish business',
    (text) => {
      expect(guessLanguage(text, 'es')).toBe('es');
    },
  );

  test.each(['OK', 'Super!', '10/10', '👍👍', 'Top', 'No', 'Paella'])(
    '%s is too short to tell, so the language of the business decides',
    (text) => {
      expect(['en', 'es', 'de'].map((own) => guessLanguage(text, own))).toEqual(['en', 'es', 'de']);
    },
  );
});

describe('verdicts for home services', () => {
  test.each([
    ['They never showed up.', { punctuality: 'negative' }],
    ['Nobody called back.', { responsiveness: 'negative' }],
    ['Explained everything in plain English.', { communication: 'positive' }],
    ['Rude to my mother.', { professionalism: 'negative' }],
    ['Very impressed with their professionalism!', { professionalism: 'positive' }],
    ['Very honest.', { professionalism: 'positive' }],
    ['They were totally disorganized.', { professionalism: 'negative' }],
    ['Great job!', { workmanship: 'positive' }],
    ['Great customer service.', { professionalism: 'positive' }],
    ['Very knowledgeable.', { technical_knowledge: 'positive' }],
    ['The paint is already peeling after two months.', { workmanship: 'negative' }],
    ['Fair price.', { pricing: 'positive' }],
    ['They left a mess.', { cleanliness: 'negative' }],
    ['Left live wires hanging.', { safety: 'negative' }],
    ['Great job, on time, fair price', { workmanship: 'positive', punctuality: 'positive', pricing: 'positive' }],
    ['Thanks.', {}],
    ['Installed a ceiling fan in our bedroom.', {}],
  ])('%s', (text, expected) => expect(polarities(text)).toEqual(expected));

  test('cover each item in a list of praise', () => {
    expect(polarities('He was punctual, polite, diagnosed a complex issue, fixed it and tidied up!')).toMatchObject({
      punctuality: 'positive',
      professionalism: 'positive',
      technical_knowledge: 'positive',
      cleanliness: 'positive',
    });
  });

  test('are unclear if a critical review praises something, and absent if one with five stars may criticize something', () => {
    for (const stars of [1, 2, 3, 4, 5]) {
      expect(polarities('They never showed up.', stars)).toEqual(stars < 5 ? { punctuality: 'negative' } : {});
      expect(polarities('Very honest.', stars)).toEqual({ professionalism: stars < 4 ? 'unclear' : 'positive' });
    }
  });

  test.each([
    ['On day 3 the county FAILED the inspection because a box was missing its clamp.', { workmanship: 'negative' }],
    ['They scratched our floor.', { workmanship: 'negative' }],
    ['Two weeks later the same problem.', { workmanship: 'negative' }],
    ['He missed our appointment.', { punctuality: 'negative' }],
    ['They never finished the bathroom, and nothing was done about it.', { workmanship: 'negative' }],
    ['It took them three weeks to send somebody.', { responsiveness: 'negative' }],
    ['The office never got back to us.', { responsiveness: 'negative' }],
  ])('criticize what went wrong in a critical review, even if it was put right: %s', (text, expected) =>
    expect(polarities(text, 1)).toMatchObject(expected),
  );

  test.each([
    ['Horrible service.', 'service'],
    ['The soup was cold and bland.', 'quality'],
    ['We waited almost an hour.', 'waiting'],
    ['The bathroom was filthy.', 'cleanliness'],
    ['They never returned my calls.', 'communication'],
    ['The place is dingy and cramped.', 'comfort'],
    ['It was almost an hour before our drinks came.', 'waiting'],
    ['Nobody greeted us, and the waiter was surly.', 'service'],
    ['It’s pretty pricey.', 'price'],
  ])('criticize what is plainly bad in a critical review: %s', (text, aspect) =>
    expect(polarities(text, 1, 'general')).toMatchObject({ [aspect]: 'negative' }),
  );

  test.each([
    'The second time we came, everything was fine.',
    'There was no damage to the walls.',
    'He replaced the faulty breaker.',
    'The job took two weeks, as agreed.',
    'He spent almost an hour on our questions.',
    'We had no idea what to expect.',
    'I did not contact them again.',
    'They treated the pet urine in our carpet.',
    'The soup was very hot.',
    'It was a ridiculous amount of food.',
    'It is a garbage service.',
    'It is tough to park, and there was a nasty storm.',
    'I would not do it myself.',
  ])('tell of no failure if they may mean something else: %s', (text) => {
    for (const pack of ['home', 'general'] as const)
      expect(toClauses(sentencesOf(text)).flatMap((clause) => failuresIn(clause, pack))).toEqual([]);
  });

  test.each(['The staff were never rude.', 'The room wasn’t filthy.', 'Was the waiter rude?', 'It was not overpriced.'])(
    'count as no failure if the text denies or asks it: %s',
    (text) => expect(toClauses(sentencesOf(text)).flatMap((clause) => failuresIn(clause, 'general'))).toEqual([]),
  );

  test('never come from the stars alone', () => expect(polarities('Thanks.', 5)).toEqual({}));

  test('aren’t lost when more words follow', () => {
    const praise = ['On time.', 'Fair price.', 'Very polite.', 'They left a mess.', 'Explained everything.', 'Never called back.'];
    const more = ['we live by the lake', 'my cat slept', 'it was a Tuesday', 'the kids were at school', 'I am sixty'];
    fc.assert(
      fc.property(fc.constantFrom(...praise), fc.array(fc.constantFrom(...more), { minLength: 1, maxLength: 4 }), (text, others) => {
        const before = Object.keys(polarities(text));
        const longer = `${text.slice(0, -1)}, ${others.join(', ')} and that is it.`;
        expect(before.length).toBeGreaterThan(0);
        for (const aspect of before) expect(Object.keys(polarities(longer))).toContain(aspect);
      }),
    );
  });
});

describe('verdicts for other businesses', () => {
  test.each([
    ['The staff were friendly.', { service: 'positive' }],
    ['The room was very clean.', { cleanliness: 'positive' }],
    ['Great location.', { location: 'positive' }],
    ['Terrible quality.', { quality: 'negative' }],
  ])('%s', (text, expected) => expect(polarities(text, undefined, 'general')).toEqual(expected));

  test('don’t have aspects of home services', () => {
    expect(polarities('These booties are adorable, I wore them three times before the seams split.', 2, 'general')).not.toHaveProperty(
      'punctuality',
    );
  });
});

describe('phrases that a business adds', () => {
  const read = (kind: 'topic' | 'positive' | 'negative', text: string) =>
    readText(text, { pack: 'home', own: compilePhrases(aspectsFile.parse([{ aspect: 'cleanliness', [kind]: ['the full Cinderella'] }])) })
      .verdicts;
  test('give a verdict with full confidence', () =>
    expect(read('positive', 'We got the full cinderella, twice.')).toMatchObject([
      { id: 'cleanliness', polarity: 'positive', confidence: 1 },
    ]));
  test('only match as a whole', () => expect(read('positive', 'The full story.')).toEqual([]));
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      'They',
      'never',
      'showed up',
      'on time',
      '.',
      ' ',
      ',',
      '\n',
      '“rude”',
      'didn’t',
      '👍🏽',
      '&amp;',
      '&#39;',
      '&nbsp;',
      '$450',
      '…',
      'great.They',
      '\u2060',
      'İ',
      'ﬁ',
      '\u0301',
      'x'.repeat(5000),
    ),
    fc.string({ unit: 'binary' }),
  ),
  { maxLength: 40 },
);

describe('ranges', () => {
  test('of verdicts and sentences are inside the text, not blank and the same each time', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('home' as const, 'general' as const), (parts, pack) => {
        const text = parts.join('');
        const first = readText(text, { pack, stars: 3 });
        for (const { start, end } of [...first.verdicts.flatMap(({ ranges }) => ranges), ...sentencesOf(text)]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end).trim()).not.toBe('');
        }
        expect(readText(text, { pack, stars: 3 })).toEqual(first);
      }),
    );
  });

  test('of tokens are inside the text, not empty and in order', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('');
        let last = 0;
        for (const { start, end } of tokenize(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
