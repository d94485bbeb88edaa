import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCues } from '../../../site/analysis/text/evidence.ts';
import { guessLanguage } from '../../../site/analysis/text/language.ts';
import { findOpinions } from '../../../site/analysis/text/opinions.ts';
import { PhraseBook } from '../../../site/analysis/text/phrases.ts';
import { toSentences } from '../../../site/analysis/text/sentences.ts';
import { judgeTerm } from '../../../site/analysis/text/terms.ts';
import { foldWord, tokenize } from '../../../site/analysis/text/tokens.ts';
import { readText } from '../../../site/analysis/text/verdicts.ts';

const cues = compileCues();
const again = compileCues();
const sentencesOf = (text: string) => toSentences(tokenize(text), text);
const slices = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));
const polarities = (text: string, stars?: number) =>
  Object.fromEntries(readText(text, cues, stars).verdicts.map(({ id, polarity }) => [id, polarity]));

describe('words', () => {
  test.each([
    ['Didn’t', 'didnt'],
    ["He's", 'he'],
    ["we'll", 'we'],
    ['Wayyyy', 'way'],
    ['recomend', 'recommend'],
    ['GOOD', 'good'],
  ])('%s folds to %s', (raw, folded) => expect(foldWord(raw)).toBe(folded));

  test('an HTML entity counts as its character and keeps its place in the published text', () => {
    const text = 'They didn&#39;t show &amp; never called';
    const token = tokenize(text).find(({ word }) => word === 'didnt');
    expect(text.slice(token?.start, token?.end)).toBe('didn&#39;t');
    expect(tokenize(text).map(({ word }) => word)).toContain('and');
  });
});

describe('masks', () => {
  test('are no words of the customer', () => {
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

describe('phrases', () => {
  const found = (phrase: string, text: string) =>
    new PhraseBook<true>().add(phrase, true).matches(sentencesOf(text)[0] ?? ({ words: [], pieces: [] } as never)).length > 0;
  test.each([
    ['on time', 'They came on time', true],
    ['on/in time', 'just in time', true],
    ['very? late', 'late', true],
    ['call* back', 'callers back', true],
    ['never .. late', 'never once been late', true],
    ['never .. late', 'never, they said, late', false],
    ['quoted ... billed', 'quoted 5, billed 9', true],
    ['^ late', 'he was late', false],
    ['late |', 'he was late', true],
    ['# @unit', '20 minutes', true],
    ['$ for', '$20 for it', true],
  ])('%s in %j: %s', (phrase, text, expected) => expect(found(phrase, text)).toBe(expected));

  test('a class that does not exist is an error', () => expect(() => new PhraseBook().add('@nope', 1)).toThrow('@nope'));
});

describe('opinions', () => {
  const sum = (text: string) => findOpinions(sentencesOf(text)[0] as never, 'general').reduce((total, { value }) => total + value, 0);
  test.each([
    ['It was good', 1],
    ['It was not good', -1],
    ['It was not bad', 1],
    ['It was not only good', 1],
    ["couldn't be happier", 1],
    ['I wish it were good', -1],
    ['too expensive', -1],
    ['No problems at all', 1],
    ['He switched the power', 0],
  ])('%s: %i', (text, sign) => expect(Math.sign(sum(text))).toBe(sign));

  test('faults that a trade mends are no judgement there', () => {
    const [sentence] = sentencesOf('The outlet was dead and the breaker broken');
    expect(findOpinions(sentence as never, 'trade')).toEqual([]);
  });
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
  ])('%s is %s', (text, language) => expect(guessLanguage(text)).toBe(language));
});

describe('verdicts', () => {
  test.each([
    ['They never showed up.', { punctuality: 'negative' }],
    ['Never late, not once.', { punctuality: 'positive' }],
    ['Left us two voicemails unanswered and nobody called back.', { responsiveness: 'negative' }],
    ['Explained everything in plain English.', { communication: 'positive' }],
    ['Rude to my mother.', { professionalism: 'negative' }],
    ['Knew exactly what was wrong.', { technical_knowledge: 'positive' }],
    ['Three weeks later it failed again.', { workmanship: 'negative' }],
    ['Charged exactly what they quoted.', { pricing: 'positive' }],
    ['Mud on the carpet.', { cleanliness: 'negative' }],
    ['Left live wires hanging.', { safety: 'negative' }],
    ['Fair on labor, outrageous on parts.', { pricing: 'mixed' }],
    ['No complaints about the price.', { pricing: 'positive' }],
    ['The last company was rude.', {}],
    ['Installed a ceiling fan in our bedroom.', {}],
    ['We had a fire and a short, then a shock.', {}],
  ])('%s', (text, expected) => expect(polarities(text)).toEqual(expected));

  test('the stars never decide where the words are clear', () => {
    for (const stars of [1, 2, 3, 4, 5]) expect(polarities('They never showed up.', stars)).toEqual({ punctuality: 'negative' });
  });

  test('the stars never make a mention', () => expect(polarities('Thanks.', 5)).toEqual({}));
});

describe('terms', () => {
  test.each([
    ['The food was great but the service was awful.', 'food', 'positive'],
    ['The food was great but the service was awful.', 'service', 'negative'],
    ['We ordered two appetizers.', 'appetizers', 'neutral'],
    ['The battery stopped working.', 'battery', 'negative'],
  ])('%s: %s is %s', (text, term, expected) => {
    const start = text.indexOf(term);
    expect(judgeTerm(text, { start, end: start + term.length })).toBe(expected);
  });

  test('what stands nearer to another term counts less', () => {
    const text = 'Terrible coffee from a machine by the counter.';
    const at = (term: string) => ({ start: text.indexOf(term), end: text.indexOf(term) + term.length });
    expect(judgeTerm(text, at('coffee'), [at('machine'), at('counter')])).toBe('negative');
    expect(judgeTerm(text, at('counter'), [at('coffee'), at('machine')])).toBe('neutral');
  });

  test('a range that touches no word is neutral', () => expect(judgeTerm('Great!', { start: 5, end: 6 })).toBe('neutral'));
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
  test('every range lies in the text, is not empty and the same each time', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('');
        const first = readText(text, cues, 3);
        for (const { start, end } of [...first.verdicts.flatMap(({ ranges }) => ranges), ...sentencesOf(text)]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end).trim()).not.toBe('');
        }
        expect(readText(text, again, 3)).toEqual(first);
      }),
    );
  });

  test('a token is what stands at its range', () => {
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
