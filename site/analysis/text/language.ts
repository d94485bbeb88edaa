import { type Token, tokenize } from './tokens.ts';

/** Words that are frequent in one language; a few of them are English words as well, see SHARED. */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    es: 'el la los las un una unos unas de del que y en por para con sin muy es fue son está están estaba se nos su sus lo le les al pero como más mi todo todos nada muy bueno buena buenos excelente gracias servicio trabajo bien recomiendo recomendado llegó luz casa rápido profesional también buen precio precios puntual puntuales amable amables rapido limpio limpia recomendable recomendables calidad atención atencion técnico técnicos electricista electricistas trato impecable perfecto contento contenta encantado satisfecho hizo hicieron vino vinieron caro cara barato barata malo mala pésimo cuando porque hasta desde hace años todo toda todas buenas nunca siempre fueron hay había tiene tienen somos hemos volver volveré volveremos repetir repetiré repetiremos seguro rica rico ricas ricos comida cena postre camarero camarera camareros camareras cuenta mesa sitio lugar pescado carne casera casero ambiente agradable agradables cercano cercana esperamos esperar experiencia limpieza gusta gustó encanta encantó recomendamos maravilla genial estupendo estupenda peor mejor diez nadie algo poco mucho mucha',
    fr: 'le la les un une des du de et est était sont à au aux que qui dans pour avec sans sur très pas ne il elle nous vous ils je ce cette mon ma mes leur bien merci excellent travail équipe électricien plus tout tous mais comme aussi chez avait être été parfait rapide',
    de: 'der die das den dem des ein eine einen einem einer und ist war sind nicht mit für auf von zu zum zur im bei nach aus wir ich sie er uns sehr gut auch aber wie alles hat haben wurde schnell arbeit danke super empfehlen freundlich immer wieder noch nur schon kann elektriker saubere',
    it: 'il lo la gli le un una di del della che e è per con non molto sono stato siamo nel alla al dal più tutto tutti anche ma come bravo bravissimi ottimo lavoro grazie servizio veloce gentile elettricista casa',
    pt: 'o os as um uma de do da dos das que e em no na nos nas por para com sem muito foi são está não mais bem seu sua também mas como tudo todos ótimo bom obrigado serviço trabalho rápido recomendo eletricista',
    nl: 'de het een en van is was zijn niet met voor op aan bij naar wij ik ze hij ons zeer goed ook maar als alles heeft hebben werd snel werk bedankt heel netjes aanrader vriendelijk',
    vi: 'và của rất là có không được cho một với này những các người cũng đã thì mà như khi nhưng lại đến rồi tôi mình họ chúng tốt nhanh việc nhà giá',
    pl: 'i w na z do nie się jest to że bardzo dobrze dziękuję polecam jak ale był była pan szybko praca usługa wszystko przez przy tak',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

const ENGLISH = new Set(
  `the a an and or but of to in on at for with from by is was were are be been have has had do did does not no i we you he she it they me us him her
  them my our your his their this that these those there here what when who how why all any some very so just then than if as up out about after before
  will would could can again good great job work best nice highly recommend service thanks thank love excellent perfect fast quick super fine ok okay
  professional friendly electrician company guys never always really awesome top fixed done time price food place staff lovely amazing
  delicious tasty fresh fish cold hot expensive cheap waited hour number problem problems recommended come came back too everything nothing
  bad worst rude kind helpful clean slow every each other first last next two only even still because while until off over again into more
  most less much many like left kept worth fixed came went got get gets called call told said made make people way day days week house home which now past half since anyway makes dont doesnt didnt wont cant couldnt wouldnt isnt wasnt hasnt`.split(
    /\s+/,
  ),
);

/** English words that are words of another language, too. In its texts, and for a business that speaks it, they don't count as English. */
const SHARED: Readonly<Record<string, ReadonlySet<string>>> = { es: new Set(['me', 'a', 'he', 'has']) };
/** Words of many languages. */
const ANYWHERE = new Set(['ok', 'okay', 'super', 'top', 'no']);

/** Spanish spellings that English doesn't have. Capitalized words may be names in any language. */
const SPANISH_SPELLING = /^(?:\p{L}*ísim[oa]s?|\p{L}*ción|\p{Ll}*[áíóúñ]\p{Ll}*)$/u;

const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const LONGEST = 400;
/** Texts with at least this many words contain function words. If too few of them are known, the text is in another language. */
const LONG_ENOUGH = 10;
/** ISO 639-2: undetermined. */
const UNKNOWN = 'und';

/** `es` of `es-MX`: the first subtag of a language tag (BCP 47). */
export const primaryLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? 'en';

/**
 * Guesses the language of a text (ISO 639-1), by its script, then by function words. A language other than English needs at least two,
 * more than twice as many as English, and a sixth of all words; or half of all words, with no English ones. Otherwise, a long text with few
 * known words is `und`, as is one without English words that has a function word and a spelling of another language. One with more English
 * words than others is `en`, and any other is in `own`, the language of the business.
 */
export function guessLanguage(text: string, own = 'en', tokens: readonly Token[] = tokenize(text)): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const written = text.match(script)?.length ?? 0;
    if (written > 0 && written * 2 > letters) return language;
  }
  if (/[¿¡]/u.test(text)) return 'es';
  const words = tokens.filter(({ kind }) => kind === 'word').slice(0, LONGEST);
  const best = Object.keys(FUNCTION_WORDS)
    .map((language) => ({ language, hits: countWords(language, words, text) }))
    .reduce((a, b) => (b.hits > a.hits ? b : a));
  const shared = SHARED[best.hits > 0 ? best.language : own];
  const english = words.filter(({ word }) => ENGLISH.has(word) && !ANYWHERE.has(word) && !shared?.has(word)).length;
  const all = best.hits * 2 >= words.length && best.hits > 0 && english === 0;
  const enough = best.hits >= 2 && best.hits > english * 2 && best.hits * 6 >= words.length;
  if (all || enough) return best.language;
  if (words.length >= LONG_ENOUGH && Math.max(english, best.hits) * 7 < words.length) return UNKNOWN;
  if (own === 'en' && english === 0 && best.hits > 0 && words.some((token) => isSpelledAbroad(token, best.language, text))) return UNKNOWN;
  return english > best.hits ? 'en' : own;
}

/** How many of the words are of a language, by its function words and, in Spanish, spelling. */
function countWords(language: string, words: readonly Token[], text: string): number {
  const known = FUNCTION_WORDS[language];
  const isSpelled = ({ start, end }: Token) => language === 'es' && SPANISH_SPELLING.test(text.slice(start, end));
  return words.filter((token) => !ANYWHERE.has(token.word) && (known?.has(token.word) || isSpelled(token))).length;
}

/** Whether a word has letters that English lacks. Capitalized words may be names, unless they are function words of the language. */
const isSpelledAbroad = ({ word, start, end }: Token, language: string, text: string): boolean =>
  /^\p{Ll}*(?!\p{ASCII})\p{Ll}/u.test(text.slice(start, end)) || (FUNCTION_WORDS[language]?.has(word) === true && /\P{ASCII}/u.test(word));
