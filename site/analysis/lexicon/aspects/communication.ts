import type { AspectLexicon } from '../aspect-lexicon.ts';

export const communication: AspectLexicon = {
  label: 'Communication',
  topic: `communication/communications
    communicat*
    instructions`,
  silent: `without being/me/us/even/my/our/having .. asked/asking/ask
    lie/lying awake listening
    tell/tells/told me/us how you
    cannot/couldnt/hardly/never .. even? tell .. where/it/the/they
    asked me/us/if/them/him to/for
    i/we/still .. asked/told/called
    no idea why/how .. breaker/it/the
    nobody/never mentioned .. until
    about what i/we
    told my/our/everyone/all/every/the
    telling my/the/our/everyone
    i/we told
    tell your/everyone
    asked for .. quote/estimate`,
  subject: `explanation/explanations
    explain/explains
    paperwork
    advice
    information/info
    questions`,
  positive: `always knew who/where/what/when
    i/we .. knew who/what/when/where .. coming/was/were/would/next
    in terms even? i/we/my
    put it in .. terms/words/way
    came/come with photos/pictures/drawings/list
    talk/talked like .. human/normal/neighbor/person
    explains/explain
    wrote .. down/out/up .. for me/us/everything/what
    left nothing .. chance/unclear/guess
    no question .. unanswered/dumb/stupid
    asked me/us what/how/where/which/if/whether
    repeated/repeat .. back/to make sure
    on the same page
    called/texted/rang/phoned/messaged .. on/en .. way/route
    made sure i/we/she/he/everyone/my/they .. knew/understood/followed/know/understand/clear
    knew/know exactly? what .. expect/happening/going/next/coming/paying/to
    always knew what/where/when/who
    told/warned/said/let/notified/informed/explained/called .. in advance/beforehand/ahead/upfront/front
    step by step
    how to use/reset/work/run/program
    written report/summary/list/plan
    broke .. down
    kept .. in/out the loop/picture
    easy to follow/understand/read
    left .. note/notes/instructions/manual/list/diagram
    took .. notes/note
    put .. in writing
    honest/straight/clear answers/answer/advice/about
    patient .. while/as/when i/we/she/my
    checked with me/us
    ran .. by me/us
    heard me/us out
    never .. left/wondering/guess/guessing
    no guessing/surprises
    every/each step/stage/detail/day .. told/explained/update/informed/knew
    translated
    gave/left/provided .. heads/updates/update/summary/walkthrough/tour/demo/lesson
    understandable/understandably
    without .. talking/jargon/confusing
    explained
    explains/explaining .. everything/what/why/how/all/each/the/every/things/it/well/clearly
    explanation/explanations .. clear/simple/helpful/good/great/detailed
    clear/good/great/thorough/detailed/simple/excellent/honest explanation/explanations/communication/communicator/communicators/instructions/advice/information
    take/takes/took/taken the/their/his? time to explain/show/answer/talk/go/walk/listen/teach
    walk/walks/walked/talk/talks/talked/led/took/guided/ran me/us/my/her/him/them .. through
    went over/through .. everything/with/the/options/quote/bill/each/all/what
    spelled/spells/laid/lays/broke/breaks/mapped it/everything/things/the/all? .. all? out/down
    keep/keeps/kept/keeping me/us/you/everyone/my/her/him .. informed/updated/posted/loop/date/abreast/picture
    told/tell/tells/telling us/me/you/my/her .. what/why/how/exactly/when/everything/ahead/honestly/straight/every/where/next/upfront/before
    show/shows/showed/shown me/us/my/him/her/you what/the/how/where/why/each/which/his/everything/photos/pictures/exactly/pics/both
    answer/answered/answers/answering all/every/any/my/our/each/a/the/even/endless/dumb/silly/lots .. questions/question
    patient/patiently .. questions/question/explain*
    clear about/on/and/from/as
    upfront/clear/transparent/honest/straight about/on/with .. how/what/cost/price/options/time/long/everything/process
    listen/listens/listened
    was/were/by/great/good listening
    text/texts/texted/call/called/calls/phoned/phones/rang/message/messaged/texting/calling us/me? .. ahead/before/when/on/way/to say/coming/en
    heads up
    called/texted/phoned/let ... running/ten/late/delayed/behind
    let/lets/letting me/us/you/her/him know
    plain/simple/layman/laymans/everyday/normal/ordinary english/terms/words/language
    draw/drew/drawn/sketched me/us/it/a/out .. diagram/sketch/picture/map/little/drawing/out
    sent/took/send/text/texted/emailed/with .. photos/pictures/pics/photo/video/updates
    daily/regular/constant/frequent/every updates/update/photos
    detailed/itemized/clear/thorough/written/complete/line .. quote/estimate/invoice/bill/proposal/explanation/report/list/breakdown
    itemized
    asked before/what/where/how/first/if/me/us
    asked .. questions
    understood/understand/understands/understanding/got/heard what/exactly/my/our/me .. wanted/needed/needs/want/need/concerns/were/after
    so i/we could/can/would understand
    gave/give/gives/offered/presented/outlined/laid me/us/you/out? .. options/choices/alternatives/advice/suggestions/tips/rundown/advice
    options and prices/costs/what
    nothing/little .. lost in
    no jargon/surprises/guesswork
    warned/warn me/us .. that/about/before
    taught me/us/my
    easy to talk/understand/follow
    made sure .. understood/knew/understand
    straight answer/answers
    discuss* .. everything/options/plan/with
    confirmed .. everything/details/plan
    good/great/excellent/clear/superb/top/thoughtful/constant/open communication/communicator
    communicate/communicated/communicates/communicating .. well/clearly/great/throughout/every/promptly/constantly`,
  negative: `without .. so much as
    had to ask .. what/how/why/when/if/twice/three/for/where/who
    nobody/never/didnt .. wrote/write/passed/pass .. down/on/along/it
    no two .. same/alike
    cut/turned/shut .. power/water/internet/off .. without/no .. warning/telling/asking/word/knock
    what .. line/items/charges .. meant/mean/for
    second guess
    heard/learned/found .. from/through .. neighbor/neighbors/facebook/someone/else/secondhand
    thought/think i/we .. wanted/meant/ordered
    not .. what .. told/said/agreed
    clear as mud
    double dutch/dutch
    had/have no clue/idea .. they/he/when/what/if/that/who/whether/where/until/which
    scribbled/handwritten/illegible/unreadable/cryptic
    spoke/speaks/speak/understood/understands no/little/barely/hardly/broken english
    language barrier
    never/nobody/didnt/failed told/tell/mentioned/mention/said/explained/warned/asked/to .. me/us/that/it/the/about/anyone/they
    nobody/none/never/no .. told/asked/informed/explained/mentioned/warned/said
    out of the loop
    no idea .. coming/going/happening/doing/wrong/next/charged/paying
    didnt/never/not .. read/listen/write/note/pass/relay .. my/notes/what/instructions/to/it/down
    forgot/forgets/forgotten to tell/mention/say/write/pass/order/ask/let
    despite/after .. telling/asking/told/explaining/being
    surprised/shocked/blindsided .. by/to/when
    kept/keep asking/guessing/changing
    left/leaves .. guessing/wondering/clueless/confused
    contradicted/conflicting/mixed .. messages/information/stories/answers/each
    told one/two/different/three
    answers/answer .. vague/short/nothing/none/different
    questions .. ignored/unanswered/brushed/dodged
    wouldnt/didnt/couldnt/never .. answer .. question/questions/straight
    assumed/assume .. instead/without/we/i
    like talking to .. wall
    talked/talks/talk .. circles/gibberish/riddles/code/fast
    @didnt/not/without/nobody/none/wouldnt/zero .. explain/explained/explaining/tell/told/telling/inform/informed/mention/mentioned/mentioning/warn/warned/warning/ask/asked/asking/listen/listened/listening/consult/consulting/communicate/communicated/notify/notified/discuss/update
    @didnt/nobody/not/without .. let/letting me/us know
    @didnt/nobody/never .. said/say anything/a/that/boo/much/what/why
    no explanation/explanations/heads/warning/text/notice/communication/update/updates/word/details/clue/information/instructions/detail/idea .. when/what/if/why/who/how/up/about/from/whatsoever/at/|
    no call/text/email/phone no
    no call
    not a/one/so/single much/single? word/peep/call/text/update/explanation/heads
    poor/bad/terrible/horrible/awful/zero/lousy/worst/non/spotty/weak/little communication/communicator/communicators/explanation
    lack of .. communication/information/explanation
    communication .. poor/lacking/terrible/bad/awful/zero/nonexistent/breakdown
    left/kept/leave/keep me/us/you/my? in the dark
    in the dark about/the
    jargon
    over my/our/your head
    mumbl*
    misunderst*
    miscommunicat*
    got/get/had/wrote/took my/the/our .. wrong
    wrong address/color/date/day/house/order/name/model/size/part/time/fixture/person/number/room
    order/ordered/brought/installed/sent .. the? wrong
    mixed/mix/messed up .. order/date/address/names/appointment/my/the/our/paperwork
    mixup
    had/have to repeat/ask/explain/drag/pry/guess/dig/tell/beg .. myself/again/everything/same/every/information/twice/times/what/out
    explain/explained/told/repeat/repeated .. same .. to @num/everyone/each/different
    one thing .. another
    different story/stories/answer/answers/things
    different .. every time/person
    contradict*
    left hand/right
    nobody/no/dont/doesnt/never .. talk/talks/speak/communicate to/with anyone/each/one
    dont/doesnt/didnt/wouldnt/never/hardly/barely tell/say/told/said/talk/speak/spoke .. you/me/us/much/anything/a
    still/never/nobody/dont/didnt/no know/knew/idea/sure/figured .. what they/he/she/was/were/happened .. did/doing/done/or/why/charged/wrong
    had/have/with no idea when/what/why/who/whether/if .. they/he/was/would/coming/going/next/happening
    without a? asking/telling/word/warning/notice/consulting/permission/discussion/explanation/checking/so
    vague/evasive/cagey
    confusing/confused/unclear/cryptic/illegible/incomprehensible .. invoice/quote/estimate/bill/paperwork/instructions/explanation/about
    invoice/quote/paperwork/estimate/bill/instructions/report .. confusing/riddle/unclear/mystery/illegible/gibberish/vague
    find/found out from/by/later/when/after .. neighbor/myself/somebody/someone/the/online/accident/bill
    ignored/disregarded/forgot/ignoring .. what/instructions/request/requests/asked/wishes/notes
    not/wasnt/isnt what i/we/was .. asked/ordered/wanted/discussed/agreed/said
    changed .. plan/scope/mind/layout/design .. without?
    have/has/would/should/could .. liked/like/told/warned/mentioned/explained/said/asked/known/nice .. warn/tell/say/know/mention/explain/told/heads/said/earlier/me/us/if/they
    wish/wished .. explained/told/mentioned/said/asked/labeled/called/texted/warned/communicated/listened/known
    talk/talked/talking/spoke over me/us/my/heads
    one liner/liners
    hard/difficult/impossible to understand/follow
    act/acted/acting .. never told/said/asked
    nobody/no one .. knew/knows .. what/who/when/about
    nobody mentioned/told/said/warned/explained
    crew/tech/guy/office/he/she/they .. knew nothing/didnt
    repeat myself
    like pulling teeth
    tight lipped
    misinform*
    never got/received/sent .. invoice/receipt/report/paperwork/email/update/quote/estimate/copy`,
  neutral: `reminder .. by/came/text/email/sent/call
    a? reminder/confirmation came/arrived/by
    mailed/emailed/left/sent/handed me/us? the/a/some/his paperwork/copy/card/brochure/forms/form/details/receipt
    said/told .. what .. would/did and
    answered/answers .. questions briefly/shortly
    brief/short/basic/standard conversation/explanation/instructions/email/emails/updates
    told .. when they/he .. coming/come/done/finished
    normal/usual/standard/ordinary/regular communication/emails/paperwork/updates
    confirmation/reminder text/email/call/message
    called/texted/emailed/phoned .. to confirm
    short/brief/usual/standard/quick summary/rundown/overview/explanation/briefing/walkthrough
    the usual rundown/spiel
    written/emailed estimate/quote/proposal
    got/received/sent .. estimate/quote/invoice/receipt by/via .. email/text/mail
    estimate/quote/invoice .. by/via email/mail/text
    an app .. where
    app where
    heard from them/him when
    answered what i/we asked
    told .. the basics
    said what .. needed`,
};
