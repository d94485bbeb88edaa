import type { Events } from './events.ts';

export const cleanliness: Events = {
  silent: `put in .. with
    attic hatch
    drop cloths everywhere
    cans/lights/lamps/outlets/sockets/tiles/wires in the
    covers and a
    left .. live/bare/exposed wire/wires
    scorched/burnt/burned/melted insulation
    leaving blades/tools .. where
    without protection
    in/through my/the/our ceiling/roof
    nails .. barefoot
    picks/pick/picked up |
    @they pick/picks/picked up
    pick/picks/picked up .. phone/now/call/first/when/after/on/ring
    picked the? usual/right/wrong/first/colour/color/this/them/him
    picked at/it/a/my/on/me/us
    how to clean .. flame/sensor/filter/vents/gutters/ac/coil/it
    clean .. sensor/filter/coil/gutters/drain/drains/flue
    cleaned .. filter/sensor/coil/gutters/duct/ducts/drain/drains/flue/contacts/burner/burners/vents
    clean bill/record/slate/energy/water/air
    smeared .. name/reputation
    cleaner lines/sound/cut
    came clean
    dust settled/settles
    bite/bit the dust
    hidden gem
    stain/stained wood/oak/the/deck/glass
    walked all over
    mud wrestling
    found a job
    nobody mentioned .. dust/mess
    do .. own .. mop/sweep/clean
    immaculate .. wiring/soldering/pipework/joints/miters/record/timing/work/finish/panel
    spotless record/reputation
    laid down .. law`,
  positive: `sparkled/sparkles/sparkling/gleamed/gleaming/glistened/shining/squeaky/dustless/shipshape/speckless/unblemished/hoovered/hoover/hoovering/dusted/polished/pressure-washed/degreased/disinfected/deodorised
    squeaky clean
    leave/leaves/left/leaving .. site/worksite/place/house/room/kitchen/area/garden/yard/bathroom/everything/it/job .. showroom/spotless/clean/pristine/tidy/immaculate/hotel/better/cleaner/neater/sparkling/perfect/swept/museum/found/nothing/spick/operating/magazine
    leaves/left .. like .. showroom/hotel/museum/new/operating
    took/take/takes/hauled/wheeled/carried/bagged/removed/carted/lugged .. my/the/all/our/their/old/every .. bin/bins/rubbish/trash/garbage/tub/carpet/debris/tank/toilet/scrap/scraps/packaging/boxes/waste/cardboard/bags/mess/offcuts/junk/boiler/away .. out/away/off/with/down/to?
    took my/the/our bin/bins/trash/rubbish/recycling out
    carted/hauled/lugged/dragged the/my/our/all/every .. away/off/down/dump/tip
    gave .. windowsill/floor/sill/kitchen/worktop/counter/place/room/stove/window/hall .. once/wipe/sweep/mop/polish/scrub/clean/hoover/vacuum/going
    once over with/of
    own chamois/mop/hoover/broom/vacuum/brush/dustpan/cloths/dust/shop
    checked/check/combed/searched/scoured .. for .. crumbs/screws/nails/glass/staples/dust/splinters/shards/debris
    laid/lay/lays/put/puts/spread/rolled/taped/draped .. down/out/over/up/own? .. bedsheets/sheets/sheeting/dustsheets/dustsheet/tarps/tarp/plastic/cardboard/cloths/blankets/runners/runner/mats/paper/rosin/boards/towels/covers
    dust sheet/sheets/barrier/barriers/screen/curtain/extraction/extractor
    dustsheet/dustsheets/dropsheet/dropsheets
    not/no/without/nary/never/nor/zero a? .. wrapper/shaving/twist/crumb/screw/speck/scrap/footprint/fingerprint/splinter/smudge/mark/nail/staple/clipping/trace/drop/spot/sign .. left/behind/anywhere/be/found/on/in/after/of/|
    not .. so/as much as a/an .. behind/left/wrapper/footprint
    nothing was/is left/lying .. under/behind/lying/around/feet
    no @muck left/anywhere/behind/in/on
    only/sole evidence/sign/clue/trace/proof of/that/they/was
    ran/run/swept/dragged/passed/used a/the/their magnet/magnetic
    magnet/magnetic .. lawn/yard/driveway/nails/sweep/roller/sweeper/grass
    for stray nails
    shoes/boots/wellies always? came/come/comes/were/stayed off/outside
    took/take/takes/slipped/kicked/removed .. shoes/boots/wellies/trainers off/at/outside
    slippers/booties/overshoes/socks on/over/in/at
    overshoes/booties
    could/can/couldve have? eat/eaten/eating/perform/operated .. off/surgery/floor
    eat/eaten off
    @clean/washed/scrubbed/tidied/hosed/rinsed/brushed/raked/blew/power .. porch/drive/driveway/path/pavement/sidewalk/deck/gutter/street/yard/lawn/patio/counter/worktop/sink/bath/tub/tiles/grout/floor/floors/stairs/hall/kitchen/windows/window/sill/down
    swept/hoovered/vacuumed/wiped/mopped/tidied/cleaned/raked/hosed .. porch/up/after/when/before/as/every/twice/the/down/behind/out
    cleaned/tidied/clear/cleared/clears up/away/after/everything/behind
    cleared .. away/site/rubbish
    cleaner/tidier/neater/shinier than .. found/before/came/arrived/when/ever/i/we
    like .. never/werent/hadnt .. been/here/there/happened/set
    never/not/hardly/wouldnt know/tell/guess .. been/here/there/worked
    youd never know
    immaculate/spotless/pristine/neat/tidy/clean/impeccable/exemplary/meticulous housekeeping/site/worksite/workspace/worksites/tidying/cleanup/workers/setup/habits
    housekeeping .. immaculate/superb/excellent/spotless/perfect
    neat/tidy/clean worker/workers/lads/crew/chaps/bunch/boys/fellas/guys/as
    mess .. none/zero/minimal/contained/gone/nonexistent
    no mess
    no/zero/minimal/hardly/barely/little/without @muck
    kept/keeps/keep .. dust/mess .. down/contained/minimum/out/away/bay/low
    dust/mess/sawdust .. contained/sealed/extracted/vacuumed/caught/kept
    every @muck .. gone/bagged/picked/swept/removed/hauled/taken
    put/puts .. furniture/everything/things .. back
    protected/covered/wrapped/shielded/masked/sealed/tented .. floor/floors/furniture/carpet/carpets/sofa/everything/piano/plants/roses/worktops/vents/doorways/rugs/stairs/hall/every/hardwood/shrubs/flowers/bed/counters/tv
    fussy/careful/obsessive/fanatical/scrupulous/religious about/with/over .. dust/mess/floor/floors/carpet/cleaning/tidying/tidy/clean/shoes/rug/carpets/paintwork`,
  negative: `magnetic sweep .. my/foot/never/not/hah/ha
    @muck on/in/inside/under/underneath/behind/across/onto/into/through/over/all/down/throughout/up/beneath/between .. @spot
    @muck/@num .. left/trodden/trampled/walked/ground/tracked/stuck/smeared/caked/splashed/dripped/embedded .. in/on/into/through/over/across/behind/under/my/our/the
    trodden/trampled/tramped/traipsed/tracked/smeared/splattered/spattered/dribbled/dripped/slopped/sprayed/splashed/ground .. in/into/on/onto/all/through/across/over/my/our/the/up
    smeared/splashed/spilled/spilt/dripped/slopped/dribbled/wiped/tipped/drained/emptied/dumped/poured/sprayed/flicked/rinsed/washed ... on/onto/in/into/over/across/down/all ... @spot
    spilled/spilt/splattered/smeared
    dust/grout/mud/paint/plaster/sawdust/glue/caulk/oil/soot/cement/foam/crumbs/water/silicone/insulation/rubbish/trash/wrappers/debris everywhere
    everywhere was/is covered
    @muck .. for/after days/weeks/months
    @muck for days/weeks
    picking/pick/picked/finding/fishing/digging/hoovering/wiping/sweeping/scraping/pulling/vacuuming/scrubbing .. out/up/off/of/from .. for/of/weeks/days/my/our/the/everything/between
    for days after
    still there .. following/next/week/weekend/later/month/today/days
    they were/are still there
    used my/our/the .. tub/bath/sink/towel/towels/shower/hose/broom/hoover/bin/vacuum/mop/bucket/dishcloth .. as/for/to/as/and/mixing
    my/our .. tub/sink/bath/yard/garden/driveway/lawn .. is/was/became/looked/looks .. bucket/landfill/dump/skip/tip/ashtray/bin/swamp/bomb/bombsite
    like a/the? landfill/bombsite/tip/dump/skip/warzone/pigsty/sandstorm/quarry/scrapyard/junkyard/beach/building/bomb/barn/dungheap/ashtray/swamp
    landfill/bombsite/pigsty/midden/dumping
    building/bomb/demolition site
    my/our/the .. black/white/brown/ginger/cat/dog .. was/is/turned .. grey/gray/white/orange .. for/from/with
    cut/cutting/sanded/sanding/sawed/sawing/grinding/mixed/mixing/chopped ... indoors/inside/dry/kitchen/lounge/bedroom/living/hallway/open .. open/without/no/with/|
    cut .. indoors/inside
    no/without/zero/never/forgot/skip/skipped .. dustsheet/dustsheets/sheets/sheet/covers/masking/protection/tarp/overshoes/broom/cleanup/sweep/hoover
    offcuts/scraps/rubbish/wrappers/packaging/boxes/cans/debris/bits/cups/butts/tools/trash/shingles/cuttings/branches shoved/left/stuffed/dumped/behind/chucked/thrown/abandoned/piled/scattered/strewn/lying/everywhere/in/all
    shoved/stuffed/hid/hidden/kicked/swept .. behind/under/down .. washing/sofa/rug/fridge/dryer/boiler/hedge/machine/carpet/bed/cabinet/deck
    wellies/boots/shoes .. in/on/across/over/inside .. hallway/hall/carpet/rug/house/bed/landing/cream/white
    cups/cans/bottles/wrappers/butts/bones/gum/crusts/bags/peel/sandwich .. in/on/under/behind/all ... my/our/the/her
    oily/greasy/muddy/sooty/sticky/black/filthy/grubby/dusty/inky/painty thumbprints/prints/fingerprints/handprints/footprints/hands/boots/marks/paws/fingers/trail/smears/everywhere
    thumbprints/handprints/bootprints
    needed/took/takes/need .. vacuuming/cleaning/scrubbing/sweeping/mopping/hoovering/washes/washing/cleaners/cleaner/maid .. times/twice/after/hours/to/day
    hire/hired/pay/paid/called a/for/in .. cleaner/cleaners/maid/cleaning
    still sweeping/finding/hoovering/vacuuming/dusting/scrubbing/picking/wiping/cleaning
    state of the/my/our/them/it
    left the/my/our/a/it .. state/tip/mess/pigsty/landfill/skip/bombsite/filth/disgrace/ruin/puddle/sticky/soaking/caked
    leaving the? .. @muck .. in/on/behind/all/my/for
    leaving .. drywall/rubbish/mess/trash/dust/debris/plaster/boxes
    left .. their/all/his/a/every .. @muck
    left @muck
    drained/emptied/dumped/poured/tipped/rinsed/washed .. onto/into/on/in/down/out/over .. my/our/the .. @spot
    filth/filthy/mucky/grimy/grubby/squalid/manky/minging/caked/slovenly/messiest/dirtiest/dustiest/untidy/litterbugs/litterbug/messy`,
  neutral: `some/bit/little/normal/usual .. @muck .. about/around/expect/expected/usual/comes/unavoidable/inevitable
    some dust/mess/sawdust/noise
    usual bit/amount/level .. dust/sawdust/mess/of
    @muck .. confined/stacked/piled/bagged/heaped/limited/left/stored/kept .. to/by/in/at .. curb/kerb/garage/driveway/yard/corner/one/side/skip/room/drive/porch/pile/bin/agreed
    confined to the
    stacked/piled/heaped .. by/at/near/on .. curb/kerb/side/drive/porch/fence/road
    left .. about/roughly/much/more/pretty/same .. state/same/as/condition/found
    about/roughly/much in? the same? state/condition .. found/before
    nothing was left lying .. noticed/special
    floor/site/area/room/it/yard .. left/was .. broom/reasonably/fairly/acceptably/moderately clean/tidy
    broom clean
    swept per/as/per/roughly/quickly
    clean/tidy/clear .. enough/ok/okay/acceptable/average/as
    mop/sweep/final clean/tidy ... ourselves/left/our/myself/own/up
    no more .. dust/mess/noise than
    cleanup/clean/tidying .. standard/basic/as/per/contract/included/extra/not`,
};
