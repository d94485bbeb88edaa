import type { AspectLexicon } from '../aspect-lexicon.ts';

export const responsiveness: AspectLexicon = {
  label: 'Responsiveness',
  topic: `responsiveness
    response time/times
    turnaround
    callback/callbacks
    lead time
    customer service/support
    availability`,
  silent: `fell/falls/fall off
    the following week .. inspector
    inspector came .. following/next
    never/not had? to call .. back/anyone/them
    left .. no/without mess`,
  subject: `@reply
    voicemail/voicemails
    phone calls/call
    answering
    follow up
    scheduling/schedule/booking`,
  positive: `made room for
    night or day
    day and night
    somebody/someone is/was always/there
    left/sent .. voicemail/message/text/email .. at/on ... rang/called/replied/texted/answered/back .. before/by/within/in/minutes
    called/rang/texted/emailed/phoned/wrote ... back/here/out/answered/replied/door before/within/by .. @num/lunch/noon/dinner/minutes/hour/end
    rearranged/shuffled/juggled .. schedule/calendar/jobs/appointments .. for/to/us/me?
    took/takes .. my/our/every calls/call/questions
    easy to .. hold/phone/line
    there for us/me/you
    had/sent/got/have .. someone/somebody/guy/tech/man/crew/truck/person/electrician .. here/out/door/house/over
    same evening/night/afternoon/morning
    very? same day/evening/night/afternoon
    day or night
    any time/hour i/we/of
    at any hour
    never too busy
    quick to .. respond/answer/call/come/schedule/fix/reply/get
    always/someone/somebody picks/pick/picked/answers/answered
    @call me/us back .. minutes/flat/hour
    minutes flat
    picked up on/at/even/right/first/when
    available .. weekend/weekends/night/evenings/sunday/when
    on standby
    got/had an appointment/slot/answer/quote/estimate .. same/next/that/within/right/quickly/immediately/day
    quote/estimate/answer/proposal .. same/next/within/that .. day/hour/hours/morning/evening/afternoon
    still answer/answers/pick/picks/return/returns
    came/come/back out .. free/right/immediately/next/that/same/within/no
    first/only company/ones/people/place/outfit to/that/who .. call/answer/respond/come/show/reply/pick
    checked back/up
    responds/responded/replied/replies/answers/answered .. every/all/any/each
    pick up when
    holiday/christmas/thanksgiving/easter/sunday .. and/they .. came/answered/still/picked
    lightning/super/blazing/crazy/so/very fast/quick .. response/reply/to/on/getting
    fast/quick getting/to/on
    @call/got/get/gets/getting/wrote/write/writes/rings/heard/hear .. back .. right/within/same/in/prompt/promptly/quick/quickly/immediately/fast/that/straight/instantly/minutes/hour/before/almost/always
    @call/rings/writes/wrote/get/gets/got you/me/us straight/right/promptly/quickly? back
    only one/ones/company/people/outfit .. called/answered/responded/replied/came/showed/back/could
    return/returned/returns .. my/our/all/every/calls/call/emails/messages/texts
    answer/answers/answered/answering/pick/picks/picked .. phone/phones/call/calls/email/emails/text/texts/message/messages
    email/emails/text/texts/message/call/calls/question/questions .. answered/returned/reply/replied
    picked/picks/pick up .. phone/ring/call/human/person/first/right/immediately/immediate
    human/person picked/picks/answered/answers
    real/actual/live/human human/person/being/voice
    first/second/one ring
    they/always/actually answer/answered/answers/responded/replied .. phone/phones/calls/call/you/|
    they answer
    respond/responds/responded/reply/replied/replies/responding .. quick/quickly/prompt/promptly/fast/immediately/within/right/same/minutes
    quick/prompt/fast/speedy/immediate/rapid/swift/instant/great/excellent/timely/quickest/fastest to? response/responses/reply/replies/callback/turnaround/respond/reply/send/answer/estimate/quote/call
    very? responsive
    same/very day
    same/next/following morning/afternoon/evening .. out/here/came
    @they/out/came/here/there/sent/fixed/scheduled .. the next/very/following/same day/morning/afternoon/evening
    next day service/appointment/install
    within the/an/half/@num hour/hours/minutes/minute .. of/after/|
    within the/an/half/@num hour
    within minutes
    in no time
    call/email/text/message/answered/replied/responded/back/here/there/reply/response/arrived/came/out ... in/within/under/inside like/about/under/just/less/than? @num/an/half .. minutes/hour/minute
    here/there/out/came/arrived/somebody ... in/within .. minutes/hour
    squeez* me/us/you/my/our .. in
    squeez* .. in
    fit/fitted/worked/got/slotted/slipped/moved me/us/my/our/you/him/her in/up
    came/come/sent/rushed/drove .. right/straight out/over/away
    came/come/sent .. immediately/right/quickly/promptly/asap/at once
    right away
    straight away
    easy to .. reach/get/schedule/book/contact/hold
    always available/reachable/there
    is/are/was/were very? available/reachable
    available .. right/immediately/short/same/24
    on/at/such short notice
    short notice
    @come/answered/out/here/picked/service/help/responded ... on/at a/the? sunday/saturday/holiday/christmas/thanksgiving/easter/midnight/weekend/2am/3am/night/new
    after hours
    in the middle of the night
    follow/followed/follows/following up
    checked/checks/checking in/back
    called/texted/emailed/rang/phoned/wrote .. later/after/week/next .. to/see/if/ask/make/check .. all/everything/okay/how/working/well/sure
    never/didnt/dont/not/without had? to? chase/chasing/wait/hunt/beg/nag
    got/get/gets/getting right? back to/with me/us/you .. quickly/promptly/right/same/within/fast/immediately
    got/get right? back to/with me/us/you
    dropped everything
    called/phoned/texted/rang/emailed at/@day/in # .. here/there/out/by/came/arrived
    called/phoned/rang/texted .. and/had/they they/he/someone/somebody? .. were/was/came? .. out/here/there/over .. by/within/in/the
    called/texted/booked/wrote .. @day/# .. by/next/same @day/# .. here/done/out/there/came/fixed
    by # .. truck/van/they/he/somebody/someone
    got .. reply/response/answer .. at/within/in/before/same
    kept/keep/keeps/always answering/replying/responding/available
    quick/prompt/fast/speedy/immediate/efficient service/scheduling/appointment
    quick/fast/prompt/able to .. come/get .. out
    no wait/waiting
    no long wait
    within .. of my/our/the/first? call/calling/text/email/message
    hours of my/our/calling
    always .. @call/answer back
    there when .. need/needed
    stayed on the phone/line
    you ring they
    minutes after/from .. call/called/calling/hung
    didnt/dont/not have/had? to wait`,
  negative: `better luck .. reaching/getting/calling
    took .. complaint/review/threat/letter/lawyer .. before/to .. anyone/answered/called/they/somebody/get
    never .. answered/returned/acknowledged
    questions/emails/calls/texts/messages .. never/not/unanswered/ignored .. answered/returned/acknowledged?
    only/once .. answer/call/respond/reply .. when/after/if .. money/pay/sell/complained/review
    nobody/no .. man/mans/manning/at .. phone/phones/desk
    emails/calls/messages/texts/phone/email/requests/questions go/goes/went/gets/got/going/disappear/vanish .. nowhere/hole/void/unanswered/ignored/voicemail/space/spam/air/machine
    gave up .. after/calling/trying/waiting/on
    good luck .. getting/reaching/finding/calling/talking/hearing
    busy signal
    got/get/getting/always/only/just .. answering machine/service
    phone .. rings/rang/ringing .. rings/rang/forever/hook/and/off/out/nobody
    waiting on/for .. quote/estimate/call/invoice/response/paperwork/report/reply/answer/someone/somebody/callback/bid
    no luck getting/reaching
    last .. heard
    recording
    dodge/dodged/dodges/dodging/avoid/avoided/avoiding .. calls/call/me/us/phone/emails
    never .. returned/answered/replied/responded/called/phoned
    nobody/none .. has/have/had/ever returned/answered/replied/responded/called
    brush/brushed me/us off
    after the third/fourth/fifth/sixth/second/tenth call/message/email/voicemail/try/attempt
    @num calls/emails/voicemails/messages/texts .. to/later/before/and
    took/takes .. @num/several calls/emails/tries/attempts/reminders
    month/months/week/weeks .. for/to/before .. a/an/get/just appointment/estimate/quote/anyone/somebody/someone
    slow .. to/getting/about/with/at
    once .. paid/money/deposit .. nobody/never/vanished/disappeared/gone/silence
    disappeared/vanished
    deaf ears
    @didnt/nobody/none/neither .. call/calls/called/text/texted/email/emailed/phoned/answer*/respon*/repl*/write/wrote .. back/us/me/to/my/the/a/our/phone/phones/calls/emails/|
    @didnt/nobody/never call/called/calls/return/returned/returns/answer/answered/answers/respond/responded/reply/replied/bothered
    @didnt/nobody/never .. returned/answered/responded/replied
    @didnt/nobody/never .. ring/rang/write/wrote back/me/us
    @didnt/@not .. get/got/gets/getting/hear/heard back/from/anything/a
    @didnt/nobody/not .. follow/followed up
    @didnt/nobody/never .. pick/picked/picks up the? phone/when/|
    @didnt/cannot/couldnt .. return/returning/answer/answering .. calls/phone/messages/emails
    no response/reply/answer/callback/callbacks/call/calls/return/word/replies/responses back?
    no one/nobody .. answer*/picks/picked/@call/returned/responded/replied
    without .. reply/response/answer/callback
    not a/one .. reply/response/callback/answer
    ghost*
    crickets
    radio silence
    silence
    straight/directly/right/always/goes/went/only/just to? voicemail
    voicemail full/only/every/again/all
    mailbox .. full
    left/leaving/leave ... messages/voicemails
    left .. message/voicemail .. no/never/nobody/still/nothing/weeks/days
    @num messages/voicemails/emails/texts/calls .. no/nothing/later/unanswered/and/still/before/without
    @num voicemails/messages
    called/emailed/texted/phoned/rang/messaged/call/email/ring/phone/tried/calling/wrote them/him/the/office/you? .. @num/repeatedly/multiple/countless/several/numerous .. times/messages/before/and
    called/emailed/texted .. twice/repeatedly/over
    filled/submitted/sent/used ... form/request/inquiry .. @num/nothing/never/no/crickets/times
    @num/multiple/several/numerous/countless/repeated calls/emails/messages/texts
    unreachable
    unresponsive
    hard/impossible/difficult/tough/tricky/pain/trouble .. reach/hold/contact/touch/schedule/pin/getting/get/book/communicate
    phone tag
    on hold
    rings/rang out/and/forever/endlessly
    just/only rings
    rings through to nothing
    promised/promise/promises a/to .. callback/call/return/get .. never/and/didnt
    promised .. callback/call back
    took/takes/taking/waited/waiting/wait ... @longunit .. to/for/before/just .. get/respond/reply/hear/send/call/quote/estimate/answer/return/schedule/response/callback/come/out/anyone/someone/somebody/an/date/appointment
    took/takes/taking/waited ... @longunit .. @reply/quote/estimate/callback/call
    @longunit for/to/before/without a/an/the/get/any? .. @reply/quote/estimate/callback/appointment/quote
    @num/business days/weeks/months/hours .. later/and .. still/no/nothing/nobody/waiting
    still waiting/havent/hasnt/no/asking on/for/heard/got/received/a? .. call/quote/reply/estimate/invoice/response/answer/callback/back/word/anyone
    still waiting
    asked/request/requested .. @num/several/multiple times .. for?
    had to/i call/ask/email/text/phone/ring/wait/chase/hound/beg/nag .. @num/several/multiple/repeatedly/them/weeks/days/for/again/before/back .. times/before/weeks/days
    chase/chased/chasing/hound/hounding/hunt/hunting them/him/after/down/somebody/anyone
    cannot/couldnt/impossible/never/try/good/how .. get/reach/got .. anyone/human/person/hold/through/them/anybody/someone/somebody/reply/answer/response/live
    ignore/ignored/ignores/ignoring .. call/calls/email/emails/message/messages/me/us/texts/request/requests/phone
    never/havent/hasnt/not heard from/back/a/anything/another
    heard nothing
    nothing back
    went/gone/go/goes silent/awol/missing
    fell/dropped/vanished/disappeared .. face/earth/map/radar
    unanswered/unreturned
    not .. strong suit
    offered me/us/my .. week/weeks/next/@weekday/month
    weeks/months/days/week .. before they/anyone/someone/somebody/he/you .. could/can/would/were
    booked solid/out/up
    gave up .. and? called/calling/waiting/went/hired/trying
    went/gone/go/called with? somebody/someone/another/elsewhere
    slow/slowest to .. respond/reply/call/return/answer/get/send/schedule/quote
    slow/poor/delayed/late response/responses/reply/callbacks/communication/callback
    emergency .. my foot/joke/nobody/voicemail/ha
    not/isnt/never/werent/arent/wasnt responsive/available/reachable
    wish/only/if/hope someone/somebody/they/anyone .. answered/answer/called/picked/manned/returned/replied/had called/responded
    been/its been @num days/weeks/months
    its january/february/march/april/may/june/july/august/september/october/november/december`,
  neutral: `opening/slot/spot/appointment/date .. week/month after/next/out/later
    had .. opening/openings/slot .. next/following/@weekday/in/week
    appointment/visit/slot was/is .. for/set .. later/away/out/after
    booked/scheduled/penciled me/us in/for .. week/days/@weekday/month/following/next
    usual/normal/standard/typical wait/lead/backlog
    busy season
    @num days/weeks .. later/out/away .. appointment
    could/can/would .. come/do/fit .. next/following week/month
    wait list/waitlist
    replied/responded/answered/called .. in/within .. a/@num days/day
    phone hours
    got back .. in/after/within a/@num few? days/day
    next available/opening/slot/appointment
    first available/opening
    earliest .. appointment/opening/slot/date/they/available
    called/rang/phoned/got/wrote/emailed/replied/heard me/us? back the/on/in/within/@weekday/a .. next/following/business/day/@weekday/days
    heard back/from @weekday/in/within/after/on/the
    called/rang/phoned back @weekday/in/within/the
    next business day
    @num/about/roughly/around days/weeks/week out
    out @num days/weeks
    wait was/of/time about?
    wait .. normal/usual/expected/average
    took/takes about/around/roughly/the/a ... to get on/a/in/out
    about/around/roughly ... before they/he/she could/came
    usual .. days/weeks/wait
    got/get me/us/you in/out that/the/within/in/later same? week/month
    that same week
    the following week
    scheduled .. for the next/following week
    within @num/a .. business? days/week
    answered .. during business/office hours
    normal/reasonable/average wait
    could come .. @weekday/next`,
};
