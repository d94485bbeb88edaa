import type { AspectLexicon } from '../aspect-lexicon.ts';

export const workmanship: AspectLexicon = {
  label: 'Workmanship',
  topic: `workmanship
    craftsmanship
    handiwork
    quality of .. work/installation/lighting
    work quality`,
  silent: `@num star/stars job/work
    @num hour/minute/day job
    other jobs
    ordinary/most/small/big/little jobs
    panel upgrade
    work/job from home
    come on
    at work
    off work
    to work with/at
    work with`,
  subject: `work
    job/jobs
    install/installs/installed/installation
    repair/repairs/repaired
    result/results
    finish/finished
    @fixture
    quality
    the? fix
    project`,
  positive: `thing of beauty
    hasnt/havent/never missed a beat
    not missed a beat
    flawless/perfect/solid/great/fine .. for/since/all .. years/months/then/day/winter/summer
    not/no/hasnt/never .. flicker/blink/buzz/trip/hum/squeak/rattle/wobble/hiccup
    steady as
    purrs/purring/whisper quiet
    runs/hums/spins/shines/glows like/quietly/beautifully/perfectly/silently
    still .. looks/works/going/strong/perfect/runs/running/shining
    beauty/gorgeous/stunner/pretty/handsome/sharp .. job/panel/work/install/lights/finish
    @num years/months on/in/now .. and/everything/still/works/not/no/it
    like day one
    like the first day
    looks/look like .. factory/new/magazine/showroom/original/professional/pro
    came out .. beautiful/great/perfect/nice/amazing/lovely/better/gorgeous
    tucked/hidden/concealed .. away/wires/wiring/cables/behind/neatly
    no wires/cables/cords .. showing/visible/hanging/anywhere
    hid/hides the? wires/cables/wiring
    inspector/inspection/county/city .. gave/passed/signed/was/had .. thumbs/happy/impressed/flying/off/no/first/nothing
    not .. single one/correction/violation/note .. inspection/inspector
    brighter than
    night and day
    house/kitchen/room/yard/garage/porch @was? .. glows/glow/lit/lights/transformed/beautiful/brighter
    rock solid
    built like
    does/do exactly what
    works/worked/running/working first/every time/day
    since then/that .. no/not/never/nothing/perfect
    zero problems/issues/trips/flickers/complaints
    never/hasnt/havent/not/no .. problem/issue/trip/flicker/glitch/hiccup .. since/again/yet/in/once
    finally .. works/work/working/fixed/have/got/heat/cool/light
    fixed what .. others/other/nobody/another
    fixed .. for good
    fixed/solved/cured/repaired/sorted .. right/up/good/properly/correctly/once/it/permanently/problem/issue
    quality of/workmanship/materials/is/was
    craftsman/craftsmanship/artisan
    careful .. work/drilling
    precise/precision/exacting/crisp/flush/symmetrical/centered/aligned
    neatest/nicest/cleanest/best/prettiest/straightest .. seen/wiring/panel/install/work/job/electrical
    compliments .. on/from/about
    everyone/neighbors/friends/guests/people .. compliment/compliments/complimented/admire/asks/ask/jealous
    could .. hang/frame it/in
    patched .. up? so/perfectly/nicely/beautifully/cannot/the
    @good .. work/job/craftsmanship/workmanship/installation/install/repair/repairs/finish/results/result/quality/wiring/upgrade/rack/panel/setup
    did/do/does/done/doing a/an/such/some? .. @good job/work/service
    did .. perfectly/beautifully/flawlessly/wonderfully/expertly
    work/job/workmanship/craftsmanship/install/installation/quality/wiring/panel/repair/finish/everything/conduit/result/product/lighting/charger/upgrade/rewire @was .. @good/right/straight/square/labeled/level/plumb/beautiful/bright/meticulous/detailed/tight
    job/work well done
    well done job/work/guys/all
    work/works/worked/working/runs/run/running/ran/heating/functions @very? great/perfect/perfectly/fine/flawlessly/beautifully/wonderfully/again/now/properly/correctly/smoothly/well/quiet/quietly/silent/without
    work/works/worked/runs/ran like/as a/it/new? charm/dream/champ/new/should/clockwork/top?
    tub/pool/heater/furnace/ac/fan/charger/generator is/are/now heating/cooling/spinning/charging/running/working
    everything/all/it/they/lights/outlets/fan/charger/both/still/finally .. works/working/functional/functions/worked
    lights/light/power/heat/ac/everything/house/system/fridge @was? .. back/restored/working/fixed/restored/up .. on/again/and/running/now/to
    back up and/in
    up and running
    good as new
    like new
    look/looks/looked/looking .. great/amazing/fantastic/beautiful/beautifully/gorgeous/awesome/neat/good/better/perfect/stunning/incredible/wonderful/fabulous/fab/professional/sharp/clean/terrific/well/nice/perfectly/lovely/excellent/factory
    not one/a/single/no/zero/without/never/nary/havent/any/hasnt .. problem/problems/issue/issues/hitch/hiccup/hiccups/flicker/trip/glitch/fault/failure/outage/blip .. since/after/now/with/from/yet/in/anymore/|
    no/zero/without/never/stopped/doesnt/dont/not .. flicker/flickers/flickering/buzz/buzzing/hum/humming/wobble/wobbles/tripping/trips/tripped/rattle/noise/blink .. anymore/now/no/since/again/at/|
    no more .. flicker/flickers/flickering/buzzing/tripping/trips/humming/outages/extension/dark/dead/wobble
    no longer .. flicker/flickers/trips/trip/buzz/buzzes/hums/dim
    been/worked/running/run/working .. perfect/perfectly/flawless/flawlessly/solid/great/fine/beautifully .. since/for/ever
    hasnt/havent/never/not .. tripped/flickered/failed/budged/wobbled/skipped/needed .. once/since/again/beat
    @num years/months/weeks later .. still/works/perfect/strong/going/great/no/running
    still .. going/working/strong/perfect/great/running/holding/works/looks
    hold/holds/held/holding .. up/fine/strong
    stood the test
    pass/passed/passes/passing .. inspection/first/with/no/city/county/final/flying/look/time/inspected
    inspector/inspection .. loved/complimented/praised/impressed/passed/happy/nothing/approved/best/signed
    inspector said/called/thought .. best/neatest/cleanest/nicest
    done/did/does/do/doing/do/fixed/installed/wired/built .. right/correctly/properly/perfectly/well/beautifully/neatly/cleanly/expertly/flawlessly .. first/time/and/the|
    right/fixed/correctly/done the first time
    do/does/did/done it/things/everything? right/properly
    neat/tidy/clean/straight/beautiful/meticulous/precise/perfect/gorgeous/super/immaculate/neatest/cleanest/flawless/careful/seamless install/installs/installation/wiring/panel/conduit/lines/work/wires/cable/cables/runs/bends/cuts/holes/labels/layout/wire/rack/finish/job
    wires/wire/panel/conduit/lights/fan/fans/breakers/outlets/outlet/cuts/holes/everything/plates/switches/cans/fixtures .. straight/level/plumb/square/flush/centered/labeled/neat/neatly/aligned/even/symmetrical/tidy/lined/parallel/perfect/perfectly
    level/plumb/sturdy/straight/quiet/silent/solid and/level/quiet/sturdy/straight/silent/bright/true
    clearly/neatly/all/everything/properly/nicely/carefully labeled
    kicked/kicks/fired/fires/started/starts/switched in/on/up/right/by/within .. second/seconds/itself/automatically/within/the/perfectly/first/immediately
    cannot/couldnt/never/hardly .. even? tell/see/know/notice .. where/it/was/patch/they/cut/wires/seam
    seamless/seamlessly/meticulous/meticulously/impeccable/impeccably/painstaking
    attention to detail
    eye for detail
    detail oriented
    work of art
    masterpiece/artistry/artist/artists/craftsman/craftsmen/perfectionist/perfectionists
    museum/magazine/showroom/showpiece/textbook/showcase
    top notch work/job/quality
    quality work/job/workmanship/install/installation/craftsmanship/materials/parts
    high/top/great/good/excellent/superior/best quality
    job/problem/issue/everything .. fixed/solved/resolved/sorted/done .. quickly/perfectly/right/first/for/permanently/once/well
    problem solved
    fixed it/everything/the/my/our/what/all .. first/right/quickly/perfectly/permanently/for/once/fast/easily/minutes/no/before
    fixed my/our/the .. in .. minutes/hour
    make/made/makes/what .. difference
    transformed
    love/loved/loves my/our/the/how/these new? .. @fixture
    @fixture .. love/loved/loves/gorgeous/beautiful/stunning/amazing/perfect/great/lovely/wonderful/excellent
    better than .. before/ever/new/expected/imagined/original
    never/not/didnt/havent/hasnt had? to .. call/come/touch/redo/fix/adjust/have .. back/again/it/fix/since/anything
    exactly what/how/where i/we .. wanted/asked/envisioned/hoped
    exactly as/like .. wanted/asked/planned/pictured/promised
    took/take/takes pride
    pride in
    built/made/done to last
    lasts/lasted
    turned out .. well/great/beautifully/perfect/lovely/nice/fine/amazing/better
    thorough job/work
    thorough/thoroughly
    beautiful/beautifully .. done/installed/lit/finished/job/run/bent/executed
    solid as/rock
    efficient/efficiently
    went above
    good hands`,
  negative: `hang/hangs/hanging/hung/sits/stick/sticks/sticking out/crooked/loose/off/away .. of/from/the/|
    hums/buzzes/rattles/louder/noisier .. louder/than/worse/now/all
    louder/dimmer/worse than the/it/before/my
    half/some/most/two/three/several/one of? .. the/my/our outlets/lights/switches/breakers/plugs/cans .. dead/upside/dont/not/never/crooked/out/backwards/mislabeled/loose/didnt
    rehung/reinstalled/refixed/repainted/repatched .. by/my/myself/it/after
    had to get .. fixed/redone/rehung/replaced/repaired/corrected
    to? be redone/refixed/replaced/rehung/fixed .. again/by/after/twice
    too big/small for .. box/hole/wire/opening
    wouldnt/wont/doesnt/didnt .. close/shut/latch/fit/hold/stay/start/charge/stop .. all/properly/right/flush/now/anymore/on/|
    poor/shoddy/lousy/bad .. fit/seal/connection/connections/splice/splices/wiring
    same as before
    no better/different than/then
    not/isnt/wasnt/never fixed/repaired/solved/resolved/right
    trips/flickers/buzzes/hums/wobbles/sparks/dies/shuts/rattles/squeaks/leaks/quits every/whenever/when/if/after/all/constantly/like/again/still/worse
    of the .. lights/outlets/switches/fans/cans .. never/dont/not/didnt/dead/out/stopped
    undo/undid everything/it/all
    nothing works
    drilled/drill/cut/nailed/screwed .. into/through/straight .. pipe/line/water/hardwood/duct/gas/floor/my/beam/joist/stud
    lasted .. all/until/week/days/month/hours/about
    dead/out/broken/off/dark .. by/within/before/after/inside .. week/weekend/month/christmas/days/@weekday/end/next
    @num weeks/days/months/hours/minutes later ... same/stopped/died/back/fell/broke/dead/failed/out/quit
    already .. broken/dead/failing/falling/loose/peeling/flickering/out/cracked/stopped/rusting/leaking
    keeps/still tripping/flickering/buzzing/shutting/cutting/failing/blowing/falling/coming
    wired/installed/hung/mounted/put/connected .. wrong/backwards/crooked/sideways/incorrectly/loose/uneven/upside/reversed
    crooked/slanted/tilted/uneven/lopsided/wobbly .. plate/plates/outlet/outlets/switch/light/lights/fan/install/cover
    had/have/having/need/needed to .. call/hire/bring/pay/get/have .. someone/somebody/another/electrician .. else/to/fix/back
    back .. twice/three/four/again/times .. for/to/and/fix/same
    never/didnt/havent/hasnt/not .. finish/finished/complete/completed/come/came .. job/work/up/back/to/it
    gap/gaps/hole/holes .. you/big/size/where/behind/around/in/they/left
    size of .. fist/quarter/baseball/softball/plate
    damaged/scratched/dented/cracked/broke/chipped/ruined/gouged/destroyed/stained .. brand/new/antique/grandmother/heirloom/my/our
    paint/patch/patches/drywall/plaster .. mismatched/match/ugly/rough/lumpy/shows/visible/terrible/doesnt
    worst .. work/job/wiring/install/ever
    no/zero/little pride
    failed/flunked .. inspection/first/twice
    rushed/hurried/hasty/careless/lazy/slapped .. together/job/work/through/it/in/up
    looks/looked like .. kid/child/amateur/blind/drunk/mess/toddler/spaghetti/nest/bomb
    spaghetti/rat/rats nest
    band/duct aid/tape/tape
    wrong color/size/type/fixture/breaker/wire .. installed/put/in
    do not/dont/doesnt/didnt/wont .. work/works/match/fit/line/close/turn/stay/heat/start
    stuck out
    unlevel/unaligned/misaligned/shaky/flimsy/unsecured/unfinished
    whatever he/they did ... hasnt/still/wont/doesnt/not
    @bad .. work/job/craftsmanship/workmanship/installation/install/repair/repairs/finish/results/quality/wiring/patch/patching
    did/do/does/done/doing/did a/an/such/some? .. @bad job/work
    work/job/workmanship/install/installation/quality/wiring/panel/repair/finish/patch/repairs @was .. @bad/unfinished/incomplete/loose/wrong/uneven
    sloppy/sloppily/shoddy/shoddily/slapdash/slipshod/botched/botch/janky/jerry/lopsided/crooked/uneven/haphazard/substandard/subpar/cobbled/jury
    half/half- assed/baked/hearted/done/finished/ass
    come/came/comes/coming/fell/fall/falls/falling/fallen/popped/dropped/ripped/hanging/hangs/peeling/broke off/down/apart/loose .. wall/ceiling/bracket/within/after/again/|
    fell/fallen/falls/falling off/down/apart/out
    chandelier/light/fan/fixture/panel/cover/it .. came/come/comes/fell/falls down/loose/apart/off
    still/again/already .. doesnt/not/isnt/wont/trips/tripping/flickers/flicker/flickering/dead/broken/out/buzzes/buzzing/humming/hums/wobbles/dark/fails/failing/dim/leaks/sparks/problem/issue/same/trip/shorts/dies
    still .. trip/trips/tripping/flicker/flickers/flickering/buzz/buzzes/wobble/dead/broken/unfixed/unfinished/problem
    @didnt/@not/stopped/quit/never/wont/hasnt/nothing/isnt/half .. work/works/worked/working/turn/turns/start/started/function/functioning/fixed/fit/finished/heat .. on/properly/right/since/correctly/now/again/anymore/at/after/all/|
    stopped/quit/quits/stops working/charging/spinning/heating
    hasnt/havent/wont/never/doesnt/not/didnt .. come/came/turned/started/worked/been on/back/since/right/the same
    has/have/is/are yet to
    fail/failed/fails/failing/died/dies/dead/tripped/trips/tripping/broke/quit/blew/shorted/flickering/burned/stopped .. again/within/later/by/days/weeks/months/after/twice/already
    @num days/weeks/months/hours later .. failed/dead/same/out/again/broke/died/stopped/tripping/quit/back/flickering/dark/problem/it
    @num @longunit later .. again
    by @day .. dead/out/again/dark/broken/tripping/off/flickering
    same problem/issue/thing/breaker/fault/outlet/circuit .. again/back/returned/still/twice/week/@longunit/day/weeks
    same dead/bad/broken
    problem/issue/it .. came/come/is/was/returned/returns back?/again/worse/returned
    problem .. returned/persists/remains/again/back
    worse than/now/after .. before/when/they/it/ever
    had/has/have/came/come/needed/took/been them/him/to/they? .. back .. times/twice/again/four/three/fix/redo/for/second/correct
    second/third/fourth/fifth/2nd/3rd/4th time/visit/trip .. theyve/they/back/for/to/out/same/been
    redo/redid/redone/redoing
    re do/did/done
    had/have/has to/them/someone/somebody/another/a/him .. fix/redo/finish/repair/correct/replace/undo/rip .. it/what/their/his/everything/mistakes/work/whole/the/again/after/myself
    another/different/new/other electrician/company/guy/someone .. fix/redo/finish/repair/correct/fixed/redid
    somebody/someone else .. fix/redo/finish/do/did
    fixed/finished/redid/did/patched it/myself? himself/myself/ourselves
    fail/failed/fails/failing/flunked .. inspection
    inspection/inspector .. failed/fail/red/rejected/refused/laughed/flagged/wouldnt/cited/not/didnt
    didnt/wouldnt/not/never/hasnt pass/passed
    red tag/tagged
    damage/damaged/damages/damaging .. my/our/the/to/wall/ceiling/floor/property/a/in/siding/drywall/caused/they/done
    scratch/scratched/scratches/scuffed/dented/dent/dents/chipped/chip/cracked/broke/gouged/gouge/ruined/cut/nicked/destroyed/punctured/hit/drilled/cut/bent/burned/stained/wrecked/smashed/tore .. my/our/the/a/an/through/into .. wall/walls/floor/floors/ceiling/pipe/tile/tiles/cabinet/counter/countertop/siding/drywall/door/table/granite/paint/brick/window/lamp/vase/driveway/sprinkler/hardwood/plaster/trim/fence/chandelier/mirror/gutter/couch/roof/plants/finish
    cut/hit/drilled/broke/severed .. my/our/the/a/an .. water/gas/internet/phone/cable/sprinkler line/pipe/wire/main
    left .. hole/holes/gap/gaps/scratch/scratches/gouge/dent/dents/damage/cracks/crack/mark/unfinished/undone/half/incomplete
    hole/holes/gap/gaps/crack/dent .. in/around/behind/between .. wall/walls/ceiling/drywall/siding/plaster/box/plate/them/light/brick
    wobble/wobbles/wobbly/wobbled/wobbling/rattles/rattle/rattling/crooked/lopsided
    backward/backwards/reversed/miswired/mislabeled/unlabeled/unfinished/misaligned/off-center
    upside down
    wrong place/way/spot/side/bay/height/wall/location/switch/direction
    never/not/didnt/isnt/wasnt/only/half/without .. finish/finished/finishing/complete/completed/done .. job/work/it/the/project/what|
    cut/cutting/cuts corners
    shortcut/shortcuts
    scorch/burn/burned/melted/scorched marks/mark/smell
    lost/lose/losing power/half/everything .. after/week/since/because/again/when
    more failures/problems/issues
    now there/theres .. hole/gap/crack/scratch/conduit/problem/buzz/hum/a
    patch .. shows/visible/crooked/ugly
    smoke/sparks/sparking .. from/after/since
    shorted/burned/burnt/blew/blown/fried/died .. out/up .. within/after/a/@num/days/weeks/again/my/our
    fried/blew my/our/the/out
    faulty/defective/poor/cheap/inferior/low quality? .. install/installation/wiring/work/parts/materials/part/fixtures/outlets
    eyesore
    looks/looked/is/was ugly/hideous/terrible/awful
    not/isnt/wasnt/arent .. straight/level/flush/centered/secure/tight/done/right/properly/plumb/even/correctly
    poorly/badly/incorrectly/improperly/wrongly installed/done/wired/patched/mounted/finished/fitted/placed/built/hung
    installed/wired/mounted/hung/connected/put .. wrong/incorrectly/backwards/crooked/poorly/badly/improperly/loose/upside
    patch job
    band aid
    bandaid
    rush/rushed/rushing .. job/through/it/the/work/and/off/out/|
    sits/hangs/bit/hair .. crooked/low/off/loose/unlevel/tilted/askew
    mistake/mistakes .. made/in/on/to/with/fixed/correct
    messed/screwed up .. the/my/our/it/wiring
    butcher/butchered/mangled/hack/hacked .. my/the/our/job/up
    faulty
    the? fix/repair/job lasted .. @num/a/less/about/only/all/until
    lasted .. @num/a/less/only/until/maybe @unit
    out within .. @unit`,
  neutral: `okay/ok/alright/average/decent/fair .. job .. seen/nothing/not/but
    seen better and worse
    seen better
    seen worse
    does/do/did what .. should/supposed/needs
    average/ordinary/standard/typical/normal/basic/usual .. install/job/work/repair/finish/workmanship/quality/standard
    nothing pretty/fancy/special/extraordinary/remarkable
    works/work/working .. i/we guess/suppose/think
    not .. pretty/beautiful/best but/though
    functional
    seems/seem/appears/looks .. fine/ok/okay/alright/sound .. so/for/to/|
    passable/serviceable/tolerable
    no better/nor worse/or than .. others/other/expected/average
    neither .. good/great/bad/neat nor
    work/job/workmanship/install/installation/repair/quality/finish/result/it/lights @was/looks/is .. average/so/okay/ok/alright/adequate/passable/acceptable/standard/expect/par
    finish/work/job .. what you/one .. expect
    so so
    on par with
    nothing special/fancy
    did/does/do/done/got the job
    job @was? done
    good enough
    as far as i/we .. tell/know/see
    lights/it/they/outlets .. are/is in
    does/do what it/they/its .. should/supposed
    average/ok/okay/acceptable/adequate/standard/passable work/job/install/workmanship/repair/quality`,
};
