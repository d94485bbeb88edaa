import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { plainWords } from '../../shared/text.ts';
import { meantName } from '../problems.ts';

/** The two-letter code of each country by its three-letter code (ISO 3166-1). */
const THREE_LETTER_CODES: ReadonlyMap<string, string> = new Map(
  `ABW:AW AFG:AF AGO:AO AIA:AI ALA:AX ALB:AL AND:AD ARE:AE ARG:AR ARM:AM ASM:AS ATA:AQ ATF:TF ATG:AG AUS:AU AUT:AT AZE:AZ BDI:BI BEL:BE
  BEN:BJ BES:BQ BFA:BF BGD:BD BGR:BG BHR:BH BHS:BS BIH:BA BLM:BL BLR:BY BLZ:BZ BMU:BM BOL:BO BRA:BR BRB:BB BRN:BN BTN:BT BVT:BV BWA:BW
  CAF:CF CAN:CA CCK:CC CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COK:CK COL:CO COM:KM CPV:CV CRI:CR CUB:CU CUW:CW CXR:CX CYM:KY
  CYP:CY CZE:CZ DEU:DE DJI:DJ DMA:DM DNK:DK DOM:DO DZA:DZ ECU:EC EGY:EG ERI:ER ESH:EH ESP:ES EST:EE ETH:ET FIN:FI FJI:FJ FLK:FK FRA:FR
  FRO:FO FSM:FM GAB:GA GBR:GB GEO:GE GGY:GG GHA:GH GIB:GI GIN:GN GLP:GP GMB:GM GNB:GW GNQ:GQ GRC:GR GRD:GD GRL:GL GTM:GT GUF:GF GUM:GU
  GUY:GY HKG:HK HMD:HM HND:HN HRV:HR HTI:HT HUN:HU IDN:ID IMN:IM IND:IN IOT:IO IRL:IE IRN:IR IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JEY:JE
  JOR:JO JPN:JP KAZ:KZ KEN:KE KGZ:KG KHM:KH KIR:KI KNA:KN KOR:KR KWT:KW LAO:LA LBN:LB LBR:LR LBY:LY LCA:LC LIE:LI LKA:LK LSO:LS LTU:LT
  LUX:LU LVA:LV MAC:MO MAF:MF MAR:MA MCO:MC MDA:MD MDG:MG MDV:MV MEX:MX MHL:MH MKD:MK MLI:ML MLT:MT MMR:MM MNE:ME MNG:MN MNP:MP MOZ:MZ
  MRT:MR MSR:MS MTQ:MQ MUS:MU MWI:MW MYS:MY MYT:YT NAM:NA NCL:NC NER:NE NFK:NF NGA:NG NIC:NI NIU:NU NLD:NL NOR:NO NPL:NP NRU:NR NZL:NZ
  OMN:OM PAK:PK PAN:PA PCN:PN PER:PE PHL:PH PLW:PW PNG:PG POL:PL PRI:PR PRK:KP PRT:PT PRY:PY PSE:PS PYF:PF QAT:QA REU:RE ROU:RO RUS:RU
  RWA:RW SAU:SA SDN:SD SEN:SN SGP:SG SGS:GS SHN:SH SJM:SJ SLB:SB SLE:SL SLV:SV SMR:SM SOM:SO SPM:PM SRB:RS SSD:SS STP:ST SUR:SR SVK:SK
  SVN:SI SWE:SE SWZ:SZ SXM:SX SYC:SC SYR:SY TCA:TC TCD:TD TGO:TG THA:TH TJK:TJ TKL:TK TKM:TM TLS:TL TON:TO TTO:TT TUN:TN TUR:TR TUV:TV
  TWN:TW TZA:TZ UGA:UG UKR:UA UMI:UM URY:UY USA:US UZB:UZ VAT:VA VCT:VC VEN:VE VGB:VG VIR:VI VNM:VN VUT:VU WLF:WF WSM:WS YEM:YE ZAF:ZA
  ZMB:ZM ZWE:ZW`
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]),
);

/** The countries whose phone numbers speakers of a language are likely to write. */
const COUNTRIES_OF: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ['US', 'GB', 'IE', 'AU', 'NZ', 'ZA', 'IN', 'SG'],
  es: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'UY', 'CR', 'US'],
  de: ['DE', 'AT', 'CH', 'LU'],
  fr: ['FR', 'BE', 'CH', 'LU', 'CA'],
  it: ['IT', 'CH'],
  pt: ['PT', 'BR'],
  nl: ['NL', 'BE'],
  ca: ['ES'],
  eu: ['ES', 'FR'],
  gl: ['ES'],
  da: ['DK'],
  sv: ['SE', 'FI'],
  nb: ['NO'],
  fi: ['FI'],
  pl: ['PL'],
  cs: ['CZ'],
  sk: ['SK'],
  hu: ['HU'],
  ro: ['RO', 'MD'],
  bg: ['BG'],
  hr: ['HR'],
  sl: ['SI'],
  el: ['GR', 'CY'],
  tr: ['TR'],
  ru: ['RU', 'KZ'],
  uk: ['UA'],
  ar: ['AE', 'SA', 'EG', 'MA'],
  he: ['IL'],
  ja: ['JP'],
  ko: ['KR'],
  zh: ['CN', 'TW', 'HK', 'SG'],
};

/** Names that `Intl.DisplayNames` doesn't have, as returned by `plainName`. */
const OTHER_NAMES: Readonly<Record<string, CountryCode>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  britain: 'GB',
  'great britain': 'GB',
  'united states of america': 'US',
  america: 'US',
  'estados unidos de america': 'US',
  eeuu: 'US',
  'republic of ireland': 'IE',
  eire: 'IE',
  holland: 'NL',
  'czech republic': 'CZ',
  korea: 'KR',
  turkey: 'TR',
  uae: 'AE',
};

/** The codes of all countries (ISO 3166-1). */
export const countries: readonly CountryCode[] = getCountries();

const plainName = (name: string) => plainWords(name.replace(/[.'’]/g, '')).join(' ').replace(/^the /, '');

let names: ReadonlyMap<string, CountryCode> | undefined;

/** The code of each country by its plain name in every language of COUNTRIES_OF. */
function codesByName(): ReadonlyMap<string, CountryCode> {
  names ??= new Map([
    ...Object.keys(COUNTRIES_OF).flatMap((language) => {
      const regions = new Intl.DisplayNames(language, { type: 'region' });
      return countries.map((code) => [plainName(regions.of(code) ?? code), code] as const);
    }),
    ...Object.entries(OTHER_NAMES),
  ]);
  return names;
}

/**
 * The two-letter code of a country (ISO 3166-1) from its code of two or three letters, or its name in one of many languages; undefined for
 * anything else.
 */
export function countryCode(country: string): CountryCode | undefined {
  const code = country.trim().replaceAll('.', '').toUpperCase();
  const short = THREE_LETTER_CODES.get(code) ?? code;
  return isSupportedCountry(short) ? short : codesByName().get(plainName(country));
}

/** The advice for an unknown country. */
export function countryAdvice(country: string): string {
  const wanted = plainName(country);
  const close = wanted.length > 3 ? meantName(wanted, [...codesByName().keys()], 3) : undefined;
  const code = codesByName().get(close ?? '');
  const suggestion = code ? `; did you mean ${code} (${countryName(code, 'en')})?` : '';
  return `write the two-letter code of a country (ISO 3166), such as US, GB or ES${suggestion}`;
}

/** The name of a country in a language (BCP 47). */
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;
}

/** The countries whose phone numbers are masked, and how they are known. */
export interface PhoneCountries {
  readonly codes: readonly CountryCode[];
  readonly from: 'content' | 'telephone or language' | 'nothing';
}

/** The facts about a business from which its country follows. */
export interface Located {
  readonly telephone: string | null;
  readonly address: { readonly country: string | null } | null;
  readonly language?: string | undefined;
}

/**
 * The countries whose phone numbers are masked: the business's own and those in the policy; otherwise those of its international phone
 * number and its language tag's region; otherwise all where its language is spoken, or for `en`, the default, all in COUNTRIES_OF.
 */
export function phoneCountriesOf({ telephone, address, language = 'en' }: Located, listed: readonly string[] = []): PhoneCountries {
  const written = distinct([address?.country ?? '', ...listed].map(countryCode));
  if (written.length > 0) return { codes: written, from: 'content' };
  const derived = distinct([countryOfNumber(telephone), regionOf(language)]);
  if (derived.length > 0) return { codes: derived, from: 'telephone or language' };
  return { codes: plausibleCountries(language), from: 'nothing' };
}

/**
 * The likely countries of a business without one, the most likely first: that of its international phone number or of its language tag's
 * region; otherwise those where its language is spoken and its phone number is valid.
 */
export function likelyCountries(telephone: string | undefined, language = 'en'): readonly CountryCode[] {
  const known = countryOfNumber(telephone ?? null) ?? regionOf(language);
  if (known !== undefined) return [known];
  const spoken = telephone === undefined ? [] : plausibleCountries(language);
  return spoken.filter((code) => parsePhoneNumberFromString(telephone ?? '', code)?.isValid());
}

/** The country of a number with a country code, such as +44; for invalid numbers, the largest country with that code. */
function countryOfNumber(telephone: string | null): CountryCode | undefined {
  const number = parsePhoneNumberFromString((telephone ?? '').replace(/^\s*00/, '+'));
  return number && (number.country ?? everyCountry().find((code) => getCountryCallingCode(code) === number.countryCallingCode));
}

function regionOf(language: string): CountryCode | undefined {
  const region = /-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase() ?? '';
  return isSupportedCountry(region) ? region : undefined;
}

const languageOf = (tag: string) => tag.split('-')[0]?.replace(/^(?:no|nn)$/, 'nb') ?? '';
const everyCountry = () => distinct(Object.values(COUNTRIES_OF).flat());

function plausibleCountries(language: string): readonly CountryCode[] {
  const spoken = Object.hasOwn(COUNTRIES_OF, languageOf(language)) ? COUNTRIES_OF[languageOf(language)] : undefined;
  return language === 'en' || spoken === undefined ? everyCountry() : spoken;
}

const distinct = (codes: readonly (CountryCode | undefined)[]): CountryCode[] => [
  ...new Set(codes.filter((code): code is CountryCode => code !== undefined)),
];
