import { FULL_POSTCODES } from './postcodes.ts';

/** Parts of patterns for addresses. */
export const SPACE = '(?:[^\\S\\n]+)';
export const END = '(?![\\p{L}\\p{N}])';
/** A town's name, such as "Leeds", "Las Palmas" or "Palma de Mallorca". */
export const TOWN = `(?:(?:San|Santa|Las|Los|La|El|Saint|St\\.?|New|Port|Bad)${SPACE})?\\p{Lu}[\\p{L}'’-]+(?:${SPACE}(?:de|del|la|las|upon|on|am|sur)){0,2}(?:${SPACE}\\p{Lu}[\\p{L}'’-]+)?`;

/** Between the parts of an address, which may be on separate lines. */
const THEN = `(?:,?[^\\S\\n]*\\n[^\\S\\n]*|,?${SPACE}|,)`;
/** A place between a street and its code, such as ", Ranelagh", ", Dublin 6" or ", bedminster". */
const PLACE = `${THEN}(?:(?:Co\\.|\\p{Lu}\\p{L}+)${SPACE})?(?:${TOWN}(?:${SPACE}\\d{1,2}W?${END})?|(?<=[,\\n]\\s*)\\p{Ll}{3,}(?:${SPACE}\\p{Ll}{3,})?)`;
const PLACES = `(?:${PLACE}){0,3}`;
const FULL_POSTCODE = Object.values(FULL_POSTCODES)
  .flatMap((code) => [code, code.toLowerCase()])
  .join('|');
const ZIP = '\\d{5}(?:-\\d{4}|(?!-\\d))';

/** Codes that identify some homes or a small town, with up to three places before them. */
const TAILS = [
  // LS8 1DW; Bedminster, Bristol BS3 4NX; Dublin 6, D06 X2Y4; 1015 CJ Amsterdam; Ottawa, ON K1A 0B1
  `${PLACES}${THEN}(?:[A-Z]{2}${SPACE})?(?:${FULL_POSTCODE})${END}(?:(?<=\\d{4}${SPACE}?[A-Z]{2})${SPACE}${TOWN})?`,
  // Leeds LS8
  `(?:(?:${PLACE}){1,3}|,),?${SPACE}[A-Z]{1,2}\\d[A-Z\\d]?${END}`,
  // Riverside, OR 97000; Carlton VIC 3053; New York, NY 11215
  `${PLACES}${THEN}[A-Z]{2,3}(?:${SPACE}|[^\\S\\n]*\\n[^\\S\\n]*)(?:${ZIP}|\\d{4})${END}`,
  // 46004 Valencia; Casco Antiguo, 50003 Zaragoza
  `(?:${PLACES},|${SPACE}[-–])?${SPACE}(?:[A-Z]{1,2}-)?\\d{5}${END}(?!-\\d)(?:${SPACE}(?:(?:San|Santa|Las|Los|La|El|L['’]|Saint|St\\.?|Bad)${SPACE}?)?\\p{Lu}[\\p{L}'’-]+(?:${SPACE}(?:de|del|la|las|am|sur|an${SPACE}der)${SPACE}\\p{Lu}[\\p{L}'’-]+)?)?`,
  // Millbrook, Washington 98300
  `(?:${PLACE}){1,3}${THEN}${ZIP}${END}`,
];
const anyTail = new RegExp(TAILS.join('|'), 'uy');

/** The length of the places and the postcode that follow the street at `end` in a text; 0 without a code. */
export function addressTail(text: string, end: number): number {
  anyTail.lastIndex = end;
  return anyTail.exec(text)?.[0].length ?? 0;
}
