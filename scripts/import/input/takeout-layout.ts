/**
 * The layout of a Google Takeout of a business: `…/account-<n>/location-<n>/reviews*.json`, about 20 reviews per file, next to
 * `additionalData.json` with the location's name. The folders above are named in the language of the account.
 */
const FILE = /(?:^|[\\/])account-[^\\/]+[\\/]location-([^\\/]+)[\\/](?:(reviews)[^\\/]*|additionalData|data)\.json$/;

export type TakeoutFile = { readonly holds: 'reviews' | 'name'; readonly folder: string };

/** The role of the file at `path` in a Takeout; undefined if an import doesn't read it. */
export function takeoutFile(path: string): TakeoutFile | undefined {
  const [, folder, reviews] = FILE.exec(path) ?? [];
  return folder === undefined ? undefined : { holds: reviews === undefined ? 'name' : 'reviews', folder };
}

/** One part of a split Takeout: `takeout-20260102T030405Z-001.zip`, `-002.zip` and so on. */
const PART = /^(.*-)(\d{3})(\.zip|\.tgz|\.tar\.gz)$/;

export interface Part {
  /** The same pattern for all parts of one Takeout. */
  readonly whole: string;
  readonly number: number;
}

/** The Takeout and the part number in a file's name; undefined for any other name. */
export function takeoutPart(name: string): Part | undefined {
  const [, stem, number, extension] = PART.exec(name) ?? [];
  return stem === undefined ? undefined : { whole: `${stem}*${extension}`, number: Number(number) };
}

/** The location's name in its `additionalData.json` (the attribute LISTING_NAME) or `data.json`; undefined if it has none. */
export function locationName(data: unknown): string | undefined {
  const attributes = at(data, 'attributes');
  const listing = Array.isArray(attributes) ? attributes.find((one) => at(one, 'id', 'attributeType') === 'LISTING_NAME') : undefined;
  const names = [at(listing, 'values', 0, 'datum', 'listingName', 'text'), at(data, 'title'), at(data, 'locationName')];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '')?.trim();
}

function at(value: unknown, ...path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}
