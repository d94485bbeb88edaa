/** First names that are also words: they count only if capitalized and next to a cue. */
export const WORD_NAMES: ReadonlySet<string> = new Set(
  `amber april art ash august autumn basil bill bob buck carol chase chip clay cliff crystal daisy dale dawn dean don drew earl
  faith frank gene glen grace grant guy hope hunter ivy iris jack jade jewel joy june king lance lily major mark mason
  max may merit miles nick olive pat patience pearl penny pierce pat ray reed rich rob robin rose ruby rusty sage sandy skip
  sterling stone sue summer sunny trip van victor violet wade will woody`.split(/\s+/),
);

/** Family names that are also words: without the first name, they count only after a title. */
export const WORD_SURNAMES: ReadonlySet<string> = new Set(
  `banks bank baker barber bean bell berry best bird bishop black bloom bond brook brooks brown burns bush butcher butler carpenter carter
  case chance cook cooper cross day dean dollar driver english farmer field fields fish fisher flowers foot ford forest fox france french
  frost gardener gardner gold good gray green grey hall hand hands hardy head heath hill hills home house hunter keys king knight lake lamb
  lane law light little long love major mann marsh mason may miller mills monday moon moore noble north page painter paris park parker
  parks pearce penny piper pitt poole porter post potter potts power powers price pride prince quick read reed rice rich rivers root rose
  rush sharp shepherd short silver singer skinner small smart snow south spring stack stone street strong summer summers swift tailor
  taylor teller temple town turner valentine wall waters wells west white winter wise wolf wood woods worth young`.split(/\s+/),
);

const CUE_BEFORE =
  /(?:\b(?:by|from|with|for|thanks|thank you|named|name was|name is|called|asked?|technician|electrician|tech|apprentice|guy|our|sent|had|met|saw|mr\.?|ms\.?|mrs\.?|told|let|kudos|props|shout ?out)(?: to| for)?|(?:^|[.!?,]\s*)and)[\s,:(–—-]*$/iu;
const CUE_AFTER =
  /^(?:['’]s\b|\s*[,(]\s*(?:the|our|who|a|an|my)\b|\s+(?:was|were|is|has|had|came|comes|did|does|didn['’]?t|wasn['’]?t|arrived|showed|shows|fixed|installed|explained|explains|took|went|got|gave|found|made|worked|replaced|walked|told|said|listened|knew|knows|seemed|kept|left|called|texted|answered|diagnosed|spotted|noticed|finished|ran|wired|cleaned|swept|handled|spent|even|also|really|quickly|patiently|and his|and her|and their|who)\b|\s+you(?:['’]re| are)\b|\s+the (?:electrician|technician|tech|apprentice|guy)\b)/iu;

/** Finite verbs in the past or in the third person: the capitalized word before one is a name. */
const FINITE_VERB =
  /^\s+(?:\p{Ll}+ed|began|broke|brought|caught|chose|dealt|drove|dug|felt|heard|held|hung|knows|rang|ran|saw|says|sent|shows|spoke|stood|talks|taught|texts|thought|understood|works|wrote)\b/u;

const KIN =
  '(?:husband|wife|partner|son|daughter|brother|sister|dad|father|mom|mum|mother|uncle|aunt|cousin|neighbou?r|friend|boss|dog|cat|niece|nephew|kid|child|baby|boyfriend|girlfriend|fianc[ée]+|grand(?:son|daughter|mother|father|ma|pa)|room-?mate|flatmate|col+eague|co-?worker|tenant|landlord|(?:mother|father|sister|brother|son|daughter)-in-law|hij[ao]|espos[ao]|marido|mujer|herman[ao]|amig[ao]|novi[ao]|madre|padre)';
/** Words before names of other people. */
const KIN_BEFORE = new RegExp(
  `\\b(?:my|our|his|her|their|mi|nuestr[ao]|su) (?:\\p{Ll}+ )?${KIN}(?:'s name is|,? (?:named|called))?[\\s,(]+$`,
  'iu',
);

/** A name in a text: its range, and the text around it. */
interface NameInText {
  readonly found: string;
  readonly before: string;
  readonly after: string;
}

const CONTEXT = 48;

/** The text around a range. */
export function around(text: string, { start, end }: { readonly start: number; readonly end: number }): NameInText {
  return { found: text.slice(start, end), before: text.slice(Math.max(0, start - CONTEXT), start), after: text.slice(end, end + CONTEXT) };
}

/** Whether a word means another person: a relative of the customer, for example. */
export const isSomebodyElse = ({ before }: NameInText): boolean => KIN_BEFORE.test(before);

/** Whether a name that is also a word is a name here. */
export function isNamedHere({ found, before, after }: NameInText): boolean {
  if (!/^\p{Lu}/u.test(found)) return false;
  const isAlone = before.endsWith('(') && after.startsWith(')');
  return isAlone || CUE_AFTER.test(after) || FINITE_VERB.test(after) || CUE_BEFORE.test(before);
}

/** Titles before a name, in the languages in which they are most often written. */
const TITLE =
  "(?<![\\p{L}'’])(?:mr|mrs|ms|mx|miss|mister|dr|doctor|prof|professor|nurse|sir|madam|chef|sr|sra|srta|señor|señora|señorita|don|doña|dra|doctora|profesora?|herr|frau|mme|mlle|monsieur|madame|dhr|mevr|mevrouw|meneer|signora?|dott|dottoressa)\\.?";
const TITLE_BEFORE = new RegExp(`${TITLE}[^\\S\\n]+$`, 'iu');
/** Titles that follow names in Japanese, Chinese and Korean. */
const TITLE_AFTER = /^\s?(?:さん|さま|様|先生|くん|ちゃん|氏|医生|医師|师傅|師傅|小姐|女士|님|씨|선생)/u;

/** Whether a title is next to a name. */
export const isTitled = ({ before, after }: NameInText): boolean => TITLE_BEFORE.test(before) || TITLE_AFTER.test(after);

/** People who work in a business, by what they do. */
const ROLE =
  'technician|electrician|plumber|tech|apprentice|stylist|barber|therapist|dentist|hygienist|doctor|nurse|waiter|waitress|server|chef|manager|owner|receptionist|mechanic|instructor|teacher|trainer|groomer|colou?rist|masseuse|lawyer|agent|advisor|host|hostess|bartender|barista';
/** Words before the name of somebody who works in the business: "ask for", "my appointment with". */
const SERVING = new RegExp(
  `(?<!\\p{L})(?:${[
    'by|thanks(?: so much| again| a lot)?,?(?: to)?|thank you(?: so much| again)?,?(?: to)?|gracias,?(?: a)?',
    'named|name (?:was|is)|ask(?:ed|ing)? for|request(?:ed)?|recommend|see|seeing|seen|saw|met|sent|especially|kudos(?: to)?|props(?: to)?|shout ?-?out(?: to)?|hats off to|credit to|stars (?:to|for)|(?:I|we) (?:called|texted|emailed)',
    '(?:call|text|email|message|visit|help|service|advice|quote|response|reply|care|treatment|support|lesson|haircut|cut|massage) (?:from|with|by)',
    '(?:work(?:ed|ing)?|deal(?:t|ing)?|spoke|speak(?:ing)?|talk(?:ed|ing)?|appointment|session|class|consultation|experience|booked(?: in)?|happy|pleased|impressed|in touch) with',
    `atendid[oa] por|(?:nos|me) atendió|${ROLE}`,
  ].join('|')})[\\s,:(–—-]*$`,
  'iu',
);
/** Verbs of customers: "Monique loved her cake" is about a guest. */
const CUSTOMERS_VERB =
  /^\s+(?:(?:has|had|really|also|even|absolutely) )*(?:loved?|loves|liked?|likes|enjoyed|wanted|needed|booked|ordered|hired|paid|turned|cried|visited|bought|asked|adored|complained|said yes|had an? (?:appointment|great time|good time|blast)|is (?:\d|one|two|three|four|five|six|seven|eight|nine|ten)|was (?:born|hungry|thrilled|delighted|happy|pleased|treated|seated|sick|ill|nervous|scared|in pain))\b/iu;
const AND_ME = /^\s*(?:and|&|y) (?:I|me|myself|yo)\b/u;
const ME_AND = /\b(?:I|me|myself|yo) (?:and|&|y) $/iu;
const OWN_NAME_BEFORE =
  /\b(?:my name is|my name['’]s|I['’]m|I am|this is|it['’]s|me llamo|soy|birthday|party|wedding|for (?:my|our|little))[\s,]+$/iu;
const OWN_NAME_AFTER = new RegExp(
  `^[\\s,(]+(?:my|our|his|her|mi|nuestr[ao]) (?:\\p{Ll}+ )?${KIN}\\b|^['’]s (?:birthday|party|wedding|mother|father|mom|mum|dad|husband|wife|parents|school|room|bedroom|house|home)\\b`,
  'iu',
);
const COMPANION = /\b(?:went|go|going|came|was|were|there|stayed|dined|ate|celebrated|travell?ed|here|home|live|lunch|dinner) with $/iu;
const SIGNATURE_BEFORE = /(?:^|[\n—–]|[\s.!]-{1,2}|\b(?:regards|cheers|sincerely|saludos),?)\s*$/iu;
const SIGNATURE_AFTER = /^(?:\s+\p{Lu}\b)?\.?(?:(?:,|\s(?:from|in|of|de))\s+(?:\p{Lu}\p{L}+[\s,.]*){1,3})?\s*$/u;
const PLACE_BEFORE = /\b(?:in|near|around|across|outside|throughout|cerca de)\s+$/iu;

/** Whether a name is the customer's own signature: "– Monique, Bristol" at the end. */
export const isSignature = ({ before, after }: NameInText): boolean => SIGNATURE_BEFORE.test(before) && SIGNATURE_AFTER.test(after);

/** The first name or the family name of a person, and the initial of the other one. */
export interface NamePart {
  readonly part: 'given' | 'family';
  readonly other: string;
}

/** Words that begin sentences before a family name: "Thanks Haddad!" */
const NO_GIVEN_NAME = /(?:^|\s)(?:thanks?|you|and|but|by|with|from|ask|see|our|when|then|so|for|kudos|because|while|if|not)\s+$/iu;
const CAPITAL_BEFORE = /(?<!\p{L})(?<word>\p{Lu}[\p{Ll}'’-]*)\.?[^\S\n]+$/u;
const CAPITAL_AFTER = /^[^\S\n]+(?<word>\p{Lu}[\p{Ll}'’-]*)(?![\p{L}])/u;

/** The capitalized word beside a part of a name, where the other part would be. */
function besideOf({ before, after }: NameInText, { part }: NamePart): string | undefined {
  const beside = part === 'given' ? CAPITAL_AFTER.exec(after) : CAPITAL_BEFORE.exec(before);
  return beside?.groups?.['word']?.toLowerCase();
}

/** Whether the initial of the other part is beside a part of a name: "Monique A.". */
const besideInitial = (name: NameInText, part: NamePart): boolean => besideOf(name, part) === part.other;

/** Whether the words beside a part of a name make it the name of a namesake: "Anna Haddad" isn't Salma Haddad. */
function isNamesake(name: NameInText, part: NamePart): boolean {
  const { before } = name;
  if (besideOf(name, part) === undefined || besideInitial(name, part)) return false;
  return part.part === 'given' || !(TITLE_BEFORE.test(before) || NO_GIVEN_NAME.test(before));
}

/** Whether a part of a person's name means somebody else in the whole text: a relative, the author or a namesake. */
export function meansAnother(name: NameInText, part: NamePart): boolean {
  const { before, after } = name;
  if (isSomebodyElse(name) || OWN_NAME_BEFORE.test(before) || OWN_NAME_AFTER.test(after)) return true;
  return AND_ME.test(after) || ME_AND.test(before) || COMPANION.test(before) || isNamesake(name, part);
}

/** Verbs after a name that isn't also a word, in English, Spanish, German and French. */
const VERB_AFTER =
  /^\s+(?:(?:(?:nos|me|te|le|les|lo|la) )?(?:fue|es|era|estuvo|está|vino|llegó|hizo|hace|atendió|atiende|explicó|arregló|recomendó|ayudó|trabaja|trabajó|instaló|dejó|sirvió|cortó)|always|never|put|set|takes|goes|gives|makes|gets|hat|ist|war|kam|est|était)(?!\p{L})/iu;

/** Whether the text gives a reason to take a part of a person's name for that person: a title, or what the business's people do. */
export function hasReason(name: NameInText, part: NamePart): boolean {
  if (isTitled(name) || besideInitial(name, part)) return true;
  const { found, before, after } = name;
  if (/^\p{Ll}/u.test(found) || PLACE_BEFORE.test(before) || CUSTOMERS_VERB.test(after)) return false;
  const isAlone = before.endsWith('(') && after.startsWith(')');
  if (isAlone || CUE_AFTER.test(after) || FINITE_VERB.test(after) || SERVING.test(before)) return true;
  return !WORD_NAMES.has(found.toLowerCase()) && VERB_AFTER.test(after);
}

const PERSONS_VERB =
  /^\s+(?:(?:was|were|is) (?:so |very |super |really |extremely )?(?:kind|friendly|helpful|patient|professional|polite|lovely|wonderful|amazing|great|fantastic|knowledgeable|awesome|excellent|rude|late)|explained|came|arrived|took|helped|listened|answered|recommended|did|worked|fixed|installed|showed|called|went|gave|made|knew|and (?:his|her)|who|always)\b/iu;

type Range = { readonly start: number; readonly end: number };

/** Whether a capitalized word is next to what the people of a business do, and isn't somebody else's name. */
export function isNamedAtWork(text: string, range: Range): boolean {
  const name = around(text, range);
  if (isSomebodyElse(name) || isSignature(name) || OWN_NAME_BEFORE.test(name.before) || OWN_NAME_AFTER.test(name.after)) return false;
  return CAPITAL_BEFORE.test(name.before) && !NO_GIVEN_NAME.test(name.before) ? false : hasReason(name, { part: 'given', other: '' });
}

/** Whether it can only be a person: "ask for Chloe", "Chloe explained". */
export function isPersonAtWork(text: string, range: Range): boolean {
  const name = around(text, range);
  return isTitled(name) || PERSONS_VERB.test(name.after) || SERVING.test(name.before);
}
