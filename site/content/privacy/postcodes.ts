import type { CountryCode } from 'libphonenumber-js';
import { type FindRanges, type OwnDetails, type Range, rangeOf } from './contact-details.ts';
import { followsNumberWord } from './phone-numbers.ts';

/** The areas of British postcodes: the letters before the first digit. */
const BRITISH_AREAS =
  'AB|AL|BA|BB|BD|BH|BL|BN|BR|BS|BT|B|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|EC|EH|EN|EX|E|FK|FY|GL|GU|GY|G|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|LA|LD|LE|LL|LN|LS|LU|L|ME|MK|ML|M|NE|NG|NN|NP|NR|NW|N|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|S|TA|TD|TF|TN|TQ|TR|TS|TW|UB|WA|WC|WD|WF|WN|WR|WS|WV|W|YO|ZE';
/** The first three characters of Irish Eircodes: a post town's area. */
const IRISH_KEYS =
  'A4[125]|A6[37]|A75|A8[1-6]|A9[12468]|C15|D0[1-9]|D1[0-8]|D2[024]|D6W|E2[15]|E3[24]|E4[15]|E53|E91|F12|F2[368]|F3[15]|F4[25]|F5[26]|F9[1-4]|H1[2468]|H23|H5[34]|H6[25]|H71|H91|K3[246]|K45|K56|K67|K78|N3[79]|N41|P1[247]|P2[45]|P3[126]|P4[37]|P5[16]|P6[17]|P7[25]|P8[15]|R14|R21|R3[25]|R4[25]|R5[16]|R9[35]|T12|T23|T34|T45|T56|V1[45]|V23|V3[15]|V42|V9[2-5]|W12|W23|W34|W91|X35|X42|X91|Y14|Y2[15]|Y3[45]';

/** Full postcodes in capitals, each for a few homes. A space inside is optional. */
export const FULL_POSTCODES = {
  GB: `(?:${BRITISH_AREAS})\\d[A-Z\\d]? ?\\d[ABD-HJLNP-UW-Z]{2}`,
  // The last four characters have letters and digits: "D12 FREE" and "D12 2000" are something else.
  IE: `(?:${IRISH_KEYS}) ?(?=\\d{0,3}[A-Z])(?=[A-Z]{0,3}\\d)[\\dAC-FHKNPRTV-Y]{4}`,
  NL: '[1-9]\\d{3} ?(?!S[ADS])[A-Z]{2}',
  CA: '[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z][ -]?\\d[ABCEGHJ-NPRSTV-Z]\\d',
} as const satisfies Partial<Record<CountryCode, string>>;
type CodeCountry = keyof typeof FULL_POSTCODES;

const countries = ['GB', 'IE', 'CA', 'NL'] as const satisfies readonly CodeCountry[];
const anyCode = new RegExp(
  `(?<![\\p{L}\\p{N}_#/.@$€£-])(?:${countries.map((country) => `(?<${country}>${FULL_POSTCODES[country]})`).join('|')})(?![\\p{L}\\p{N}_/-]|\\.\\p{N})`,
  'giu',
);

/** Words before a postcode. */
const CODE_BEFORE =
  /(?<!\p{L})(?:post[\s-]?code|postal code|zip(?: code)?|eircode|address|adres|liv(?:e|es|ed|ing) (?:in|at|near|on)|home (?:is )?(?:in|at))(?: is|:|=)?\s*$/iu;
/** A town before a postcode: "Leeds, LS8 1DW". */
const PLACE_BEFORE = /\p{Lu}\p{L}+,\s*$/u;
/** Words before codes of products, bookings and the like. "Post code" isn't one of them. */
const OTHER_CODE_BEFORE =
  /(?<!\p{L})(?:(?<!(?:post|postal|zip)[\s-]?)codes?|part|parts|item|product|sku|style|size|shade|colou?r|coupon|voucher|booking|reservation|reference|flight|gate|seat|row|bay|locker|plate|registration|reg)(?: (?:no|number|is|was))?[\s.:#-]*$/iu;
/** Sizes, and abbreviations of numbered things, that look like the second half of a British postcode: "an M2 8GB", "an M3 4WD". */
const SIZE = /^(?:[BEGLMNSW]\d+|GU10) \d(?:GB|TB|WD|DR|FT|LB|YR|HR|PH|ND|RD|ST|TH|GA|AH|WH|HP|PT|QT|SQ|AA|AAA)$/iu;
/** What numbers of four digits are followed by, and years: "1200 SQ ft", "a 2021 VW Golf". */
const DUTCH_COUNT =
  /^(?:(?:19[5-9]|20[0-3])\d|\d{4} ?(?:AD|AM|BC|CC|EU|GB|HD|HP|HZ|KG|KM|KW|LM|MB|MM|MW|NM|PK|PM|PX|RV|SF|SQ|TB|TV|UK|US|UV|VA|WH|XL))/u;

/**
 * Finds full postcodes of Britain, Ireland, Canada and the Netherlands, except the business's own. The more something else could look like
 * one, the more evidence it needs: Dutch ones outside `inCountries`, codes in lower case and codes without a space.
 */
export function postcodeFinder({ address }: Pick<OwnDetails, 'address'>, inCountries: readonly CountryCode[]): FindRanges {
  const own = compact(address?.postal_code ?? '');
  return (text) =>
    [...text.matchAll(anyCode)]
      .filter((match) => compact(match[0]) !== own && isPostcode(match, text, inCountries))
      .map((match): Range => rangeOf(match));
}

const compact = (code: string) => code.replace(/[\s-]+/g, '').toUpperCase();

function isPostcode({ 0: code, index, groups = {} }: RegExpExecArray, text: string, inCountries: readonly CountryCode[]): boolean {
  const before = text.slice(Math.max(0, index - 40), index);
  if (CODE_BEFORE.test(before)) return true;
  if (OTHER_CODE_BEFORE.test(before) || followsNumberWord(before) || SIZE.test(code)) return false;
  const isCapital = code === code.toUpperCase();
  if (groups['NL'] !== undefined) {
    const after = text.slice(index + code.length, index + code.length + 40);
    const isAddress = /[,\n]\s*$/u.test(before) && /^,?\s+\p{Lu}\p{Ll}/u.test(after);
    return isCapital && !DUTCH_COUNT.test(code) && (inCountries.includes('NL') || isAddress);
  }
  if (!/[ -]/.test(code)) return isCapital && PLACE_BEFORE.test(before);
  return isCapital || (code === code.toLowerCase() && (groups['CA'] !== undefined || /^[a-z]{2}\d/.test(code)));
}
