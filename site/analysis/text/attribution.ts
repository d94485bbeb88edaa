import { type Clause, type Sentence, textOf } from './clauses.ts';

/** Whom a clause is about. A later pronoun may refer to `others`, never to `bystanders`: inspectors, relatives, "everyone else". */
type Subject = 'business' | 'others' | 'bystanders';

/** Words by the name that stands for any of them in a pattern. */
const WORDS: Readonly<Record<string, string>> = {
  FIRM: `compan(?:y|ies) firms? outfits? business(?:es)? shops? stores? places? restaurants? diners? cafes? bars? pizzerias? baker(?:y|ies)
    hotels? motels? hostels? resorts? inns? clinics? practices? surger(?:y|ies) salons? gyms? chains? franchises? providers? vendors?
    sellers? suppliers? agenc(?:y|ies) branch(?:es)? contractors? electricians? plumbers? roofers? handym[ae]n painters? builders? movers?
    cleaners? gardeners? landscapers? carpenters? garages? mechanics? installers? dentists? orthodontists? doctors? specialists? vets? stylists?
    barbers? lawyers? realtors? tradesm[ae]n professionals? bidders?`,
  OWNER: 'owners? management managers? proprietors? builders? developers?',
  WORKER: 'guys? m[ae]n wom[ae]n lad(?:y|ies) persons? people crews? teams? techs? technicians? workers?',
  RELATIVE: 'husband wife son daughter kids? children mother father mom dad sister brother friends? neighbou?rs?',
  OFFICIAL: `insurer insurance adjuster inspector airline bank manufacturer tenants? utility hoa realtor builders? developers? taxi
    (?:insurance|power|utility)\\scompany (?:taxi|cab|uber)\\sdriver (?:booking|travel)\\s(?:website|site|app|agency|platform) delivery\\sapp`,
  MANY: 'two three four five six seven several some many multiple few couple various <number>',
  VISITED: 'called rang phoned contacted tried asked emailed texted visited had used hired saw interviewed stayed went booked',
  NEARBY:
    'next\\sdoor (?:down|up|across)\\sthe\\s(?:street|road|block|hill) across\\stown off\\sthe\\shighway in\\sanother\\s(?:town|city) upstairs',
  ADVERB: `also even still just then first finally eventually unfortunately sadly luckily actually honestly earlier previously originally
    that really because since until`,
  BE: 'is was are were be been am',
};

/** A pattern for the folded words of a clause with one space between them ("didnt", "i" for "I'd"). */
function pattern(...sources: readonly string[]): RegExp {
  const toList = (name: string) => `(?:${WORDS[name]?.trim().split(/\s+/).join('|')})`;
  return new RegExp(sources.map((source) => `(?:${source.replace(/[A-Z][A-Z_]+/g, toList)})`).join('|'), 'u');
}

/** Other businesses, and predecessors. */
const OTHERS = pattern(
  // "another company", "the two previous owners", "our old plumber"
  '\\b(?:another|other|different|previous|former|prior|rival|competing|sister|last|original) (?:\\S+ )?(?:FIRM|OWNER)\\b',
  '\\b(?:my|our) (?:old|first|childhood) (?:\\w+ )?(?:FIRM|WORKER)\\b',
  '\\b(?:previous|former|prior) (?:people|guys?|lot)\\b|^(?:the |our |my )?last (?:people|guys?|lot)\\b(?! to\\b)',
  // "the dentist before Dr Khan", "the firm before them", "the guy before Chloe was rude"
  '\\b(?:FIRM|people|guys?|ones?|lot) before (?:these|this|that|them|him|her|you|dr|mr|mrs|ms|(?!noon|lunch|dinner|me|us|it|we|i|the|my|our|he|she|they)\\w+ (?:was|were|had|never|didnt|couldnt|wouldnt|always|left|took|made|charged))\\b',
  '\\bold OWNER\\b',
  '\\bso called (?:FIRM|experts?)\\b',
  // "the last guys we hired", "I called three roofers", "one company", "most dentists"
  '\\b(?:last|first|other) (?:\\S+ )?(?:FIRM|WORKER) (?:that |who )?(?:i|we) (?:have |had )?VISITED\\b',
  '\\b(?:(?:i|we) (?:\\w+ )?)?VISITED (?:around |out )?(?:to )?(?:at least |about |over |like )?(?:a )?MANY (?:of )?(?:local )?FIRM\\b',
  '^one FIRM\\b(?! (?:that|i|we)\\b)',
  '\\b(?:most|many) (?:\\w+ )?FIRM(?<=s)\\b',
  // "the shop down the road", "the people who had it before"
  '\\bFIRM (?:\\w+ )?(?:NEARBY|(?:i|we) (?:fired|left|fled))\\b',
  '\\b(?:FIRM|OWNER|WORKER) (?:that|who) (?:used to|was here before|had (?:it|the \\w+) before)\\b',
  '^whoever .* before\\b|\\bwhen it was still\\b|\\bby the (?:developer|builder|landlord)\\b',
  '\\b(?:competitors?|competition|rivals?|cheapest bidder|franchise|(?:national|big box) (?:chain|store)|department store|market stall)\\b',
  '\\bonline (?:store|shop|retailer|ad)\\b|^a (?:\\w+ ){0,2}(?:chain|hostel|motel)\\b|\\b(?:at|by|from) the chain\\b',
  '^before (?:i|we) (?:found|met|discovered|came to|switched to) (?:this|these|them|him|her|you|\\w+$)(?: \\w+)?\\b',
  '\\b(?:some|any)(?:body|one) else\\b|\\bevery(?:body|one) else\\b(?! (?:loves?|loved|enjoyed|agree[sd]?)\\b)|\\b(?:somewhere else|elsewhere)\\b',
);
/** Bystanders, to whom no later pronoun refers. */
const NOT_ASKED = /^(?:unlike|after)\b|\b(?:every(?:body|one) else|somewhere else|elsewhere)\b/u;

/** Words allowed before others who are the subject of a clause or the agent of a passive. */
const BEFORE_SUBJECT = pattern(
  '^(?:ADVERB )*(?:.* by )?(?:(?:a|an|the|my|our|all|every|any|of|those|these|with|in|at|from|under|after|before|when|where|while|unlike|big|local|national|MANY) |(?:their|his|her) (?=$|previous|old|sister|competitor|rival|other))*$',
);
/** The reviewer deals with others. Reviews often leave out "I". */
const FIRST_PERSON = pattern('^(?:ADVERB )*(?:(?:when|after|before|as) )?(?:i|we|called|tried|hired|used|booked|left|fled|walked|went)\\b');
/** Repairs that others had to make, and comparisons, are about the business. */
const STILL_OURS =
  /\b(?:(?:had|have|having|need|needed|forced) to|wont|will|would|never|no need|to (?:fix|finish|redo|repair|correct)|than|compared?|they|he|she|told (?:i|me|us)|thought it|trying to)\b/u;
/** "They sent another plumber": somebody whom the business sent acts for it. */
const SENT = /\b(?:they|he|she|office|company|you) (?:\w+ )?(?:sent|send|brought|bring)\b/u;

const DID_WRONG =
  '(?:(?:always|also|had) )?(?:BE (?:late|rude|noisy|loud|shouting|drunk|impatient|messy)|shouted|made|broke|ruined|forgot|lost|took|gave|rejected|never|left (?:the|a|our|my)|keeps? (?:leaving|forgetting))\\b';
/** Bystanders who did something wrong. What they praise, or how they were treated, may be about the business. */
const BYSTANDERS = pattern(
  `^(?:ADVERB )*(?:(?:the|my|our|a|an|his|her|their) )?(?:\\w+ )?OFFICIAL (?:${DID_WRONG}|would|wouldnt|didnt|refused)`,
  `^(?:ADVERB )*(?:the|my|our) (?:\\w+ )?RELATIVE ${DID_WRONG}`,
  `^(?:ADVERB )*(?:some|other|another|a) (?:guests?|customers?|patients?|diners?) (?:\\w+ ){0,5}${DID_WRONG}`,
  // Nobody knows who it was.
  '^(?:ADVERB )*(?:somebody|someone|some (?:guy|idiot)) (?:dragged|scratched|dented|broke|stole|hit|parked|threw|spilled)\\b',
);

/** In hopes and conditions, these words show that something isn't good now. */
const LACKS =
  '(?!.*\\b(?:better|improves?|improved|learn|more|less|quicker|faster|cheaper|cleaner|accurate|fix|someone|somebody|deal|continue)\\b)';
/** Conditions and hopes, which didn't happen. Wishes and "if only" are criticism, and "if I call, they answer" is a fact. */
const SUPPOSED = pattern(
  `^(?:ADVERB )*(?:if|unless|in case) (?!(?:you|your|only|possible|anything|i could|(?:i|we) (?:have to|had|was|were|knew|have known))\\b)\\w+ (?!.*\\b(?:they|he|she|it|you)\\b)${LACKS}`,
  `^(?:ADVERB )*if (?:they|he|she|it|this|the \\w+) (?:had|hadnt|were|werent)\\b${LACKS}`,
  '^(?:should (?:they|he|she|it|the|this)|had (?:they|he|she)|whether|you expect)\\b',
  '\\b(?:i|we) (?:\\w+ ){0,3}(?:complain|annoyed|furious|upset|angry|unhappy|cancel\\w*|walked|worried)\\b.* if\\b',
  `^(?:ADVERB )*(?:(?:i|we|am|are|do|only|fingers|crossed) )*(?:hope|hopes|hoped|hoping|hopefully)\\b${LACKS}`,
);
const PAST_CONDITION = /^(?:(?:\w+ )?if\b.*\b(?:had|hadnt|was|wasnt|were|werent|been)|had (?:they|he|she))\b/u;
const RESULT = /\b(?:would|wouldnt|could|couldnt|might|wouldve|have)\b/u;

/** Hearsay: what people who weren't there say. */
const HEARSAY = pattern(
  '^(?:ADVERB )*(?:(?:my|our|a|some|other|the) )?(?:people|folks|friends?|neighbou?rs?|coworkers?|colleagues?|reviews?|reviewers|blog|rumou?r)(?: (?!who)\\w+){0,3} (?:says?|said|claim(?:s|ed)?|tells?|told (?:us|me)|heard|hears)\\b',
  '\\b(?:i|we) (?:have |had )?(?:heard|read) (?:that(?! for)|reviews?|stories|people|they|he)\\b',
  '^according to\\b',
);

/** Facts without a judgment: the day somebody came ("on day 4"), and an open hatch, which isn't a hazard by itself. */
const MERE_FACT = pattern(
  '^(?:\\w+ ){0,3}(?:came|come|comes|arrived|started|began|was here|were here|showed up)(?: back| out| over| by)? on (?:day <number>|the <number>|(?:a |the )?\\w+day)(?: of (?:our|the|a) \\w+)?$',
  '^there (?:BE )?(?:an? |some )?open (?:hatch|drawer|cabinet|window|door|lid)\\b|\\bleft (?:\\w+ ){1,3}(?:hatch|drawer|cabinet|window|closet|lid)s? open$',
);

/** Pronouns at the beginning of a sentence that still refer to others. */
const SAME_OTHERS =
  /^(?:they|their|it|he|she|his|her|none|neither|both|one(?! of us| day| thing| star)|another|nobody|most|some|the (?:first|second|third|last|other|cheapest))\b/u;
/** "One never called, one gave me a price": the reviewer asked several businesses. */
const ONE_OF_SEVERAL =
  /^(?:one|another) (?:(?:just|even|only|simply) )?(?:never|didnt|wouldnt|couldnt|wanted|gave|told|quoted|said|charged|looked|ignored)\b/u;
const CONTRASTS = new Set('but though although however yet while whereas so'.split(' '));
const OWN_SUBJECT = pattern('^(?:ADVERB )*(?:they|he|she|it|this|these|our|your|you|the|i|we|now|with)\\b');
const THIS_BUSINESS =
  /\b(?:here|this (?:is|was|one|company|place|team|shop|restaurant|hotel|clinic|practice|crew|guy|business|time)|these (?:guys|people|folks)|you guys|the only|^the (?:second|third|fourth|last) was)\b/u;

/** Whom a clause is about: somebody it names, or else the subject of the previous clause, unless this one turns back to the business. */
function subjectOf(clause: Clause, text: string, before: Subject, isSent: boolean): Subject {
  if (BYSTANDERS.test(text)) return 'bystanders';
  const others = isSent ? null : OTHERS.exec(text);
  if (others && isActor(others, text)) return NOT_ASKED.test(text) ? 'bystanders' : 'others';
  if (!isSent && clause.joint === '' && ONE_OF_SEVERAL.test(text)) return 'others';
  const hasOwnSubject = (before === 'bystanders' || CONTRASTS.has(clause.joint)) && OWN_SUBJECT.test(text);
  return THIS_BUSINESS.test(text) || clause.startsWithName || hasOwnSubject ? 'business' : before;
}

/** Whether the others that a clause names are its actors, alone or with the reviewer. */
function isActor({ index, 0: name }: RegExpExecArray, text: string): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + name.length)];
  if (/^(?:unlike|before|after|where|when|while)\b/u.test(text)) return !/\b(?:they|he|she|these|this|here)\b/u.test(after);
  if (/^ (?:to (?:fix|finish|redo|eat)|(?:near(?:by)?|around|close|within|outside|in the area)(?: \w+){0,2}$)/u.test(after)) return false;
  return FIRST_PERSON.test(text) ? !STILL_OURS.test(text) : BEFORE_SUBJECT.test(before);
}

/**
 * Leaves out the clauses that aren't about what the business did: other companies, predecessors and bystanders, conditions, hopes and
 * hearsay, and mere facts. After a clause about others, clauses without a subject of their own are about them, too, and so is the next
 * sentence if it begins with a pronoun.
 */
export function aboutTheBusiness(clauses: readonly Clause[], sentences: readonly Sentence[]): Clause[] {
  let subject: Subject = 'business';
  let sentence = -1;
  let isCondition = false;
  return clauses.filter((clause) => {
    const text = textOf(clause.words);
    if (clause.sentence !== sentence) {
      if (subject === 'bystanders' || !SAME_OTHERS.test(text)) subject = 'business';
      isCondition = false;
      sentence = clause.sentence;
    }
    subject = subjectOf(clause, text, subject, SENT.test(`${textOf(sentences[sentence - 1]?.words ?? [])} | ${text}`));
    const isResult = isCondition && RESULT.test(text) && clause.joint === '';
    isCondition ||= PAST_CONDITION.test(text);
    return subject === 'business' && !isResult && ![SUPPOSED, HEARSAY, MERE_FACT].some((silent) => silent.test(text));
  });
}
