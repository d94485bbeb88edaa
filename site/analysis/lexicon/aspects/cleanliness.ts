import type { AspectLexicon } from '../aspect-lexicon.ts';

export const cleanliness: AspectLexicon = {
  label: 'Cleanliness',
  topic: `cleanliness
    tidiness
    cleanup
    clean up/ups
    cleaning up`,
  silent: `despite the/all drop/tarp/tarps/plastic cloths?
    anybody/somebody/someone/nobody/anyone picked up
    wouldnt/didnt/couldnt/not pick up the
    picked/pick/picks up the? phone/on/right/immediately/first/within/when/after
    human/person picked up
    clean .. install/installation/wiring/panel/lines
    cleaned up .. wiring/panel/wires/bus
    took/take the/a usual/while
    dust up
    neat .. panel/install/installation/wiring/labels/conduit`,
  subject: `dust
    mess`,
  positive: `nobody/no/never .. had/been in/here .. house/room
    think .. nobody/never/noone/nothing .. been/happened/here
    took .. shoes/boots off
    in/on/wearing/wore/put .. socks/slippers/booties
    laid/lay/put/rolled .. runner/runners/mat/mats/paper/cardboard/cloth
    every .. scrap/staple/screw/crumb/speck/bit .. gone/up/picked
    cleaner .. before/found/ever
    spick and
    spic and
    shipshape
    out of place
    put/puts .. everything/furniture/things/it/all .. back .. where/place/exactly/in/was
    to the dump
    blankets/blanket/sheets/sheet/plastic/cardboard/runners/mats/towels/towel/covers over/on/down/under/across/around
    shop vac
    broom/dustpan
    eat off .. floor/floors/them/it
    as .. found it
    exactly/just how/as/like .. found/left/was
    better than .. found
    cleaned/picked/tidied/wiped/swept/washed .. after/up/down/every/everything
    swept/vacuumed/mopped/wiped/dusted
    bagged/boxed .. up/trash/scraps/debris/everything/all
    trash/debris/scraps/rubbish/garbage/boxes/packaging .. hauled/gone/taken/removed/bagged/away/picked
    no/not/zero .. cleanup/cleaning/sweeping/mopping .. needed/left/for/me/us
    like .. never/nobody .. here/happened/there
    never .. been/were here
    careful/mindful/respectful of/with/about .. floor/floors/carpet/rug/rugs/furniture/walls/plants/flowers/garden/lawn/house/home
    clean/cleaner/cleanest .. than/as/ever/job/work/crew/freak/freaks/room/house
    clean/cleaned/cleans/cleaning/tidied/tidy/tidies/swept/sweep/sweeps/sweeping/vacuumed/vacuums/vacuum/mopped/wiped/hoovered/picked/pick/picks up/down/out/after/everything/all/every/the/before/when/at/my/around/thoroughly/perfectly/nicely/afterwards/behind/and/as/each/completely/like/well/beautifully/themselves
    cleaned/swept/vacuumed/hoovered/mopped/tidied/vacuums/sweeps
    clean/tidy/neat/spotless/immaculate/cleanest/tidiest/neatest worker/workers/crew/bunch/guys/team/fellas/job/site/house/home/work/workspace/area/place/as/and/site/boots/bunch/lads/electrician/electricians
    they/crew/guys/he/she/team/tech @was very? .. clean/tidy/neat/cleanly/spotless
    spotless/spotlessly/immaculate/immaculately/pristine
    left/leave/leaves/leaving/kept/keep my/our/the/everything/it/no/nothing/place/every/house/area .. clean/cleaner/spotless/immaculate/tidy/tidier/neat/neater/pristine/found/nothing/perfect/before/trace/sparkling
    place/house/home/area/site/room/kitchen/everything/floor/floors/workspace @was .. clean/spotless/immaculate/tidy/pristine/cleaner
    cleaner/neater/tidier than
    shoe/boot/foot covers
    covers on/over .. shoes/boots/feet
    booties
    shoes/boots off
    took/take/takes/taking/removed .. shoes/boots off?
    took/take/takes/taking off .. shoes/boots
    drop cloth/cloths/sheets
    dropcloth/dropcloths/tarp/tarps
    lay/laid/put/hung/used/placed/spread/taped/covered/hang .. tarp/tarps/plastic/sheets/sheet/cloth/cloths/runners/mats/paper/cardboard/blankets/towel/moving
    covered/covers/cover/protected/protect/protecting .. furniture/floor/floors/carpet/carpets/everything/couch/rug/countertops/bed/hardwood/table
    sealed/seal/taped .. off/room/rooms/doorway/doors
    no/not/without/zero/nothing/never/hardly/barely/minimal .. @mess
    not a/one single? speck/crumb/scrap/trace/spot/mark/bit/piece/fingerprint/screw/drop
    no trace/sign
    without a trace
    you/we/i .. never/hardly/not/couldnt/cannot know/tell/knew they/he/anyone/anybody/someone .. here/there/been/worked
    haul/hauled/carted/carried/removed/disposed/dispose/recycled/recycle/bagged .. away/off/old/trash/debris/junk/everything/all/packaging/boxes/garbage/rubbish
    took/take/takes .. away
    took/take/takes .. trash/debris/junk/packaging/garbage/rubbish with
    picked/pick/picks up .. every/all/after/each/their/scrap/scraps/staple/screw/nails/wire
    dust free
    dustless
    vac/vacuum attached/on/running/with/held/hose
    dust .. contained/containment/minimum/controlled
    even cleaned/swept/vacuumed/wiped/mopped/washed
    wipe/wiped/wiping .. down/off/feet/boots/fingerprints/prints
    brought .. vacuum/broom/own
    neat and/as .. tidy/clean/pin
    neat freak/freaks
    tidy/tidily
    clean as .. whistle
    respect/respected/respectful/careful with/of .. floors/carpet/furniture/carpets`,
  negative: `crumbs/dust/plaster/sawdust/dirt/grit/insulation in/on/inside every/each/all/my/our .. drawer/drawers/room/surface/cup/dish/corner/shelf/bed/hair
    used my/our .. towels/towel/vacuum/broom/sink/rag/sponge/good
    pile/piles/heap/bag/bags of .. rubble/trash/dirt/drywall/debris/scrap/garbage/dust/rubbish/scraps
    left me/us .. pile/bag/mess/rubble/cleaning/heap
    our/my vacuum/broom .. died/never/worked/choked/workout
    trail of
    rubble
    muddy/filthy/dusty/sticky
    found/find/finding/finds .. @dirt/wire/wires/screws/nails/clippings/metal/copper/shards/glass .. in/on/under/behind/all/everywhere/for/weeks/days
    sweeping/vacuuming/cleaning/mopping/picking/wiping up/down/after them/him/for/their/behind/it
    stepped on .. screw/nail/staple/wire/nails/screws/staples
    like .. bomb/war/construction/tornado/hurricane/zone/pigs/pigsty
    @dirt for days/weeks
    @dirt .. for days/weeks/months
    @dirt in/on/all/over/under/inside .. my/our/the/every/everything/food/bed/crib/laundry/hair/sheets/clothes/coffee/sink
    spent/took/takes/had .. hours/hour/day/days/evening/weekend/afternoon .. cleaning/clean/vacuuming/sweeping/scrubbing/mopping
    my/our/the @room .. covered/filthy/ruined/trashed/coated/disaster/wreck
    didnt/not/never/nobody/without .. bother/sweep/vacuum/clean/cover/wipe/pick/tidy/haul/protect/lay/put .. up/down/to/anything/the/my/floor/furniture/after/drop/|
    refused/forgot/failed to .. clean/sweep/vacuum/pick/haul/take/wipe/cover
    left .. old/packaging/empty/trash/boxes/wrappers/scraps/garbage/tools/ladder/stuff/junk/parts/debris/cardboard/pieces/bits .. in/on/behind/all/for/everywhere/sitting/lying/at
    dirty/muddy/dusty/greasy/filthy/grimy/black .. floor/floors/carpet/rug/wall/walls/ceiling/prints/fingers/hands/boots/shoes/footprints/marks/everything/everywhere
    cleanup/clean .. afterthought/nonexistent/up/not/us
    no shoe/boot covers/booties
    shoes/boots on
    wore/kept .. boots/shoes on .. carpet/rug/white/inside
    left/leave/leaves/leaving .. mess/messes
    left/leave/leaves/leaving ... @mess
    left/leave/leaves/leaving .. @room .. filthy/dirty/dusty/messy/mess/covered/disaster/wreck/worse/full
    left/leave .. covered/filthy/dirty/messy/disgusting
    such/huge/big/complete/total/terrible/horrible/awful/hell/whole/a/real/some/giant/their/his/the mess
    @dirt .. everywhere/over/all/behind/inside/covering/throughout/caked
    @dirt on/in/across/from/under/inside/over/through my/the/our/every/top/all .. @room/books/clothes/piano/nursery/everything/toys/food/dishes/couch/bed/desk
    covered/coated/caked/layer/film/inch .. in/with/of .. @dirt
    had/have/has/spent/took/got me/us/hours/to/i/my/wife .. to? clean/cleaning/sweep/sweeping/mop/mopping/vacuum/vacuuming/scrub/scrubbing/wipe/wiping/dust/dusting/hose/pick/picking/haul/dispose/throw .. up/after/twice/it/the/for/myself/off/their/all/hours/my/out/away
    for me/us/my/wife to .. clean/scrub/deal/pick/sweep/wipe/haul/vacuum/find
    spent/spend .. cleaning/vacuuming/sweeping/scrubbing/mopping
    @didnt/@not/nobody/forgot/refused/bother* .. clean/cleaned/sweep/swept/vacuum/vacuumed/tidy/tidied/pick/picked/mop/wipe/wiped/cover/covered/lay/cleaning .. up/the/my/anything/after/their/it/a/any/or/floor/furniture/down/|
    no drop/shoe/tarp/tarps/plastic/booties/cleanup/dropcloth/clean/vacuum/attempt/covers/effort
    without .. cleaning/sweeping/drop/tarp/covering/covers/booties/vacuuming
    muddy/dirty/greasy/filthy/grimy/mucky .. boots/boot/shoes/feet/footprints/hand/hands/fingerprints/handprints/prints/fingers/marks/hands/tracks
    footprints/handprints/fingerprints/bootprints/smudges/smears/stains/scuffs on/from/across/all/over/everywhere/in/down
    boot/foot/hand/finger/ladder/grease/black/shoe prints/marks/smudges/streaks
    track/tracked/tracking/tracks/dragged/walked .. mud/dirt/dust/grease/snow/muck/clay/leaves/through/in
    wish/wished/only/could/should/would/if/hoped .. cleaned/swept/wiped/vacuumed/picked/tidied/covered/hauled/clean/sweep
    filthy/messy/untidy/slob/slobs/pigs/pigsty/dirty .. workers/guys/crew/house/floor/floors/work/everywhere/place/job/left/|
    pig/pigs/pigsty/slobs/sty
    still/keep/kept/weeks finding/find/picking/cleaning/found/vacuuming .. @mess/copper/wire/it/up/them/metal/curly/pieces
    not/isnt/wasnt/arent/werent/hardly .. tidiest/cleanest/neatest/clean/tidy/neat/cleanly
    dumped/dumping/dump/threw/thrown/tossed/littered/flicked/dropped ... in/on/into/behind/over/all .. my/the/our .. @room/yard/bin/bed/bushes/trash/driveway/lawn/roses/floor
    dump/dumped
    cleanup/clean .. lacking/poor/nonexistent/terrible/bad/left/not/none/themselves/ourselves/us/me/ours/my
    dust/mess .. was .. terrible/awful/unreal/unbelievable/horrible/insane/ridiculous/bad
    @num days/hours .. cleaning/clean
    dusty/dirty/messy/filthy/sticky
    cigarette/butts/wrappers/cups/bottles in/on/left/all
    trash/garbage/rubbish/debris/packaging/boxes .. behind/left/for
    like .. bomb/pigs/tornado/hurricane/animals
    the mess
    @mess .. left/remained on/in/behind/for`,
  neutral: `some/little/bit/usual/normal/typical .. dust/mess/debris/dirt .. expected/normal/course/work/job/job/drilling
    about as clean/tidy/messy
    left .. trash/scraps/boxes .. agreed/asked/bin
    clean/tidy/cleanup .. ok/okay/average/fine/enough/acceptable/adequate
    swept up .. the/most/main/worst
    broom clean
    normal/usual/average/typical/expected/reasonable/some/certain amount of dust/mess
    left .. as it/they/he was/were/found .. before? dusty/dirty?
    as dusty/clean as before
    i/we did the vacuuming/sweeping/cleaning/cleanup/clean
    some dust/mess .. expected/normal/course
    a little/bit of? .. dust/mess
    clean enough
    swept .. roughly/quickly`,
};
