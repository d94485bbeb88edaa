import { type Token, tokenize } from './tokens.ts';

/** Words that are frequent in one language and no English words. */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    es: 'el la los las un una unos unas de del que y en por para con sin muy es fue son está están estaba se nos su sus lo le les al pero como más mi todo todos nada muy bueno buena buenos excelente gracias servicio trabajo bien recomiendo recomendado llegó luz casa rápido profesional también buen precio precios puntual puntuales amable amables rapido limpio limpia recomendable recomendables calidad atención atencion técnico técnicos electricista electricistas trato impecable perfecto contento contenta encantado satisfecho hizo hicieron vino vinieron caro barato malo mala pésimo cuando porque hasta desde hace años',
    fr: 'le la les un une des du de et est était sont à au aux que qui dans pour avec sans sur très pas ne il elle nous vous ils je ce cette mon ma mes leur bien merci excellent travail équipe électricien plus tout tous mais comme aussi chez avait être été parfait rapide',
    de: 'der die das den dem des ein eine einen einem einer und ist war sind nicht mit für auf von zu zum zur im bei nach aus wir ich sie er uns sehr gut auch aber wie alles hat haben wurde schnell arbeit danke super empfehlen freundlich immer wieder noch nur schon kann elektriker saubere',
    it: 'il lo la gli le un una di del della che e è per con non molto sono stato siamo nel alla al dal più tutto tutti anche ma come bravo bravissimi ottimo lavoro grazie servizio veloce gentile elettricista casa',
    pt: 'o os as um uma de do da dos das que e em no na nos nas por para com sem muito foi são está não mais bem seu sua também mas como tudo todos ótimo bom obrigado serviço trabalho rápido recomendo eletricista',
    nl: 'de het een en van is was zijn niet met voor op aan bij naar wij ik ze hij ons zeer goed ook maar als alles heeft hebben werd snel werk bedankt heel netjes aanrader vriendelijk',
    pl: 'i w na z do nie się jest to że bardzo dobrze dziękuję polecam jak ale był była pan szybko praca usługa wszystko przez przy tak',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

const ENGLISH = new Set(
  `the a an and or but of to in on at for with from by is was were are be been have has had do did does not no i we you he she it they me us him her
  them my our your his their this that these those there here what when who how why all any some very so just then than if as up out about after before
  will would could can again good great job work best nice highly recommend service thanks thank love excellent perfect fast quick super fine ok okay
  professional friendly electrician company guys never always really awesome top fixed done time price`.split(/\s+/),
);

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

/**
 * The language that a text seems to be in, as ISO 639-1. By its script, then by function words; `en` unless another
 * language has at least two of them, more than twice as many as English, and a sixth of all words (or half of the words, with none of English).
 */
export function guessLanguage(text: string, tokens: readonly Token[] = tokenize(text)): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const own = text.match(script)?.length ?? 0;
    if (own > 0 && own * 2 > letters) return language;
  }
  if (/[¿¡]/u.test(text)) return 'es';
  const words = tokens.filter(({ kind }) => kind === 'word').slice(0, LONGEST);
  const english = words.filter(({ word }) => ENGLISH.has(word)).length;
  const best = Object.entries(FUNCTION_WORDS)
    .map(([language, own]) => ({ language, hits: words.filter(({ word }) => own.has(word)).length }))
    .reduce((a, b) => (b.hits > a.hits ? b : a));
  const all = best.hits * 2 >= words.length && best.hits > 0 && english === 0;
  const enough = best.hits >= 2 && best.hits > english * 2 && best.hits * 6 >= words.length;
  return all || enough ? best.language : 'en';
}
