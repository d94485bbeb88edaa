import type { AspectLexicon } from '../aspect-lexicon.ts';

export const professionalism: AspectLexicon = {
  label: 'Professionalism',
  topic: `professionalism
    attitude
    manners
    bedside manner
    demeanor
    courtesy
    work ethic`,
  silent: `not sorry
    like/want to apologize
    smoke/carbon alarm/alarms/detector/detectors
    another/other company
    nice/good day/weather/house
    old man`,
  subject: `guy/guys/tech/techs/technician/technicians/crew/team/fella/fellas/fellow/dude/dudes/gentleman/man/men/lady
    personality
    conduct
    behavior`,
  positive: `chat/chatted/talked/visited with my/our/the .. dad/father/mother/mom/kids/grandmother/grandfather/husband/wife
    steered/pointed/talked/guided me/us .. toward/towards/to .. cheaper/simpler/better/less
    not once .. feel/felt/rude/complain
    never/not .. talked/talk down
    let my/our/the .. kids/son/daughter/help/watch
    good with .. people/kids/seniors/animals/pets
    thanked me/us
    made my/our .. day/mom/mother/kids .. laugh/feel/smile/day?
    tactful/diplomatic/discreet/gentlemanly/neighborly/warmhearted/goodhearted
    wont/wouldnt/didnt/never .. take/cheat/rip/lie .. advantage/you/us/me/off/to
    dog/cat/kids .. loved/love/adored/likes/liked him/her/them
    say/said/saying/says .. sorry
    like .. was/were his/their/her own
    as if .. was/were his/their/her own
    played/play .. with/catch my/our/the .. son/kids/dog/daughter/grandson/kid/cat/boys/girls
    even/also fed/walked/helped/moved/shoveled/carried/brought/mowed/petted/played/sang/waved ..
    sweet as
    good egg/sport/sports/eggs/sorts/sort
    breath of fresh
    old school
    raised right
    yes maam/sir
    maam/sir
    trust/trusted/trusting them/him/her/these .. with/in/my/our/alone/again/completely
    no judgment/judgement
    never judged
    made it/things right
    make/makes/making it/things right
    took/take/takes .. blame/responsibility/ownership/heart
    stood by
    bends/bent over backwards
    accommodat*
    well behaved/spoken
    soft spoken
    even tempered
    good/great/nice/wonderful/warm/positive/upbeat/sunny energy/vibe/vibes/spirit/humor/sense/disposition/heart
    big/warm/friendly/nice/kind smile/smiles
    smiled/smiling/smiles
    greeted/greet
    handshake
    tipped his hat
    held/holds the door
    asked/ask permission
    never .. complained/rushed/grumbled/raised/lost/annoyed/impatient
    without complaint/complaining/attitude/grumbling
    calmed/calm/reassured/reassuring/reassure me/my/us/nerves
    put .. at ease
    delight/delightful/wonderful/lovely/joy .. to have/work/deal
    like family/neighbors/neighbor/friends/old
    turned/talked/steered .. down/away/out .. work/job/money/buying/upgrade/spending
    said/told .. didnt/dont/wouldnt/not .. need/needed/worth
    honest .. enough/about/with/guy/man/people/company/electrician/contractor/opinion/assessment
    straight shooter/shooters
    no bs/nonsense/hard/gimmicks/sales
    not .. pushy/salesy/condescending/rude/arrogant
    professional/professionally
    courteous/courteously
    polite/politely
    friendly/friendliness
    respectful/respectfully
    pleasant
    personable
    honest/honesty/honestly
    integrity
    trustworthy
    ethical
    gentleman/gentlemen
    gracious/graciously
    considerate
    humble
    sweet/sweetheart/sweethearts
    caring
    cheerful/cheery
    charming
    easygoing
    easy going
    accommodating
    apologetic
    apologized/apologised/apologize/apologizes
    an/sincere/his/their/full apology
    welcoming
    patient .. with/and/guy/man/tech
    patience
    kind/kindly/kindness .. to/and/guy/man/people/words/enough/soul/person/about
    @was/so/very/super kind
    @was chill/nice/lovely/sweet/cool/wonderful/delightful
    helpful
    nice/good/great/awesome/wonderful/lovely/cool/sweet/fantastic/solid/terrific/decent/amazing/chill/delightful/super/kindest/nicest/friendliest/stand/likeable/likable/funny/genuine/jolly guy/guys/man/men/people/folks/lady/crew/kid/kids/dude/dudes/fella/fellas/fellow/gentleman/young/person/lads/bunch/human/team
    crew/guys/tech/man/technician/electrician/he/she/they @was/are .. nice/lovely/delightful/great/wonderful/sweet/charming/funny/gentle/decent/chill/cool/kind/calm
    stand up guys/guy/company/people/folks
    stand up
    class act
    classy
    salt of the earth
    down to earth
    mannered
    good/great/excellent/lovely/nice/perfect manners/attitude/demeanor/personality
    manners/attitude .. good/great/excellent/perfect/lovely
    joy/pleasure/delight/treat to have/work/deal/meet/be
    easy/great/nice/wonderful/fun/good to work/deal with
    i/we/really liked him/her/them
    my/mom/mother/wife/kids .. loves/loved/adores/adored/liked/thinks him/her/them/he
    owned/owns/own/owning up/it/his/their .. to/mistake/mistakes/it
    took responsibility
    no/zero/never/without/any/not/didnt/any/isnt high? pressure/pressured/pushy/pushiness
    felt/feel no pressure
    never/not .. felt/feel/feeling .. pressured/rushed/pushed/talked/stupid/dumb/judged
    @didnt/never/without/no/not .. try/trying/tried/push/pushing/attempt to? .. sell/upsell/upselling/push/extra/scare/pad/upgrade
    no/without/zero .. upsell/upselling/upsells/selling/nonsense/arrogance/attitude/drama/bs/ego/condescension/excuses/lectures
    instead/wanted/rather/than/of instead/of/than? of? .. trying/try? to? sell/upsell/push/selling/upselling/pushing
    talked/talk me/us/him/her .. out of
    told/said .. didnt/dont/wouldnt need .. new/it/to/anything/bigger
    could/might have .. sold/charged/upsold/ripped/taken
    easily have .. sold/charged
    gentle with/and
    laughed it off
    laugh/laughed/joked with
    carried/carry/helped/moved/lifted/held/walked/brought/rescued/fed/returned/picked .. my/our/the/her/his .. groceries/door/cat/dog/mother/mom/furniture/trash/bins/couch/boxes/package/packages/mail
    treat/treats/treated me/us/my/our/you/her/the .. respect/family/own/king/queen/well/fairly/kindly/dignity/right/like
    respect/respected .. my/our home/house/property/wishes/space/privacy
    respectful of our/my/the/everyone
    made/make/makes/put/puts/putting me/us/my/her/you .. comfortable/ease/laugh/smile/welcome/safe
    @didnt/doesnt/never/not .. make/made/act/acts/acting/talk/talked/treat/treated .. feel/like/down/as .. stupid/dumb/idiot/wasting/bother/foolish/fool
    who doesnt act/talk
    whisper/whispered
    out of their/his/her way
    good/great/sweet/wonderful/gentle/lovely/patient/kind/amazing with my/our/the/kids/dogs .. dog/dogs/kids/mother/mom/cat/cats/children/father/dad/baby/grandmother/pets/elderly/toddler
    shook my/our hand
    introduced himself/herself/themselves
    wouldnt/refused/declined take/accept/to .. tip/extra/anything
    didnt/never/not/no .. complain/complained/grumble/grumbling
    did/does/do the right thing
    stood/stand/stands/standing behind .. work/their/his/it
    man/woman/people of .. word
    kept his/their word
    true/total/complete/real/consummate pro/pros/professional/professionals/gentleman/gentlemen
    looked me/us in the eye
    told the truth
    hiding nothing
    in good spirits
    calm and
    stayed/stays/remained late/calm/until/cool/polite`,
  negative: `mutter*
    under his/her/their breath
    laughed/laughs when/as/off/about
    fib/fibbed/fibbing/fibs
    trick/tricked/tricks/tricking
    gaslight*
    barked/snarled/growled/hissed at/orders
    interrupted/interrupting
    rude .. to/about/with/on
    kept checking/texting/looking .. phone/watch/phone
    swagger/ego/egos
    made/make me/us/my feel/wait/beg/cry
    judgmental/judgy/snooty/pompous/stuck
    no hello/goodbye/thanks/thank/smile
    ghosted/avoided me/us .. after/when
    wouldnt/didnt/never .. look/listen/talk/speak/answer .. me/us/my/at/to .. eye?
    smirk*
    scoff*
    sneer*
    snicker*
    huffed/huffing/huffy
    glared/glaring/glare
    mansplain*
    wouldnt/didnt/never/no/avoided .. eye contact
    only/just spoke/talked/talk/speak/talks to my/the husband/wife
    used car
    kept/keep adding/upping/pushing/pestering
    snotty/snide/nasty/rude/curt/sarcastic/angry/passive/hostile/defensive reply/email/text/tone/message/comment/comments/remark/remarks/response/answer
    tone of/was/in
    raised/raising his/her/their voice/voices
    threw/throwing/throws .. tools/fit/tantrum
    slept/napped/sleeping on/in
    watch/watched/watching tv/videos/game/television
    scrolling
    blasting/blasted/loud .. music/radio
    parked on/across/in .. lawn/grass/flower/neighbor/spot
    made .. excuses/comments/remarks/jokes/faces/cry/uncomfortable
    couldnt be bothered
    not/isnt/wasnt my/our/their problem
    act/acts/acted/acting .. annoyed/bothered/insulted/offended/entitled/superior/tough
    got/gets/became/was/so very? defensive/angry/mad/snippy/nasty/testy/short/upset/aggressive/irritated/annoyed
    told/tells me/us/her/my to .. calm/shut/relax/deal/mind/get
    walk/walked/stormed/stomped off/out/away
    ignored my wife/mother/me/husband
    no/zero/not .. people skills
    denies/denied/refuses/refused .. responsibility/fault/blame
    pointed/pointing fingers/finger
    dodged/dodge blame/responsibility
    charm of
    dishonor*
    snob*/stuck
    inconsiderate/thoughtless/callous/insensitive/immature/juvenile/childish
    hassle/hassled/pestered/pestering/nagging/guilt/guilted me/us/for/about/into/trip
    complained/complaining/whining/grumbling/griping/muttering/cursed
    smell/smelled/stank/reeked/stunk of
    backed/backing out/away
    rude/rudely/rudeness
    unprofessional/unprofessionally
    disrespect*
    discourteous/impolite
    bad/terrible/horrible/poor/lousy/worst/nasty/awful/serious/real/an/a/crappy/with/gave/some/of/snotty/got/had/his/piss/the attitude
    arrogan*
    cocky/smug/snide/snippy/snotty/snooty/sarcastic/sarcasm/surly/sullen/belligerent
    condescend*
    patroniz*/patronis*
    talk/talked/talking/talks/speak/spoke down to
    dismiss*
    curt/abrupt/brusque/terse/snarky/aloof
    cold to/toward/towards/with/and
    short/impatient/snapped/snappy/testy/rough/huffy with me/us/my/the
    grump/grumpy/gruff/grouch/grouchy/crabby/cranky/moody
    roll/rolled/rolling his/their/her/the? eyes/eye
    sigh/sighs/sighed/sighing
    shrug/shrugs/shrugged/shrugging
    hung/hang/hangs up on?
    slam/slammed .. door/phone/truck/tools
    yell*
    shout/shouted/shouting/screamed/screaming at
    swore/swear/swearing/curse/cursed/cursing/cuss/cussed/cussing .. at/under/in/loud/front/kids/like/about/whole/all/up/the
    foul/bad language/mouthed
    lie/lied/lies/lying to/about/me/us/through/|
    liar/liars
    dishonest/dishonesty/deceptive/deceived/misled/misleading/deceitful
    they/he/she swore
    blame/blamed/blames/blaming .. me/us/my/our/the/everyone/everybody/it/wife/old
    pushy/pushiness
    hard/heavy sell/selling/sales
    upsell/upsells/upselling/upsold
    sales pitch/pitches/tactics
    pressure/pressured/pressures/pressuring/strong-arm me/us/my/her/to/into
    push/pushed/pushing/pushes a/an/for/me/us/on/new/whole/hard/expensive
    kept/keep/keeps/tried/trying/tries/insisted .. pushing/sell/selling/upsell/scare/talk/trying/on .. me/us/a/an/new/my/into/replace/whole
    scare/scared/scaring/frighten/frightened/fear/scary .. us/me/my/mother/mom/into/tactics/her/her/mongering
    sold at/to
    bully/bullied/bullying/threat/threaten/threatened/threatening/threats/intimidat*
    smell/smelled/smelt/smells/reeked/reeking/stank .. booze/alcohol/beer/weed/smoke/cigarettes/whiskey/bo/pot/liquor
    drunk/booze/stoned/hungover/weed
    smoking/smoked/vaped/vaping in/on/while/cigarettes/around/a
    on/his/their phone/cell/phones .. whole/entire/all/half/most/time
    whole/entire/half/most .. on his/their/the phone/phones
    flirt/flirted/flirting/leer*/ogl*
    hit/hitting on my/me/the
    trash/trashed/trashing/badmouth*/bashed/bashing/insulted/insulting/insult/mocked/mocking/belittl*
    bad mouth*
    made/make/making fun
    made/make/makes me/us/my/her feel like? .. stupid/dumb/small/idiot/uncomfortable/unwelcome/bad/nuisance/fool/crazy/bother/unsafe
    like i/she/we/he/my/you/wife .. was/were/am/is/had/didnt .. idiot/stupid/dumb/child/moron/nuisance/problem/criminal/crazy/know/exist/there/invisible/bothering/lying
    act/acted/acts/acting .. like/as .. favor/problem/owned/inconvenience/bother/idiot/bothered/fault
    treat/treated/treats me/us/my/her/you .. like/poorly/badly/rudely/terribly/garbage/dirt/trash/idiot/child
    no/not/never/without/zero/wouldnt/refused/nor/didnt .. apology/apologize/apologise/apologized/apologizing/sorry/courtesy/decency/respect/manners/shame/remorse/accountability
    argued/argues/argumentative
    arguing/argue/argument with me/us/my
    hostile/aggressive/confrontational/combative/nasty/obnoxious/mean
    creepy/creep/inappropriate/racist/sexist/sexism/vulgar/crude
    badger/badgered/harass/harassed/harassing/nagged/hounded me/us/my/for
    scam/scammed/scammer/scammers/crook/crooks/fraud/thief/thieves/con/shady/sketchy/sleazy/slimy
    deny/denied/denies/denying
    laughed at/in
    took/take/takes/taking advantage
    preyed/prey on
    grunt/grunted/grunts
    stole/stolen/steal/theft
    accuse/accused/accuses
    excuse/excuses .. after/for/and/instead/|
    lazy/slob/slobs
    sat/sitting/sit in the/his/their van/truck/cab
    couldnt/didnt/doesnt/dont care/bothered/give .. less/a/about
    could care less
    unfriendly/unhelpful/uncaring/inconsiderate/unkind/insensitive/impolite/immature
    never .. smiled/smile/hello/introduced
    didnt say/even hello
    walk/walked/tramped .. without knocking
    gave/give me/us a/the look/lip/finger
    refused/refuse/refuses/refusing to .. talk/speak/come/fix/help/give/honor/refund/listen/leave/stand/show/own
    wouldnt .. stand behind/own
    cut me/us off
    interrupt*
    that what/s .. are for
    eye rolling
    bit of .. grump/jerk/snob
    jerk/jerks/asshole/ass/prick/bully/douche/weirdo/snob
    complained/complaining/whined/whining/moaned/moaning .. about/whole/all/the/that
    badly behaved
    not .. friendly/friendliest/polite/nice/nicest/professional/courteous/respectful/pleasant/welcoming/helpful
    lack/lacks/lacking/lacked .. manners/professionalism/courtesy/people/respect
    people skills
    only to tell/say/blame
    acted as if
    throw/threw .. under the bus
    unethical`,
  neutral: `wasnt/wasnt/not/neither .. warm/cold/friendly/chatty nor/wasnt/or/not .. cold/rude/unfriendly/warm
    polite but/enough/and .. distant/brief/quick
    businesslike
    all business
    neither friendly/rude/polite nor friendly/rude/polite/unfriendly
    nobody .. rude
    kept/keeps to himself/themselves/herself
    not/wasnt/isnt/werent .. chatty/talkative/talker/talkers/rude/warm
    quiet/silent guy/fella/man/type/sort/fellow/dude
    manners/attitude .. ok/okay/fine/average/alright
    did his/their thing/job and left
    polite enough
    civil
    in uniform
    usual sort`,
};
