import type { Events } from './events.ts';

export const safety: Events = {
  silent: `so thick
    spotted/knew/saw .. vent .. undersized
    showed me .. old wiring
    permit fee
    permit .. by the? county/city/town/council
    not an explanation
    what he/they/she .. would/will do
    locked herself/himself/myself/ourselves/me/us/themselves out
    lock out/outs/outed service/fee
    locked out .. of/my/the
    lockout service/call/fee
    sparks came out .. and/died/called
    thats why .. called
    the/my/our/old .. death trap .. is/history/gone/was
    permit/parking/resident parking/zone
    played/play it safe
    safe to say
    safe .. opened/cracked/combination
    cable ties
    code of conduct
    promo/discount/coupon/zip/access/gate/alarm/door code
    fire sale/pit/place/wood/sticks/side/place
    fired
    gas/water/electric bill/bills
    tested my patience
    shock/shocked at/by/to/when/how/that/price/bill
    on fire with`,
  positive: `capped/caps/capping/insulated/isolated/shielded/enclosed/terminated/sealed/secured .. every/all/the/stray/live/off/loose .. wire/wires/line/ends/cable/cables/pipe/gas/well/hole
    childproofed/childproof/childproofing/babyproofed/kidproofed/petproofed
    fitted/installed/added/put/mounted .. isolator/gfci/rcd/rcds/gfi/railing/rail/grab/alarm/alarms/detector/detectors/guard/guards/lock/shutoff/valve/breaker/cutoff/antiscald/tamper/window/extinguisher/bar/handrail/smoke ... so/before/without/near/within/for/reach/stairs/kids/pond/free
    so i/we/nobody/nothing/kids/it/no/they dont/doesnt/couldnt/cannot/wont/one have? .. lean/fall/trip/reach/get/touch/slip/burn/come/drown/climb/tip
    flagged/spotted/noticed/found/caught/pointed/clocked/reported/identified/discovered/warned .. a/an/the/my/our/out/that/of/us/me/rotten/how .. @peril/rotten/joist/beam/brace/crib/cot/kids/swing/stairs/railing/flue/exchanger/wiring/socket/regulator/carbon/co
    had missed .. regulator/leak/crack/corroded/fault
    demo/drill/lesson/briefing/talk .. rope/ladder/fire/extinguisher/shutoff/escape/gas/safety/exit
    made/showed/taught/had .. everyone/babysitter/us/me/kids/family/all/sitter ... learn/where/wait/stay/stand/leave/shut .. gas/shutoff/main/stopcock/outside/back/neighbor/clear/off/cock/valve
    gas cock/shutoff/shut
    list of what .. mustnt/not/must/never
    mustnt .. be/touch/switched/use/turn
    until/till .. line/wire/circuit/power/it/panel/gas .. was/were .. dead/off/confirmed/safe/isolated/clear/tested/checked
    confirmed dead/isolated/safe/off/clear
    measured/tested/checked/monitored/sniffed/metered .. co/carbon/gas/monoxide/radon/asbestos/mold/moisture/air/leaks/earth/grounding/polarity
    wouldnt/refused/wont/declined/refuses/insisted/until to? .. relight/light/run/fire/start/restart/energise/energize/connect/reconnect/climb/turn/switch/use/leave/work/plug/operate/install/sign/let
    refused to .. run/light/connect/turn/use/climb/leave/bypass/fit/install/work/plug
    moved/relocated/rerouted .. panel/outlet/socket/wire/wires/cable/switch/heater/gas .. out/away/from/off .. shower/bathroom/sink/tub/water/reach/pond/pool/crib
    tightened/fixed/secured/braced/anchored/strapped/bolted/shored/propped/stabilised/stabilized/reinforced/underpinned .. fan/railing/banister/bookcase/bookshelf/chimney/wall/tank/heater/crib/swing/stairs/deck/balcony/tree/ladder/leaning/loose/step/up/wobbly/gate
    over the crib/cot
    shored/shoring up
    wore/wears/wearing/clipped/donned/strapped/had/put .. @gear
    @gear .. on/worn/every/all/always/checked
    harnesses/harness/goggles/respirator/respirators/hi-vis
    roped/coned/taped/fenced/cordoned/sectioned/barricaded/blocked/closed .. off/sidewalk/pavement/area/street/path/street/walkway .. sidewalk/area/pavement/yard/street/so/path?
    roped/coned/fenced/cordoned off
    cones/barriers/barrier/warning/hazard/caution signs/tape/round/around/out/lights/cones/barriers/everywhere
    had .. fella/man/someone/spotter/lookout/banksman/flagger ... stood/watching/standing/so/street/kids
    spotter/lookout/banksman/flagger/flagman
    death trap .. is/are/was .. history/gone/removed/replaced/sorted
    old .. death/fire .. trap/hazard .. history/gone
    safety .. first/conscious/minded/obsessed/mad/nut/stickler/seriously/net/railing/rail/gate/meeting/catch/valve
    stickler for
    took/takes/taking .. safety/no .. seriously/chances/risks/shortcuts
    replaced/swapped/changed/renewed .. expired/dead/recalled/missing/old/flat .. smoke/co/carbon/alarm/alarms/detector/detectors/battery/batteries/extinguisher
    sleep/sleeps/slept/sleeping/rest .. night/easier/better/easy/again/soundly/knowing
    saved our/my/us/his/her/the .. life/lives/house/home/bacon/from .. fire/poisoning/blast/explosion/disaster/flood/electrocution?
    could/couldve/might/would have? .. killed/burned/exploded/collapsed/poisoned/gassed/electrocuted .. he/she/they/but/had/until/before
    carbon monoxide/co .. found/caught/tested/checked/detector/measured/alarm/stopped
    made/makes/left .. safe/secure/childsafe/safer
    made it/everything/things/us/site safe
    checked/tested/checks/tests .. rails/railing/ladder/ladders/footing/brakes/brake/alarm/alarms/anchor/anchors/scaffold/scaffolding/gas/shutoff/twice/everything .. before/first/twice
    footed/tied/secured .. ladder
    ladder .. footed/tied/secured/held
    kept/keep/keeps/shooed/moved/held .. kids/children/dog/dogs/toddler/pedestrians/neighbors/everyone/schoolkids/public/passersby .. away/clear/back/out/off/safe/distance/behind
    up to/brought/bringing .. code/regs/standard/standards/regulation
    to code
    permit/permits/paperwork/inspection .. pulled/obtained/sorted/handled/approved/proper/arranged .. first/before/properly/everything/by/all/without
    walked .. inspector round/around/through/himself`,
  negative: `drove/walked/went/left/drive .. off/leaving/left ... flue/gas/vent/wire/wires/line/disconnected/open/running/uncapped/live/exposed/on/unsecured/unlocked
    flue/vent/exhaust/chimney/duct/pipe .. disconnected/ends/ending/blocked/vents/venting/vented/leaking/loose/unconnected/into .. inside/loft/attic/bedroom/garage/house/crawlspace/room/into/in?
    vent/flue/exhaust .. inside/loft/attic/bedroom/disconnected/blocked
    only reason .. alive/typing/here/breathing/still
    co/carbon/monoxide/smoke alarm/alarms/detector .. went/screaming/sounded/reason/saved/shrieking/off/removed/disabled/unplugged/disconnected/covered
    bare/wet hands/feet/hand/foot .. thunderstorm/live/wire/wires/panel/rain/in
    in/during a? .. thunderstorm/lightning/gale/thunder
    smell/smelled/smelt/smells/smelling/reeked .. gas/burning/smoke/burnt/singed/propane/fumes/rubber .. from/evening/after/since/when/when/still/in/all/day/night/morning/|
    gave/gives/got/giving/gets me/us/my/him/her .. belt/jolt/zap/whack/tingle/shock/buzz/kick
    belt/jolt that
    threw/knocked/flung/blew/sent me/us/him/her across/off/over/back/flying
    nails/screws/glass/blades/staples/shards/tacks in/on/across/all .. driveway/grass/lawn/street/yard/path/drive/sandpit/sandbox .. tire/tyre/feet/foot/barefoot/flat/kids/paw/dog
    flat/punctured tire/tires/tyre/tyres
    barefoot
    left/leaving .. open panel
    open/uncovered/unfenced/unmarked/unguarded/unlit/gaping manhole/trench/pit/hole/shaft/well/drain/excavation/pool/ditch/stairwell/socket
    no/without/zero/nor/lacking .. cones/lid/lamp/barrier/barriers/guard/guardrail/rail/railing/railings/harness/harnesses/goggles/gloves/mask/masks/helmet/helmets/ppe/rcd/gfci/earth/ground/isolator/scaffold/scaffolding/warning/tape/signs/footing/shutoff/detector/bracing/shoring/vent/ventilation/extinguisher/spotter
    no .. cones/lid/harness/barrier
    propped/wedged/jammed/tied/blocked/chained/held .. fire/emergency .. door/exit/escape
    fire door/exit/escape/extinguisher .. propped/open/blocked/wedged/removed/locked/missing/with
    blocked/blocks/blocking/chained/obstructed/barred .. exit/exits/escape/egress/stairwell/hydrant/way/fire
    getting/get out .. in a fire
    ladder/scaffold/scaffolding/plank/steps .. propped/balanced/balancing/wobbling/perched/leaning/resting/unsecured/untied/lashed/slipped/wet/bin/bucket/chair/table/rotten/ice
    balanced/balancing/perched/teetering/dangling/teetered/standing/stood on/from/off/over .. bucket/chair/bin/railing/ladder/wheelie/sink/stool/ledge/edge/sill/car/paint
    used/using/tied/anchored .. my/our/the .. swing/railing/gutter/chimney/car/crib/tree/child .. as/for/to/set .. anchor/support/ladder/rope?
    as an anchor
    left/leaving .. @risk wire/wires/wiring/cable/cables/splice/splices/terminal/terminals/conductor/conductors/socket/sockets/flue/gas/blade/blades/rebar/nails/slab/slates/railing/stair/stairs/glass
    left .. @risk
    live wire/wires/splice/cable/terminal/terminals/socket/end/ends/conductor
    wire/wires/wiring/splice/cable/cables/rebar/nails/screws/blades .. sticking/poking/protruding/dangling/hanging/exposed/bare/trailing .. out/up/by/over/near/from/down/across
    power/gas/water/saw/torch/blowtorch/burner/heater/iron/main/it left/still/was on/running/live/lit/burning/plugged/unattended/open
    left .. torch/saw/blowtorch/ladder/knife/blade/blades/nailgun/chainsaw/chemicals/bleach/poison/acid/solvent/drill/nails/axe ... unattended/reach/running/out/on/toddler/kids/plugged/open/lying/overnight/where/near
    within/in reach .. toddler/toddlers/kid/kids/children/baby/child/crib/grandkids
    where .. kids/toddler/children/grandkids/anyone/dog/baby .. play/plays/reach/reached/walk/walks/could/crawl/crawls/sleeps
    kid/kids/toddler/child/daughter/son/dog/cat/grandson/granddaughter/nan/mum/wife/husband/postman/neighbor ... nearly/almost/stepped/cut/shocked/burned/burnt/fell/tripped/impaled/swallowed/electrocuted/grabbed/hurt
    nearly/almost/narrowly .. electrocuted/killed/fell/gassed/poisoned/burned/crushed/hit/impaled/brained/decapitated/concussed/drowned
    near miss
    accident waiting to
    should be fine without/with/though
    disagreed loudly
    bypassed/bypassing/jumpered/defeated/disabled/overrode/removed/unhooked/disconnected/silenced/taped/painted .. safety/alarm/alarms/detector/breaker/sensor/rcd/gfci/guard/limit/over/interlock/switch .. scorch/off/with/and/?
    taped/painted/plastered over .. scorch/burn/mold/mould/asbestos/crack/leak
    scorch mark/marks
    taped over
    disturbed/cut/drilled/sanded/ripped/broke .. asbestos/lead .. without/no/mask/and/out/?
    asbestos/lead .. everywhere/dust/without/bags/mask/open/no
    smoking/smoked/lit/vaping/cigarette .. near/by/next/beside/under/around/while .. gas/propane/petrol/solvent/tank/boiler/oxygen/fuel
    fumes/monoxide .. bedroom/house/sick/headache/headaches/kids/filled/nursery/dizzy/in
    dropped .. slate/slates/hammer/brick/bricks/beam/tile/tiles/tool/tools/branch/limb/ladder/shingle/shingles ... from/near/missed/head/roof/inches/feet/next/sidewalk/kids/pram/on/pavement
    missed/inches/feet from/my/his/her/by .. head/skull/pram/stroller/baby/toddler/inches
    reckless/recklessly/hazardous/perilous/perilously/dangerously/deathtrap/lethal/treacherous/negligent/negligence
    death/fire/trip/tripping/shock/booby/slip/choking trap/hazard/risk/trapped
    fire brigade/department/marshal/chief .. came/shut/called/condemned/said/furious/appalled/horrified
    gas board/company/man .. shut/condemned/red/tagged/horrified/appalled/capped/danger
    no permit/permits/inspection/license/licence/insurance
    without .. permit/permits/inspection/harness/mask/isolating/turning/shutting/capping/testing/warning/checking
    sparks .. flew/flying/flew/everywhere/hay/curtains/dry/near
    caught/catch fire/alight`,
  neutral: `certificate/certificates/cert/report issued/provided/supplied/attached/given/came
    certificate .. issued/provided
    no dangers/hazards/issues/faults/problems/concerns/defects reported/found/flagged/noted/identified
    nothing flagged/dangerous/unsafe/found/alarming/reported
    advised/suggested/recommended .. us/me/we/have/that/getting .. pro/specialist/engineer/structural/inspection/gas/survey/surveyor/monitor/detector
    have a pro look
    done/was/work/is/all/built/wired to/per code/regulations/regs .. as/per/far/according/paperwork
    as far as the paperwork
    wore/wears/wearing/carried .. usual/standard/hard/required/normal/typical .. gear/hat/hats/goggles/gloves/like/others/boots/vest/ppe
    wore the usual
    like the others on
    permit/permits/inspection/inspections .. as/required/usual/standard/included/filed/taken/arranged/applied/came/pending/number/displayed/posted/routine/scheduled
    cones/barriers/tape/signs .. as/usual/required/standard/normal/regulation
    power/gas/water/supply .. off/isolated/shut .. for/during/while/an/about/couple
    routine/annual/standard/usual/basic/yearly gas/safety/electrical/boiler/fire check/inspection/certificate/test/checks/tests
    alarm/alarms/detector/detectors .. tested/present/working/as/checked .. usual/routine/standard/normal/part
    shoes/boots/steel toecaps/toed/toe
    risk assessment
    method statement
    hazard/safety form/forms/sheet/paperwork/waiver/notice`,
};
