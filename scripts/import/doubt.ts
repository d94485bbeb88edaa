import { businessTypes } from '../../site/content/business-types.ts';
import { readNamed } from '../../site/content/read/named-file.ts';
import { plainWords } from '../../site/contract/plain-words.ts';
import { DEMO_NAME } from '../build/last-publication.ts';
import { wordsIn } from './columns.ts';
import { isLocation } from './locations.ts';

/** The place that an export is from, as far as the export names it. */
export interface Place {
  /** The id of the place at its platform, such as a Google location. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly town?: string | undefined;
}

/**
 * Why an import may be a mistake: it would go into the demo, or the export seems to be from another business. Undefined otherwise.
 * `placeIds` are those of earlier imports.
 */
export async function doubtAbout(contentDir: string, placeIds: readonly string[], places: readonly Place[]): Promise<string | undefined> {
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
