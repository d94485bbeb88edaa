import { expect, test } from 'vitest';
import { parseRating, toStars } from '../../../scripts/import/values.ts';

test.each([
  ['4', 4],
  ['4.0', 4],
  ['4.00', 4],
  ['4,0', 4],
  ['4,00', 4],
  [' 5 ', 5],
  ['4 stars', 4],
  ['1 Star', 1],
  ['4/5', 4],
  ['4,0/5', 4],
  ['4.0 out of 5', 4],
  ['4.0 out of 5 stars', 4],
  ['FOUR', 4],
  ['4 estrellas', 4],
  ['1 estrella', 1],
  ['5 de 5', 5],
  ['1 Stern', 1],
  ['4 Sterne', 4],
  ['4 von 5 Sternen', 4],
  ['4 étoiles', 4],
  ['4 sur 5', 4],
  ['★★★★☆', 4],
  ['8/10', 4],
])('%j is %i stars', (text, stars) => {
  expect(toStars(parseRating(text), 5)).toEqual({ value: stars });
});

const NO_STARS = 'not a whole number of stars from 1 to 5';
const NO_HALVES = 'only whole stars are published; write a number from 1 to 5';
const TOO_MANY = 'is more than 5, the best possible rating';

test.each([
  ['4.5', NO_HALVES],
  ['4,5', NO_HALVES],
  ['3.25/5', NO_HALVES],
  ['0', 'has no stars: the lowest rating is 1'],
  ['6', TOO_MANY],
  ['5.5', TOO_MANY],
  ['0,5', NO_HALVES],
  ['4,0,0', NO_STARS],
  ['', NO_STARS],
  ['good', NO_STARS],
  ['★★★★★★', TOO_MANY],
])('%j is not a rating', (text, fix) => {
  expect(toStars(parseRating(text), 5)).toEqual({ fix });
});
