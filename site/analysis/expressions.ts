import type { GivenAnalysis } from '../content/dataset.ts';
import { type AspectId, type PackName, packAspects } from '../contract/insights.ts';
import { type Clause, type Sentence, textOf } from './text/clauses.ts';
import { tokenize } from './text/tokens.ts';

const fault = '(?:leak|leaks|problem|problems|issue|issues|noise|fault|smell|error)';
const awful =
  '(?:horrible|terrible|awful|horrendous|atrocious|appalling|abysmal|dreadful|lousy|pathetic|worst|poor|bad|shoddy|crappy|subpar|mediocre|disappointing|nonexistent|non-existent)';
const isWas = String.raw`(?:is|are|was|were) (?:\w+ ){0,2}?`;
const dish = '(?:food|meal|meat|chicken|steak|fish|rice|pizza|burger|fries|sushi|soup|sauce|drinks?|coffee)';
const long = '(?:an hour|(?:over|several|two|three|four) hours|half an hour|<number> (?:min|mins|minutes|hours?)|forever|ages)';
const days = '(?:(?:<number>|two|three|several|many) (?:days|weeks|months)|a (?:week|month|year))';
const didNot = '(?:didnt|did not|never|couldnt|could not|wouldnt|would not|wont|will not)';

interface Failure {
  readonly aspects: Readonly<Partial<Record<PackName, AspectId>>>;
  /** What happened, in folded words. */
  readonly events?: readonly string[];
  /** Words of criticism, which a negation before them takes back. */
  readonly judgments?: readonly string[];
}

/** What went wrong or was plainly bad, and the aspect that it's about in each pack. It's criticism even if it was put right. */
const failures: readonly Failure[] = [
  {
    aspects: { home: 'workmanship', general: 'quality' },
    events: [
      String.raw`(?:failed|fails?|(?:didnt|did not|not) pass)\b.*\binspections?`,
      String.raw`inspections?\b.*\b(?:failed|(?:didnt|did not) pass)`,
      '(?:damaged|broke|cracked|scratched|ruined|flooded|destroyed|dented|chipped) (?:my|our|the|a|an|his|her|their)',
      '(?:redo|redone|re-do|re-done|do over|done over)',
      '(?:stopped|quit) working',
      String.raw`still (?:\w+ )?(?:leaks?|leaking|broken|not (?:working|fixed)|(?:doesnt|does not|didnt|did not|wont) work)`,
      `same ${fault}`,
      String.raw`${fault} (?:\w+ )?(?:came back|returned|is back)`,
      `${didNot} (?:fix|resolve|repair) (?:it|the|my|our|this|that|anything)`,
      '(?:fell|falling|fallen|came|coming) apart',
      '(?:didnt|did not|never) (?:even )?(?:finish(?:ed)?|complete(?:d)?|clean(?:ed)?|install(?:ed)?)',
      '(?:nothing (?:was|is|got|has been) (?:done|fixed)|no results)',
      '(?:not|never) (?:been )?able to (?:fix|repair|remove|solve|find)',
    ],
    judgments: [
      `${awful} (?:job|work|workmanship|quality)`,
      `quality ${isWas}${awful}`,
      'half[ -](?:assed|finished)',
      '(?:botched|sloppy|incorrectly|improperly|wrong part)',
    ],
  },
  {
    aspects: { general: 'quality' },
    events: ['food poisoning'],
    judgments: [
      '(?:disgusting|inedible|tasteless|flavorless|flavourless|soggy|stale|undercooked|overcooked|mushy|rubbery|rancid|bland|watery|yucky|uncooked)',
      '(?:below average|less than mediocre|dried up)',
      `${dish} ${isWas}(?:${awful}|cold|dry|salty|gross|nasty|raw|burnt|mediocre)`,
      `${awful} (?:${dish}|pedicure|manicure|haircut|nails|massage)`,
      '(?:in disrepair|out of order)',
    ],
  },
  {
    aspects: { home: 'punctuality', general: 'waiting' },
    events: [
      'no shows?',
      'never (?:showed|came|arrived|turned)',
      '(?:didnt|did not) (?:show|turn) up',
      'missed (?:my|our|the|an|two|three) appointments?',
      'stood (?:me|us) up',
      String.raw`(?:waited|waiting|wait|sat|stood)(?: \w+){0,4} ${long}`,
      `${long} (?:late|wait)`,
      String.raw`took (?:\w+ ){0,2}(?:forever|an hour|ages)`,
      'made (?:me|us) wait',
      `(?:close to|almost|nearly|over) ${long} (?:before|until)`,
    ],
    judgments: [`slow(?:est)? service`, `service ${isWas}slow`],
  },
  {
    aspects: { home: 'responsiveness', general: 'waiting' },
    events: [
      String.raw`(?:waited|waiting|wait)(?: \w+){0,3} ${days}`,
      String.raw`took(?: \w+){0,3} ${days} to (?:send|call|come|answer|respond|reply|return|show|schedule)`,
    ],
  },
  {
    aspects: { home: 'professionalism', general: 'service' },
    events: [
      '(?:ignored|yelled at|hung up on|lied to|cursed at|laughed at|scammed) (?:me|us)',
      '(?:dont|do not|didnt|did not) (?:even )?care',
      '(?:waved|blew) (?:me|us) off',
      '(?:wasnt|werent|was not|were not|never|not even) (?:even )?(?:greeted|acknowledged|offered)',
    ],
    judgments: [
      `${awful} (?:customer |client )?(?:service|attitudes?|manners|staff)`,
      `(?:service|staff) ${isWas}${awful}`,
      '(?:rude|unprofessional|disrespectful|condescending|dismissive|arrogant|incompetent|unhelpful|discourteous|clueless|sexist|racist|surly|combative|pushy|lazy|shady)',
      `(?:service|staff|management|attitude) (?:\\w+ ){0,2}?(?:sucks|sucked|stinks|lacking)`,
      `${awful} business(?: practices?)?`,
      '(?:scam|scammers|crooks|con artists?|liars?)',
    ],
  },
  {
    aspects: { home: 'technical_knowledge', general: 'service' },
    events: ['(?:they|he|she|staff|who) (?:\\w+ )?(?:had|have|has) no (?:idea|clue)'],
  },
  {
    aspects: { home: 'cleanliness', general: 'cleanliness' },
    judgments: ['(?:filthy|unsanitary|unclean|moldy|roach(?:es)?|cockroach(?:es)?|bed ?bugs)', `${isWas}dirty`],
  },
  {
    aspects: { home: 'pricing', general: 'price' },
    events: [`${didNot} refund`, '(?:overcharged|charged (?:me|us) (?:extra|twice|double))'],
    judgments: [
      '(?:overpriced|pricey|over priced|over-priced|rip ?off|ripped (?:me|us|off)|price ?gouging|hidden (?:fees|charges))',
      String.raw`(?:waste|wasted|wasting) (?:\w+ ){0,3}money`,
      '(?:too|so|very|way|ridiculously|outrageously|little|bit|quite|pretty) expensive',
      '(?:ridiculous|outrageous|insane|crazy|steep|hefty|exorbitant) (?:price|prices|charges?|fees?|bill)',
    ],
  },
  {
    aspects: { home: 'responsiveness', general: 'communication' },
    events: [
      `(?:${didNot}|nobody|no one) (?:ever )?(?:called?|calls) (?:me |us )?back`,
      `(?:${didNot}|nobody|no one) (?:ever )?(?:return(?:ed)?|answer(?:ed)?) (?:my|our|the|a|any|phone|calls?|emails?)`,
      `(?:${didNot}|nobody|no one) (?:ever )?(?:respond|responded|reply|replied)`,
      'calls? (?:were )?not returned',
      `(?:${didNot}|nobody|no one) (?:ever )?(?:(?:contact|contacted|got back to|get back to) (?:me|us)|heard back|hear back|followed up|follow up)`,
      'calls? (?:that )?never came',
    ],
  },
  {
    aspects: { general: 'comfort' },
    judgments: [
      '(?:uncomfortable|dingy|cramped|claustrophobic|overcrowded)',
      '(?:too|so|very|way|extremely) (?:loud|noisy|crowded)',
      `${awful} (?:atmosphere|ambiance|ambience|vibe)`,
    ],
  },
  {
    aspects: { general: 'location' },
    judgments: ['(?:hard|difficult|impossible) to find', `parking ${isWas}(?:a nightmare|${awful}|hard|difficult)`],
  },
];

const toPattern = (phrases: readonly string[] = []) => new RegExp(`(?<!\\S)(?:${phrases.join('|') || '(?!)'})(?!\\S)`, 'u');
const patterns = failures.map(({ aspects, events, judgments }) => ({ aspects, event: toPattern(events), judgment: toPattern(judgments) }));

/** The aspects of which a clause tells that something went wrong or was bad; none in a question. */
export function failuresIn({ words, question }: Clause, pack: PackName): readonly AspectId[] {
  if (question) return [];
  const text = textOf(words);
  const affirmed = textOf(words.map(({ word, negated }) => ({ word: negated ? '-' : word })));
  const found = patterns.filter(({ event, judgment }) => event.test(text) || judgment.test(affirmed)).map(({ aspects }) => aspects[pack]);
  return packAspects[pack].filter((id) => found.includes(id));
}

/** What trades say about their work in words that judge an aspect elsewhere, in folded words: bleach on hair, a refused refund. */
const otherWords: Partial<Record<AspectId, RegExp>> = {
  waiting: /\b(?:left|leave|leaving|kept|keeping) (?:\w+ ){0,3}(?:on|in|under) (?:\w+ ){0,3}(?:too|so|very|way) long\b/u,
  cleanliness:
    /\bbleach\w*\b.*\b(?:left|hair|roots|ends|scalp|long|burn\w*)\b|\b(?:hair|roots)\b.*\bbleach|\b(?:toner|dirty (?:fries|rice|martini|chai))\b/u,
  price: /\b(?:refus|den[iy]|declin)\w*\b(?: \w+){0,4} refund/u,
};

/** Whether a clause has an aspect's words in another sense. Only for the general pack, which many trades share. */
export const speaksOfTheTrade = ({ words }: Clause, aspect: AspectId, pack: PackName): boolean =>
  pack === 'general' && (otherWords[aspect]?.test(textOf(words)) ?? false);

const KINDS = ['topic', 'positive', 'neutral', 'negative'] as const;

/**
 * Compiles a business's own phrases for aspects into a function that finds the clauses with them. Only whole words match, in any case and
 * usual spelling. The polarity is undefined for a topic, which judges nothing by itself.
 */
export function compilePhrases(aspects: GivenAnalysis['aspects'] = []) {
  const phrases = aspects.flatMap((own) => KINDS.flatMap((kind) => own[kind].map((phrase) => ({ aspect: own.aspect, kind, phrase }))));
  const compiled = phrases
    .map(({ aspect, kind, phrase }) => ({ aspect, polarity: kind === 'topic' ? undefined : kind, words: spaced(tokenize(phrase)) }))
    .filter(({ words }) => words.trim() !== '');
  return (aspect: AspectId, clauses: readonly Clause[], sentences: readonly Sentence[]) =>
    sentences.flatMap((sentence) => {
      const text = spaced(sentence.words);
      return compiled.flatMap(({ polarity, words, aspect: own }) => {
        const at = own === aspect ? text.indexOf(words) : -1;
        if (at < 0) return [];
        const last = sentence.words[text.slice(1, at + words.length - 1).split(' ').length - 1];
        const clause = clauses.find(({ start, end }) => last && start <= last.start && last.start < end);
        return clause ? [{ clause, polarity }] : [];
      });
    });
}
export type FindOwnPhrases = ReturnType<typeof compilePhrases>;

const spaced = (tokens: Sentence['words']) => ` ${textOf(tokens.filter(({ kind }) => kind !== 'mark'))} `;
