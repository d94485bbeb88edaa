import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';

const MADE = new Date('2024-08-01T12:00:00Z');

/** A location as a Takeout's data.json has it: Google's Location resource. */
const LOCATION = {
  name: 'accounts/1/locations/20',
  languageCode: 'en',
  title: 'Importer Lamps',
  phoneNumbers: { primaryPhone: '0113 496 0143' },
  categories: { primaryCategory: { name: 'categories/gcid:hair_salon', displayName: 'Hairdresser' } },
  storefrontAddress: { regionCode: 'GB', postalCode: 'LS1 1AA', locality: 'Leeds', addressLines: ['1 Mill Lane', 'Unit 2'] },
  websiteUri: 'https://lamps.example/',
  regularHours: {
    periods: [
      { openDay: 'MONDAY', openTime: { hours: 9 }, closeDay: 'MONDAY', closeTime: { hours: 17, minutes: 30 } },
      { openDay: 'TUESDAY', openTime: { hours: 9 }, closeDay: 'TUESDAY', closeTime: { hours: 17, minutes: 30 } },
      { openDay: 'FRIDAY', openTime: {}, closeDay: 'FRIDAY', closeTime: { hours: 24 } },
      { openDay: 'SATURDAY', openTime: { hours: 18 }, closeDay: 'SUNDAY', closeTime: { hours: 2 } },
    ],
  },
  latlng: { latitude: 53.8, longitude: -1.5 },
  metadata: { mapsUri: 'https://maps.example/p', newReviewUri: 'https://search.example/writereview?placeid=1' },
  profile: { description: 'Lamps since 1990.' },
};

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const folder = 'Takeout/Google Business Profile/account-1/location-20';
const archive = async (location: object = LOCATION) =>
  importer.file('takeout.zip', await zipOf({ ...takeoutOf([{ id: 'a' }]), [`${folder}/data.json`]: JSON.stringify(location) }, MADE));
const file = () => path.join(importer.content, 'business.yaml');
const business = async () => parse(await readFile(file(), 'utf8'));

const PROPOSED = {
  type: 'HairSalon',
  description: 'Lamps since 1990.',
  url: 'https://lamps.example/',
  telephone: '0113 496 0143',
  address: { street_address: '1 Mill Lane, Unit 2', locality: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' },
  geo: { latitude: 53.8, longitude: -1.5 },
  opening_hours: [
    { days: ['Monday', 'Tuesday'], opens: '09:00', closes: '17:30' },
    { days: ['Friday'], opens: '00:00', closes: '23:59' },
    { days: ['Saturday'], opens: '18:00', closes: '23:59' },
  ],
  same_as: ['https://maps.example/p'],
  write_review: 'https://search.example/writereview?placeid=1',
  language: 'en-GB',
};

describe('the business of a Takeout', () => {
  test('is shown and not written without --business', async () => {
    await writeFile(file(), 'name: Importer Lamps\n');
    const { stdout } = await importer.run(await archive());
    expect(stdout).toContain(
      `note: the export has what ${file()} leaves empty; --business fills it in:\n  type: HairSalon\n  description: Lamps since 1990.\n`,
    );
    expect(stdout).toContain('\n  telephone: "0113 496 0143"\n  address:\n    street_address: 1 Mill Lane, Unit 2\n');
    expect(await readFile(file(), 'utf8')).toBe('name: Importer Lamps\n');
  });

  test('is written with --business, and the content is valid and keeps its comments', async () => {
    await writeFile(file(), '# Who we are\nname: Importer Lamps\n# telephone: none\n');
    await importer.run(await archive(), '--business');
    expect(await business()).toEqual({ name: 'Importer Lamps', ...PROPOSED });
    expect(await readFile(file(), 'utf8')).toMatch(/^# Who we are\nname: Importer Lamps\n.*\n# telephone: none\n/s);
    expect(importer.published()).toHaveLength(1);
    expect((await importer.run(await archive())).stdout).not.toContain('leaves empty');
  });

  test('never replaces what the owner wrote, and completes an address', async () => {
    await writeFile(
      file(),
      'name: Importer Lamps\ntype: Store\ntelephone: "1"\nlanguage: es\naddress: { locality: York, region: null }\nsame_as: [https://x.example/]\n',
    );
    await importer.run(await archive(), '--business', '--yes');
    expect(await business()).toMatchObject({
      type: 'Store',
      telephone: '1',
      language: 'es',
      address: { locality: 'York', street_address: '1 Mill Lane, Unit 2', country: 'GB' },
      same_as: ['https://x.example/'],
    });
  });

  test('is not proposed by an export that may be from another business, or of several locations', async () => {
    await writeFile(file(), 'name: Bakery Miller\n');
    expect((await importer.run(await archive(), '--yes')).stdout).not.toContain('leaves empty');
    const two = { ...takeoutOf([{ id: 'a' }]), ...takeoutOf([{ id: 'b' }], '30'), [`${folder}/data.json`]: JSON.stringify(LOCATION) };
    const other = { ...two, [`${folder.replace('20', '30')}/data.json`]: JSON.stringify({ ...LOCATION, title: 'Importer Lamps Two' }) };
    await writeFile(file(), 'name: Importer Lamps\n');
    const both = await importer.file('two.zip', await zipOf(other, MADE));
    expect((await importer.run(both, '--location', 'all')).stdout).not.toContain('leaves empty');
    expect((await importer.run(both, '--location', '20')).stdout).toContain('leaves empty');
  });

  test('leaves out what isn’t valid, and a malformed file has nothing', async () => {
    await writeFile(file(), 'name: Importer Lamps\n');
    const odd = {
      ...LOCATION,
      websiteUri: 'lamps',
      regularHours: { periods: 'always' },
      latlng: { latitude: 200, longitude: 0 },
      languageCode: 7,
    };
    await importer.run(await archive(odd), '--business');
    const { url: _url, opening_hours: _hours, geo: _geo, language: _language, ...rest } = PROPOSED;
    expect(await business()).toEqual({ name: 'Importer Lamps', ...rest });
    const none = await newImporter();
    await none.run(
      await none.file('x.zip', await zipOf({ ...takeoutOf([{ id: 'a' }]), [`${folder}/data.json`]: '{"title":' }, MADE)),
      '--business',
    );
    expect(none.published()).toHaveLength(1);
  });

  test('has the keys of earlier versions of the format, too', async () => {
    await writeFile(file(), 'name: Importer Lamps\n');
    const old = {
      locationName: 'Importer Lamps',
      primaryPhone: '0113 496 0143',
      primaryCategory: { displayName: 'Peluquería', categoryId: 'gcid:hairdresser' },
      address: { regionCode: 'ES', locality: 'Bilbao', addressLines: ['Calle Mayor 1'] },
      websiteUrl: 'https://lamps.example/',
      regularHours: { periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '14:00' }] },
      languageCode: 'es',
      metadata: { mapsUrl: 'https://maps.example/p', newReviewUrl: 'https://search.example/w' },
    };
    await importer.run(await archive(old), '--business', '--yes');
    expect(await business()).toMatchObject({
      telephone: '0113 496 0143',
      type: 'HairSalon',
      address: { street_address: 'Calle Mayor 1', locality: 'Bilbao', country: 'ES' },
      opening_hours: [{ days: ['Monday'], opens: '09:00', closes: '14:00' }],
      language: 'es-ES',
      write_review: 'https://search.example/w',
    });
  });
});
