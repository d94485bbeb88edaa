import type en from './en/people.json';

type Person = Extract<keyof typeof en, `${string}s`> extends `${infer One}s` ? One : never;

const persons: Readonly<Record<string, Person>> = {
  HomeAndConstructionBusiness: 'technician',
  Electrician: 'technician',
  GeneralContractor: 'technician',
  HVACBusiness: 'technician',
  HousePainter: 'technician',
  Locksmith: 'technician',
  MovingCompany: 'technician',
  Plumber: 'technician',
  RoofingContractor: 'technician',
  AutoRepair: 'technician',
  AutoBodyShop: 'technician',
  BeautySalon: 'stylist',
  HairSalon: 'stylist',
  NailSalon: 'stylist',
  Dentist: 'dentist',
  Physician: 'doctor',
  MedicalClinic: 'doctor',
};

/** The word for the people who work in a business of a schema.org type, as a key of the messages in `people`. */
export function personOfType(type: string): Person {
  return persons[type] ?? 'team_member';
}
