import { describe, expect, test } from 'vitest';
import { type DateOrder, dateStyleOf, readDay } from '../../../scripts/import/values.ts';
import { toInstant } from '../../../site/shared/dates.ts';

const day = (text: string, order: DateOrder = 'ymd', column: readonly string[] = [text]) => {
  const read = readDay(text, dateStyleOf(column, [], order));
  return 'value' in read ? read.value : read.fix;
};

describe('a date is read from', () => {
  test.each([
    ['2024-03-04', '2024-03-04'],
    ['2024/3/4', '2024-03-04'],
    ['2024.03.04', '2024-03-04'],
    ['2024-03-04T23:59:59-08:00', '2024-03-04'],
    ['2024-03-04 10:22:00 UTC', '2024-03-04'],
    ['2024-02-29', '2024-02-29'],
    ['Mar 3, 2024', '2024-03-03'],
    ['Mar. 3, 2024', '2024-03-03'],
    ['mar 3 2024', '2024-03-03'],
    ['March 3rd, 2024', '2024-03-03'],
    ['March 1st 2024', '2024-03-01'],
    ['MARCH 22ND, 2024', '2024-03-22'],
    ['March 3, 2024 at 10:22 AM', '2024-03-03'],
    ['Mar 3, 2024, 10:22:00 PM', '2024-03-03'],
    ['Sunday, March 3, 2024', '2024-03-03'],
    ['Sun Mar 03 2024 10:22:00 GMT+0000 (Coordinated Universal Time)', '2024-03-03'],
    ['Sun, 03 Mar 2024 10:22:00 +0000', '2024-03-03'],
    ['4 Mar 2024', '2024-03-04'],
    ['3 March 2024 10:22', '2024-03-03'],
    ['3rd of March 2024', '2024-03-03'],
    ['3rd March, 2024', '2024-03-03'],
    ['03-Mar-2024', '2024-03-03'],
    ['3.Mar.2024', '2024-03-03'],
    ['2024-Mar-03', '2024-03-03'],
    ['2024 March 3', '2024-03-03'],
    ['Sept 9, 2024', '2024-09-09'],
    ['May 1, 2024', '2024-05-01'],
    ['4. März 2024', '2024-03-04'],
    ['4. Maerz 2024', '2024-03-04'],
    ['Montag, 4. Dezember 2023', '2023-12-04'],
    ['12. Okt. 2023, 10:22 Uhr', '2023-10-12'],
    ['4 de marzo de 2024', '2024-03-04'],
    ['lunes, 4 de diciembre de 2023', '2023-12-04'],
    ['1 ene 2024', '2024-01-01'],
    ['4 mars 2024', '2024-03-04'],
    ['1er août 2023', '2023-08-01'],
    ['14 févr. 2024', '2024-02-14'],
    ['le 25 décembre 2023', '2023-12-25'],
    ['25 de\u0301cembre 2023', '2023-12-25'],
    ['1709460000', '2024-03-03'],
    ['45354', '2024-03-03'],
  ])('%s', (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  test.each([
    ['03.03.2024', 'ymd', '2024-03-03'],
    ['3/4/2024', 'mdy', '2024-03-04'],
    ['3/4/2024', 'dmy', '2024-04-03'],
    ['3.4.2024 10:22', 'dmy', '2024-04-03'],
    ['3-4-2024, 10:22', 'mdy', '2024-03-04'],
    ['Mar 3, 2024', 'dmy', '2024-03-03'],
    ['2024-03-04', 'dmy', '2024-03-04'],
  ] as const)('%s, in the order %s', (text, order, expected) => {
    expect(day(text, order)).toBe(expected);
  });
});

const NO_SUCH_DAY = 'no such date; write one that exists';
const TWO_DIGITS = 'a year of two digits; write all four, as in 2025-03-14';
const NO_DATE = 'not a date like 2025-03-14 or March 14, 2025';

describe('an unreadable date is reported with a fix', () => {
  test.each([
    ['2024-02-30', NO_SUCH_DAY],
    ['2023-02-29T10:00:00Z', NO_SUCH_DAY],
    ['2024-13-01', NO_SUCH_DAY],
    ['2024-00-10', NO_SUCH_DAY],
    ['Feb 30, 2024', NO_SUCH_DAY],
    ['31 April 2024', NO_SUCH_DAY],
    ['3/4/24', TWO_DIGITS],
    ['04.03.24 10:22', TWO_DIGITS],
    ['24-03-04', TWO_DIGITS],
    ['Mar 3, 24', TWO_DIGITS],
    ["3 Mar '24", TWO_DIGITS],
    ['3-Mar-24', TWO_DIGITS],
    ['3/4/2024', 'is ambiguous; use --dates dmy if 3 is the day, --dates mdy if 3 is the month, or write it like 2025-03-14'],
    ['', 'empty; every review needs a date, such as 2025-03-14'],
    ['soon', NO_DATE],
    ['3 Foo 2024', NO_DATE],
    ['Mar 3, 10:22', NO_DATE],
    ['March 2024', NO_DATE],
    ['2 weeks ago', 'only says how long ago it was; use a column with the date, or export again with dates'],
    ['12', NO_DATE],
    ['170946000012345678', NO_DATE],
  ])('%j', (text, fix) => {
    expect(day(text)).toBe(fix);
  });

  test('a day number of a spreadsheet in a column with other dates', () => {
    expect(day('45354', 'ymd', ['45354', '2024-03-04'])).toBe(NO_DATE);
  });

  test('a date that only exists in the other order', () => {
    expect(day('14/3/2024', 'mdy')).toBe('no such date with --dates mdy; write it as 2025-03-14, or use --dates dmy');
    expect(day('3/14/2024', 'dmy')).toBe('no such date with --dates dmy; write it as 2025-03-14, or use --dates mdy');
    expect(day('3/4/24', 'dmy')).toBe(TWO_DIGITS);
  });

  test('a date that exists in neither order', () => {
    expect(day('31/9/2024', 'dmy')).toBe(NO_SUCH_DAY);
    expect(day('2/30/2024', 'mdy')).toBe(NO_SUCH_DAY);
  });
});

test.each([
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z'],
  ['2024-02-30T10:00:00Z', undefined],
  ['2023-02-29 10:00:00 UTC', undefined],
  ['2024-04-31T10:00:00+02:00', undefined],
])('the time %s is read as %s', (text, expected) => {
  expect(toInstant(text)).toBe(expected);
});
