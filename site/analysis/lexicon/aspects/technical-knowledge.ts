import type { AspectLexicon } from '../aspect-lexicon.ts';

export const technicalKnowledge: AspectLexicon = {
  label: 'Technical knowledge',
  topic: `knowledge
    expertise
    know how
    knowhow
    technical skills/skill/ability`,
  silent: `expert witness/witnesses
    i/we guess
    i/we/my/husband/wife/you .. dont/didnt/had/have/has/cannot/couldnt/wasnt/still/even .. know/idea/clue/understand/tell/figure/sure/find
    dont/didnt know what/how .. we/i
    i/we know/knew/never
    not sure why/if/what/how .. i/we/other
    turned out/to be? .. great/beautiful/perfect/well/good/nice/amazing/nicely/beautifully/fine/lovely/better
    took .. out
    cannot/couldnt .. even? tell .. where`,
  subject: `experience
    skill/skills
    diagnosis
    troubleshooting
    training
    electrician/electricians
    ability`,
  positive: `knew/knows/know more .. than
    been doing .. this/it .. for/decades/years/forever/long
    took .. all of .. minutes/seconds/minute .. to/find/see
    took him/her/them .. @num/few/couple/all .. minutes/seconds/minute
    saw/found/knew/understood .. what was/is wrong
    saw what
    straight/right/directly/went to the .. problem/source/cause/bad/fault/issue
    went straight/right to
    read the .. panel/wiring/house/system .. like
    remembers/remembered .. code/every
    could/can teach/write .. class/book/course
    engineer/engineers/professor/teacher .. level/brain/impressed/like
    trained .. well/properly
    made sense of
    understands/understood/understand .. phase/wiring/electricity/panels/systems/electrical/code/old/like/exactly/everything
    sorted .. out
    sorted it/the
    cracked .. it/case/code/mystery
    worked out .. what/why/where/how
    @num/other/others/another/two .. others/guys/electricians/companies/contractors/people/had .. scratched/stumped/baffled/missed/walked/failed/gave/couldnt
    spotted/saw/knew/found/heard/noticed .. the minute/moment/second/instant
    the minute/moment/second/instant he/they/she .. saw/opened/took/walked/looked/heard
    spotted/caught/noticed/found .. loose/bad/burnt/miswired/corroded/wrong/broken/reversed/backwards/hidden/buried .. wire/connection/neutral/lug/splice/breaker/ground/screw/terminal
    sharp/smart/quick as
    quick study
    old hand
    certified/licensed .. and/master/knew/really/well
    in/within/under/less @num? .. minutes/seconds/hour .. found/knew/had/diagnosed/figured
    took him/her/them .. minutes/seconds/one/all .. find/figure/see/spot/solve/diagnose/locate
    seen/done/worked .. it all/before/hundreds/thousands
    seen it all
    answers/answer/answered every/any/all technical/electrical/hard
    ask/asked him/them anything
    walking encyclopedia
    knows more/electricity/electrical/wiring/everything/the
    knew the code/brand/model/system/panel/answer
    nailed it/the
    dead on/right
    right about
    was right
    spot on .. diagnosis/about
    talented/gifted/skilful/savvy/ingenious/resourceful/experienced/seasoned/capable
    problem solver/solvers
    master electrician/of
    caught what/something/the/it/a .. missed/other/others/inspector/wrong/mistake
    knowledgeable
    know/knows/knew/knowing his/their/her/the/your .. stuff/trade/business/craft/code/codes/job/way/onions/electrical/wiring/field/things/electricity
    know/knows/knew/knowing exactly? what he/they/she/to/was .. doing/talking/about/do/look/was/wrong/needed
    know/knows/knew exactly/immediately/instantly/right/straight which/what/where/how/away
    know/knows/knew more .. than
    know/knows/knew everything/all/lots/ton/plenty
    expert/experts/expertise/expertly
    skilled/skillful/skills
    experienced
    competent
    well trained/versed/informed/educated
    licensed and
    brilliant/talented/gifted/smart/bright/sharp/clever/genius/qualified/skilled electrician/electricians/guy/man/tech/technician/young/kid/fella/dude/cookie/mind/lady/woman/crew
    he/she/guy/tech/they @was .. brilliant/bright/smart/sharp/clever/genius/wizard/magician
    wizard/genius/guru/whiz/whizz/ace/magician/detective/sherlock/encyclopedia/maestro/virtuoso
    brains/brain .. on/wow
    figure/figured/figures/figuring .. out
    diagnose/diagnosed/diagnoses/diagnosing
    correct/right/quick/accurate/spot/proper diagnosis
    trace/traced/traces/tracked/tracing/tracking/pinpoint/pinpointed/located/isolated/hunted/narrowed/nailed/sussed/sniffed it/the/a/that/down/our/my/problem/fault
    pinned .. down
    find/finds/found/spotted/identified/discovered/located/uncovered/caught/detected it/the/a/an/our/my/what/that/where/cause/out .. problem/problems/issue/issues/fault/cause/source/culprit/short/reason/break/splice/wire/connection/neutral/was/root/wrong/bad/broken/in/within
    found it
    found/caught .. other/others .. missed/couldnt
    problem/issue/fault/mystery/cause .. found/identified/diagnosed/solved/located/traced
    solved .. mystery/problem/puzzle/it/issue
    got to the bottom/root
    put his/her finger on
    had it figured/solved/found/diagnosed/fixed/sorted
    had it .. before/within
    @num/other/others/another/previous .. couldnt/gave/failed/stumped/baffled/missed .. he/they/she/this/these
    couldnt .. find/figure/fix/solve .. but? he/they/she .. did/found/had
    that/which @num? .. other/others/handymen/electricians/companies/guys/people .. couldnt/missed/overlooked/failed
    nobody/no else/one .. could/else .. find/figure/fix/solve/found/understood
    ran/runs/run circles
    by heart
    inside and/out
    up to date .. code/codes
    did/done his/their/her homework
    years/decades .. of? experience
    didnt blink/hesitate/flinch
    had/has/with an/the/every answer/answers for/to
    only one/ones who/that .. knew/could/figured/understood/found
    master .. his/craft/trade
    masters of
    impressive/deep/vast/great/solid/excellent/good/wealth/extensive knowledge/understanding/grasp/of
    knowledge .. impressive/impressed/excellent/great/amazing
    real/proper/true/good/great/fine/brilliant/excellent electrician/electricians/tradesman/craftsman/tradesmen
    best electrician/electricians
    thorough/thoroughly .. diagnos*/inspect*/troubleshoot*/testing/knowledge
    right first? on the first try/guess/go/visit
    spotted/noticed/saw/realized/recognized .. right/immediately/instantly/at/straight away/once
    second fault/problem
    proved/prove it/in/that/to
    over the phone .. practically/diagnosed
    outsmart*
    understood/understands .. system/wiring/house/problem/how/old`,
  negative: `came up empty/short
    poked/poking/fiddled/fiddling/tinkered/tinkering/fumbled/fumbling around/with/for/about
    i/we had to tell/show/teach/explain/correct .. him/them/what/how/where
    never .. wired/installed/seen/done/opened/touched
    sent .. kid/trainee/helper/apprentice/rookie/boy .. who/with/alone/that
    shrugged .. cause/why/idea/know
    left/walked .. without .. finding/knowing/fixing/diagnosing
    blamed .. it/everything .. on .. ghosts/weather/power/utility/squirrels/age
    kept .. changing/swapping/replacing .. parts/his/story/mind
    three/four/five/several/multiple theories/guesses/visits/diagnoses
    different .. theory/diagnosis .. every/each
    in the dark .. too/himself
    he/they/she/tech/guy/electrician/man/kid didnt/doesnt/dont know/understand |
    admit/admitted/admitting/admits .. didnt/not/never/no/lost/wrong
    no business being/doing/in/working
    reading/reads/watching .. instructions/youtube/video/videos/directions
    off/on his phone .. how/instructions
    ^ it/that wasnt the/it
    parts cannon
    threw/throwing/throw .. parts
    first week/day/time on/doing/in
    fresh out of/from
    never .. heard of/seen/wired/worked/touched/done/dealt
    no idea/clue what/how/why/where/which/|
    gave up .. on/after/and .. it/fault/finding/looking/left
    couldnt/cannot/unable/never .. find/figure/trace/locate/solve/diagnose/understand/tell/read/work .. it/problem/out/fault/cause/short/why/what/issue/source/wiring/diagram/|
    after @num/several/three visits/trips/hours/days .. still/no/couldnt/not
    another/different/new/second/next/other/my .. electrician/guy/company/handyman/brother/neighbor/husband/uncle .. found/fixed/solved/figured/spotted/saw .. it/in/problem/right/what
    said/told .. couldnt/impossible/nothing .. done/wrong/fixed
    was/were/is/are .. wrong .. about/part/breaker
    wasnt/not .. bright/sharp/smart/clever
    needs/needed/need more? training/experience/schooling/supervision
    experimenting/experimented/improvising/winging/winged
    wild goose
    ignorant
    mixed/confused .. up? hot/neutral/ground/wires/phases/line/load
    on a hunch
    misdiagnos*
    wrong/incorrect/bad/false/mistaken diagnosis
    had/has/have/with/not/without/absolutely/having/no/a no/a/any/not/absolutely? idea/clue .. what/how/why/about/in/was/he/where
    not/no/hasnt/without a clue
    clueless
    incompetent/incompetence
    inexperienced/unqualified/unskilled/untrained/unlicensed/uneducated/undertrained/inept
    @didnt/couldnt/cannot/doesnt .. know/understand/figure/find/diagnose/identify/locate/trace/solve/tell .. what/how/why/the/his/a/it/that/problem/out/where/code/difference/basic/issue/wrong/about/much/enough/cause/source
    unable to .. find/figure/diagnose/fix/solve/locate/explain/tell
    @not/wasnt .. sure/certain/familiar/comfortable/trained/qualified/skilled/experienced/knowledgeable/competent .. about/with/how/what/enough/on/which/if/to/in/|
    seem/seemed unsure/lost/confused/clueless/puzzled/baffled/uncertain
    unfamiliar with
    never seen/worked/done/heard/dealt/installed/wired .. a/one/before/with/on/of
    had/has/needed to look/google/youtube/call/ask/ring/phone/consult/watch/read/text .. up/boss/it/somebody/someone/manual/how/video/office/friend/another
    google/googled/googling/youtube/youtubed
    guessed/guessing/guesses/guesswork
    he/they/just/only guess
    trial and error
    replaced/changed/swapped ... turned out
    replaced/changed/swapped ... and/but ... turned out
    replaced/changed/swapped .. wrong/wasnt/didnt/still/without/nothing/then/turned
    wasnt the problem/issue/cause
    wrong part/parts/breaker/wire/size/cause/thing/circuit/gauge/type/kind
    took/needed/take .. second/third/another tech/electrician/guy/person/visit/opinion/one/company
    second/third/another tech/electrician/guy/opinion/company .. found/said/fixed/figured/to/told/diagnosed
    utility/another/other/next/second/different .. came/said/told .. it/was/found/my/minutes
    in over his/their
    over his/their head/heads
    out of his/their depth/league/element
    learn/learning/learned/practicing/training on/at .. job/my/our/me/expense
    trainee/rookie/newbie/greenhorn
    scratch/scratched/scratching his/their head/heads
    stumped/baffled/puzzled/perplexed/flummoxed
    @was lost/stumped .. with/when/on/by/|
    lost when
    thought/said/insisted/swore/claimed/decided/assumed .. it was/needed ... it was/wasnt/actually
    new one on me
    told/said .. utility/power/appliance/fixture/my .. problem/fault .. utility/it/but
    miss/missed/overlooked/misses the/a/an/it/obvious/real/actual/what/completely .. problem/issue/obvious/cause/fault/real/cracked/loose/bad/something/burnt/whole/entirely
    right/straight past it?
    walked/looked right/straight? past
    misread/misjudged/miscalculated/mismeasured
    amateur/amateurs/amateurish/hack/hacks/handyman
    basic/simple .. mistake/error/thing/things/knowledge/electrical
    rookie mistake
    not/isnt/wasnt/arent a/an/really? .. electrician/electricians/expert/brightest/sharpest/smartest
    guy with .. flashlight
    aint suposed/supposed to
    lack/lacks/lacked/lacking .. knowledge/skill/skills/experience/expertise/training/understanding
    no knowledge/experience/skill/training/understanding`,
  neutral: `knew/knows/know .. as/what much/about as/any other/anybody
    seemed/seems .. to know
    ordinary/average/normal/standard/usual/basic skill/skills/knowledge/training/competence
    looked/look .. up .. part/code/it/model
    qualified enough
    competent enough
    training you/one/expect
    had/have the training
    look/looked/checked/check/consulted/read .. manual/diagram/spec/specs/instructions/chart/code/book
    knowledge .. fine/average/ok/okay/adequate/enough
    knows/knew/know enough
    licensed
    average electrician`,
};
