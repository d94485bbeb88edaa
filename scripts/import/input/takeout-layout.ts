/**
 * Where a Google Takeout keeps a business's reviews: `…/account-<n>/location-<n>/reviews*.json`, about 20 a page, beside
 * `additionalData.json`, which has the location's name. The folders above have names in the language of the account.
 */
const REVIEWS = /(?:^|[\\/])account-[^\\/]+[\\/]location-([^\\/]+)[\\/]reviews[^\\/]*\.json$/;
const NAME = /(?:^|[\\/])account-[^\\/]+[\\/]location-([^\\/]+)[\\/](?:additionalData|data)\.json$/;

export type TakeoutFile = { readonly holds: 'reviews' | 'name'; readonly folder: string };

/** What the file at `path` is in a Takeout; undefined where it is nothing that an import reads. */
export function takeoutFile(path: string): TakeoutFile | undefined {
  const [, reviews] = REVIEWS.exec(path) ?? [];
  if (reviews !== undefined) return { holds: 'reviews', folder: reviews };
  const [, name] = NAME.exec(path) ?? [];
  return name === undefined ? undefined : { holds: 'name', folder: name };
}

/** A Takeout that comes in parts: `takeout-20260102T030405Z-001.zip`, `-002.zip` and so on. */
const PART = /^(.*-)(\d{3})(\.zip|\.tgz|\.tar\.gz)$/;

export interface Part {
  /** The same for all parts of one Takeout. */
  readonly whole: string;
  readonly number: number;
}

/** Which part of which Takeout a file's name says that it is. */
export function takeoutPart(name: string): Part | undefined {
  const [, stem, number, extension] = PART.exec(name) ?? [];
  return stem === undefined ? undefined : { whole: `${stem}*${extension}`, number: Number(number) };
}

/** The name of the location in its `additionalData.json` (the attribute LISTING_NAME) or `data.json`; undefined where it has none. */
export function locationName(data: unknown): string | undefined {
  const attributes = at(data, 'attributes');
  const listing = Array.isArray(attributes) ? attributes.find((one) => at(one, 'id', 'attributeType') === 'LISTING_NAME') : undefined;
  const names = [at(listing, 'values', 0, 'datum', 'listingName', 'text'), at(data, 'title'), at(data, 'locationName')];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '')?.trim();
}

function at(value: unknown, ...path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}
