import type { Events } from './events.ts';

export const professionalism: Events = {
  silent: `sorry for any inconvenience
    carried out
    shrug when
    got/gone/went/was/stone/coffee/tea/dinner/food got? cold
    my english is not
    didnt matter
    no matter
    matter of time/fact/minutes/hours
    you dont need me
    so id/i/we know .. wasnt
    my mom/mum thinks
    ice/stone/freezing/running/blowing cold
    cold and/with
    does/do/did the/its trick
    they/he/she swore they/he/she/it? would
    stuck in/on/behind/at/to/with
    stairlift/lift/door/valve/lock/window/elevator/gate stuck
    grumpy old sod/man/git
    it laughed at
    honest/good .. joinery/work/brickwork/carpentry/job
    no drama
    i/we/my shrug/shrugged/yelled/cried
    walked off for
    nice .. if/to know
    would/wouldve/have have? been nice
    trick/tricky to/job/one/part/spot/corner/bit/fault
    friendly/nice/polite price/quote/budget
    user/budget/eco/pet friendly
    mean/means it/to/that/he/they/i/we
    meant it
    push/pushed/pushes it/the/back/in/to/through/on/off .. button/door/date/appointment
    scared of
    kind of
    smells/smell of paint/gas/varnish/burning/sewage
    dirty/cold/hot reception/water`,
  positive: `kindness/kindly/kindest/kindhearted
    hella/dead/proper/real/super/right/bloody/wicked/well/mad/so/very/extremely/incredibly/genuinely/really/total nice/sound/lovely/kind/decent/sweet/polite/chill/friendly/gent/gentleman/gem
    dude/guy/lad/man/bloke/chap/tradie/fella/she/he/they/crew/lads/team/driver/receptionist/office/woman/girl/boys/plumber/roofer/painter @was .. nice/sound/lovely/kind/decent/sweet/polite/gem/star/legend/diamond/gentleman/gent/delight/pleasure/hoot/sweetheart/angel/darling/treasure/credit/friendly/charming/patient/great/funny/gracious/courteous/respectful
    owned/own/owns up
    admitted/admits/confessed/acknowledged .. straight/off/mistake/fault/error/wrong/his/their/cracked/broke/it/not/didnt
    fessed/confessed up/to
    held/put his/her/their hands/hand up
    came clean
    backbone/spine/character/guts .. takes/took/that
    takes/took backbone/guts/character/integrity
    no/without/not/never a? @nothingof .. smug/smugness/arrogance/attitude/condescension/grumbling/complaint/ego/sarcasm/judgment/impatience
    without/no/zero grumble/grumbling/moan/moaning/murmur/complaint/smugness/sarcasm/judgement/fuss
    didnt/dont/doesnt/never/not need/needed .. new/unit/replacement/work/one/anything/it/whole/him/them/roof/boiler
    @tempted have .. sold/flogged/charged/pushed/upsold/taken/fleeced/milked/talked/billed
    couldve/mightve .. sold/flogged/charged/pushed/upsold/taken/milked/billed
    you dont need me/it/us/one/new
    told me/us/her/him .. save/keep my/our/her money
    straight shooter/up/dealing/talking/arrow
    fair dinkum/play
    dinkum/mensch/menschen/saint/saints/angel/angels/diamond/treasure/darling/darlings
    shook/shake/shakes my/our/everyone/her/his hand/hands
    called my/me/her/him/us ma/maam/mam/mr/mrs/sir/miss
    maam/sir
    kept/keep/had/made my/our/the/her kids/children/grandkids/son/daughter/mum/mom/toddler/nan/gran/baby .. laughing/entertained/busy/happy/giggling/smile/smiling/calm/laugh/giggle
    let/lets my/our/the kid/kids/son/daughter/boy/girl/grandson/toddler .. help/hold/watch/press/try/ask
    made my/our/her .. day/tea/feel/laugh/smile/cuppa
    good/decent/nice/lovely/smashing/top/great/grand/sound/proper/canny/honest egg/sort/lad/lads/bloke/blokes/chap/chaps/soul/human/humans/people/fella/folk/folks/tradie/tradies/bunch/skin/eggs/guy/guys/crew/family/gentleman/bod
    a? proper/true/real/perfect/absolute/total/complete gent/gents/gentleman/gentlemen/lady/pro/professional/star/gem/mensch/darling/delight/sweetheart/angel
    gem/star/gent/jewel of a/the
    nothing/none was/is .. too? much trouble/bother
    nothing too much
    no question/request .. too? daft/silly/stupid/dumb/small
    wouldnt/wont/didnt/never even? hear/dream/think of
    patience of
    patient as
    manners .. like/used/impeccable/perfect/excellent/old/lovely/intact
    old/impeccable/lovely/good/fashioned manners/courtesy
    raised/brought right/well/up
    well mannered/brought/spoken
    craic/banter
    gentle/tender/sweet/patient/lovely/brilliant/kind/great/good with/to my/our/the/her/a .. mum/mom/mother/dad/father/nan/gran/grandma/kids/dog/cat/son/daughter/wife/elderly/tenants/residents/patients/neighbors
    apologised/apologized/apologises/apology for/to/about/and/sincerely/without/profusely/straight/immediately/in
    said/say sorry
    made it right/good/up
    put/puts/set/made me/us/my/her/everyone .. ease/comfortable/mind
    treated/treats/treat me/us/my/our/her/the/him/everyone .. like/with .. family/respect/dignity/human/person/adult/own/queen/gold/adults
    like .. their/his/her/it own/were
    refused/refuse/declined/wouldnt .. tip/take/accept/payment/money
    told/tells/told .. truth/straight/honest
    honest/honestly/candid/frank/truthful/upstanding/principled/sincere/genuine/decent/humble/gentle/courteous/respectful/gracious/thoughtful/obliging/genial/affable/amiable/cordial/jovial/chatty/unassuming/discreet/tactful/chivalrous/conscientious .. enough/about/to/man/guy/with/and/lad/people/crew/company/outfit/as/chap/gentleman/soul/bunch/tradesman/trader/tradesmen
    stood/stands/stand by/behind .. work/word/it/them/their
    took/takes/taking .. time with/for my/our/me
    went/going/gone .. out of his/their/her/the way
    carried/carry/helped/walked/lugged/wheeled/fetched .. my/mum/mom/groceries/shopping/bins/bin/neighbor/neighbour/elderly/mother/nan
    kept/keeps/kept his/her/their cool/temper/word/patience/humour/humor/calm
    cool as/under
    stayed/remained/kept calm/polite/patient/cheerful/pleasant/courteous/professional/gracious
    no/never/not/zero/didnt .. pressure/upsell/upselling/pitch/spiel/pushiness/sell/hard/salesman/salesmanship/pushy/scare
    wasnt/werent/not/isnt/arent .. pushy/salesy/pushing/judgy/judgmental/condescending/patronising/patronizing/fibbing/rude
    never made me/us/her .. feel
    meant it
    get/got another/second opinion/quote and? meant
    played/plays/kicked/used it/along/with/ball .. straight/toddler/kid/kids/son/football
    apologised/apologized to .. cat/dog/neighbor/neighbors/neighbours/me/us/my
    asked/asks .. before .. moved/touched/entering/came/moving/using/parking/coming
    took .. hat/cap off
    respectful/mindful/considerate of/to/with/about/towards
    such/what/absolute/a pleasure/delight/joy/treat
    easy/pleasure/joy/delight to .. have/work/deal/around
    has/have/had/with .. heart/integrity/class/decency/scruples/morals/ethics
    scruples/decency/integrity/honour/dignity/humility/empathy/compassion/compassionate/sympathetic
    trust/trusted/trusting him/them/her/these/this`,
  negative: `wink/winked/winks/winking
    got/gave/given/flipped/showed .. finger/bird/earful/lip/mouthful/sass/cheek/backchat/glare/look/cold
    middle finger
    called/calling/calls me/us/my/her/him/mum/wife .. cheapskate/cheapskates/names/love/darling/sweetheart/hon/honey/babe/sweetie/idiot/liar/karen/stupid/crazy/hysterical/fussy/difficult/picky/petty/doll/moron/tight
    little/smug/arrogant/rude/lazy/cheeky so/jobsworth/git/sod/bugger/toad/weasel
    jobsworth/weasel/toad/charlatan/charlatans/chancer/chancers/conman/conmen/shyster/shysters/swindler/swindlers/bandit/bandits/pirates/crooks/shysters/hustler/hustlers/bullies/boor/boors/oaf/lout/louts/yob/yobs
    caught/found/saw/spotted him/them/her/one/two/a .. going/snooping/rummaging/rifling/poking/sleeping/napping/smoking/drinking/asleep/vaping/stealing/nosing/peeing/urinating/watching/taking
    going/rummaging/rifling/snooping/poking/nosing through/in/around/about
    helped himself/themselves/herself to
    forged/forge/forging/faked/falsified/doctored/fabricated/backdated
    found it/this/that hilarious/funny/amusing/comical
    snap/snapped/snaps/barked/growled/snarled/sneered/lashed/sniped/bellowed/hollered at/out .. me/us/my/her/him/the
    snapped at
    facetimed/facetiming/tinder/texting/scrolling/tiktok/gaming/candy/sexting/podcasting/scrolled
    porkies/porky/fib/fibs/whopper/whoppers/fairytale/fairytales/tales/fiction/fibbed/fibber/untruths/untrue/lies/bluffed/bluffing/bluff
    suggested i/we .. read/learn/should/get/buy/try/faster/was
    slammed/slams/slamming .. gate/door/lid/truck/van/drawer/phone
    cussed/cursed/effing/effed/blinding/profanity/expletives/bombs
    peeled/screeched/sped/tore off/out/away
    said/says/claimed/insisted/reckoned/hinted/implied .. i/we must/mustve/had/wed/id .. picked/broken/broke/done/touched/imagined/caused/damaged/fiddled/tampered/misused
    my/our/own fault
    pin/pinned .. on me/us/my
    couldnt/not/didnt/never/without .. manage/offer/muster/so/even .. good/hello/thank/sorry/goodbye/please/hi/apology/smile
    swig/swigging/drinking/drank/drunk/vape/vaped/vaping/spit/spat/spitting/peed/urinated/weed/urinating/pissed/toking
    ogled/ogling/leered/leering/gawked/gawping/stared/staring at my/me/her/wife/daughter/chest/legs
    strop/stroppy/highhanded/hissy/sulk/sulked/sulky/sulking/tutted/tutting/tuts/huff/mardy/tetchy/shirty/ratty/narky/gobby/snarky/catty/churlish/uppity/stroppily/petulant/boorish/loutish/uncouth/crass/boastful/haughty/supercilious/imperious
    lorded/lording
    mocked/mocking/mocks/ridiculed/jeered/sneering/taunted/teased
    look/looked/looking me/us/her up and/down
    looked down .. nose/on/at
    sniggered/smirked/laughed when/while/about/behind
    cheek/gall/nerve/audacity/temerity/brass/chutzpah/effrontery to/of
    took .. fag/cigarette/smoke break/breaks
    smoked/smoking .. indoors/inside/in/garden/doorstep/window/porch/baby
    mood/temper/attitude/tone/scowl/grimace/chip/sneer/smirk .. on/of/problem/him/her/like/all/whole/from
    face like
    bad/foul/filthy/black/rotten mood/temper/mouth
    high/heavy handed
    grunt/grunted/scowl/scowled/scowling/glared/tutted/sighed/huffed/snorted/grimaced
    flog/flogged/flogging .. me/us/my/her
    tried/trying/tries/attempted/kept .. sell/flog/upsell/push/frighten/scare/con/bully/hoodwink/persuade/shame
    scare/scaremonger/scaremongering/hard sell/selling/mongering/tactics
    preying/preys/prey/preyed
    pulled/pull/pulling a fast/wool/one
    two faced
    hoodwinked/conned/duped/bamboozled/swindled/tricked/stitched/hustled/diddled
    no/zero/without/lacks/lacking/lack .. manners/shame/remorse/decency/scruples/integrity/empathy/conscience/respect/sympathy/tact/hello/apology/sorry
    not .. sorry/apology/apologise/apologize
    never/didnt/wouldnt/without/refused .. apologise/apologised/apologize/apologized/sorry/owned/admit/own
    blamed/blames/blaming/blame .. me/us/my/our/the/previous/everyone/weather/dog/wife/kids/wifi
    walked/stomped/barged/marched/strolled/burst in/into/through .. without/unannounced/knocking/bedroom/bathroom
    treated/treats/treat me/us/my/her .. like/as .. idiot/child/dirt/criminal/nuisance/moron/fool/thief/dirt/muck/rubbish/furniture
    ignored me/us/my/her .. wife/mum/mom/when/and/spoke/talked/addressed
    spoke/spoken/talks/talked/speaks/addressed .. only/just to my/the husband/wife/son/man/men
    where/if .. my/your husband .. about/home/around/in
    asked .. for/if/where .. my husband
    man/men of/in the house
    bad/ill/foul mannered/tempered/mouthed
    fight/fights/fighting/arguing/argued/brawl/screaming .. among/between/each/match/my/front/with
    radio/music/podcast/stereo .. blaring/blasting/full/loud/volume/all
    parked/parks/blocked/blocks .. lawn/neighbor/neighbour/across/drive/driveway/bay/disabled
    nasty/rude/snide/sarcastic/threatening/abusive/aggressive/hostile .. email/text/voicemail/reply/comment/letter/message/remark/on/to/when/with/about
    threatened/threatens/threat/threatening .. to/me/us/court/lien/lawyer/sue/legal
    denied/denies/denying/pretended/pretend/pretends/pretending/feigned .. to/that/it/not/he/they/having/any/everything/responsibility/never
    looked me/us in the eye and said/lied/told/swore/claimed`,
  neutral: `correct/brisk/civil/businesslike/formal/reserved/workmanlike and/but brisk/correct/distant/brief/reserved/civil/efficient/quiet
    said little/hello
    brisk/businesslike
    matter of fact about/manner
    quiet/shy/reserved/silent sort/type/lad/man/crew/guy/chap/fellow/bloke/and/but
    kept to himself/themselves/herself/itself
    exchanged/traded pleasantries
    did his/their/her job/thing/bit and/then went/left/gone
    neither rude/friendly/warm nor
    not unfriendly/rude/impolite
    hello and goodbye
    manners .. fine/ok/okay/normal/standard/average/adequate
    polite in a
    no small talk
    wore .. uniform/badge/lanyard/polo
    showed id/badge/his id/badge`,
};
