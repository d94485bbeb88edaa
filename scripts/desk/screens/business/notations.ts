import { businessTypes } from '../../../../site/content/business-types.ts';
import { countries, countryCode, countryName } from '../../../../site/content/privacy/phone-countries.ts';
import { languages } from '../../../../site/messages/languages.ts';
import { capitalize } from '../../../../site/messages/spelling.ts';
import type { JsonValue } from '../../../content/edit-text.ts';
import { isObject } from './fields.ts';

/** How forms show a kind of text that files have as a code or in another form. Other texts stay as they are. */
export interface Notation {
  /** The texts to choose from. */
  readonly choices?: readonly string[];
  shown(written: JsonValue): string;
  /** What a file has for an entered text; the text itself if it isn't understood. */
  written(entered: string): JsonValue;
}

const made = new Map<string, Readonly<Record<string, Notation>>>();

/** The notations by kind of text, in a language that `languageOf` returned. */
export function notationsIn(language: string): Readonly<Record<string, Notation>> {
  const known = made.get(language) ?? makeNotations(language);
  made.set(language, known);
  return known;
}

function makeNotations(language: string): Readonly<Record<string, Notation>> {
  const tongues = new Intl.DisplayNames(language, { type: 'language' });
  const tags = Object.values(languages).flatMap((one) => one.tags);
  const country = namesOf(countries, (code) => countryName(code, language), language);
  return {
    type: namesOf([...businessTypes], typeWords, language),
    // Files may have a name instead of the code.
    country: { ...country, shown: (written) => country.shown(countryCode(String(written)) ?? written) },
    language: namesOf(tags, (tag) => capitalize(tongues.of(tag) ?? tag), language),
    uri: { shown: String, written: completeAddress },
    email_uri: { shown: String, written: completeAddress },
    place: { shown: placeWords, written: (entered) => readPlace(entered) ?? entered },
  };
}

/** A choice of codes by their names. The codes themselves can be entered, too. */
function namesOf<Code extends string>(codes: readonly Code[], nameOf: (code: Code) => string, language: string): Notation {
  const fold = (text: string) => text.replace(/\s/g, '').toLowerCase();
  const byName = new Map(codes.flatMap((code) => [fold(code), fold(nameOf(code))].map((name) => [name, code] as const)));
  const byCode = new Map<JsonValue, string>(codes.map((code) => [code, nameOf(code)]));
  return {
    choices: [...byCode.values()].sort(new Intl.Collator(language).compare),
    shown: (written) => byCode.get(written) ?? String(written),
    written: (entered) => byName.get(fold(entered)) ?? entered,
  };
}

/** "HVAC business" for HVACBusiness. */
function typeWords(type: string): string {
  const [first = '', ...others] = type.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? [];
  return [first, ...others.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))].join(' ');
}

/** The address of a page that was entered without https://. */
export const completeAddress = (entered: string): string =>
  /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(entered) ? `https://${entered}` : entered;

const placeWords = (written: JsonValue): string =>
  isObject(written) ? [written['latitude'], written['longitude']].map((number) => String(number ?? '')).join(', ') : String(written);

/** A place on the map, in degrees (WGS 84). */
type Place = {
  readonly latitude: number;
  readonly longitude: number;
};

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where links to maps have the place, the most exact first: the pin before the middle of the picture. */
const LINKED = [
  // Google Maps: the pin of a business.
  `!3d${NUMBER}!4d${NUMBER}`,
  // OpenStreetMap: a marker.
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  // Google Maps and Apple Maps: a search or a destination; Bing Maps: a point.
  `[?&](?:q|query|ll|sll|coordinate|destination|daddr|center|cp)=(?:loc:)?${NUMBER}(?:,\\s*|~)${NUMBER}`,
  `/place/${NUMBER},\\s*${NUMBER}`,
  `/search/${NUMBER},\\s*${NUMBER}`,
  // RFC 5870.
  `^geo:${NUMBER},\\s*${NUMBER}`,
  // The middle of the picture.
  `/@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern));

const PAIR = new RegExp(`^${NUMBER}\\s*[,;]?\\s+${NUMBER}$|^${NUMBER},${NUMBER}$`);

/** Reads a link to a place on a map, or two numbers. Undefined if it has no place, as short links, which only a request would resolve. */
export function readPlace(entered: string): Place | undefined {
  const text = decoded(entered.trim());
  const found = (/^(?:https?|geo):/.test(text) ? LINKED : [PAIR])
    .map((pattern) => pattern.exec(withPoints(text)))
    .find((one) => one !== null);
  const [latitude, longitude] = (found ?? [])
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** Decimal commas, as in "48,0125; -122,619", become points. */
const withPoints = (text: string) => (/^-?\d+,\d+\s*[;\s]\s*-?\d+,\d+$/.test(text) ? text.replaceAll(',', '.') : text);

/** A tenth of a meter is more than enough. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
