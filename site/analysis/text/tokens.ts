import { allMasks } from '../../messages/languages.ts';

/** Common misspellings and short forms, as `wrong:right`, both folded. */
const LIST = `
  recomend:recommend reccomend:recommend recommned:recommend reccommend:recommend recomended:recommended reccomended:recommended
  profesional:professional proffesional:professional professionel:professional unprofesional:unprofessional proffessional:professional
  knowledgable:knowledgeable knowledgible:knowledgeable knowlegeable:knowledgeable knowledgeble:knowledgeable
  explane:explain explaned:explained explaind:explained explainned:explained excelent:excellent excellant:excellent exellent:excellent
  apprecaited:appreciated appriciated:appreciated apreciate:appreciate apreciated:appreciated definately:definitely definitly:definitely defiantly:definitely
  awsome:awesome amazin:amazing beautifull:beautiful quik:quick quikly:quickly freindly:friendly frendly:friendly curteous:courteous
  curtious:courteous corteous:courteous polight:polite puntual:punctual punctuel:punctual realy:really alot:lots wich:which thier:their
  recieved:received recieve:receive apointment:appointment appointmnet:appointment appt:appointment appts:appointments
  expencive:expensive exspensive:expensive pricy:pricey payed:paid thru:through tho:though altho:although nite:night lite:light lites:lights
  werkin:working workin:working werk:work gud:good grate:great greatful:grateful luv:love thx:thanks thanx:thanks ty:thanks pls:please plz:please
  ur:your u:you n:and wit:with dat:that da:the sed:said cud:could wud:would wudnt:wouldnt cudnt:couldnt wouldve:would shouldve:should couldve:could
  celing:ceiling cieling:ceiling sloppey:sloppy rediculous:ridiculous ridiculus:ridiculous terible:terrible horible:horrible aweful:awful
  disapointed:disappointed dissapointed:disappointed dissappointed:disappointed disapointing:disappointing dissapointing:disappointing
  responsable:responsible responsve:responsive comunication:communication comunicate:communicate comunicated:communicated
  electricion:electrician electritian:electrician elecrician:electrician tecnician:technician technicion:technician
  panle:panel droped:dropped suposed:supposed sence:since untill:until becuase:because cuz:because bc:because
  everythin:everything nuthin:nothing nothin:nothing somethin:something jus:just wanna:want gonna:going gotta:got
  neet:neat cleen:clean cleend:cleaned qwality:quality quailty:quality sevice:service servise:service resturant:restaurant
  delicous:delicious delicius:delicious desert:dessert ambiance:ambience atmoshere:atmosphere
  hrs:hours hr:hour mins:minutes min:minute wk:week wks:weeks tues:tuesday thurs:thursday fri:friday mon:monday wed:wed
  colour:color labelled:labeled favourite:favorite neighbour:neighbor organised:organized apologised:apologized
  cant:cannot willnt:wont noone:nobody aint:isnt yall:you em:them yr:year yrs:years ok:okay kk:okay biz:business
  fone:phone emial:email reschedualed:rescheduled resheduled:rescheduled scedule:schedule shedule:schedule
  waisted:wasted reliabel:reliable relyable:reliable honnest:honest onest:honest trustworthly:trustworthy
  overcharge:overcharge estamate:estimate qoute:quote qouted:quoted qoted:quoted truely:truly thourough:thorough thorogh:thorough
  efficent:efficient effecient:efficient safley:safely saftey:safety mantain:maintain`;

/** From a folded word to the folded word that the lexicons know. */
export const spellings: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** One word, number, emoji or mark of a text; `start` and `end` are UTF-16 units of the published text, end exclusive. */
export interface Token {
  readonly kind: 'word' | 'number' | 'money' | 'emoji' | 'mark';
  /** Folded: lower case, without apostrophes, clitics and drawn-out letters, common misspellings corrected. */
  readonly word: string;
  readonly capital: boolean;
  readonly start: number;
  readonly end: number;
}

/** Pads the character of an HTML entity to the entity's length, so ranges refer to the published text. */
const FILLER = '\u2060';
const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>', rsquo: '’', lsquo: '‘' };
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu;
/** The masks that replace personal data in published texts. */
const MASK = new RegExp(
  allMasks
    .flatMap((masks) => Object.values(masks))
    .map((mask) => mask.replace(/[[\]]/g, '\\$&'))
    .join('|'),
  'gu',
);
const TOKEN =
  /(?:([$€£]\s?\d[\d,]*(?:\.\d+)?k?)|(\d[\d,]*(?:[.:/]\d+)*[a-z%]{0,4})|([\p{L}\p{M}][\p{L}\p{M}\u2060]*(?:['’ʼ`´][\p{L}\p{M}\u2060]+)*)|(\p{Extended_Pictographic}\uFE0F?)|(\n+|\.{2,}|…|[.!?]+|[,;:()"“”—–&+/*]|-+))\u2060*/gu;
const CLITIC = /(?<=.)['’ʼ`´](?:s|d|ll|re|ve|m)$/u;
const APOSTROPHE = /['’ʼ`´]/gu;

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined;
  const character =
    code === undefined ? named[(name ?? '').toLowerCase()] : code > 0 && code < 0xd800 ? String.fromCharCode(code) : undefined;
  return character === undefined ? whole : character + FILLER.repeat(whole.length - character.length);
}

/** A word as the lexicons spell it: `Didn’t` is `didnt`, `He's` is `he`, `Wayyy` is `way`, `recomend` is `recommend`. */
export function foldWord(raw: string): string {
  const plain = raw.slice(0, 60).toLowerCase().replace(CLITIC, '').replace(APOSTROPHE, '');
  const short = /(.)\1\1/u.test(plain) ? plain.replace(/(.)\1{2,}/gu, '$1') : plain;
  return spellings.get(short) ?? short;
}

/** The tokens of a text in order, without white space. HTML entities count as their characters; masks are skipped. */
export function tokenize(text: string): Token[] {
  const spoken = text.includes('[') ? text.replace(MASK, (mask) => ' '.repeat(mask.length)) : text;
  const decoded = spoken.includes('&') ? spoken.replace(ENTITY, decodeEntity) : spoken;
  const tokens: Token[] = [];
  for (const match of decoded.matchAll(TOKEN)) {
    const [raw, money, number, word, emoji] = match;
    const kind = money ? 'money' : number ? 'number' : word ? 'word' : emoji ? 'emoji' : 'mark';
    const shown = raw.replaceAll(FILLER, '');
    const folded = kind === 'word' ? foldWord(shown) : shown === '&' ? 'and' : shown.toLowerCase();
    if (folded === '') continue;
    tokens.push({
      kind: folded === 'and' ? 'word' : kind,
      word: folded,
      capital: /^\p{Lu}/u.test(raw),
      start: match.index,
      end: match.index + raw.length,
    });
  }
  return tokens;
}

/** Shorter words are their own stems. */
const SHORTEST = 5;

/** The stem that inflections share, for comparing words: "leaking", "leaked" and "leaks" are "leak". */
export const stem = (word: string): string =>
  word.length < SHORTEST ? word : word.replace(/(?:ing|ed|es|s|ly|e)$/, '').replace(/(.)\1$/, '$1');
