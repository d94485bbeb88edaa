import type { Clause } from './clauses.ts';
import type { Sentence } from './sentences.ts';

/** Whom a clause is about. `third` is anybody a later pronoun doesn't refer to: inspectors, relatives, "everyone else". */
type Scope = 'business' | 'company' | 'person' | 'several' | 'third';

const any = (list: string) => `(?:${list.trim().split(/\s+/).join('|')})`;
/** Patterns are matched against the folded words of a clause, with one space between them ("didnt", "i" for "I'd"). */
const oneOf = (...patterns: readonly string[]) => new RegExp(patterns.map((source) => `(?:${source})`).join('|'), 'u');

const ORG = any(
  'compan(?:y|ies) firms? outfits? business(?:es)? shops? stores? places? restaurants? diners? cafes? bars? pizzerias? baker(?:y|ies) hotels? motels? hostels? resorts? inns? clinics? practices? surger(?:y|ies) salons? gyms? chains? franchises? providers? vendors? sellers? suppliers? agenc(?:y|ies) branch(?:es)?',
);
const TRADE = any(
  'contractors? electricians? plumbers? roofers? handym[ae]n painters? builders? movers? cleaners? gardeners? landscapers? carpenters? mechanics? installers? dentists? orthodontists? doctors? specialists? vets? stylists? barbers? lawyers? realtors? tradesm[ae]n professionals? bidders?',
);
const OWNER = any('owners? management managers? proprietors?');
const PERSON = any('guys? m[ae]n wom[ae]n lad(?:y|ies) persons? people crews? teams? techs? technicians? workers?');
const MANY = any('two three four five six seven several some many multiple few couple various <number>');
const WE = '(?:i|we)';
const CONTACTED = any('called rang phoned contacted tried asked emailed texted visited had used hired saw interviewed stayed went booked');
const NEAR = 'next door|down the (?:street|road|block)|up the (?:street|road|hill)|across (?:town|the street)|off the highway|upstairs';
/** What may be before the subject of a clause. */
const LEAD = `(?:${any('also even still just then first finally eventually unfortunately sadly luckily actually honestly earlier previously originally that really because since until')} )*`;
const BE = any('is was are were be been am');

/** Names for other businesses, and for those who had this one before. */
const OTHER = oneOf(
  `\\b(?:another|other|different|previous|former|prior|rival|competing|sister)(?: ${MANY}| \\w+)? (?:${ORG}|${TRADE})\\b`,
  `\\b(?:previous|former|prior|old|last|original) (?:${OWNER}|builders?|developers?)\\b`,
  `\\blast(?: ${MANY})? (?:compan(?:y|ies)|firms?|outfits?|${TRADE})\\b`,
  `\\b(?:last|first|other)(?: ${MANY})? (?:${ORG}|${TRADE}|${PERSON})(?: that| who)? ${WE} (?:have |had )?${CONTACTED}\\b`,
  `\\b(?:my|our) (?:last|old|first|childhood)(?: \\w+)? (?:${ORG}|${TRADE}|${PERSON})\\b`,
  `\\b(?:${WE} (?:\\w+ )?)?${CONTACTED} (?:around |out )?(?:to )?(?:at least |about |over |like )?(?:a )?${MANY} (?:of )?(?:local )?(?:${ORG}|${TRADE})\\b`,
  `\\b(?:competitors?|competition|rivals?|cheapest bidder|national chain|big box (?:store|chain)|department store|online (?:store|shop|retailer|ad)|market stall)\\b`,
  `^one ${ORG}\\b(?! (?:that|i|we)\\b)`,
  `^a(?: well known| big| national)? (?:chain|hostel|motel)\\b|\\bfranchise\\b`,
  `\\b(?:most|many|all other) (?:\\w+ )?(?:${ORG}|${TRADE})(?<=s)\\b`,
  `\\b(?:every|any) other (?:\\w+ )?(?:${ORG}|${TRADE})\\b`,
  `\\b(?:somebody|someone|anybody|anyone) else\\b(?= (?:charged|did|do|came|had|wanted|told|said|quoted|who|to|on|for|in)\\b|$)`,
  `^(?:and )?(?:somebody|someone) else\\b`,
  `\\b(?:everybody|everyone) else\\b(?! (?:loves?|loved|enjoyed|agree[sd]?)\\b)`,
  `\\b(?:somewhere else|elsewhere)\\b`,
  `\\b(?:${ORG}|${TRADE})(?: \\w+)? (?:${NEAR}|in another (?:town|city)|${WE} (?:fired|left|fled))\\b`,
  `\\b(?:${ORG}|${TRADE}|${OWNER}|${PERSON}) (?:that|who) (?:used to|was here before|had (?:it|the \\w+) before)\\b`,
  `^whoever .* before\\b|\\bso called (?:${TRADE}|experts?)\\b`,
  'when it was still',
  '\\bby the (?:developer|builder|landlord)\\b',
);
/** Words allowed before others that are the subject of a clause or the agent of a passive. */
const BEFORE_SUBJECT = new RegExp(
  `^${LEAD}(?:.* by )?(?:${any('a an the my our all of those these with in at from under after before when where while unlike big local national two three four several some')} |(?:their|his|her) (?=$|previous|old|sister|competitor|rival|other))*$`,
  'u',
);
/** The reviewer deals with others. Reviews often leave out "I". */
const FIRST_PERSON = new RegExp(
  `^${LEAD}(?:(?:when|after|before|as) )?(?:${WE}|called|tried|hired|used|booked|left|fled|walked|went)\\b`,
  'u',
);
/** Repairs that others had to make, and comparisons, are about the business. */
const STILL_OURS =
  /\b(?:(?:had|have|having|need|needed|forced) to|wont|will|would|never|no need|to (?:fix|finish|redo|repair|correct)|than|compared?|they|he|she|told (?:i|me|us)|thought it|trying to)\b/u;
const SENT = /\b(?:they|he|she|office|company|you) (?:\w+ )?(?:sent|send|brought|bring)\b/u;

const FAMILY = any('husband wife son daughter kids? children mother father mom dad sister brother friends?');
const MISBEHAVED = `(?:(?:always|also|had) )?(?:${BE} (?:late|rude|noisy|loud|shouting|impatient|messy)|made|broke|ruined|forgot|lost|took|gave|rejected|never|left (?:the|a|our|my)|keeps? (?:leaving|forgetting))\\b`;
/** Third parties who did something wrong. What they praise, or how they were treated, may be about the business. */
const THIRD_PARTY = oneOf(
  `^${LEAD}(?:(?:the|my|our|a|an|his|her|their) )?(?:insurer|insurance(?: company)?|adjuster|(?:city |county |building )?inspector|airline|bank|manufacturer|tenants?|utility(?: company)?|power company|hoa|realtor|(?:taxi|cab|uber) driver|taxi|(?:booking|travel) (?:website|site|app|agency|platform)|delivery app|builders? (?:\\w+ )?|developers?) (?!(?:they|you|he|she)\\b)(?:${MISBEHAVED}|(?:would|wouldnt|didnt|refused)\\b)`,
  `^${LEAD}(?:some|other|another|a) (?:guests?|customers?|patients?|diners?) (?:\\w+ ){0,5}(?:${BE} (?:rude|loud|noisy|shouting|drunk)|shouted)\\b`,
  `^${LEAD}(?:the|my|our) (?:\\w+ )?(?:${FAMILY}|neighbou?rs?) ${MISBEHAVED}`,
  `^${LEAD}(?:my|our) ${FAMILY} (?:own|directions|instructions)\\b`,
);
/** The reviewer doesn't know who did it. */
const SOMEBODY = oneOf(
  `^${LEAD}(?:somebody|someone|some (?:guy|idiot)) (?:dragged|scratched|dented|broke|stole|hit|parked|threw|spilled)\\b`,
);

const BETTER =
  '(?!.*\\b(?:better|improves?|improved|learn|more|less|quicker|faster|cheaper|cleaner|accurate|fix|someone|somebody|deal|continue)\\b)';
/** Conditions and hopes, which didn't happen. Wishes and "if only" are criticism, and "if I call, they answer" is a fact. */
const SUPPOSED = oneOf(
  `^${LEAD}(?:if|unless|in case) (?!(?:you|your|only|possible|anything|i could|(?:i|we) (?:have to|had|was|were|knew|have known))\\b)\\w+ (?!.*\\b(?:they|he|she|it|you)\\b)${BETTER}`,
  `^${LEAD}if (?:they|he|she|it|this|the \\w+) (?:had|hadnt|were|werent)\\b${BETTER}`,
  '^(?:should (?:they|he|she|it|the|this)|had (?:they|he|she)|whether|you expect)\\b',
  `\\b(?:i|we) (?:\\w+ ){0,3}(?:complain|annoyed|furious|upset|angry|unhappy|cancel\\w*|walked|worried)\\b.* if\\b`,
  `^${LEAD}(?:(?:i|we|am|are|do|only|fingers|crossed) )*(?:hope|hopes|hoped|hoping|hopefully)\\b${BETTER}`,
);
const PAST_CONDITION = /^(?:(?:\w+ )?if\b.*\b(?:had|hadnt|was|wasnt|were|werent|been)|had (?:they|he|she))\b/u;
const RESULT = /\b(?:would|wouldnt|could|couldnt|might|wouldve|have)\b/u;

/** Hearsay: what people who weren't there say. */
const HEARSAY = oneOf(
  `^${LEAD}(?:(?:my|our|a|some|other|the) )?(?:people|folks|friends?|neighbou?rs?|coworkers?|colleagues?|reviews?|reviewers|blog|rumou?r)(?: (?!who)\\w+){0,3} (?:says?|said|claim(?:s|ed)?|tells?|told (?:us|me)|heard|hears)\\b`,
  `\\b${WE} (?:have |had )?(?:heard|read) (?:that(?! for)|reviews?|stories|people|they|he)\\b`,
  '^according to\\b',
);

/** Facts without a judgement: the day somebody came ("on day 4") and an open hatch, which isn't a hazard by itself. */
const STATES_ONLY = oneOf(
  `^(?:\\w+ ){0,3}(?:came|come|comes|arrived|started|began|was here|were here|showed up)(?: back| out| over| by)? on (?:day <number>|the <number>|(?:a |the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: of (?:our|the|a) \\w+)?$`,
  '^there (?:is |was |were |are )?(?:a |an |some )?open (?:hatch|drawer|cabinet|window|door|lid)\\b',
  '\\bleft (?:\\w+ ){1,3}(?:hatch|drawer|cabinet|window|closet|lid)s? open$',
);

const CONTRASTS = new Set('but though although however yet while whereas so'.split(' '));
const OWN_SUBJECT = new RegExp(`^${LEAD}(?:they|he|she|it|this|these|our|your|you|the|i|we|now|with)\\b`, 'u');
const THIS_BUSINESS =
  /\b(?:here|this (?:is|was|one|company|place|team|shop|restaurant|hotel|clinic|practice|crew|guy|business|time)|these (?:guys|people|folks)|you guys|the only|^the (?:second|third|fourth|last) was)\b/u;
/** Pronouns at the start of a clause or sentence that still refer to somebody else, and those that refer to the business again. */
const PRONOUNS: Readonly<Record<'company' | 'person' | 'several', { readonly same: RegExp; readonly back: RegExp }>> = {
  company: { same: /^(?:they|their|it)\b/u, back: /^(?:he|she)\b/u },
  person: { same: /^(?:he|she|his|her)\b/u, back: /^they\b/u },
  several: {
    same: /^(?:they|their|none|neither|both|one(?! of us| day| thing| star)|another|nobody|most|some|the (?:first|second|third|last|other|cheapest))\b/u,
    back: /^(?:he|she)\b/u,
  },
};
/** "One never called, one gave me a price": the reviewer asked several businesses. */
const ONE_OF_SEVERAL =
  /^(?:one|another) (?:(?:just|even|only|simply) )?(?:never|didnt|wouldnt|couldnt|wanted|gave|told|quoted|said|charged|looked|ignored)\b/u;

/** The folded words of a clause or sentence with a space between them. */
export const textOf = (words: readonly { readonly word: string }[]) => words.map(({ word }) => word).join(' ');

/** Returns whom a clause is about: somebody else it names, or the subject of the clause before unless it turns back to the business. */
function scopeOf(clause: Clause, text: string, before: Scope, isSent: boolean): Scope {
  if (THIRD_PARTY.test(text) || SOMEBODY.test(text)) return 'third';
  const other = OTHER.exec(text);
  if (other && !isSent && isActor(other, text)) return kindOf(other[0], text);
  if (!isSent && ONE_OF_SEVERAL.test(text) && clause.joint === '') return 'several';
  if (before === 'business') return 'business';
  const hasOwnSubject = (before === 'third' || CONTRASTS.has(clause.joint)) && OWN_SUBJECT.test(text);
  const turnsBack = before !== 'third' && PRONOUNS[before].back.test(text);
  return THIS_BUSINESS.test(text) || clause.startsWithName || hasOwnSubject || turnsBack ? 'business' : before;
}

/** Whether the others that a clause names are its actors, alone or with the reviewer. */
function isActor({ index, 0: name }: RegExpExecArray, text: string): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + name.length)];
  if (/^(?:unlike|after|where|when|while)\b/u.test(text)) return !/\b(?:they|he|she|these|this|here)\b/u.test(after);
  if (/^ (?:to (?:fix|finish|redo|eat)|(?:near(?:by)?|around|close|within|outside|in the area)(?: \w+){0,2}$)/u.test(after)) return false;
  return FIRST_PERSON.test(text) ? !STILL_OURS.test(text) : BEFORE_SUBJECT.test(before);
}

function kindOf(name: string, text: string): Scope {
  if (/\b(?:(?:everyone|everybody|somewhere) else|elsewhere)$/u.test(name) || /^(?:unlike|after)\b/u.test(text)) return 'third';
  if (/s$|men$|\b(?:most|many|all)\b/u.test(name)) return 'several';
  return new RegExp(`${ORG}$`, 'u').test(name) ? 'company' : 'person';
}

/**
 * Leaves out the clauses that aren't about what the business did: other companies, predecessors and third parties, conditions, hopes and
 * hearsay, and mere facts. After a clause about somebody else, clauses without a subject of their own, and pronouns that fit, still mean that somebody,
 * also at the beginning of the next sentence.
 */
export function aboutTheBusiness(clauses: readonly Clause[], sentences: readonly Sentence[]): Clause[] {
  let scope: Scope = 'business';
  let sentence = -1;
  let isCondition = false;
  return clauses.filter((clause) => {
    const text = textOf(clause.words);
    if (clause.sentence !== sentence) {
      if (scope !== 'business' && (scope === 'third' || !PRONOUNS[scope].same.test(text))) scope = 'business';
      isCondition = false;
      sentence = clause.sentence;
    }
    scope = scopeOf(clause, text, scope, SENT.test(`${textOf(sentences[sentence - 1]?.words ?? [])} | ${text}`));
    const isResult = isCondition && RESULT.test(text) && clause.joint === '';
    isCondition ||= PAST_CONDITION.test(text);
    return scope === 'business' && !isResult && ![SUPPOSED, HEARSAY, STATES_ONLY].some((silent) => silent.test(text));
  });
}
