import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../site/content/dataset.ts';
import { policyFile } from '../../site/content/schemas.ts';
import type { Review } from '../../site/contract/review.ts';
import type { Business } from '../../site/contract/reviews-document.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { directionsTo, runsOfDays, telephoneOf } from '../../site/views/contact.ts';
import { faceOf, isLong } from '../../site/views/entry-shape.ts';
import { siteName, sourceName, whereToWrite } from '../../site/views/review-platforms.ts';
import { verificationCounts, verificationLabel } from '../../site/views/verification.ts';

describe('the link to write a review', () => {
  const at = (same_as: readonly string[], writeReview?: string) =>
    whereToWrite({ business: { same_as } as unknown as Business, writeReview });

  test.each([
    ['https://www.google.com/maps/place/a', 'Google'],
    ['https://maps.google.de/?cid=1', 'Google'],
    ['https://g.page/r/abc/review', 'Google'],
    ['https://maps.app.goo.gl/abc', 'Google'],
    ['https://www.yelp.com/biz/a', 'Yelp'],
    ['https://yelp.co.uk/biz/a', 'Yelp'],
    ['https://www.facebook.com/a', 'Facebook'],
    ['https://www.trustpilot.com/review/a.com', 'Trustpilot'],
  ])('%s leads to %s', (url, platform) => {
    expect(at(['https://www.instagram.com/a', url, 'https://www.yelp.com/biz/b'])).toEqual({ url, platform });
  });

  test.each([
    'https://www.google.com/search?q=a',
    'https://yelp.shop.example.com/',
    'https://notyelp.com/',
    'https://www.instagram.com/a',
    'https://shop.example/yelp.com/',
  ])('%s isn’t used', (url) => {
    expect(at([url])).toBeUndefined();
  });

  test('the link that the business sets comes first', () => {
    expect(at(['https://www.yelp.com/biz/a'], 'https://shop.example/say')).toEqual({
      url: 'https://shop.example/say',
      platform: undefined,
    });
    expect(at([], 'https://g.page/r/abc')).toEqual({ url: 'https://g.page/r/abc', platform: 'Google' });
  });
});

test('a site is named after its platform or host, and a source after its platform or id', () => {
  expect(['https://www.yelp.com/biz/a', 'https://www.shop.example/x', 'https://shop.example:8080/'].map(siteName)).toEqual([
    'Yelp',
    'shop.example',
    'shop.example:8080',
  ]);
  expect(
    ['google', 'tripadvisor', 'bbb', 'judge.me', 'woocommerce', 'guestbook'].map((source) =>
      sourceName(source, { policy: policyFile.parse({}) }),
    ),
  ).toEqual(['Google', 'Tripadvisor', 'BBB', 'Judge.me', 'WooCommerce', 'guestbook']);
});

describe('directions', () => {
  const nowhere = { street_address: null, locality: null, region: null, postal_code: null, country: null };

  test.each([
    [{ latitude: -0.5, longitude: 180 }, null, 'to=-0.5%2C180'],
    [{ latitude: 1, longitude: 2 }, { ...nowhere, street_address: '1 Oak & Elm' }, 'to=1%2C2'],
    [null, { ...nowhere, street_address: '1 Oak & Elm', postal_code: '98300', country: 'US' }, 'to=1+Oak+%26+Elm%2C+98300%2C+US'],
  ])('lead to the point %o or else the address %o', (geo, address, query) => {
    expect(directionsTo({ geo, address })).toBe(`https://www.openstreetmap.org/directions?${query}`);
  });

  test('need coordinates or a street address', () => {
    expect(directionsTo({ geo: null, address: null })).toBeUndefined();
    expect(directionsTo({ geo: null, address: { ...nowhere, locality: 'Port Alder' } })).toBeUndefined();
  });
});

test.each([
  ['+1-360-555-0142', 'US', '(360) 555-0142', 'tel:+13605550142'],
  ['0113 496 0143', 'GB', '0113 496 0143', 'tel:+441134960143'],
  ['+44 (0)113 496 0143', 'United Kingdom', '0113 496 0143', 'tel:+441134960143'],
  ['+34 912 34 56 78', 'US', '+34 912 34 56 78', 'tel:+34912345678'],
  ['+34912345678', null, '912 34 56 78', 'tel:+34912345678'],
  ['+1 360-555-0142 x4', 'US', '(360) 555-0142 ext. 4', 'tel:+13605550142;ext=4'],
  ['+1-555-0100', 'US', '+1-555-0100', 'tel:+15550100'],
])('the phone number %s of a business in %s is shown as %s', (telephone, country, label, url) => {
  const address = { street_address: null, locality: null, region: null, postal_code: null, country };
  expect(telephoneOf({ telephone, address })).toEqual({ label, url });
});

test.each([
  ['Maureen Castellanos', 'MC'],
  ['Ann-Kathrin van der Berg', 'AB'],
  ['jo', 'J'],
  ['  ', ''],
  ['王小明', '王'],
  ['O’Neill, T.', 'OT'],
  ['🙂 Émile', 'É'],
  ['Noor Al-Sabbagh (verified)', 'NV'],
  ['!', ''],
])('the initials of %o are %o', (author, initials) => {
  expect(faceOf(author).initials).toBe(initials);
});

test('equal names get equal colors, and all six colors are used', () => {
  expect(faceOf('Ann Lee')).toEqual(faceOf('Ann Lee'));
  const tones = Array.from({ length: 60 }, (_, index) => faceOf(`Author ${index}`).tone);
  expect([...new Set(tones)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a text is long if it has eight or more lines in a wide column', () => {
  expect([isLong('x'.repeat(7 * 78)), isLong('x'.repeat(7 * 78 + 1))]).toEqual([false, true]);
  expect([isLong('a\n'.repeat(6)), isLong('a\n'.repeat(7))]).toEqual([false, true]);
});

test('consecutive days form one run, in the order of the week', () => {
  expect(runsOfDays(['Sunday', 'Monday', 'Wednesday', 'Tuesday', 'Friday'])).toEqual([
    ['Monday', 'Tuesday', 'Wednesday'],
    ['Friday'],
    ['Sunday'],
  ]);
  expect(runsOfDays([])).toEqual([]);
});

test('verification counts have one label for each method, which names the platforms if there are few', () => {
  const messages = messagesOf({ business: { name: 'A', legal_name: null } as Dataset['business'], type: 'Store', language: 'en' });
  const policy = policyFile.parse({});
  const by = (method: Review['verification']['method'], source: string) =>
    ({ source, verification: { method, verified_at: null } }) as Review;
  const reviews = [
    by('vouched', 'direct'),
    by('platform_account', 'google'),
    by('platform_account', 'angi'),
    by('platform_account', 'angi'),
    by('invoice', 'google'),
    by('invitation', 'trustpilot'),
  ];
  expect(verificationCounts({ policy, reviews }, messages)).toEqual([
    { label: 'Matched to an invoice', counted: 'matched to an invoice', count: 1 },
    { label: 'Invited customer', counted: 'from an invited customer', count: 1 },
    { label: 'Posted from an Angi or Google account', counted: 'posted from an Angi or Google account', count: 3 },
    { label: 'Vouched for by the business', counted: 'vouched for by the business', count: 1 },
  ]);
  expect(reviews.map((review) => verificationLabel(review, { policy }, messages))).toContain('Posted from an Angi account');
  const many = ['google', 'yelp', 'facebook', 'angi', 'houzz'].map((source) => by('platform_account', source));
  expect(verificationCounts({ policy, reviews: many }, messages)).toEqual([
    { label: 'Posted from a platform account', counted: 'posted from a platform account', count: 5 },
  ]);
});
