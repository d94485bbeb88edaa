import { expect, test } from 'vitest';
import { businessTypes, doubtfulType } from '../../site/content/business-types.ts';
import { businessType } from '../../site/content/schemas.ts';

test.each([
  ['Electrican', 'did you mean Electrician?'],
  ['Plummer', 'did you mean Plumber?'],
  ['Hairsalon', 'did you mean HairSalon?'],
  ['HvacBusiness', 'did you mean HVACBusiness?'],
  ['BeautySaloon', 'did you mean BeautySalon?'],
  ['Resturant', 'did you mean Restaurant?'],
  ['Coworking', 'write the closest type of '],
])('%s: %s', (type, advice) => {
  expect(doubtfulType(type)?.write).toMatch(new RegExp(`^${advice.replace('?', '\\?')}`));
});

test('every local business type is valid in business.yaml and never reported as doubtful', () => {
  expect(businessTypes.size).toBeGreaterThan(140);
  expect([...businessTypes].filter((type) => !businessType.safeParse(type).success || doubtfulType(type) !== undefined)).toEqual([]);
});
