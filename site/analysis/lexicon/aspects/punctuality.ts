import type { AspectLexicon } from '../aspect-lexicon.ts';

export const punctuality: AspectLexicon = {
  label: 'Punctuality',
  topic: `punctuality
    timekeeping
    arrival .. window/time
    time window`,
  silent: `come on
    finally
    late .. night/at/afternoon/evening/husband/wife/mother/father/fall/summer/spring
    came/comes/come on
    at the last minute
    better late
    hung/hanging .. late`,
  subject: `arrival
    arrived
    appointment/appointments
    timing
    schedule/scheduled
    deadline
    showed up`,
  positive: `on the hour
    bang on
    turned/rolled/pulled/rocked up .. on/at/early/exactly/sharp/when/right
    truck/van/crew/they .. pulled/rolled up/in .. at/early/when/exactly
    wrapped/finished/done/completed/out .. before/by .. movers/party/guests/holiday/storm/winter/snow/closing/wedding
    here/there/out/on .. every morning/day at/by/on
    as/like/just they/he/she had? said/promised
    never .. minute late
    kept/keeps to .. time/times/word/hours
    @num/noon sharp
    bright and early
    beat/beats .. own? deadline/schedule/estimate
    in time for
    on the day/date/hour .. promised/agreed/said/booked/scheduled
    came/come/arrived/here/started/done/finished/ready/showed .. early
    before .. promised/expected/scheduled/deadline/planned
    set/sets your/my clock/watch
    not a minute/second late/early/over
    minute/minutes/hour/hours early/before
    @was early/punctual
    exactly/precisely at/@num/#
    right at/when/@num/#
    finished/done/completed/wrapped .. before/by .. noon/lunch/dark/dinner/evening/friday/promised
    always/every/each/both .. time/visit/times on time
    same time every
    showed/shows up every/when/each/right
    first thing .. as/like/sharp
    true to .. word/schedule
    word on the/time/when
    right/exactly? on time
    ontime
    on schedule
    on/to the dot/button/minute/money
    punctual/punctually
    prompt/promptly at
    @come .. prompt/promptly/early/exactly
    @come .. on time
    they/he/she/tech/crew/guys/team @was very? prompt
    ^ very? prompt
    prompt arrival/and
    @num @unit early/ahead
    bit/little/few .. early
    early every/both/each/and
    ^ early
    @was early
    earlier than expected/planned/promised/scheduled/quoted
    ahead of schedule/time/plan
    when/what/exactly he/they/she said .. would
    when he/they/she said
    when promised/scheduled/agreed
    just/exactly? like/as they/he/she said/promised
    as promised
    kept/keep/keeps/met/made/honored every/the/their/his/all/our? appointment/appointments/deadline/time/date/schedule/promise
    stuck/stick/kept to the/their/his? schedule/timeline/timetable
    never/not/without/hasnt/havent missed/missing a/an/one/any? single? appointment/appointments/deadline/day/visit
    @come .. as promised
    at the agreed/appointed/promised/scheduled/exact/stated time/hour
    exact time .. hit
    they/actually/always/and show up
    actually showed/show/came/turned/finished/arrived .. up/when/on/at/by
    like clockwork
    never/not/wasnt/werent/isnt .. late
    # sharp
    # am/pm sharp
    @weekday/morning sharp
    here/there/outside at/by # every/each
    here/there/outside at/by @num every/each
    done/finished/completed/wrapped .. by @day
    done/finished/completed/wrapped/complete .. in/within/on a/one/@num? same? day/time/schedule/record
    finished/done/completed .. early/sooner
    on the doorstep/porch/driveway at
    at # for a/an # .. slot/appointment/window/start/o
    sooner/earlier than expected/promised/planned/quoted/estimated
    half the time
    to the hour/letter
    set your watch/clock
    respect/respects/respected/respectful of? my/our/your time
    dont/didnt/doesnt/never waste my/our/your time
    minutes/minute to spare
    never/not kept/left/had .. waiting/wait
    reliable/dependable`,
  negative: `@num oclock/am/pm became/turned/meant/was .. @num
    ate/eaten/took/cost/swallowed .. whole/entire/half .. week/day/weekend/morning/afternoon/month
    @unit job/project that/which .. ate/took/lasted/became/ran/dragged/needed/turned
    nobody/no/none .. came/showed/arrived/turned/appeared .. up?
    rearrange/reschedule/rearranged .. my/our whole? week/day/work/plans
    hour/hours/day/days/week/weeks later than
    took/takes forever to .. finish/show/arrive/get/complete
    never on time
    arrival time .. changed/slipped/moved/guess
    not/isnt/arent/wasnt .. punctual/prompt/timely
    said/told/promised/booked/scheduled/due/supposed .. #/@num/noon/morning/@weekday ... came/showed/arrived/here/rolled/turned/appeared/got
    supposed to be/come/start/finish/arrive/take/show/end .. here/done/by/at/on/finished/up/@num/a/yesterday
    took/needed/lasted .. @num @unit instead/not/rather
    @num @unit instead of
    beat/blew/blown/past/missed/broke .. deadline/schedule/timeline
    burned/used/wasted/lost/took .. vacation/sick/pto/personal/work day/days
    half/most/whole/entire/all .. morning/afternoon/day .. gone/before/waiting/wasted/passed/lost
    waited and waited
    still/isnt/not not? finished/done/complete .. @longunit/after
    stretched/turned/dragged/went/became into/to .. @num/a/days/weeks/months
    bumped/pushed/moved me/us .. to/until/next/again
    no longer on schedule
    not .. before/until noon/lunch/dark/evening
    left us/me sitting/standing/waiting
    hours/days/weeks late/behind/overdue
    stood up by
    days/weeks/hours longer
    lost .. whole/day/morning/afternoon
    running on .. own time/schedule
    nowhere near on/the
    window/appointment/deadline came/passed/went
    never .. on time
    showed/came/arrived when they/he felt/wanted/pleased
    at/around/after @num/noon/dark .. not/instead @num
    cancelled/canceled/cancels/cancellation/cancelling/canceling
    @num @unit late
    @was/came/come/arrived/arrive/arriving/showed/shows/up/hours/hour/days/minutes/always/running/ran/finished/started/late very? late
    ^ late
    nobody is later
    later than promised/planned/scheduled/said/agreed/expected/quoted
    late both/again/every/each/twice/for/by/with/on
    @didnt/@not show/showed/showing up?
    @didnt .. turn/turned up
    no show/shows
    noshow
    stood me/us/my up
    blew me/us off/it
    missed/missing/misses/miss .. appointment/appointments/deadline/slot/window/visit
    appointment/appointments/visit/visits .. missed/cancelled/canceled/moved/changed/pushed/bumped/forgotten/rescheduled/postponed
    reschedul*
    cancelled/canceled/cancels/cancel/cancelling/canceling .. on/last/twice/again/at/my/our/the/appointment/morning/day/@num
    postpone*
    keep/kept/keeps/left/had/have me/us/you/my/our .. waiting/hanging
    keep/kept/keeps people/customers waiting
    waited/sat/waiting/wait/sitting/stayed .. all/whole/entire/until day/morning/afternoon/evening
    sat/waited/waiting/sitting .. home/around/driveway
    lost/wasted/burned .. day/morning/afternoon
    took .. day/morning/afternoon off
    day off .. for nothing
    @num @unit behind/past/over/overdue
    fortnight/week/day/month behind/past/over
    @num of those/the/our/my @num? appointments
    put/set us/me ... behind
    behind schedule
    overdue
    drag/dragged/drags/dragging on/out
    took/takes/taking/ran .. longer/twice than/as
    longer than promised/planned/quoted/expected/said/estimated/scheduled
    told/said/promised/quoted .. @unit needed/took/turned/became/stretched
    @unit job/project .. took/turned/became/stretched/into @num @longunit
    came and went
    they/he/she say/says/said .. think/expect/means/meant
    think/try/more like @weekday
    @didnt .. come/came/arrive/arrived/appear/make/finish/start/return back? until/till/before/by/when/at/to/|
    never/not came/arrived/returned/finished/materialized/made/appeared
    walked off/out
    flaky/unreliable/bad/poor/terrible/loose/vague on/with/about? times/time/timing/punctuality/schedules/schedule/arrival
    unreliable
    pushed/moved/bumped/put me/us/it/appointment/date/everything back/again/off/later
    moved/pushed back/again
    date/time ... moved/changed/slipped
    promised/said/told .. hours/@day .. came/showed/arrived/turned @num
    arrived/came/showed/here at? # for .. noon/morning/window
    no sign of
    still waiting for .. come/show/arrive/finish/them/him
    forgot/forgotten/forgets .. us/me/appointment/we
    tardy
    tardiness/lateness
    dont/didnt expect them/him/anyone before/on/until
    after/past .. window/deadline/promised/date
    outside .. window
    nowhere to be/in
    wasted/waste my/our/a .. time/day/morning/afternoon
    left early
    left at lunch/noon/#
    left .. come/came/return back?
    weeks/days/months .. to finish/complete
    not/isnt/wasnt an appointment
    hours/days after they/he/she/the said/promised/agreed/window/time
    on the way .. for @num hours`,
  neutral: `inside/within the/our/their/his slot/window
    got/get/came/showed here .. around/about @num/noon
    afternoon/morning slot/window .. they/we/as
    in/during/within the afternoon/morning slot/window
    arrived/came/here/there in/during/within the morning/afternoon
    on the agreed/scheduled/booked/appointed day/date
    a day .. either/or way
    kept to .. usual/normal
    @come ... as booked/arranged/agreed/scheduled/planned/expected/advertised
    @come ... within/in/inside/during the/a/their/his/our/my .. window/timeframe/slot
    was/were/is in/within the window
    end/middle/start of the/it/their? window
    # to #/@num window
    a/the .. hour window
    @num/# hour window
    came/arrived/come/here between # and
    came/arrived @weekday/sat/sun/@day @day? like/as they? sed/said/booked/agreed/arranged?
    came/arrived/here/showed around/about/at # as?
    inspector/inspection came/was/came @num/the
    started/finished/ended/wrapped .. as expected/planned/scheduled/booked
    about/roughly the time
    took as long as
    took about as/what`,
};
