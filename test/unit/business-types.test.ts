import { expect, test } from 'vitest';
import { businessTypes, categoryTypes, doubtfulType, typeOfCategory } from '../../site/content/business-types.ts';
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

test.each([
  ['Hairdresser', 'HairSalon'],
  ['hair_salon', 'HairSalon'],
  ['barber_shop', 'HairSalon'],
  ['Peluquería', 'HairSalon'],
  ['Electrical contractor', 'Electrician'],
  ['Tapas restaurant', 'Restaurant'],
  ['Dental clinic', 'Dentist'],
  ['HousePainter', 'HousePainter'],
  ['Coworking space', undefined],
])('the category %s means %s', (category, type) => {
  expect(typeOfCategory(category)).toBe(type);
});

test('categories only mean types that schema.org has, and are suggested for a type that is none', () => {
  expect(doubtfulType('Hairdresser')?.write).toBe('did you mean HairSalon?');
  expect([...categoryTypes].filter((type) => !businessTypes.has(type))).toEqual([]);
});
