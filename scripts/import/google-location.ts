import { typeOfCategory } from '../../site/content/business-types.ts';

/** The keys of business.yaml that a location can have, in their order there. */
export const factKeys = [
  'name',
  'type',
  'description',
  'url',
  'telephone',
  'address',
  'geo',
  'opening_hours',
  'same_as',
  'write_review',
  'language',
] as const;
export type FactKey = (typeof factKeys)[number];

/** What Google knows about a business, by the keys of business.yaml. The values aren't checked yet. */
export type BusinessFacts = Readonly<Partial<Record<FactKey, unknown>>>;

/** A location of a Takeout: its name and what can fill in business.yaml. */
export interface GoogleLocation {
  readonly name: string | undefined;
  readonly facts: BusinessFacts;
}

/**
 * Reads the `data.json` of a location in a Takeout, which has the fields of Google's Location resource
 * (https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations) or of its earlier version, or
 * `additionalData.json`, which has its name (the attribute LISTING_NAME). A malformed file has nothing.
 */
export function readLocation(bytes: Uint8Array): GoogleLocation {
  const data = parseJson(bytes);
  const attributes = at(data, 'attributes');
  const listing = Array.isArray(attributes) ? attributes.find((one) => at(one, 'id', 'attributeType') === 'LISTING_NAME') : undefined;
  const name = firstText(at(listing, 'values', 0, 'datum', 'listingName', 'text'), at(data, 'title'), at(data, 'locationName'));
  return { name, facts: withoutEmpty({ name, ...factsOf(data) }) };
}

function factsOf(data: unknown): BusinessFacts {
  const address = at(data, 'storefrontAddress') ?? at(data, 'address');
  const country = firstText(at(address, 'regionCode'));
  const category = at(data, 'categories', 'primaryCategory') ?? at(data, 'primaryCategory');
  const [id, displayName] = [firstText(at(category, 'name'), at(category, 'categoryId')), firstText(at(category, 'displayName'))];
  const map = firstText(at(data, 'metadata', 'mapsUri'), at(data, 'metadata', 'mapsUrl'), at(data, 'mapsUri'));
  const lines = at(address, 'addressLines');
  const [latitude, longitude] = [at(data, 'latlng', 'latitude'), at(data, 'latlng', 'longitude')];
  return {
    type: typeOfCategory(id?.replace(/^.*gcid:/, '') ?? '') ?? typeOfCategory(displayName ?? ''),
    description: firstText(at(data, 'profile', 'description')),
    url: firstText(at(data, 'websiteUri'), at(data, 'websiteUrl')),
    telephone: firstText(at(data, 'phoneNumbers', 'primaryPhone'), at(data, 'primaryPhone')),
    address: withoutEmpty({
      street_address: Array.isArray(lines)
        ? lines.filter((line) => typeof line === 'string' && line.trim() !== '').join(', ') || undefined
        : undefined,
      locality: firstText(at(address, 'locality')),
      region: firstText(at(address, 'administrativeArea')),
      postal_code: firstText(at(address, 'postalCode')),
      country,
    }),
    geo: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined,
    opening_hours: hoursOf(at(data, 'regularHours', 'periods')),
    same_as: map === undefined ? undefined : [map],
    write_review: firstText(at(data, 'metadata', 'newReviewUri'), at(data, 'metadata', 'newReviewUrl')),
    language: languageOf(firstText(at(data, 'languageCode')), country),
  };
}

/** A language with the country that decides how dates are written, such as en-GB. */
const languageOf = (code: string | undefined, country: string | undefined) =>
  code === undefined || country === undefined || code.includes('-') || !/^(?:en|es)$/.test(code) ? code : `${code}-${country}`;

interface Hours {
  readonly opens: string;
  readonly closes: string;
}

/** Opening hours by days, in the order of the week; days with the same hours are together. Periods over midnight end at 23:59. */
function hoursOf(periods: unknown): readonly ({ readonly days: readonly string[] } & Hours)[] {
  if (!Array.isArray(periods)) return [];
  const found = periods.flatMap((period) => {
    const [day, opens, closes] = [firstText(at(period, 'openDay')), timeOf(at(period, 'openTime')), timeOf(at(period, 'closeTime'))];
    const isPastMidnight = closes === '00:00' || at(period, 'closeDay') !== at(period, 'openDay');
    if (day === undefined || opens === undefined || closes === undefined) return [];
    return [{ day: `${day[0]}${day.slice(1).toLowerCase()}`, opens, closes: isPastMidnight || closes === '24:00' ? '23:59' : closes }];
  });
  const groups = Map.groupBy(found, ({ opens, closes }) => `${opens} ${closes}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ days: same.map(({ day }) => day), opens: first.opens, closes: first.closes }];
  });
}

/** A time as `{ hours, minutes }`, where 0 is left out, or as text; 24 is the end of the day. */
function timeOf(time: unknown): string | undefined {
  if (typeof time === 'string') return /^\d\d:\d\d/.exec(time)?.[0];
  if (typeof time !== 'object' || time === null) return undefined;
  const [hours, minutes] = [at(time, 'hours') ?? 0, at(time, 'minutes') ?? 0];
  if (typeof hours !== 'number' || typeof minutes !== 'number') return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function withoutEmpty<T extends object>(values: T): Partial<T> {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<T>;
}

const firstText = (...values: readonly unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}
