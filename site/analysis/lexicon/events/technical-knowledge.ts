import type { Events } from './events.ts';

export const technicalKnowledge: Events = {
  silent: `bright as
    cracked meter
    ground was right
    appointments/appointment missed
    changed the plan
    checked .. for crumbs
    had to remind him/them/her
    mustnt be switched
    needed @num visits both
    genuinely cannot find where
    found it hilarious/funny/rude/odd/strange/difficult/hard/easy/annoying/off/cold/clean/dirty/before
    they/we/he/you/it/i found it/them |
    as they found it
    find/see/tell where the/it/hole/patch/join/repair
    some genius
    full encyclopedia
    google/googled .. reviews/said/listed/them/maps
    said/says google
    never heard of me/mike/the/us/him/her/it/@they
    sorted it/them/that/everything for/right/out/quickly
    checked .. crumbs/dust
    handyman advised/came/friend/hubby/husband
    wouldnt know .. and this
    cracked the/a/my/our/it .. tile/glass/window/sink/mirror/good/screen/bath/toilet/pane/slab
    i/we didnt/dont/never know there/they/it/who/about/you
    guess who/what
    i/we .. youtube
    found .. crumbs/dust/nothing/screws/nails/reviews/them/company/number
    trained my/the/our
    smart .. thermostat/meter/home/switch/lock/bulb/doorbell/tv
    experience with them/this`,
  positive: `could/can tell .. by/from/just/at/what/which
    knew straightaway/straight/immediately/instantly/right/at/exactly/precisely/about/which/where/what/the
    knew .. straightaway/instantly/immediately/moment/backwards/off
    within @num/a/one? minute/minutes/seconds .. he/she/they/had .. said/say/knew/had/told/found/named/called
    minutes/seconds/moments to .. find/spot/see/diagnose/work/locate/pinpoint/tell/identify/troubleshoot/crack/clock
    before i/we/id .. finished/finish/even .. describing/explaining/sentence/telling/opened
    from memory
    by heart/ear/smell
    know/knows/knew/knowing/understands ... backwards/forwards/upside/inside/cold/sideways/blindfolded/thoroughly/intimately
    know/knows/knew a thing or
    know/knows/knew more/loads/heaps/tons/plenty/lots/everything/volumes/reams about/than
    forgotten more about/than
    forgot/forgotten more
    read/reads/reading .. schematic/schematics/diagram/blueprint/house/system/wiring/manual/drawings .. like/way/as/cover/in
    read/reads .. the way/like
    read the manual/instructions .. cover/overnight/and/twice
    had .. pegged/sussed/diagnosed/figured/clocked/nailed/cracked/rumbled/solved/sorted/identified
    worked/figured/sorted/puzzled/teased/reasoned/thought/deduced .. out
    deduced/deduction/inferred/surmised/intuited
    likely/actual/real/true/hidden/root/exact culprit/cause/fault/reason/source
    culprit
    outthought/outthink/outsmarted/outwitted/outfoxed
    out thought/foxed/smarted/witted
    spotted/clocked/noticed/saw/caught/recognised/recognized .. from/in/within/at/immediately/straightaway/one/before .. curb/kerb/doorway/street/photo/seconds/minute/glance/look/road/ground/once
    spotted from
    troubleshot/troubleshoots/troubleshooter/troubleshoot
    clocked/twigged/sussed/rumbled/cottoned/deciphered/decoded/unpicked/unraveled/unravelled/untangled/fathomed/pinpointed/isolated/traced
    looked at/once .. one/at .. solved/fixed/found/knew/and
    one look/glance/listen/sniff/peek/test/reading
    factory/manufacturer/apprenticeship/properly/classically/highly trained/certified/accredited/approved
    trained and it shows
    knew about/of
    explained .. physics/theory/chemistry/science/engineering/principle/thermodynamics
    explained/like .. professor/surgeon/scientist/engineer/detective/chess/scholar
    rattled/reeled/quoted/cited/recited/recites/rattles .. off/code/article/regs/regulation/regulations/chapter/section/paragraph/model/number
    chapter and verse
    sixth sense
    nose/ear/instinct/knack/gift for .. leak/leaks/fault/faults/what/trouble/problems/these/it/sound
    sniffed/snuffed/ferreted/hunted/tracked/rooted/smoked/weeded .. out/down/it/leak/fault/short
    called it right/correctly/exactly/spot/bang/first/within
    hed/he/she/they .. called/got it right
    right down to .. the
    proved/proven/was/were/been/proved/dead right about/again/|
    old/seasoned/grizzled/proper/true/real/consummate hand/pro/master/journeyman/craftsman/tradesman/engineer/specialist/expert
    something new about
    learned/learnt/picked .. more/lot/up/something/loads .. from/in/about/tricks
    taught me/us/my .. something/lot/more/thing/about
    stumped/baffled/defeated/foxed/puzzled/beaten/eluded/fooled/flummoxed ... others/other/previous/last/two/three/four/everyone/them/firms/plumbers/companies/engineers/before/else
    other/others/previous ... stumped/baffled/failed/missed/couldnt/shrugged/scratched
    two/three/four/five/several .. others/companies/plumbers/electricians/firms/contractors/guys .. stumped/baffled/failed/missed/couldnt
    missed it/the/for/what ... he/she/they found/clocked/spotted/caught/saw/got/this
    had missed
    only/first one/person/tech/plumber/roofer/electrician/engineer/company/tradesman .. to/who/that .. work/figure/find/understand/understood/found/knew/spot/know/actually/diagnose
    mastermind/boffin/brainbox/whisperer/surgeon/professor/oracle/sage/savant/maven/brainiac/nerd/geek/nerds/einstein/macgyver/prodigy/houdini/sherlock/columbo/poirot
    whisperer
    sharp/bright/smart/quick/clever as
    knows/knew/know his/her/their/the/your/how .. onions/beans/stuff/apples/eggs/plumbing/wiring/roofs/boilers/heating/slate/timber/wood/pumps/locks/trees/regs/code/codes/trade/business/way/work/things
    encyclopedic/encyclopaedic/unrivalled/unparalleled/prodigious/masterful/masterly/formidable/consummate/adept/proficient/astute/perceptive/insightful/shrewd/ingenious/inventive/methodical/methodically/systematic/systematically/analytical/logical/logically/forensic/forensically
    well/clued/switched versed/up/on
    on the ball
    up on/to .. latest/regs/code/speed
    had/carried/brought .. right/very/exact/the part/parts/fuse/valve on/with/in .. board/van/truck/him/stock/hand
    had the part
    solved/cracked/resolved/fixed .. mystery/riddle/puzzle/years/plagued/which/what/nobody/others/everyone
    bottom of it/the
    process of elimination
    master/licensed/qualified/certified/chartered/veteran .. plumber/electrician/roofer/engineer/gasfitter/carpenter/arborist/who
    correct/correctly/right/rightly/accurately diagnosed/identified/guessed/predicted/suspected/called/spotted
    obscure/rare/vintage/ancient/antique/discontinued/weird .. knew/fixed/solved/unfazed/nobody/model/he/she/they
    unfazed/undaunted`,
  negative: `bit/rather/very/too/awfully/fresh/still green
    green .. our/lad/boy/apprentice/behind/as
    wet behind .. ears
    needed/needs/had/on/with/calling his/her/the/their boss/dad/mate/supervisor/father/uncle .. video/phone/line/facetime/talk/walk/help
    boss on .. video/phone/line
    stared/gawped/gawked/gaped/squinted/peered/gazed/blinked at .. like/for/as/board/panel/unit/boiler
    like it/he/they was/were/had/is .. klingon/greek/chinese/martian/alien/first/spaceship/hieroglyphics/bomb/never/alphabet/sudoku
    klingon/hieroglyphics/rubik/martian
    i/we/me/my/wife/husband had/have to .. explain/show/teach/tell/point/remind/correct/talk/google/look/walk/find .. him/them/her/electrician/plumber/what/how/which/where/to/it
    had to show/teach/tell/explain/correct him/them/her .. how/what/which/where/that/why
    hadnt/hasnt/havent/didnt/without/had/not a/the? notion/clue/scooby/foggiest/baldy/inkling/idea/earthly/breeze
    foggiest/scooby/gormless/dopey/dimwit/clot/numpty/muppet/muppets/dunce/dunces/novice/novices/cowboy/greenhorn/bluffer/blagger/pretender/dabbler/dilettante/bumbling/bumbled/bungling/bungled/bungler/blundering/fumbling/hapless/inept
    with/had/has no bulb/fuse/battery/meter/clue/tools/idea
    maintained/insisted/swore/reckoned/claimed/argued/announced/declared/decided ... how/normal/supposed/fine/impossible/cannot/nothing/needed/condensation/how/dead/fault/cooked/beyond/unfixable
    said/called mine/ours/it/that was/is? .. weird/odd/strange/funny/mystery/one/new one/|
    second/another/other/different/next/independent opinion/plumber/electrician/engineer/roofer/firm/tech/contractor/company .. said/found/flipped/fixed/laughed/pointed/spotted/took/somebody/showed/sorted/diagnosed
    second opinion said/found/was/disagreed
    my .. brother/husband/neighbor/neighbour/dad/son/wife/mum/uncle/nephew/cousin/daughter .. found/fixed/spotted/sorted/diagnosed/pointed/noticed/did/solved
    lost/all at sea
    lost/adrift/helpless/hopeless/useless/clueless when/with/at/on it/the/anything/faced/came/sea
    he/they/she/guy/lad/kid/tech couldnt/cannot/doesnt/didnt/wouldnt tell/know/find/spot/recognise/recognize/identify/distinguish a/an/the/his/which/any .. from/if/pump/valve/leak/arse/end/hole/fuse/washer/way/own
    wouldnt/doesnt/didnt know a/an/his/which/the/what/how
    depth/element/league/comfort of/out
    took/needed/needs/had @num goes/tries/attempts/stabs/bites/guesses/shots
    took/needed .. goes/tries/attempts/stabs to/at/before
    hadnt/never/hasnt/havent heard/seen/come/used/fitted/touched/opened .. of/across/one/before/that/like/model/a
    so called/styled expert/specialist/engineer/technician/professional/experts/plumber/electrician
    their/senior/self specialist/expert/proclaimed ... condemned/missed/wrong/couldnt
    condemned/condemn/condemning .. it/what/perfectly/boiler/unit/whole/my/our/roof
    wrong terminal/terminals/valve/end/fuse/pipe/diagnosis/problem/tool/tools/fitting/answer/cause/spot/leak/part/voltage/wire
    mistook/mistaken/confused/confuses/mixed/muddled .. for/with/hot/cold/live/neutral/up
    blind leading
    googled/googling/googles/youtubed/youtubing/youtube/chatgpt/reddit
    guessed/guessing/guesses/guesswork/stab/stabs/punt .. at/in/dark/what/until/and/kept/was/replaced/just/expensive/|
    educated guess/guesses
    shot/stab/stabbing in the dark
    diagnosed ... turned/turns/actually/but/second/opinion/wrong/was/wasnt
    diagnosed .. without/by looking/guess/horoscope/vibes
    somebody/someone/i/we had flipped/switched/turned/unplugged
    youtube/seven/two/five/cheap ... fixed/fix/solved/cured ... said/condemned/wanted/quoted/called
    replaced/changed/swapped .. everything/parts/perfectly/whole ... except/but/but/still/wasnt/without/until
    out/beyond of? his/their/her depth/league/skill/ability/pay/grade/remit
    clearly/obviously/plainly/evidently .. never/first/didnt/no/not/learning/guessing/new/winging
    learn/learning/learnt/training/practising/practicing/practice .. on/at .. my/our/me/us/job/dime/expense
    first day/week/time/rodeo .. job/on/with/clearly/obviously/ever
    apprentice/trainee/kid/lad/boy .. alone/unsupervised/own/by/left/himself
    unsupervised
    hunch/vibes/horoscope/astrology/prayer/tarot/crystal
    no training/qualifications/license/licence/certificate/meter/multimeter/tester/clue/aptitude
    wrong about/again/on/twice
    was/were/been/got/is .. wrong about/diagnosis/|
    misidentified/misjudged/miscalculated/mismeasured/misread/misdiagnosis/overlooked
    missed/misses/overlooked/ignored/failed .. obvious/leak/blocked/tripped/crack/fault/blockage/cause/staring/rot/shutoff`,
  neutral: `consulted/rang/called/phoned/contacted/checked .. tech/technical/manufacturer/makers/maker/factory/head/support/office/helpline
    usual/some/bit/little of? head/chin scratching/stroking
    usual .. head/scratching
    readings/measurements/tests/levels/pressures/samples .. taken/noted/recorded/run/done/logged
    same fix/diagnosis/advice/conclusion/recommendation/answer/verdict as
    recommended the same
    handed/passed/referred/deferred .. over/on/to .. specialist/colleague/senior/engineer/expert/manufacturer
    any/every competent/decent/half/qualified tech/plumber/electrician/tradesman/engineer/roofer would
    what any
    average/ordinary/basic/standard/reasonable/fair/passable/adequate/working/decent/okay grasp/knowledge/understanding/skill/skills/expertise/familiarity
    usual suspect/suspects
    checked/tested the obvious/usual/filter/charge/fuse/basics/pressure
    followed/follows/went the/by/through .. manual/checklist/instructions/flowchart/book/script
    standard/usual/basic/routine diagnostic/diagnostics/test/tests/checks/check/procedure
    looked .. up .. on/in .. phone/manual/tablet/online/part
    as much as .. anyone/most/any/next
    knew/knows/know about/roughly as
    certified/qualified/licensed/registered .. as/like/card/number/shown/on
    diagnosis .. took/same/expected/standard/as
    has/had/have the usual/necessary/required`,
};
