import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRightAbout, readWhoseActions } from '../../../scripts/lab/eval/whose-actions.ts';
import { readText } from '../../../site/analysis/verdicts.ts';

const verdicts = (text: string, stars?: number, pack: 'home' | 'general' = 'home') =>
  readText(text, { pack, stars }).verdicts.map(({ id, polarity }) => `${id} ${polarity}`);

describe('attribution', () => {
  test.each([
    ['competitors', 'Two other outfits looked in the attic and never called back.'],
    ['the last place', 'The last place never called back, so I switched.'],
    ['another kind of business', 'The last garage never called me back.'],
    ['the previous people', 'The previous people were rude and never called back.'],
    ['the predecessor of a named person', 'The dentist before Dr Khan was rude and never explained anything.'],
    ['the predecessor of the business', 'The firm before these guys charged me far too much.'],
    [
      'several businesses that were asked',
      'I called 3 electricians about our panel. One never called back, one gave me a price over the phone.',
    ],
    ['a competitor in the next sentence', 'We had called another plumber first. He was rude and never called back.'],
    ['somebody else', 'I had somebody else do it on Monday night and he charged me half.'],
    ['a predecessor', 'The previous owner left live wires in the attic.'],
    ['a condition', 'If they had been late, I would have canceled.'],
    ['a hope', 'Hopefully they answer the phone next time.'],
    ['hearsay', 'My neighbor says they never call back.'],
    ['a third party', 'The city inspector was rude and forty minutes late.'],
    ['an unknown person', 'Somebody dragged a ladder across our lawn.'],
    ['an open hatch', 'They left the attic hatch open.'],
    ['only the day of a visit', 'Marcus came on day 4.'],
  ])('ignores %s: %s', (_, text) => {
    expect(verdicts(text)).toEqual([]);
    expect(verdicts(text, 5)).toEqual([]);
  });

  test.each([
    ['a switch back to the business', 'Two other outfits never called back, but they were here the same day.', 'responsiveness positive'],
    ['a name', 'Another company never called back, Hank was here right on time.', 'punctuality positive'],
    ['somebody that the business sent', 'They sent another plumber who was very rude.', 'professionalism negative'],
    ['a repair that others had to redo', 'I had to hire another plumber to fix the leak they left.', 'workmanship negative'],
    ['a comparison', 'They were much more expensive than other companies.', 'pricing negative'],
    ['a time', 'The dentist before lunch was rude.', 'professionalism negative'],
    ['customers who came last', 'We were the last people in, and they were rude to us.', 'professionalism negative'],
    ['a wish', 'I wish they had called to say that they were late.', 'punctuality negative'],
    ['a condition that describes a habit', 'If I call they answer the phone right away.', 'responsiveness positive'],
  ])('counts %s: %s', (_, text, expected) => expect(verdicts(text)).toContain(expected));
});

const criticism = fc.constantFrom(
  'never called back',
  'was rude to my wife',
  'left a mess in the kitchen',
  'charged us far too much',
  'showed up two hours late',
  'never explained anything',
);
const others = fc.constantFrom(
  'Another electrician',
  'The previous company',
  'Our old plumber',
  'The last contractor we hired',
  'The last garage',
  'The previous people',
  'The dentist before Dr Khan',
  'The firm before them',
  'Somebody else',
  'A competitor',
  'The outfit across town',
);

test('two criticisms of another company in one sentence never count against the business', () => {
  const link = fc.constantFrom(' and ', ', and then ', ', ', ' and also ');
  fc.assert(
    fc.property(others, criticism, link, criticism, fc.integer({ min: 1, max: 5 }), (who, first, joint, second, stars) => {
      expect(verdicts(`${who} ${first}${joint}${second}.`, stars)).toEqual([]);
    }),
  );
});

test('the same words about the business count as criticism, even next to a sentence about others', () => {
  const business = fc.constantFrom('The electrician', 'Their plumber', 'He', 'The office');
  fc.assert(
    fc.property(business, criticism, others, criticism, (who, what, other, whatElse) => {
      const alone = verdicts(`${who} ${what}.`, 1);
      fc.pre(alone.length > 0);
      expect(alone.every((verdict) => verdict.endsWith('negative'))).toBe(true);
      expect(verdicts(`${who} ${what}. ${other} ${whatElse}.`, 1)).toEqual(alone);
    }),
  );
});

test('a sentence about a missing apology is never praise', () => {
  const before = fc.constantFrom('', 'Lovely room. ', 'Great location and a comfortable bed. ', 'Nice view. ');
  const what = fc.constantFrom(
    'Check-in took forty minutes',
    'We waited an hour for a table',
    'The bill was wrong',
    'The visit took all day',
  );
  const end = fc.constantFrom('nobody apologised', 'no one apologized', 'they never apologized', 'there was no apology');
  const pack = fc.constantFrom('home' as const, 'general' as const);
  fc.assert(
    fc.property(
      before,
      what,
      end,
      pack,
      fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      (praise, wait, none, own, stars) => {
        const at = praise.length;
        const { verdicts: found } = readText(`${praise}${wait} and ${none}.`, { pack: own, stars });
        const praised = found.filter(({ polarity, ranges }) => polarity === 'positive' && ranges.some(({ end: to }) => to > at));
        expect(praised).toEqual([]);
      },
    ),
  );
});

test('"isn’t the cheapest" is neutral in a happy review and negative in an unhappy one', () => {
  const text = "It isn't the cheapest hour you can buy in Millbrook.";
  expect([verdicts(text, 5), verdicts(text, 2)]).toEqual([['pricing neutral'], ['pricing negative']]);
});

test('the scores on the development half of whose-actions.jsonl stay above their floors', () => {
  const items = readWhoseActions('development');
  const share = (isOurs: boolean) => {
    const own = items.filter(({ expected }) => (expected !== null) === isOurs);
    return own.filter(isRightAbout).length / own.length;
  };
  expect([share(false) >= 0.9, share(true) >= 0.65]).toEqual([true, true]);
});
