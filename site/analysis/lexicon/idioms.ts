/** General turns of phrase with their value, -4 to 4, in the language of reading/phrases.ts. What they cover counts no second time. */
export const idioms: ReadonlyArray<readonly [value: number, phrases: string]> = [
  [
    3.5,
    `couldnt/cannot/could/can not? be/have been? more/any? happier/happy/better/pleased/impressed/nicer/easier/satisfied/friendlier/smoother/kinder
    couldnt/cannot ask for more/better/nicer
    cannot/couldnt say enough
    cannot/couldnt recommend .. enough/highly
    could not/hardly/never be better/happier/nicer
    @not been happier/better/easier
    never had/seen/experienced/met/eaten/tasted .. better/finer/nicer
    nothing but good/great/praise/positive/excellent/compliments/love
    to die for
    out of this world
    blew/blown/blows .. away
    second to none
    above and beyond
    went/goes/go the extra mile
    hit/hits/hitting the spot
    the best .. ever
    @num stars
    like a charm/dream/champ/pro/dream/breeze
    melt/melts/melted in your/my mouth
    must have/try/visit/see/eat/go
    a must
    knocked/knocks it out
    hung the moon
    top notch/shelf/tier/quality/rate
    first rate/class
    world class
    five star/stars
    5 star/stars
    fell/fall/falling in love
    blown away
    two thumbs up
    thumbs up
    hands down
    never disappoint/disappoints/disappointed/fails/failed/misses
    @not disappoint/disappointed
    exceeded/exceeds/beyond .. expectations
    if it was/were any better`,
  ],
  [
    2,
    `no/zero/not a/any? complaints/complaint/problems/problem/issues/issue/regrets/trouble/hassle/hassles/fuss/surprises/surprise
    never/not/didnt/havent/hasnt/without had? a/an/any/one/single? problem/problems/issue/issues/trouble/complaint/complaints/hitch/hiccup/hassle
    cannot/couldnt complain/fault/beat/argue/knock
    nothing/little to complain
    not/isnt/wasnt/arent/aint bad
    not too/so/that bad
    not a bad
    no wonder
    worth .. penny/money/price/wait/trip/drive/it/cost/every
    well worth
    as/well done/made/built/prepared/cooked/executed/designed/priced/presented/trained/stocked/lit
    works/work/worked/working/runs/run/ran great/well/fine/perfectly/flawlessly/beautifully/good/properly/wonderfully/smoothly/now/again/fast
    will/ill/definitely .. be/come/go/going back/returning/again
    keep/kept/always coming/going back
    will/would definitely/certainly/absolutely/surely/gladly/happily be/go/return/use/hire/call/buy/come/eat/order
    will/ill/well return/order again/there/here
    the place to be/go/eat/get
    makes/make/serve/serves a mean
    in no time
    in seconds
    everything/all .. i/you/we need/needed/wanted/want
    does/do/did what .. supposed/need/should/promises
    out of the box
    right amount/size/price
    generously sized/portioned
    served hot/fresh/promptly
    seated immediately/promptly/quickly
    cannot/couldnt wait to
    look/looking forward
    glad i/we
    more than happy/satisfied/pleased/fair/enough/willing
    no brainer
    so far so good
    thank goodness/you/god
    stands/stand/stood out
    on point
    spot on
    easy to use/navigate/read/set/carry/install/clean
    user friendly
    plenty of
    lots/ton/tons/variety of
    good/great/better/best/wide selection/variety/choice
    long lasting
    lasts/lasted .. hours/long/forever
    good/great/long battery/life
    up to date
    down to earth
    no match
    holds/hold/held/holding up
    nothing bad
    nothing fancy`,
  ],
  [
    -2,
    `not/isnt/wasnt/arent/werent/nothing/dont/hardly/never worth
    waste of
    not/isnt/wasnt/nothing very/that/so/too/all/really/particularly/a/the? great/special/impressed/impressive/exciting/spectacular/memorable/good/write
    nothing special/spectacular/memorable/extraordinary/impressive
    left a lot to be
    leaves/leave/left a lot/much to be?
    leaves/leave/left much/something to
    could/can/would/should have? be/been better/nicer/improved/nice/great/more/less/quicker/faster
    could have been
    could/can use
    would have/be nice/preferred/liked/appreciated
    have liked/preferred/appreciated
    not .. best/strongest/tidiest/cleanest/friendliest/fastest/cheapest/sharpest/brightest/neatest/quickest
    not what i/we/it/you
    too much/many/little/few/long/late/bad/slow/loud/expensive/pricey/salty/sweet/small/big/heavy/dark/hot/cold/short/spicy/greasy/noisy/crowded/dry/hard/soft/high/low/far/large/tight/thick/bulky/oily/cramped/dim/bright/tiny/rich/often
    a bit/little/touch/tad much/steep/high/pricey/salty/dry/bland/slow/loud/small/heavy/off/short/sweet
    much to be
    never again/go/going/return/returning/use/using/buy/buying/eat/eating/come/coming/hire/hiring/order
    wont/wouldnt/not/never/dont go/return/use/come/be/buy/hire/recommend/recommending/going/returning/coming
    would/will not/never
    stay/steer/keep/run/walk/look away/clear/elsewhere/far
    look/go/went/gone/going/try/took elsewhere
    buyer beware
    no excuse/apology/explanation/help/idea/clue/use/flavor/taste/seasoning/sense
    down/went/go/gone downhill
    fell/fall/falls/falling/fallen short/apart/flat/off/down
    @not .. live/lived up to
    out of order/stock/date/control
    rip/ripped/rips off
    wears/worn/wore out
    @didnt work/works/working/function/help/turn/charge/boot/load/fit/respond/care/last/connect/taste/hold
    stop/stops/stopped/stopping/quit working/charging/responding/functioning
    had/have/has to send/return/replace/call/wait/redo/beg/ask/restart/reboot/buy/get/take/fight/chase/remind
    want/wanted/get/got/give/gave/demand .. money/refund back
    money back
    took/takes/taking/take forever/ages/long/too/over/almost/nearly/so
    long/endless wait
    waited/wait/waiting/waits over/forever/for/an/almost/nearly/#/@num/and
    at best
    if you like/want/enjoy .. surprise/waiting/overpriced/being
    a joke/nightmare/disaster/letdown/rip/scam/mess/shame/pity/bummer/hassle/pain/headache
    let/lets down
    big/major/huge/serious/several/many/constant/lots problem/problems/issue/issues/complaint/disappointment/mistake/flaw/flaws
    runs/ran/run/gets/got/get very/extremely/really/so/too? hot
    got/get/made/felt sick
    food poisoning
    way/far/much too
    only complaint/issue/problem/gripe/negative/downside/drawback/con/flaw/minus/disappointment
    the downside/drawback/catch/letdown
    should/must have been
    no longer works/working/turns
    hit or miss
    give/gave up
    wish/wished it/they/there/i/the/we/you .. had/was/were/would/could/hadnt/wasnt/didnt/came
    not/isnt/arent/wasnt/werent/doesnt/never .. enough
    taste/tasted/tastes/smelled/smells/feels/felt/looks/looked like .. rubber/cardboard/plastic/dirt/paper/toy/nothing/frozen/bleach/toilet/fish/old
    nobody/none/no one could/would/seemed/knew/came
    only lasts/lasted/last
    never came/arrived/got/received/received/came/brought
    came/served/arrived/were/was .. cold/raw/late/burnt/burned/wrong
    watered/dumbed down
    hair in
    heats/heat/heating/gets/got/getting up/warm/hot
    blue screen
    dead pixel/pixels
    slows/slowed/slow it/down/my
    would/will/wont/wouldnt/does not turn/boot/start/charge/power on/up
    not fresh/good/clean/working/acceptable/right
    takes/took .. to load/boot/start/respond
    had/have trouble/problems/difficulty
    hardly any
    cash grab
    couldnt/cannot even
    doesnt/dont/didnt/wouldnt/wont even`,
  ],
];
