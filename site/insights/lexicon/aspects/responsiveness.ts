import type { AspectLexicon } from './aspect-lexicon.ts';

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
  positive: `@call/got/get/gets/getting/wrote/write/writes/rings/heard/hear .. back .. right/within/same/in/prompt/promptly/quick/quickly/immediately/fast/that/straight/instantly/minutes/hour/before/almost/always
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
    always/is/are/was/were available/reachable/there
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
  negative: `@didnt/nobody/none/neither .. call/calls/called/text/texted/email/emailed/phoned/answer*/respon*/repl*/write/wrote .. back/us/me/to/my/the/a/our/phone/phones/calls/emails/|
    @didnt/nobody/never call/called/calls/return/returned/returns/answer/answered/answers/respond/responded/reply/replied/bothered/even
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
    @num/multiple/several/numerous/countless/repeated calls/emails/attempts/tries/messages/texts
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
    went/gone dark on
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
  neutral: `next available/opening/slot/appointment
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
