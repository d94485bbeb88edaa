import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { businessTypes } from '../../site/content/business-types.ts';
import { namedFile, readContentFile, readNamed } from '../../site/content/read/content-files.ts';
import { businessFile } from '../../site/content/schemas.ts';
import { isObject } from '../../site/shared/algorithms.ts';
import { counted, plainWords } from '../../site/shared/text.ts';
import { DEMO_NAME } from '../build/last-publication.ts';
import { setKeys } from '../content/change-data.ts';
import type { JsonObject, JsonValue } from '../content/edit-text.ts';
import { writeWhole } from '../content/write-file.ts';
import { type BusinessFacts, type FactKey, factKeys } from './google-location.ts';
import type { Incoming } from './incoming.ts';
import { type ReviewedPlace, wordsIn } from './platform.ts';
import { ImportError } from './questions.ts';

/** A Google location in an export. */
export interface Location {
  /** `locations/…`, as in the identity of its reviews. */
  readonly scope: string;
  readonly name: string | undefined;
  readonly count: number;
}

const ID = /^locations\//;

export const isLocation = (scope: string) => ID.test(scope);

/** The Google locations of reviews and of the folders of a Takeout, with the number of their reviews. */
export function locationsOf(incoming: readonly Incoming[], folders: ReadonlySet<string>, names: ReadonlyMap<string, string>): Location[] {
  const reviews = Map.groupBy(incoming, ({ scope }) => scope);
  const scopes = new Set([...folders, ...reviews.keys()].filter(isLocation));
  return [...scopes]
    .sort()
    .map((scope) => ({ scope, name: names.get(scope.replace('locations/', '')), count: reviews.get(scope)?.length ?? 0 }));
}

/**
 * The scopes of the locations chosen by id or name. @throws ImportError with a list of locations if the choice is missing, unknown or
 * ambiguous
 */
export function chooseLocations(files: string, locations: readonly Location[], wanted: readonly string[]): ReadonlySet<string> {
  if (wanted.includes('all') || (wanted.length === 0 && locations.length < 2)) return new Set(locations.map(({ scope }) => scope));
  const list = locations.map(describeLocation).join('\n');
  if (wanted.length === 0)
    throw new ImportError(`${files}: has reviews of ${locations.length} locations; choose one or more, or --location all:\n${list}`, {
      kind: 'locations',
      file: files,
      locations,
    });
  return new Set(
    wanted.map((one) => {
      const [first, ...others] = locations.filter((location) => isNamed(location, one));
      if (first === undefined) throw new ImportError(`${files}: has no location ${JSON.stringify(one)}; choose one of these:\n${list}`);
      if (others.length > 0)
        throw new ImportError(`${files}: has ${others.length + 1} locations ${JSON.stringify(one)}; give the number:\n${list}`);
      return first.scope;
    }),
  );
}

function isNamed({ scope, name }: Location, wanted: string): boolean {
  return scope === wanted || idOf(scope) === wanted.replace(/^location-/, '') || name?.toLowerCase() === wanted.trim().toLowerCase();
}

const idOf = (scope: string) => scope.replace(ID, '');

function describeLocation({ scope, name, count }: Location): string {
  return `  --location ${idOf(scope)}  ${name ?? 'without a name'}, ${counted(count, 'review')}`;
}

/**
 * Why an import may be a mistake: it would go into the demo, or the export seems to be from another business. Undefined otherwise.
 * `placeIds` are those of earlier imports.
 */
export async function doubtAbout(
  contentDir: string,
  placeIds: readonly string[],
  places: readonly ReviewedPlace[],
): Promise<string | undefined> {
  const { name, address } = await readNamed(contentDir, 'business');
  const town = address?.locality;
  if (name === DEMO_NAME)
    return `the content in ${contentDir} is the demo business, ${DEMO_NAME}. To import into your own, set CONTENT_DIR to its folder (npm run new makes one)`;
  for (const place of places) {
    const called = [place.name, place.town].filter((part) => part !== undefined).join(', ') || `place ${place.id}`;
    if (place.id !== undefined && placeIds.includes(place.id)) continue;
    if (place.name !== undefined && !sharesWord(place.name, name)) return `the export is from "${called}", and ${contentDir} is "${name}"`;
    if (place.town !== undefined && town && !sharesWord(place.town, town))
      return `the export is from "${called}", and ${contentDir} is "${name}" in ${town}`;
    // The ids of Google Business Profile and of Google Maps can't be compared.
    if (placeIds.some((id) => place.id !== undefined && isLocation(id) === isLocation(place.id)))
      return `the export is from "${called}", and the earlier imports into ${contentDir} were from another place`;
  }
  return undefined;
}

/** Whether two names share a distinctive word, ignoring case and accents, or any word if one of them has none. */
function sharesWord(a: string, b: string): boolean {
  const [first, second] = [plainWords(a), plainWords(b)];
  const isGeneric = (word: string) => NO_NAMES.has(word) || KINDS.has(word.slice(0, STEM));
  const compared = first.every(isGeneric) || second.every(isGeneric) ? () => true : (word: string) => !isGeneric(word);
  return first.length === 0 || first.filter(compared).some((word) => second.includes(word));
}

/** Articles and legal forms. */
const NO_NAMES: ReadonlySet<string> = new Set(wordsIn('the and of de la el und der die inc llc ltd co gmbh sl sa sarl'));

/** How many letters of the words in schema.org's types are compared, so "Dental" matches "Dentist". */
const STEM = 4;
const KINDS: ReadonlySet<string> = new Set(
  wordsIn('team group practice')
    .concat([...businessTypes].flatMap((type) => type.match(/[A-Z]+[a-z]*/g) ?? []))
    .map((word) => word.toLowerCase().slice(0, STEM)),
);

/** A value that an export has and business.yaml lacks. */
export interface BusinessProposal {
  readonly key: FactKey;
  readonly value: JsonValue;
}

/** The values for what business.yaml leaves empty, in the order of its keys. Parts of an address are added to the others. @throws ContentError */
export async function proposeBusiness(contentDir: string, facts: BusinessFacts): Promise<readonly BusinessProposal[]> {
  const { value: written } = await readContentFile(namedFile(contentDir, 'business'), z.looseObject({}));
  return factKeys.flatMap((key): BusinessProposal[] => {
    const [value, known] = [facts[key], written[key]];
    if (value === undefined) return [];
    if (key === 'address' && isObject(known) && isObject(value)) {
      const added = { ...value, ...Object.fromEntries(Object.entries(known).filter(([, part]) => part !== null)) };
      return Object.keys(added).length > Object.keys(known).length ? [{ key, value: added as JsonObject }] : [];
    }
    const isEmpty = known === undefined || known === null || (Array.isArray(known) && known.length === 0);
    return isEmpty && businessFile.shape[key].safeParse(value).success ? [{ key, value: value as JsonValue }] : [];
  });
}

/** Writes proposed values to business.yaml, and keeps everything else. @throws EditError if the file has an unusual form */
export async function fillInBusiness(contentDir: string, proposals: readonly BusinessProposal[]): Promise<void> {
  if (proposals.length === 0) return;
  const file = namedFile(contentDir, 'business');
  const text = await readFile(file, 'utf8');
  const values = Object.fromEntries(proposals.map(({ key, value }) => [key, value]));
  await writeWhole(file, setKeys({ name: file, text }, [], values));
}
