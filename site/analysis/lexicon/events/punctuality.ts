import type { Events } from './events.ts';

export const punctuality: Events = {
  silent: `front/shop/kitchen window
    wait was
    told .. the wait
    left me waiting while
    get/got on/onto the/their calendar
    @num days after the storm/flood/fire/call/hurricane/break
    prompt as/on .. blower/phone
    inspector/permit/parts came .. following/week/next
    replies .. is .. give or
    morning/afternoon/evening light/lights
    in no time
    late father/mother/husband/wife/grandmother/grandfather/uncle/aunt/dad/mum
    left me/us waiting .. he/she/they`,
  positive: `before the rooster/roosters/sun/sunrise/dawn/alarm/kettle/coffee/birds
    at the crack of dawn
    very? minute/second/hour/moment/day he/she/they .. said/promised/swore/told/named
    hit/hits/met/meets/nailed/made/makes/hitting every? deadline/deadlines/date/dates/target/targets/milestones
    still made/makes/making the/their/our @num/slot/appointment/oclock
    made the slot/appointment/deadline
    made it when/on/by/through/despite
    through/despite .. snow/rain/ice/storm/traffic/blizzard/flood/fog ... still/made/here/there/came/arrived
    as pledged/promised/advertised/vowed/sworn
    just/exactly/precisely as/like/when they/he/she/it? .. swore/promised/said/agreed/arranged/planned/scheduled/booked/pledged
    said/told/promised/quoted .. #/@num/noon/@day .. knocked/rang/there/here/parked/arrived/came/done/finished at? #/@num/@day
    promised @day and @day
    @day is/was what i/we got
    in and gone/out by/before/in
    packed up/gone/away/done .. at/by/before ... as/like/just
    on/at/in the/our/my step/doorstep/porch/stoop/drive/gate/curb/kerb when/before/at/by
    beat/beats me/us/you to our/my/the/it
    dead/bang/spot/smack/right on time/schedule/@num
    dead/bang/smack on
    on the nose/stroke/tick/dot/bell
    to the minute/letter
    not a day/hour/minute/second over/late/longer/later/more
    with time/hours/days/minutes/room to spare
    @num? day/days/hour/hours/week to spare
    took exactly/precisely the/as/@num
    in exactly/precisely the @num? time/days/hours
    exactly/right/just when expected/due/promised/planned
    started/began .. when/on .. promised/said/agreed/monday
    start/finish date .. kept/met/held
    kept/keeps/held/stuck/sticks to .. dates/date/programme/timetable/schedule/hours/times/day
    timekeeping .. impeccable/perfect/superb/military
    military precision/timing
    swiss/german watch/train/clock/trains
    could/can set .. by them/him/her
    @come/finished/done/ready/wrapped/back/working .. sooner/earlier/early/ahead
    ahead of/on .. schedule/time/deadline/plan/programme
    on/by/before the deadline/date/dot/day promised/agreed/set/stated/|
    finished/done/completed/ready/wrapped/gone/up ... before/by/in .. long/guests/party/wedding/christmas/thanksgiving/easter/closing/season/weekend/birthday/lunch/dinner/tea/supper/dusk/dark/kickoff
    never once/ever? late
    never/not/nobody .. waiting around/about/in
    not once .. late/waited
    turn/turns/show/shows/roll/rolls/rock/rocks up when/on/like .. say/says/said/time
    there/here/around waiting when/before/for
    already there/here/waiting/parked/outside/working when/before/at/by
    waiting .. curb/kerb/outside/gate/driveway when/before/at
    he/she/they/van/truck/crew was/were .. outside/there/here/parked/knocking by/at/before #/@num/the
    five/ten/fifteen/few minutes before
    early bird/birds/even
    even/actually/both/came early`,
  negative: `behind time/times
    behind on/the schedule/clock/programme/deadline
    @bit behind/late/tardy/overdue
    half/@num? a? @unit adrift/overdue/late/behind/past/over
    @num @unit/nights/mornings/sundays beyond/past/after/over the/their/his/what/my/our/we/when
    beyond/past the/their/his finish/deadline/date/end/agreed/promised/slot/window
    bailed/bail/bails/flaked/flakes/bottled/welched/reneged/welshed .. on/out/at/because/last/twice/again/|
    at the/in eleventh hour/minute/eleventh
    at the last minute
    stood us/me/my/her/him up
    ^ stood up
    was/were/been/being/got stood up
    meant/due/expected/scheduled/booked/supposed to be/come/start/arrive/finish/turn/show/have here/there/done/before/by/on/at/finished/first/arrived/@num/been
    was/were/is meant/due/expected on/at/by/@day/#/before
    missed/missing/misses the/their/his/our/my start/date/slot/mark/window/day/boat/handover
    van/truck/he/they/crew just/only left/leaving/leaves
    is/was always/permanently/perpetually/constantly? on the way
    @num minutes away/out and/for/again/became
    round the corner
    waited/wait/waits/waiting less/longer/around/in for/than/all/until
    i/we/my .. waited/sat/stayed/stuck .. in/home/window/indoors/house .. all/for/until
    time is/was/being .. suggestion/concept/relative/elastic/optional/mystery/abstract/rubber
    clock/clocks/watch/calendar/calendars/diary .. optional/suggestion/mystery/foreign/alien/decorative/decoration/broken/upside
    buy/give/lend/gift/needs/need/own/owns/read .. a/new? watch/calendar/clock/clocks
    less about clocks/time
    strolled/strolls/sauntered/saunters/waltzed/waltzes/ambled/moseyed/wandered/swanned/trundled/drifted in/up/over/along/round
    eventually/finally showed/turned/arrived/came/appeared/rolled/rocked/graced/surfaced/materialised/materialized/got/started/finished
    turned/rolled/rocked/showed/pulled/arrived up? arvo/evening/dusk/dark/lunchtime/teatime/sunset/noon/after .. when/instead/for/not/though/despite
    never/didnt/failed/not .. materialise/materialised/materialize/materialized/appear/appeared/surface/surfaced
    overran/overrun/overruns/overrunning/overshot
    ran/run/runs/running over/long/past/behind by/schedule/their/into/@num/twice
    slipped/slid/slips/slipping/slippage by/to/into/again/from/and/another/week/day/a
    delay/delays/delayed/delaying .. after/by/another/again/and/upon/on/following/no/of/start
    disappeared/vanished/awol/buggered/took off? for .. @num/half/most/the/an/weeks/days/hours/month/two
    walked/wandered/pushed/shot/took off/out .. for/weeks/days/middle/early/lunch/another/mid
    down/downed tools .. for/at/and
    date/day/start/finish/completion .. kept/keeps/slid/slipping/moving/moved/shifted/slipped/changed
    kept/keeps/keep moving/pushing/shifting/changing/bumping .. date/day/appointment/start/us/it/goalposts
    if/had he/she/they had? come/shown/arrived/turned/started/bothered
    late/lateness again/yet/as/by/to/for/every/and/but/once/both/|
    finish/finished/ended/started/came/ran/got/here/there/done it/up? late
    later than/by/instead
    no van/truck/crew/plumber/electrician/roofer/painter/tradie/sparky/one/body/show/sign/roofers .. by/at/until/yet/again/all/came/that/|
    by #/@num/noon/lunch .. still/no/nobody/nothing/we
    came/arrived/showed/turned a day/week/hour/month late/after/later
    wrong day/week/morning
    became/stretched/grew/morphed/ballooned/turned in/into/to? @num/a/days/weeks/months
    @num @unit job/project/repair .. took/became/turned/lasted/now/stretched
    should/shouldve have? taken .. took/ended
    took @num/half/most/the .. instead/not
    never/no/not/nothing finished/done/ready/complete/completed by/when/on/before/until/in
    still/yet not/isnt/to .. finished/done/complete/ready/finish/complete/here
    half/most of/the day/morning/week .. wasted/gone/lost/waiting/window
    excuse .. late/traffic/van/truck/battery/every/another/flat
    dog ate/died .. again
    tomorrow .. became/tomorrow/never/came/always/means
    mañana/manana
    @day became/turned/meant/means/slid/slipped in/into/to? @day/never/next/the
    told .. at? noon/@num/# .. at/and/then .. at?`,
  neutral: `tail/middle/back/front/end of/end? of? the/their/his? slot/window
    slot/window .. still in it
    still in it
    @day/morning/afternoon visit/slot/appointment/call/start .. as/was/per
    as agreed/arranged/scheduled/booked/rebooked/planned/slated/timetabled
    @num days/visits/weeks/hours/trips .. as/per/both/like .. quoted/schedule/planned/agreed/estimated/dates/said/scheduled
    as/per/per? the schedule/programme/program/timetable/diary/booking
    to/according .. programme/timetable/schedule/plan
    on the? dates/date/day/days given/stated/agreed/booked/set/arranged
    on the day but
    wait .. matched/forecast/quoted/told
    took the/about/roughly/around .. time/days/hours/weeks/as .. quoted/expected/allotted/given/said/told/estimated/most
    more or less/roughly/about/around on/when/the .. time/said/schedule/expected/hour
    @come/@num .. give or take
    somewhere/sometime between/in/after .. as
    around/about/near when/the .. time .. said/expected/given/told
    @come/finished .. when expected/due/scheduled/booked
    @come .. in/on/during .. agreed/booked/scheduled/given/stated/arranged
    rescheduled .. once/with .. notice/rebooked/warning
    neither early/late nor
    not/neither early .. not/nor late
    @num visits .. both/as/all
    a? few minutes either
    lateish/latish`,
};
