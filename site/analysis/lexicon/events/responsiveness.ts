import type { Events } from './events.ts';

export const responsiveness: Events = {
  silent: `no phone @num/for
    before i/we/id .. describing/explaining .. it/fault/problem
    went with another
    first appointment .. he
    got across town in
    left lying .. nothing
    never had to call .. fix
    never had to call
    come/came back until/till
    down the phone
    never/not/didnt .. chase/chasing
    total/complete/then radio silence
    line of work/duty/fire
    call it a/good/done/even/quits
    called it
    text/texts were/are
    answered to
    within @num years/miles/feet/inches
    no answer to/for how/why/what`,
  positive: `night/emergency/weekend/hotline line .. works/answered/picked/works/real/human
    night line
    pick/picks/picked up |
    they/he/she/somebody/someone/you/always actually? pick/picks/picked up
    lift/lifts/lifted .. receiver/phone/handset
    by/on/after/before/at .. first/second/third/one/two/single ring/rings
    before i/we/she/he/my/the .. finished/finish/hung/put/hang/end/ended/done ... phone/call/telling/explaining/toast/coffee/tea/sentence/email/story/describing/breakfast/message/|
    no sooner had/did/than
    hour/hours/minutes/minute/half/moments after i/we/my/the/she/he .. called/rang/texted/wailed/messaged/posted/emailed/phoned/call/cried/sent/asked/message/wrote/rung/whatsapped/panicked
    rang/called/phoned/texted/emailed/messaged/sent ... at/in @num/#/half/breakfast/lunch/dawn/midnight/noon/the ... here/there/lane/drive/door/house/site/came/van/by/done/fitted/fixed/arrived/working
    only/just called/rang/had/phoned/texted/asked/emailed .. at/this/that/an/a/@num/breakfast/lunchtime/lunch/hour
    only? had my/our call/message/text at/by/that/this/an
    sent/texted/posted/emailed .. photo/picture/message/text/video .. @day .. @day/morning/hour/minutes/van/within/by
    front/top/head of the line/queue/list/pile
    triaged/prioritised/prioritized/expedited/fasttracked
    moved/bumped/pushed/shunted/jumped/put me/us/my/her/him .. up/front/top .. queue/list/line
    double/dead/right/super/proper quick/fast/sharpish/pronto/quickly/swift
    quick smart
    sharpish/pronto/lickety
    in a flash/jiffy/heartbeat/trice/snap/blink
    like/as a shot/flash/fast/quick as/lightning
    greased lightning
    fast/quick/prompt/snappy/swift/speedy/rapid/lightning/instant as?/at/getting/with/on/to .. quote/quoting/phone/blower/answering/reply/replying/replies/email/respond/responding/text/get/call/calls/estimate/message/messages/queries
    prompt/snappy/swift/speedy/quick/rapid/fast .. phone/blower/horn/replies/reply/response/answers/communicator/callback/estimate/turnaround
    turnaround .. quick/fast/impressive/same/great/swift/incredible
    at/on the/my/our door/doorstep/step/drive/house/porch/gate/driveway within/before/by/in/inside/under/minutes/an/that/same/almost
    body/man/someone/somebody/guy/van/tech at/in/on the/my/our door/street/driveway/doorstep/drive
    inside/within/under @num/an/half/the/a? an? minutes/hour/hours/day/minute
    back to me/us double/right/super/within/same/straight/in/inside/before/almost/immediately/instantly/quick/pretty/really/very/so
    came/come/got/get back to me/us .. quick/fast/quickly/minutes/hour/promptly/instantly/same
    answered/replied/responded/texted/rang/phoned/emailed/wrote .. instantly/immediately/minutes/seconds/straightaway/pronto/lightning/midnight/saturday/sunday/holiday/bank
    instantly/immediately/straightaway/promptly answered/replied/responded/returned/called
    each/every/all one/email/message/text/question/query/call .. answered/returned/replied .. minutes/hour/same/day/within
    came back answered within
    round/around the clock
    24 hours/hour/7
    # 7
    at/past/after/even midnight/2am/3am/4am/5am/6am/11pm/10pm/two/three ... answered/came/picked/out/there/here/someone
    dropped/drop everything/what/his/another
    came/went/out straight/right away/over/out/round
    straight/right round/over
    squeezed/squeeze/squeezes/slotted/shoehorned/wedged/sandwiched/penciled/fitted/fit me/us/my/her/him .. in/between
    same/very same? day/afternoon/evening/night/morning i/we/as/that/they/|
    @come/fixed/sorted/done/here that same? day/afternoon/evening/night
    next/following morning .. van/truck/crew/he/they/someone
    on christmas/thanksgiving/easter/boxing/new/sunday/bank eve/day/holiday/morning/night?
    christmas eve/day
    somebody/someone always picks/answers/lifts/there/replies/calls/responds
    always/somebody reachable/contactable/available/findable/there
    any/every/smallest snag/snags/niggle/niggles/problem/question/issue ... back/there/here/answer/door/call/sorted/out/reply/same/them
    came/come/comes/popped/pops/nipped/swung back .. check/tweak/adjust/sort/look/see/same/next/within/day
    follow up call/visit/text/email/check
    rang/called/phoned/texted/checked .. week/month/days/day/after .. later/after/see/check/how
    returned .. call/calls/message/email/voicemail .. same/minutes/hour/within/promptly/quickly/straight/before/every
    call/calls/message/messages/emails/voicemail returned .. same/minutes/hour/promptly/quickly/within/before
    human/live/flesh being/person/at/answers/answered/picks/blood
    never .. machine/voicemail/robot/bot/menu/hold
    no phone/automated/endless tree/menu/menus/robot/bots/hold
    got a reply/answer/quote/callback/call/visit .. minutes/hour/same/morning/before
    emailed/texted/sent me/us/over? a time/slot/quote/price/date before/within/in/that`,
  negative: `voicemail/mailbox/inbox/answerphone/machine .. full/since/again/permanently/always
    hold/pipe/pan/elevator music
    muzak/vivaldi/greensleeves
    minutes/hour/hours of/on hold/music/pan/ringing/listening
    line .. dropped/engaged/busy/cut/disconnected/ringing
    line went dead
    got cut off
    nobody/never/no/didnt/wont/wouldnt/dont/doesnt/hasnt/havent .. picks/pick/picked/lifts/lift up? .. phone/receiver/anymore/now/after/once/when/ever/|
    nobody/never/didnt/no/not .. rang/ring/phoned/phone/called/texted/emailed back? .. about/back/me/us/to/after/since/again/either/|
    never/forgotten/forgets/forgot/doesnt/dont/wont to? .. check/checks/checked .. messages/voicemail/email/inbox/phone/emails
    only/once ring/rang/call/called/reply/phone/answer/write/email/respond .. when/if/invoice/money/owe/payment/paid/sell
    manager/supervisor/owner/boss/someone/somebody/he/they will/would/to ring/call/phone/email/reply/respond/get
    keep/keeps/kept promising/saying/swearing/telling .. ring/call/phone/reply/back/manager/email/someone
    being/was/still looked into/at
    being escalated/processed/reviewed/investigated
    been/was/is escalated/passed/forwarded .. to/on/up
    like writing/shouting/screaming/yelling/talking/calling/throwing/praying/posting/faxing .. to/into/at .. santa/void/wind/wall/well/abyss/canyon/cloud/space/hole
    black hole
    into the void/ether/abyss/aether
    quotes/calls/emails/messages/texts/callbacks/letters/visits requested/sent/left/promised/made/placed .. zero/none/no/nothing/ignored/unanswered
    requested/sent/emailed/called/asked ... zero/none/nothing/nada/zip/zilch .. received/back/came/heard
    requested/sent/emailed/called/asked ... crickets/tumbleweed
    zero/none/nothing/nada/zilch/zip received/back/returned/answered/since/heard
    they/he/she/office/then/have/has/had/and/all went/gone/goes/go/going/fell rather/very/completely/totally/strangely/suddenly/all/so/stone? quiet/cold/dark/silent/mute/missing/underground/invisible
    went/gone/fell to ground
    blocked my/our/me/us number/calls?
    chatbot/chatbots/robot/bots/bot .. nothing/again/instead/only/|
    phone tree/menu
    transferred/bounced/shunted/passed/redirected .. around/pillar/department/person/six/@num/between/from
    pillar to post
    the/a run around/runaround
    left/leaves/leave me/us on read/seen/hold/delivered
    blue/two ticks
    on read
    @num/months/weeks/days on .. still/claim/no/nothing/warranty/waiting
    warranty claim/claims/call/request .. ignored/nowhere/being/still/looked/unanswered/pending/limbo
    carrier/homing pigeon/pigeons
    smoke/morse signals/signal/code
    message in a bottle
    seance/ouija/medium/psychic/clairvoyant
    easier/quicker/warmer/better/faster to/luck/response/responses/service .. reach/pope/president/king/dmv/irs/get/hold/from/jury/tax
    dmv/irs
    get/got/getting/find .. pulse/peep/squeak/rise/sign/word/reaction out/from/of/life
    took/takes/needed/requires .. tweet/review/lawyer/solicitor/letter/complaint/threat/facebook/email/emails/calls/messages/chasing/reminders .. to/before
    week/weeks/days/month/months/fortnight/ages/forever/eternity it/they/he/she took/takes/needed
    took/takes @num/a/an/the/over/nearly/almost week/weeks/days/month/months/fortnight/eternity/age to/before/for/just .. call/quote/reply/return/answer/book/email/phone/ring/come/get/even
    ghosts/ghost/myth/mythical/phantom/unicorn/bigfoot/yeti/houdini/casper
    staffed by
    ghosted/ghosting/ghosts me/us/after/since/once/the/again/|
    vanish/vanished/disappeared/evaporated .. after/once/when/deposit/paid/payment/since
    nobody/no/one .. home/there/cares/interested .. once/after/now
    once/after/since/now they/i/we/my .. paid/money/signed/deposit/cleared .. quiet/silent/nothing/nobody/silence/ghost/crickets/cold/gone/radio
    chase/chased/chasing/chaser/chasers/nagged/hounded/badgered them/him/for/up/emails/calls/|
    tumbleweed/crickets/silence/tumbleweeds since/after/from/ever/|
    never returned/answered/acknowledged/responded/replied/rang/phoned/called/picked
    no/zero/without .. acknowledgement/acknowledgment/follow/followup/reply/response/answer/callback up?/to/from/at/after/|
    engaged tone
    dial/dialled/dialed/redial/redialled/redialed .. times/number/@num/for
    have/had to resend/redial/ring/recall/refile
    dont/didnt/never hold .. breath
    fobbed/fob/fobs .. off
    brush/brushed/brushes .. off
    passing the buck
    first available/appointment/slot/opening .. spring/next/month/year/@num weeks/months?`,
  neutral: `reply/replied/response/responded/answer/answered/returned/rang/emailed/wrote .. by/before .. end .. week/day/month
    reply/replied/response/respond/answered/returned/rang/emailed/heard .. on/in/within/after .. @num/third/second/third/next/fourth/fifth/couple/a/normal/usual working/business/few/or? days/day/time/week
    @num/third/second/next/fourth/fifth business day/days
    in/within a/@num day/days or/to @num? days/two/three
    in/after a day or two
    answering service
    took my/our details/number/name/message
    lead time .. par/usual/average/normal/standard/@num
    wait/lead/queue .. par/usual/normal/average/typical/same
    in/on the queue/waitlist/list/diary for
    fit/squeeze/see/slot/book me/us in? .. the following/next week/month
    earliest .. they/he/had/could/was/available
    next/first opening/appointment/slot/available .. week/@day/@num
    put/added/placed me/us .. list/waitlist/queue
    contact form/email worked/answered/reply
    automated/automatic/auto reply/email/confirmation/acknowledgement
    about/roughly the? same .. everybody/everyone/others/anyone
    call/reply/response came .. as/when/day/days/expected
    office hours/only
    took a/about/@num/around .. day/days .. to .. reply/call/quote/answer/respond/return/book`,
};
