import type { CountryCode } from 'libphonenumber-js';
import { plainWords } from '../../shared/text.ts';
import { type FindRanges, type OwnDetails, type Range, withoutOverlaps } from './contact-details.ts';
import { FULL_POSTCODES, postcodeFinder } from './postcodes.ts';

/** Parts of patterns for addresses. */
const SPACE = '(?:[^\\S\\n]+)';
export const END = '(?![\\p{L}\\p{N}])';
/** A town's name, such as "Leeds", "Las Palmas" or "Palma de Mallorca". */
const TOWN = `(?:(?:San|Santa|Las|Los|La|El|Saint|St\\.?|New|Port|Bad)${SPACE})?\\p{Lu}[\\p{L}'’-]+(?:${SPACE}(?:de|del|la|las|upon|on|am|sur)){0,2}(?:${SPACE}\\p{Lu}[\\p{L}'’-]+)?`;

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
function addressTail(text: string, end: number): number {
  anyTail.lastIndex = end;
  return anyTail.exec(text)?.[0].length ?? 0;
}

/** Street types that rarely follow a number and a word in any other sense. */
const STREET_TYPES =
  'street|st|avenue|ave|boulevard|blvd|road|rd|lane|ln|court|ct|crescent|cres|terrace|parkway|pkwy|highway|hwy|alley|mews|esplanade'.split(
    '|',
  );

/** Street types that are also everyday words: they count only with a capital. */
const CAPITAL_TYPES = (
  'drive|dr|way|place|pl|close|circle|cir|square|sq|hill|row|walk|rise|gardens|grove|green|loop|trail|trl|path|parade|quay|wharf|run|ridge|point|pt|pass|plaza|crossing|heights|view|vale|bend|cove|landing|park|gate|ter' +
  '|villas|villa|mount|croft|fold|garth|chase|mead|meadows|mansions|cottages|embankment|wynd|brae|grange|dene|drove|strand|lea|arcade|circus|copse|dale|glade|glen|hollow|knoll|leys|nook|orchard|oval|promenade|reach|spur|turnpike|warren|crest|pike|trace|vista'
).split('|');

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that are never part of a street name: after a number, they count or measure, or begin another part of the sentence. */
const NO_STREET_NAME = words(
  `a an the this that these those my our your his her their its some any all both each every no more most many few other another one
  of in on at to from by for with without near off up down into onto over under across along around through past toward towards behind
  and or but so as if then than when while because is are was were be been has have had do did does will would can could it he she they we you i me us them
  am pm oclock min mins minute minutes hr hrs hour hours day days week weeks month months year years time times night nights
  gb tb amp amps volt volts watt watts kw gauge ga wire breaker breakers circuit circuits outlet outlets switch switches panel panels
  foot feet ft inch inches yard yards wheeler wide mile miles km meter meters metre metres blocks acre acres degree degrees percent
  star stars lanes cars trucks vans doors stories storeys bedroom bedrooms bathroom bathrooms houses homes units rooms people guys men
  women kids dogs jobs things points visit visits call calls trips dollar dollars buck bucks cent cents best better amazing excellent
  emergency stops steps holes lights poles`,
);

/** Words that are only part of a street name if capitalized. */
const NO_SMALL_STREET_NAME = words(
  `way lane car truck van door story storey bed bath house home block room unit job point trip different separate new old bad busy long
  short dirt gravel private dead quiet narrow city side great good nice super big small large same next last first second third whole entire
  half stop step hole light pole weekend tennis basketball food dark straight single double`,
);

/** A pattern for words in any case; Node 24 misses some matches of an inline modifier, `(?i:...)`. */
const anyCase = (words: string) => `(?:${words.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)})`;
const capital = (words: readonly string[]) =>
  words.map((word) => `${word.charAt(0).toUpperCase()}(?:${word.slice(1)}|${word.slice(1).toUpperCase()})`).join('|');

const BEGIN = '(?<![\\p{L}\\p{N}$€£/-])(?<!\\d[.,:])';
const NUMBER = `#?(?:${anyCase('no')}\\.?${SPACE}?)?(?<number>\\d{1,5}(?:[A-Za-z](?!\\p{L})|[-–/]\\d{1,4}[A-Za-z]?)?(?:${SPACE}?½|${SPACE}1/2)?)`;
const DIRECTION = `${anyCase('north|south|east|west|n\\.?e|n\\.?w|s\\.?e|s\\.?w|n|s|e|w')}\\.?`;
const SHORT_DIRECTION = '(?:NE|NW|SE|SW|[NSEW])';
const ORDINAL = `\\d{1,3}${anyCase('st|nd|rd|th')}`;

const CAPITAL_WORD = `(?:(?:St|Mt|Ft|Jr|Sr)\\.|\\p{Lu}[\\p{L}\\p{M}'’-]*|${ORDINAL})`;
const SMALL_WORD = `(?:\\p{Ll}[\\p{Ll}'’-]{2,}|${ORDINAL})`;
const CAPITAL_NAME = `(?<name>(?:${CAPITAL_WORD}${SPACE}){1,4})`;
const SMALL_NAME = `(?<name>(?:${SMALL_WORD}${SPACE}){1,2})`;

/** Words after which a street isn't part of an address: "12 city street lights", "24/7 Acme Road Service". */
const NO_ADDRESS = anyCase(
  'lights?|lamps?|signs?|services?|works?|crews?|closures?|tests?|trips?|rage|food|fairs?|side|level|parking|salt',
);
/** A period that ends an abbreviation, not the sentence, is part of the address. */
const TYPE_END = `${END}(?![\\s-]?${NO_ADDRESS}${END})(?:\\.(?=,|${SPACE}(?:[\\p{Ll}#]|Apt|Unit|Suite|Ste|Flat)))?`;

const UNIT = anyCase('(?:apartment|apt|unit|suite|ste|flat|room|rm|floor|bldg|building|level|lot|space)\\.?');
const UNIT_NUMBER = `#?(?:\\d{1,4}[A-Za-z]?|[A-Z]\\d{0,3})${END}`;
const UNIT_BEFORE = `(?:${UNIT}${SPACE}(?:${UNIT_NUMBER}(?:,|${SPACE}-)?${SPACE}(?:at${SPACE})?)?)?`;
const UNIT_AFTER = `(?:,?${SPACE}(?:${UNIT}${SPACE}?|#${SPACE}?)${UNIT_NUMBER})?`;
const AFTER = `(?:,?${SPACE}${SHORT_DIRECTION}${END})?${UNIT_AFTER}`;

/** Excludes the doctor: "at 10 called dr smith". */
const SMALL_DRIVE = `dr(?=\\.?(?:[,;)]|$|\\n|${SPACE}(?:in|and|near|off|by|apt|unit)${END}))`;
const NUMBERED_ROAD = anyCase(`(?:(?:us|state|county|old) )?(?:highway|hwy|route|rte|road)|sr|cr`);
const BOX = anyCase('p\\.? ?o\\.? ?box|post office box|gpo box|locked bag|apartado (?:de correos|postal)|apdo\\. de correos');
/** A house number after the street's name. */
const NUMBER_AFTER = `\\d{1,4}(?:${SPACE}?[a-z]|[-–/]\\d{1,4}[a-z]?)?${END}`;
const FRENCH = `(?:${anyCase('rue|chemin|impasse|allée|quai|boulevard|bd')}${SPACE}(?:(?:de|du|des|la|le|les)${SPACE}){0,2}|${anyCase('avenue|place|cours')}${SPACE}(?:(?:de|du|des|la|le|les)${SPACE}){1,2}|(?:avenue|place|cours)${SPACE})(?:[dl]['’])?`;
/** Kinds of streets that come before their names in Spanish, Catalan, Portuguese and Italian. */
const SOUTHERN_TYPES =
  'calle|avenida|avda|plaza|pza|paseo|pso|carretera|ctra|travesía|travesia|ronda|glorieta|callejón|callejon|pasaje|camino|urbanización|urbanizacion|carrer|avinguda|plaça|passeig|rua|travessa|praça|estrada|viale|piazza';
/** Those that are also everyday words, or words of other languages: they count only with a capital. */
const SOUTHERN_CAPITAL_TYPES = 'Av|Pl|Plz|Urb|Trav|Rambla|Vía|Via|Cuesta|Alameda|Bulevar|Corso|Largo|Pº|P\\.º';
const ARTICLES = `(?:(?:de|del|della|dei|la|las|el|los|da|do|dos|dels)${SPACE}){0,2}(?:[dl]['’])?`;
const SOUTHERN = `(?:(?:(?:${anyCase(SOUTHERN_TYPES)}|${SOUTHERN_CAPITAL_TYPES})\\.?|${anyCase('cl')}\\.)${SPACE}|[Cc]/${SPACE}?)${ARTICLES}`;
const SOUTHERN_NAME = `(?:\\d{1,2}${SPACE}de${SPACE})?\\p{Lu}[\\p{L}'’-]*\\.?(?:${SPACE}(?:(?:de|del|la|las|los|y|i|da|do)${SPACE}){0,2}\\p{Lu}[\\p{L}'’-]*\\.?){0,4}`;
/** Nouns that make a number after a street's name a count: "por la calle Colón 3 veces". */
const COUNTED = anyCase(
  'vez|veces|horas?|h|minutos?|min|días?|dias?|noches?|semanas?|mes(?:es)?|años?|euros?|estrellas?|personas?|metros|m|km|kilómetros|kilometros|times?|hours?|minutes?|days?|nights?|weeks?|months?|years?|stars?|people|miles?|bedrooms?|rooms?',
);
/** A number after a street's name that is neither a year nor a count. */
const SOUTHERN_NUMBER = `(?:,|${SPACE}[-–])?${SPACE}(?:${anyCase('número|numero|núm|num|nº|no|n|km')}[.º°]{0,2}${SPACE}?)?(?!(?:19|20)\\d\\d${END})\\d{1,4}(?:${SPACE}?[-–/]${SPACE}?\\d{1,4}${END}|${SPACE}bis${END}|[A-Za-z]${END})?${END}(?![.,:]\\d|${SPACE}${COUNTED}${END}|${SPACE}?[€%])`;
const FLOOR = `\\d{1,2}(?:${SPACE}?\\.?[ºª°]|[rntao]${END})`;
const SIDE = `(?:[A-Za-z]${END}|${anyCase('izquierda|izqda|izda|izq|derecha|dcha|dch|centro')}${END}\\.?|${FLOOR}|\\d{1,2}${END})`;
/** ", 3ºB", " 2º 1ª", ", piso 3, puerta 4", ", bajo izquierda" */
const SOUTHERN_UNIT = `(?:(?:,|${SPACE}[-–])?${SPACE}?(?:${FLOOR}(?:${SPACE}?-?${SPACE}?${SIDE})?|${anyCase('piso|planta|puerta|pta|escalera|esc|portal|bloque|blq|local')}${END}\\.?${SPACE}?(?:${FLOOR}|\\d{1,3}[A-Z]?${END}|[A-Z]${END})|${anyCase('bajos?|ático|atico|entresuelo|entlo')}${END}\\.?(?:${SPACE}?${SIDE}|(?=[,.;:)!?]|$|\\n|${SPACE}(?:[-–]|\\d{5}))))){0,4}`;
const PROPER_NAME = `\\p{Lu}[\\p{L}'’-]+(?:${SPACE}\\p{Lu}[\\p{L}'’-]+){0,2}`;

/** The forms of addresses. Groups: the number, the street name, and whether it is in lower case, which needs more evidence. */
const streetForms: readonly RegExp[] = [
  // 12 Mill Street, 12B N. Lake View Drive, Apt 4, 5/12 High St, 1600 42nd Ave NE
  `${BEGIN}${UNIT_BEFORE}${NUMBER},?${SPACE}(?:${DIRECTION}${SPACE})?${CAPITAL_NAME}(?:${anyCase(STREET_TYPES.join('|'))}|${capital(CAPITAL_TYPES)})${TYPE_END}${AFTER}`,
  // 44 elm street, 1200 ne 42nd st
  `${BEGIN}${UNIT_BEFORE}${NUMBER}${SPACE}(?:${DIRECTION}${SPACE})?(?<small>)${SMALL_NAME}(?:${STREET_TYPES.join('|')}|drive|circle|${SMALL_DRIVE})${TYPE_END}${AFTER}`,
  // Unit 9, Upper Tansy Road
  `${BEGIN}${UNIT}${SPACE}${UNIT_NUMBER},?${SPACE}(?:(?:at|on|of)${SPACE})?${CAPITAL_NAME}(?:${capital(STREET_TYPES)})${TYPE_END}`,
  // 4512 State Route 9, 88 County Road 12
  `${BEGIN}(?=\\d\\d)${NUMBER}${SPACE}(?:${DIRECTION}${SPACE})?${NUMBERED_ROAD}${SPACE}\\d{1,4}[A-Z]?${END}${AFTER}`,
  // 66 Broadway
  `${BEGIN}${NUMBER}${SPACE}(?:${DIRECTION}${SPACE})?Broadway${END}(?!${SPACE}(?:shows?|plays?|musicals?|tickets?))${AFTER}`,
  // 1200 NE 42nd
  `${BEGIN}\\d{3,5}${SPACE}${SHORT_DIRECTION}\\.?${SPACE}${ORDINAL}${END}${AFTER}`,
  // 45 Avenue B, 1180 Avenue of the Americas
  `${BEGIN}\\d{1,5}${SPACE}Ave(?:nue)?\\.?${SPACE}(?:of${SPACE}the${SPACE}\\p{Lu}\\p{L}+|[A-Z]${END})${AFTER}`,
  // PO Box 12
  `(?<![\\p{L}\\p{N}])${BOX}[\\s.:#]*(?:${anyCase('no')}\\.? ?)?\\d{1,6}(?!\\d)`,
  // Hauptstraße 12, Lange Allee 4a, Dorpsstraat 3
  `(?<!\\p{L})\\p{Lu}[\\p{L}-]{2,}(?:stra(?:ß|ss)e|str\\.|gasse|allee|platz|weg|straat|laan|gracht|plein|kade)${SPACE}${NUMBER_AFTER}`,
  `(?<!\\p{L})\\p{Lu}[\\p{L}-]+${SPACE}(?:Stra(?:ß|ss)e|Str\\.|Allee|Platz|Weg)${SPACE}${NUMBER_AFTER}`,
  // Unter den Linden 77, 10117 Berlin; Lange Voorhout 12a, 2514 EE Den Haag: streets that only their code and town show
  `(?<!\\p{L})(?:\\p{Lu}[\\p{L}-]+${SPACE}(?:(?:der|den|dem|de|het)${SPACE})?)?\\p{Lu}[\\p{L}-]+${SPACE}${NUMBER_AFTER},?${SPACE}(?:(?:D-)?\\d{5}|${FULL_POSTCODES.NL})${SPACE}${TOWN}`,
  // 12 bis, rue de la Paix
  `${BEGIN}\\d{1,4}(?:${SPACE}(?:bis|ter))?,?${SPACE}${FRENCH}${PROPER_NAME}`,
  // calle Mayor 12, 3º B; Avda. de la Constitución, nº 4, 46004 Valencia
  `(?<![\\p{L}\\p{N}])(?:${SOUTHERN}${SOUTHERN_NAME}|Gran (?:Vía|Via|VÍA|VIA))${SOUTHERN_NUMBER}${SOUTHERN_UNIT}`,
  // vivo en la calle colón 15, c/ colón 15
  `(?<![\\p{L}\\p{N}])(?:(?<=${anyCase('viv')}\\p{L}{1,5}${SPACE}en${SPACE}(?:(?:la|el)${SPACE})?)(?:${SOUTHERN_TYPES})\\.?${SPACE}|c/${SPACE}?)${ARTICLES}(?:\\p{Ll}{3,}${SPACE}?){1,3}(?<=\\p{L})${SOUTHERN_NUMBER}${SOUTHERN_UNIT}`,
].map((form) => new RegExp(form, 'gu'));

const YEAR_BEFORE = /\b(?:in|since|of|by|until|till|from|after|before|during|around|circa|spring|summer|fall|autumn|winter)\s+$/iu;
const MONTH_BEFORE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}*\.?\s+$/iu;
/** Words before numbers that aren't house numbers: "Exit 12 Main Street". */
const OTHER_NUMBER_BEFORE = /\b(?:exit|bus|tram|line|route|interstate|phase|step|day|week|grade|class)\s+$/iu;
/** Words before addresses: without one, a single digit before a lower-case word is usually a count. */
const PLACE_BEFORE = /\b(?:at|address(?:\s+is)?|live[sd]?|living|house|home|to|from|is)[\s:]+$/iu;
/** Numbers with a slash that aren't house numbers. */
const SAYINGS = /^(?:24\/7|10\/10|9\/11|1\/[248]|3\/4|5\/5)$/;

/** Finds street addresses in the forms of several countries, and full postcodes, except the business's own. */
export function streetAddressFinder({ address }: Pick<OwnDetails, 'address'>, countries: readonly CountryCode[]): FindRanges {
  const findPostcodes = postcodeFinder({ address }, countries);
  const own = address?.street_address ? plain(address.street_address) : undefined;
  return (text) => {
    if (!/\d/.test(text)) return [];
    const found = streetForms
      .flatMap((form) => [...text.matchAll(form)])
      .filter((match) => isAddress(match, text) && !(own && `${plain(match[0])} `.startsWith(`${own} `)))
      .map(({ index, 0: { length } }): Range => ({ start: index, end: index + length + addressTail(text, index + length) }));
    // Of overlapping matches, the one that begins first counts, and of those that begin together, the longest.
    return withoutOverlaps([...found, ...findPostcodes(text)].sort((a, b) => a.start - b.start || b.end - a.end));
  };
}

function isAddress({ index, groups }: RegExpExecArray, text: string): boolean {
  const { number = '', name = '', small } = groups ?? {};
  const isNoName = (word: string) => NO_STREET_NAME.has(word.toLowerCase()) || NO_SMALL_STREET_NAME.has(word);
  if (SAYINGS.test(number) || (name.trim() !== 'The' && name.split(/\s+/u).some(isNoName))) return false;
  const before = text.slice(Math.max(0, index - 16), index);
  if (OTHER_NUMBER_BEFORE.test(before) || (small !== undefined && /^\d$/.test(number) && !PLACE_BEFORE.test(before))) return false;
  return !(/^(?:19|20)\d\d$/.test(number) && YEAR_BEFORE.test(before)) && !(/^\d\d?$/.test(number) && MONTH_BEFORE.test(before));
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['street', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['boulevard', 'blvd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['calle', 'c'],
  ['cl', 'c'],
  ['avenida', 'avda'],
  ['av', 'avda'],
  ['plaza', 'pza'],
  ['carretera', 'ctra'],
]);
/** Between the name of a street and its number: "Calle Colón, nº 15". */
const NUMBER_SIGNS = new Set(['n', 'no', 'num', 'numero']);

/** Normalizes the spellings of an address. */
const plain = (address: string) =>
  plainWords(address)
    .filter((word) => !NUMBER_SIGNS.has(word))
    .map((word) => SHORT.get(word) ?? word)
    .join(' ');
