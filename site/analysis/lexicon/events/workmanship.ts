import type { Events } from './events.ts';

export const workmanship: Events = {
  silent: `level 1/2/1#/charger
    with a level
    carried out by
    done the right thing by
    holding my breath
    been so moved
    found .. burnt
    leaked oil
    split level
    level of
    second/third time using/hiring/calling/here/ive/weve
    cracked exchanger/meter/it
    smell which
    hole the size of .. pizza
    job site/sites
    the works |
    how .. works
    look up .. furnace/boiler/panel
    sparks/smoke came out of
    well/heat/sump pump relay
    smart thermostat/home
    dreading
    wire/splice/rebar hanging/sticking out
    nothing hot behind
    dime/penny
    cheap middling
    communication was .. middling
    snapped at
    texted/called/rang ... water coming
    grout/caulk/paint/plaster everywhere
    level with/of/headed
    scorch mark
    shoes/boots always? came/come/comes off
    ceiling/wall/tree/rain comes/came/coming down
    noticed/found/spotted/fixed the/a wobbly/loose/crooked/leaking/cracked
    the wobbly/loose/dodgy/leaking/broken
    know/knows/knew .. backwards
    worksite/site like .. showroom
    couldnt/cannot come down on
    was/is upside down and
    job solved
    same fix
    told .. fix/repair it
    how to fix
    before/until he/they/she fixed
    nothing special either
    took .. off my/the bill/price
    ten dollars off
    blew the fuse/whistle/budget/doors
    trip/trips/call out fee/charge/charges
    dirty/clean/good/great/excellent job of/at communicating/explaining/cleaning
    came/come off it
    runs/ran late/over/behind/to/on/out/a/the/his/her
    run/runs by
    holds/held/hold his/her/their/my/the/hands/up/on
    heat/water was off
    sat/sits/sit in/down/on/around`,
  positive: `@thing @was? .. straight/level/plumb/flush/true/solid/sturdy/tight/watertight/airtight/silent/quiet/smooth/smoothly/square/seamless/sound/toasty/immaculate/invisible/steady/crisp/gorgeous/stunning/perfect/perfectly/flawless/beaut/superb/mint/spot/brilliant/lovely/beautiful/gleaming/handsome/impeccable
    @thing .. purrs/hums/glides/sings/gleams/glows/shines/sparkles/behaves/drains/fires/swings/closes/opens/locks/latches/slides/rolls/heats/cools/works/runs/holds/clicks/flushes/shuts/spins .. like/without/with/now/again/again/perfectly/beautifully/smoothly/quietly/silently/itself/these/every/fine/sweetly/a/first/properly/nicely/great/freely
    @thing .. working/running/draining/heating/flowing/closing/flushing/firing .. again/perfectly/beautifully/smoothly/like/properly/now/better/well/great/fine/sweetly
    works/working/runs/running/lives/alive again/now
    back in/to business/action/life/normal/service
    came back to life
    behaves/behave/behaved itself/themselves
    it/they/everything/gate/door/drawer/drawers glides/glide/purrs/purr/gleams/sparkles
    purrs/purring/glides/gliding
    run/runs/ran/running sweetly/smoothly/beautifully/perfectly/like/quietly/true/clear/sweet
    blowing/blows/pumping ice/cold/hot/warm/cool/icy
    ice cold
    hot water .. beaut/again/back/now/lovely/instant/finally/minutes/seconds
    hot/warm again
    toasty/snug/cosy/cozy and/though/now/again/as/at/all/this/|
    warm now/again
    bone/perfectly/totally/completely/nice/stayed/stays/still/finally/now dry
    dry as
    hasnt/havent/not/never/no/without/nor/zero .. leaked/leak/leaks/dripped/drip/drips/sagged/sag/sags/budged/creak/creaks/squeak/squeaks/cracked/crack/cracks/peeled/shifted/moved/rattled/rattle/gurgle/gurgles/wobble/wobbles/squeal/jammed/stuck/draft/draught/drop/bubble/bubbles/seam/smudge/ripple/gap/gaps/mark/warped
    hasnt/havent/not/never let in
    not/without/no .. single/much/one .. drip/leak/crack/creak/nail/seam/squeak/gap/bubble/fault/hiccup/blip
    not so much as a drip/creak/leak/squeak/crack/wobble/rattle/peep
    @num winters/summers/storms/hurricanes/seasons/years/months .. on/later/in/through/since ... not/still/no/never/dry/solid/strong/perfect/good/holding/going
    through @num? .. hurricanes/storms/winters/winter/hurricane/storm/gales/floods/monsoon
    stopped/quit/ceased/cured/gone/evicted/banished/vanished/history .. flickering/leaking/dripping/squeaking/rattling/banging/draft/draught/humming/gurgling/smell/noise/leak/drip/for
    draft/draught/leak/drip/squeak/noise/rattle/smell/damp/flicker/gurgle/banging/hum/knocking/wobble .. gone/stopped/evicted/history/vanished/disappeared/cured/sorted/ceased/banished/fixed
    lights/light/they have? quit/stopped
    put it/that/everything/things right
    been/was put right
    then some
    sorted it/them/that/everything .. for good/once/permanently/properly
    fixed/cured/solved/sorted/mended it/that/everything/them/both .. good/once/right/properly/permanently/too
    mended/mends/restored/revived/resurrected/rescued/salvaged/resuscitated
    good/solid/proper/honest/fine/skilled/beautiful/lovely/tidy/first/immaculate/exquisite/gorgeous/precise/clean/neat/flawless/superb/crisp/stunning/decent/great/quality .. joinery/carpentry/brickwork/stonework/masonry/tiling/soldering/plumbing/plastering/painting/paintwork/woodwork/pipework/grouting/welding/welds/landscaping/roofing/paving/finish/miter/miters/mitres/seams/joints/lines/edges/craftsmanship/trim/grout/caulking/lockwork/repair/patch/turf/beds/paintjob/job
    joinery/carpentry/brickwork/tiling/tile/tiles/soldering/plumbing/plastering/paintwork/pipework/welding/grout/seams/joints/lines/edges/paint/finish .. perfect/flawless/immaculate/stunning/gorgeous/straight/crisp/beautiful/superb/razor/shiny/tight/invisible/exquisite/glass/lovely/neat
    straight/true/flat/level/smooth/solid/strong/tight/shiny/good as a/an/the/new
    smooth/flat as
    @num/whole/my/a/full .. weight/stone/pounds/kilos/set .. without/laughed/held/holds/budge/fine
    without a/any/so sag/wobble/creak/squeak/leak/hitch/judder/gurgle/rattle/bounce/snag/stick/hiccup/drip/peep
    could/can sell/frame/hang/eat/bounce/dance/park .. on/it/them/in/as
    sturdy/sturdier/rocksolid/bombproof/watertight/leakproof/draftproof/weathertight/plumb/level/mirror/showroom
    built/fitted/laid/hung/set/cut/mitred/mitered/plumbed/painted/tiled/sanded/poured/installed/finished/mounted/done .. straight/square/level/beautifully/perfectly/true/flush/right/properly/expertly/precisely/immaculately/flawlessly/millimeter/millimetre
    what got built and
    cannot/couldnt/wouldnt/never/hard/impossible to? .. see/find/tell/spot/know .. where/hole/join/seam/repair/patch/was/crack/damage/it
    passed/passes/pass/sailed/aced .. first/inspection/go/through/flying/time/test/muster/pressure/signoff
    inspector/surveyor/assessor/building/council/city .. happy/passed/signed/impressed/nodded/delighted/approved/complimented/grinned
    first go/time/try/attempt/inspection |
    fits/fit/fitted/matches/matched/lines/blends .. glove/perfectly/original/exactly/seamlessly/invisibly/beautifully/snug
    like a glove/dream/charm/hinge/swiss/clockwork/kitten/new/rolls
    like on/its on? ice/butter/rails/silk
    better than new/factory/original/before/ever
    good as new
    works/working .. first time since/in
    finally/now works/shuts/closes/drains/locks/flushes/opens/latches/heats/warm/hot/dry/quiet/fits/stays
    no/not/never/dont/doesnt longer/more/anymore .. leak/leaks/drip/drips/draft/wobble/wobbles/squeak/squeaks/rattle/rattles/stick/sticks/jam/jams/sag/sags/flood/floods/gurgle/smell/clog/bang/knock/creaks
    doesnt/dont .. wobble/leak/stick/squeak/creak/rattle/drip/jam/rock/sag/flicker .. anymore/now/more/at/|
    hold/holds/held/holding .. fast/firm/tight/strong/brilliantly/beautifully/well/pressure
    has/its/it survived/weathered/withstood
    built/made/done to last/outlast
    meticulous/pristine/exquisite/masterful/workmanlike/craftsmanlike/immaculate/superlative .. work/finish/job/joints/lines/cut/detail
    care/pride .. in/into/over/every .. work/joint/detail/cut/finish/corner
    proper/tidy/cracking/smashing/bang/belting/stellar/stonking/grand/champion/fab job
    bang up job
    works/working a treat
    a treat |
    pukka/mint/spotless/bonzer/ripper
    click/clicks .. you/satisfying/perfectly/into/home
    no callbacks/call-backs
    looks/look like .. always/was/been/there/magazine/catalogue/catalog/million/built/grew/factory/new`,
  negative: `joint/joints/pipe/tap/faucet/seal/valve/roof/window/skylight/gutter/toilet/shower/tank/radiator/it/still .. weeps/weep/weeping/drips/drip/dripping/leaks/leaking/leak/leaked/seeps/seeping/oozes/dribbles/dribbling/spurts/sprays/floods
    still .. leaks/leaking/leak/drips/dripping/screams/screaming/squeaks/squeals/rattles/pulses/bangs/gurgles/clogs/backs/stinks/jams/sticks/floods/sags/wobbles/rocks/creaks/scrapes/drafty/draughty/cold/broken/stuck/damp/wet/smells/hums/buzzes/blinks/clunks/groans/whistles/howls/blocked/weeps/runs/loose/won
    @thing .. scrapes/screams/screeches/squeals/squeaks/creaks/groans/pulses/weeps/rocks/wobbles/sags/jams/sticks/rattles/judders/shudders/clunks/gurgles/leaks/drips/floods/flickers/buzzes/bangs/whistles/howls/moans/warps/buckles/bows/dips/slopes/leans/slants/catches/binds/drags/squeaks/peels/bubbles/flakes/cracks/pops/blinks .. like/if/when/every/at/worse/again/all/and/now/still/more/to/|
    @thing .. came/comes/coming/fell/falls/falling/hangs/hanging/dropped/popped/slid/blew/peeled/peeling .. adrift/away/loose/off/down/apart/whiskers/thread/out/unstuck/like/within/after/days
    came/comes/coming adrift/unstuck/unglued/undone/loose
    hangs/hanging .. by/off/thread/whiskers/crooked/squint/skewed
    jammed/seized/buckled/warped/cracked/peeled/bubbled/blistered/split/sagged/collapsed/crumbled/flaked/burst/leaked/detached/disintegrated/delaminated/rusted/corroded .. with/in/within/after/like/by/again/already/days/weeks/months/same/next/on/first/me/|
    caulk/grout/paint/sealant/plaster/silicone/render/varnish/stain/putty .. peeled/peeling/cracked/cracking/bubbled/flaking/crumbling/lumpy/streaky/patchy/different/drips/runs/blotchy/smeared/gaps/uneven/everywhere/missing
    different white/shade/color/colour
    touch up .. different/worse/mismatch
    lasted/lasts/held/survived .. @num/a/until/till/less/about/barely/all/only/not .. @unit/nights/mornings/winter/showers/rain/flushes/weekend
    rained/leaking/pouring/dripping/raining through/in/into .. skylight/ceiling/roof/light/kitchen/it
    being rained/leaked through
    bodge/bodged/bodger/bodgers/bodging/bodges/botchjob/lash/kludge/kludged/frankenstein/diabolical/wonky/skewwhiff/squint/skew/cockeyed/cattywampus/higgledy/rickety/ropey/ropy/dodgy/shonky/gammy/duff .. job/work/up/and/fitting/repair/install/joint/shelf/finish/tile/tiles/door/|
    dogs breakfast/dinner
    dog breakfast/dinner
    lift wiggle
    if you .. lift/wiggle/jiggle/kick/slam/pray/hold/force
    mitered/mitred/cut/painted/fitted/installed/built/measured/hung/laid .. with/by .. teeth/eye/feel/blindfold/blindfolded/eyes/spoon/butter/dark/chainsaw/axe/hammer/foot/drunk
    on a boat
    fitted/hung/installed/laid/built .. crooked/wonky/backwards/upside/inside/squint/loose/badly/poorly/boat/drunk
    i/id am? down .. and/with it/still
    and it/the .. still screams/leaks/drips/squeaks/doesnt/wont/isnt/floods/sticks/rattles/jams/hums/trips/smells/flickers/blows/makes
    swapped/replaced/fixed/repaired/changed/adjusted ... still/again .. screams/leaks/drips/same/doesnt/wont/squeaks/broken
    wont/doesnt/cannot/wouldnt/never .. close/shut/lock/latch/open/drain/flush/heat/cool/stay/light/fit/seal/hold/start/fire/spin/align/sit .. properly/now/anymore/fully/all/unless/without/flush/right/|
    back to/at square one
    worse than/now/off .. before/when/ever
    made it/things/matters worse
    redo/redoing/redone .. it/out/all/whole/again/job/myself
    paid/hired/needed/brought/got/had ... another/else/second/different .. fix/redo/undo/repair/sort/correct/rip/finish
    drilled/cut/punched/nailed/screwed/bored/sawed/sawn/put .. through/into/foot/straight .. pipe/line/main/cable/joist/wire/ceiling/wall/duct/hose/good/gas
    drilled .. perfectly good
    cracked/chipped/scratched/dented/gouged/smashed/broke/snapped/shattered/scuffed/nicked/burnt/scorched/flooded/ripped/tore/bent/ruined/wrecked/killed/trampled/flattened .. my/our/the/two/three/a/mum/her/new/brand .. tile/tiles/sink/window/door/floor/worktop/counter/vase/mirror/fence/car/gate/wall/glass/oak/marble/granite/roses/lawn/ceiling/pane/panel/hedge/rose/table/bath/basin/tub/carpet/wallpaper/lamp
    backed/reversed/drove .. into/over .. my/our/the/fence/wall/car/mailbox/postbox/flowerbed/gate
    foot through .. ceiling
    gap/gaps .. finger/fist/fit/see/between/under/around/mouse/daylight/wide/behind
    see daylight
    uneven/unlevel/crooked/lopsided/wonky/misaligned/wavy/lumpy/bumpy/patchy/streaky/blotchy/slanting/sloping/out .. tiles/tile/grout/paint/finish/line/lines/edges/floor/shelf/shelves/wall/walls/door/doors/steps/lawn/cabinet/cabinets/by/square/true/alignment
    @num inches/inch/centimeters/cm/mm/millimeters .. off/out/short/low/high/crooked/lower/higher
    out of square/true/plumb/level/alignment/line/whack/kilter
    off center/centre/kilter
    too short/long/high/low/wide/narrow by
    half/barely finished/done/painted/attached/tiled/sanded/fitted
    left .. unfinished/unpainted/ungrouted/unsealed/half/undone/incomplete/raw/unplastered
    missed/skipped .. spots/patches/spot/patch/coat/whole/corner/bits/seams/edges
    one/single/thin coat .. instead/only/through
    failed/fails/flunked/rejected .. inspection/test/first/twice/again/at/immediately/within/after/week/by
    failed again
    inspector/surveyor .. failed/laughed/rejected/condemned/winced/shook/cringed
    leak/problem/noise/smell/drip/flicker/damp/stain/draft/fault .. returned/back/reappeared/came/again/worse/spread/still/persists/persisted/resurfaced
    cowboy/cowboys/amateur/slipshod/slapdash/ham/ham-fisted/cack .. work/job/handed/fisted/finish
    thrown/slapped/cobbled/chucked/bunged/lashed/tacked/hacked together/up/on/over/it/off
    with duct/gaffer/sellotape/electrical/masking tape
    blu/sticky tack/tape
    cable/zip ties
    chewing/bubble gum and/on .. wire/string
    painted/taped/plastered/tiled/papered/glued over
    water .. through/into/under/from/stain/stains/came/pours/pouring/pooling/pools .. ceiling/kitchen/floor/wall/basement/lights/in/light/corner
    flooded/flooding .. kitchen/bathroom/basement/garage/cellar/again/twice/my/our/the/after/every
    tripped again
    trips/blows .. again/every/same/whenever
    come/came/back .. @num/three/third/fourth/several times/visits/trips
    called/call/had .. back twice/three/again/to/because/four .. times/fix/finish/same/redo
    third/fourth/fifth callout/visit/trip/attempt/repair
    like .. mechanical/sunburn/nightclub/dungeon/toddler/drunk/kindergarten/preschool/blind/blindfolded/earthquake/picasso/roller/rollercoaster/funhouse/dog/jelly/trampoline
    no/zero sealant/underlay/primer/insulation/grout/screws/support/membrane/slope/fall/drainage
    visible/obvious/ugly/rough/bad/terrible/awful/shoddy/sloppy/poor .. seam/seams/patch/join/joints/grout/caulk/caulking/tiling/paint/painting/finish/brushstrokes/plaster/carpentry/soldering/mitre/cut/edges`,
  neutral: `patch/repair/join/seam is/are visible/noticeable .. but
    repair/fix/work/job/it .. holding/holds/fine/working .. so far/for/yet/to
    too soon/early to say/tell/judge
    works as it should/intended/expected/described/it
    works/working as intended/designed/normal/before/expected
    temporary/stopgap/interim fix/clamp/patch/repair
    does/did its/the/what .. job/trick/purpose
    did its job
    end? result/finish/work/repair/install/shelves/they/tiling/painting is/are/was/were .. adequate/passable/ok/okay/fine/acceptable/satisfactory/serviceable/tolerable/reasonable/standard/average/usable/ordinary
    adequate/passable/satisfactory/serviceable/functional/unremarkable/workmanlike/middling/tolerable .. work/job/repair/finish/result/install
    to/meets/met/up .. spec/specification/standard/minimum/drawing/drawings
    finish/result/work .. you/one would? expect
    nothing to write
    time will tell
    signed off as/with/on
    neither perfect/great/pretty nor
    looks .. same as/like .. before/others/rest
    installed/fitted/built/done .. as/per .. manual/drawing/drawings/spec/instructions/manufacturer/plan/plans`,
};
