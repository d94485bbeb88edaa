import type { AspectLexicon } from '../aspect-lexicon.ts';

export const safety: AspectLexicon = {
  label: 'Safety',
  topic: `safety
    permit/permits/permitted
    hazard form/sheet`,
  silent: `feel/feels/felt safe .. saying
    permit .. @num months`,
  subject: `code
    hazards/hazard`,
  positive: `shut/turned/cut .. everything/it/power/gas .. down/off .. immediately/right/until/straight/away
    found .. gas/live/bare/hot/unprotected/melted/burning/overheating/undersized .. line/wire/cable/touching/cord/connection
    made sure .. kids/kid/children/dog/everyone/baby/we/nobody .. clear/away/safe/back/out/hurt
    stayed well clear
    kids .. well/stayed/kept clear/away/safe
    careful/cautious around/with/about .. power/live/kids/electricity/ladder/gas/panel/wires
    rest/sleep .. easier/better/easy/knowing
    worried .. no longer
    found/caught it/that/this .. before .. fire/burned/hurt/worse
    noticed/saw/pointed/spotted/found/caught/told/warned .. expired/missing/outdated/dead/no/unprotected/recalled .. alarm/alarms/detector/detectors/gfci/breaker/ground/smoke/carbon
    alarm/alarms/detector/detectors/gfci .. expired/missing/dead .. and/so replaced/swapped/installed
    took/takes/taking no chances/risks/risk/shortcuts
    by the book
    no more .. shocks/shock/worry/worrying/sparks/hot/tingle/fear
    safe .. now/again/for/finally/than/and
    can/could sleep
    sleep at night/again
    wouldnt/refused/wont .. turn/energize/leave/connect/sign/hook/restore .. until/till/before/unless/without
    tested/checked/tested/inspected/went .. every/each/all/twice/everything .. outlet/outlets/circuit/connection/breaker/alarm/alarms/wire/detector/room
    safety .. first/priority/paramount/important/serious/care/minded/conscious/briefing
    grounded/bonded/fixed .. properly/everything/correctly/all/finally
    brought/bring/got .. up? .. to/into code/compliance
    made/make/makes .. house/home/it/everything/sure .. safe/safer
    insisted .. on/that .. permit/safety/code/gfci/turning/shutting/testing/ground
    warned/told/showed/taught .. not/never/danger/dangerous/risk/fire/what .. touch/use/plug/do/emergency/unplug
    kept .. kids/children/dog/dogs/toddler/son/daughter/cat .. away/safe/clear/back/out
    caution tape
    cordoned/roped/blocked/taped off
    locked .. out/panel/breaker/up
    smoke/carbon/co .. tested/replaced/installed/checked/added
    saved .. house/life/lives/from .. fire/burning/burned/shock
    could have .. burned/fire/killed .. they/he/caught/found/until
    fire/disaster/accident waiting .. found/fixed/caught
    safe/safely/safer/safest
    safety first/conscious/minded/check/checks/checked/inspection/concern/concerns/was/is/seriously/precautions/comes/of
    about/for/on/with safety
    @found/showed .. @hazard
    @found out? .. was/is/a/our/the .. fire/shock/safety hazard/risk/trap
    @found .. that/our/the/a/an/some/how/where .. @hazard/recalled/gfci/ground/fire/burned/code
    gfci/gfcis/ground/grounding/bonding/arc/detectors/alarms .. missing/added/fixed/corrected/checked/tested
    fixed/removed/corrected/eliminated/replaced/addressed/resolved/repaired/made/rendered .. @hazard/safe
    to/up/meets/meet/exceeds/exceeded/met/brought/per/within code
    pull/pulled/pulls/got/handled/obtained/secured/insisted/arranged .. permit/permits
    permit/permits .. pulled/care/everything
    shut/shuts/cut/killed/locked/shutting .. power/main/mains/breaker/circuit/electricity/gas .. off/before/right/immediately/down/out/first/until
    made sure/certain .. power/off/dead/breaker/safe/circuit
    shut .. circuit/breaker/it/power/that off/down
    test/tested/tests/checked/check/checks/double/verified/confirmed .. before/everything/every/each/twice/all/dead/off/live/grounding/ground/alarms/detectors/outlet/outlets/circuit/circuits/connections/gfci/smoke .. touching/touch/working/leaving/outlet/outlets/detectors/alarms/circuit/was/ground
    double/triple check/checked/checks/checking
    lockout/lock
    tagged out
    wore/wearing/hard/safety .. gloves/goggles/harness/gear/hat/equipment/glasses/tags
    peace of mind
    sleep/sleeping/rest/slept .. better/night/easy/easier/soundly/now/well/again
    dont/not/no/longer/never .. worry/lie/lying/awake/fear/afraid/worried/scared/worrying .. about/anymore/awake/fire/fires/of/the
    feel/feels/felt/feeling much/so/a/very? .. safe/safer/secure/protected
    smoke/co/carbon/fire alarm/alarms/detector/detectors .. tested/checked/replaced/too/while
    checked/tested/replaced .. smoke/co/carbon/fire
    childproof/childsafe/tamper
    child/kid/baby/tamper proof/safe/resistant
    wouldnt/didnt/refused/wont/not .. leave/left/go/turn/energize/let/connect/hook/restore/cut .. until/till/without/near/close/to/up/unless/power
    refused/refuse/declined to .. energize/connect/hook/bypass/turn/cut/skip/leave/wire
    properly/correctly/bonded/grounded grounded/bonded/gas
    saved .. house/lives/life/us/home/family/burning/fire
    prevented/could/would/might have .. fire/burned/disaster/electrocuted/burnt
    fire waiting to
    disaster/accident waiting
    kept/keep/keeps .. kids/kid/children/dog/family/everyone/us/away/back/safe/out .. away/safe/clear/out/of/back
    in an emergency
    cone/cones/barrier/barricade/caution/taped around/off/up/the
    flagged/warned/pointed/alerted/caught .. missing/hazard/danger/dangerous/unsafe/overloaded/recalled/gfci/fire/code/burning
    old .. gone .. sleep/lie/worry
    told/made/asked .. to/us/me/everyone .. stay/keep/shut/get/not .. away/out/off/back/touch/main
    went through every/each .. circuit/outlet`,
  negative: `cover/covers/lid .. never/not/off/missing/left .. put/back/on/replaced/off/open
    never/didnt/forgot/not .. put/close/replace/closed/secure .. cover/panel/lid/box/breaker .. back/on/door?
    wires/wire .. twisted/taped/spliced .. together/tape/no/without/box
    no box/boxes/wire nuts/connector/clamp
    breaker .. too big/large .. wire/for/circuit
    oversized breaker
    toddler/child/kid/kids/son/daughter/baby/dog .. found/grabbed/reached/touched/got .. it/wire/wires/cover
    open/uncovered/unguarded/unlocked trench/hole/pit
    burning/burnt/hot/melting .. smell/plastic/outlet/wire .. after/since/they/when
    tested nothing
    stood on .. chair/bucket/counter
    outlet/panel/switch/breaker/wire/it/box sparked/sparks/smoked/smokes/arced/arcs/smoking/sparking/arcing
    sparked/smoked/smoking/sparking/arcing
    no ground/gfci/gfcis/grounding/cover/covers/permit/permits/protection/disconnect .. wire/at/on/in/for/|
    wide open
    took/taking/takes risks/chances/risk
    could/can/might .. touch/reach/grab/electrocuted/killed/fire/burned/touched/reached .. it/wire/wires/live
    kid/kids/child/children/toddler/dog/baby .. could/can/almost/nearly .. touched/touch/reached/reach/grabbed/grab/fell/cut/shocked
    nearly/almost/could .. killed/died/electrocuted/burned/fell/hurt/burnt/fried/shocked/injured
    shocked/zapped/electrocuted .. me/my/when/by/him/her/wife/husband/son/daughter/the/dog
    got/gave/get .. shock/shocked/zapped/jolt
    left .. power/breaker/circuit/it .. on/live/hot/energized
    left .. exposed/uncovered/open/live/unsecured/dangling/bare/hanging/uncapped
    inspector .. horrified/appalled/violation/violations/unsafe/dangerous/shut
    code violations/violation/violating/compliant
    not/isnt/wasnt/nothing .. code/safe/grounded/compliant/bonded
    skipped/skips/ignored/ignores/forgot .. permit/gfci/ground/code/safety/alarm/detector/grounding/inspection
    without .. gloves/permit/turning/testing/shutting/checking/gfci/ground/safety/harness/checking
    ladder/tools/knife/blades/nails .. left/unattended/reach/kids/lying
    fell/tripped/cut .. over/into/on .. tools/trench/cord/wire/hole/ladder/extension
    caught fire
    left/leave/leaves/leaving ... live/exposed/hot/bare/dangling/hanging/open/uncapped/energized/unprotected/uncovered/loose .. wire/wires/wiring/panel/box/boxes/cable/cables/trench/hole/overnight/terminals/bus/conductors/outlet
    left/leave/leaving ... cover/panel/box/boxes/trench/ladder/blades/tools/knife/nails/screws .. off/open/out/overnight/where/around/exposed/unattended/near
    live/exposed/bare/uncapped/energized wire/wires/wiring/cable/cables/terminals/conductors/bus
    wires/wire/wiring/cables .. exposed/hanging/dangling/bare/sticking/live
    was/were/is still? live/energized/electrified
    left/did/made/work/job/install/installation/wiring/how/outright/plain/downright/is/are/now .. unsafe/dangerous/hazardous/hazard
    dangerous/unsafe/reckless work/job/install/installation/wiring/workmanship/conditions
    dangerously/unsafely/deathtrap/reckless/recklessly
    safety .. hazard/issue/violation/nightmare/afterthought/joke/problem/ignored/concern/risk
    fire hazard/trap/risk
    death trap
    not/isnt/wasnt/against/below/violat*/werent/arent/nothing .. to/up/meet/a/of? code
    code violation/violations
    violation/violations/violated/violates
    no/without/never/didnt/skipped/refused/forgot/needed/wasnt/dodge/avoid .. permit/permits
    unpermitted
    could/would/might have .. killed/burned/electrocuted/hurt/died/fire/house/burnt/shocked/injured/fried
    almost/nearly/about .. electrocuted/burned/killed/fire/fell/shocked/hit/died/hurt
    got/get/gets/been/was/were/got .. shocked/shock/zapped/electrocuted/zap/burned/jolt/buzzed
    gave/gives .. shock/jolt/zap
    left/installed/wired/put ... ungrounded/unbonded/unprotected
    bypassed/bypass/defeated/disabled/removed/skip/skipped/jumped/ignored/omitted .. gfci/breaker/ground/safety/arc/detector/alarm/code/grounding/protection
    @didnt/@not/forgot/without/nobody/bother* .. turn/turning/shut/shutting/kill/killing/cut/switch/check/test/tested/checked/testing/ground/grounded/lock/cap/capped .. off/power/breaker/main/ground/live/wires/polarity/voltage/circuit/smoke
    caught/catch/started/starting on? fire/smoking/smoke/sparking/sparks
    sparks/sparked/sparking .. flew/from/out/when/again/everywhere
    smoke .. from/coming/poured
    scorch/scorched/burn/melted/charred marks/mark/around/the/outlet/plastic/wire
    it went bang/boom/pop
    explo*
    fell/fall/falls/tripped/tripping/stepped/cut in/into/over/on/himself .. trench/hole/cord/tools/wire/blade/nail/it
    both fell in
    dog/kid/kids/child/son/daughter ... fell/hurt/shocked/cut/stepped/inches/away/grab/reach/reached/touched
    around/near/next/where/reach/front .. kids/kid/children/child/toddler/toddlers/baby/dogs/dog .. play/bath/could/around/crawling/in/tub/|
    work/worked/working/wired .. live/hot/energized .. panel/wires/circuit/without
    miss/missed/overlooked .. hazard/danger/exposed/recalled/burnt/dangerous/cracked/live
    had/have to remind/tell/ask/beg .. him/them .. kill/turn/shut/switch/off/safety/gloves
    careless .. about/with
    skipped/ignored/without/no/omitted .. gfci/arc/ground/grounding/gloves/safety/protection/goggles/harness/smoke/disconnect/lockout
    double tapped/tap
    wrong/undersized/oversized .. wire/breaker/gauge
    nearly burned/burnt
    unattended
    smell/smelled/smelling .. burning/smoke/hot`,
  neutral: `filed/applied .. for .. permit
    permit/permits .. filed/applied/came/approved/arrived/may/june/april
    permit .. posted/on/in/paperwork/taken/out/filed/county/city/needed/required/required/extra
    turned/shut/switched .. power/electricity/breaker/main .. off .. for/while/during/first/before
    wore/wear .. usual/standard/normal .. gear/gloves/glasses/boots
    usual/standard/normal/routine/basic safety/precautions/check/checks/inspection
    signed .. form/waiver/safety/hazard
    inspection/inspector .. scheduled/came/routine/required
    permit/permits @was? .. handled/pulled/taken/posted/filed/included/listed/separate/required/out
    permit fee
    under/with/on .. permit
    turned/switched/shut the power/main/mains/breaker .. off .. before/first? starting/they/he?
    hazard/safety form/sheet/talk/briefing/sign
    keep .. kids/dog/children/dogs .. upstairs/inside/out/away
    asked me/us to keep
    standard/usual/normal safety`,
};
