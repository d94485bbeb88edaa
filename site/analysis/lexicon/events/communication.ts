import type { Events } from './events.ts';

export const communication: Events = {
  silent: `i did the vacuuming/sweeping
    asked me two/a questions .. looked
    handed me the card .. reader
    told me before setting/leaving
    pestered them .. questions
    talked to me .. like
    showed me/us .. how/what .. clean
    explained .. to me .. retired/engineer/nurse
    what line was
    listened/listen .. to my/our? sister/brother/mother/wife/husband/friend/friends/neighbor/reviews/gut/dad/mum/mom/warnings
    dont/didnt know what to think/say/make/expect/do
    explained/explain the? .. physics/theory/chemistry/science/something/history
    explain .. to him/them/electrician
    explained .. to me engineer
    asked if/where my/the husband/wife/boss/man
    told/telling me/us? the? story/lie/lies/fib/joke/jokes
    told me to get
    told me how to fix
    told me straight
    told me/us .. didnt/dont need
    asked before .. moved/touched/entered/so
    showed me/us .. crack/fault/hole/burn/damage/problem
    to show .. which
    listened/listening to .. music/radio/podcast`,
  positive: `wrote/written/writes/write/jotted/noted .. down/pad/everything/out
    written .. everything
    read/reads/repeated/played it/them/everything/order back
    eta/progress/tracking/photo/picture/status/regular/hourly/daily/weekly text/texts/update/updates/report/reports/message/messages/pictures/photos/pics/bulletin/bulletins
    update/updates every/each/daily/throughout/with/as/along/|
    every/each .. update/updates/report/bulletin
    running commentary
    blow by blow
    before and after
    rang/called/texted/phoned/radioed/messaged/pinged/buzzed ahead/beforehand/first
    rang/called/texted/phoned/messaged/wrote .. running/stuck/traffic/delayed/late/behind
    broke/gave/delivered .. bad/good news/the
    the good/bad news himself/first/herself/straight
    face to face
    portal/app/dashboard/spreadsheet/tracker/folder/logbook .. see/follow/check/track/everything
    log/logs/logged it/everything/all
    no waffle/jargon/fluff/gobbledygook/mumbo/technobabble/gibberish/flannel/acronyms/geek
    without .. jargon/waffle/technobabble/gobbledygook/talking/acronyms
    talks/talked/talking/walks/walked/guided/steered/coached/led/goes/went .. me/us/volunteers/family/everyone/tenants/everything/it/options/wife/husband/mum/mom .. through
    took/walk/ran me/us/my .. through
    sketched/drew/draws/sketches/drawn/mapped/doodled .. out/choices/options/plan/diagram/picture/map/layout/me/us
    my/our/the options/choices/alternatives .. cheap/clearly/each/pros/cost/with/laid
    laid/lays/set/spelt/spelled .. out/options/choices/plain/clearly
    knows/knew/remembers/remembered/recalled my/our/the name/file/history/house/order/case/last/notes/dog/setup
    knew who i/we
    spelt out
    in black and white
    labels/labelled/labeled everything/each/every/all
    whatsapp/group/chat chat/group/thread/updates/update
    kept/keeps/keeping me/us/you/everyone/tenants/residents/her/him .. abreast/looped/posted/loop/know/picture/aware/apprised/informed/touch/present
    in the loop/picture/know
    touched base
    checked/confirmed/consulted with/before/first .. me/us/doing/cutting/drilling/going
    showed/shows/shown/demonstrated/demoed me/us/my/our/her/the .. how/where/why/what/workings/ropes/settings
    demonstrated/demonstration/tutorial
    talked/discussed .. options/plan/choices/beforehand/everything/me/us
    explained/explains in/to my/our/the/plain/why/what/everything/every/how/each/it/both
    in .. plain/simple/everyday/normal/proper/layman/words english/terms/language/words
    so even/that .. understood/understand/follow/get
    could follow/understand/get it/every/what/everything
    made sense to me/us
    patient/patiently .. question/questions/explain*/answers
    wee update/updates
    translated/interpreted/translator
    answered every/all/my/our/each/even
    asked/asks .. what i/we .. wanted/meant/needed/liked/prefer/preferred/thought
    heard/listened .. me/us/out/every/properly/carefully/first/to
    took/takes/taking notes/board
    took on board
    on/took board
    warned/warns/warning/told/forewarned/alerted me/us/everyone/neighbours/neighbors .. noise/would/might/could/loud/dusty/dust/beforehand/ahead/when
    left/leaves/pinned/taped .. note/notes/card/sheet/instructions/door/diagram/list/guide
    knew/know/understood .. what/where/when/who .. next/happening/stood/coming/paying/day
    no guesswork/surprises/mysteries/secrets
    never .. in the dark
    never/not .. guess/wonder/guessing/wondering
    clearest/clearer explanation/quote/instructions/explainer
    one point of contact
    single point of
    always knew
    same page
    straight/frank/candid/honest/clear about/on/with
    detailed/thorough/careful/clear report/writeup/notes/breakdown/walkthrough/handover/summary
    handover`,
  negative: `said/says/promised/tells one thing .. another/other/else/different
    one thing .. crew/tech/office/invoice/bill/another
    i/we asked/told/ordered/wanted/chose/picked/specified/requested ... got/received/installed/delivered/fitted instead/wrong/the/chrome/a/something/white/black
    ordered/chose/specified .. got/received/installed/delivered
    discovered/found/learned/learnt/heard ... when .. bill/invoice/arrived/came/landed/home/back/neighbor
    found/find out/that? .. from/by/via/through/when
    posted/published .. before
    before he/they/anyone/anybody told/asked/mentioned/consulted/warned
    asked what/why/how/when .. got/handed/given/told/met/silence/pamphlet/shrug
    clearer/better directions/instructions/answers/explanation/explanations/communication from/in
    unread/unopened
    never/not/didnt/hadnt/plainly .. read/opened .. a? word/email/emails/notes/brief/message/instructions/them/it
    never/hadnt/havent/nobody heard of/about the/me/my/us/our/it/any .. job/booking/order/address/appointment
    never heard of/about? .. job/booking/me/us
    refusing/refused/wont/wouldnt/declined/unable to? .. itemise/itemize/explain/say/elaborate/clarify/discuss/specify/break
    fresh/new/different/another excuse/story/version/reason/answer/explanation .. each/every/when/time
    went looking for one/answers
    would/wouldve have? .. loved/liked/appreciated/helped/nice/been/welcome/useful/killed .. tell/told/call/heads/warning/notice/text/know/word/explanation/update/them/him/somebody/someone/say
    heads/warning/notice/text/call/update/word .. would/wouldve have? .. nice/been/helped/appreciated/good/welcome/killed
    wouldnt have killed/hurt .. to? tell/call/say/text/ring/mention/warn
    no/zero/without/nary a? warning/word/heads/note/explanation/notice/clue/update/updates/followup/briefing/forewarning/instructions/labels
    not .. a word/peep/squeak/syllable/hint/whisper/note/text/update/dicky/sausage
    without so/as much/a as/by/word
    mushroom/mushrooms
    guessing game/games
    anyone/anybody guess
    had to/i drag/prise/pry/squeeze/extract/wring/coax/fish/chase/hunt .. out/information/answer/answers/update/updates/details
    blood .. stone
    getting .. out of him/them
    pulling teeth
    right/left hand .. left/right/other
    crossed/crossing wires/lines/purposes
    at cross purposes
    chinese/telephone whispers/game
    lost in translation/transmission
    gobbledygook/gibberish/technobabble/waffle/waffled/waffling/mumbo/gobbledegook/babble/double-speak
    monosyllab*/grunting
    news to me/us/him/them/her
    first i/we/id heard/had/knew/hear
    kept .. guessing/wondering/dark
    kept/left/were/was/still in the dark
    nobody/none/never/neither/no/one .. thought/bothered/cared/troubled/remembered/saw .. to? tell/mention/inform/warn/explain/let/ask/say/write/label
    nobody/never/not/didnt/neither labelled/labeled/label/documented/recorded/logged
    well let you know
    communication strategy/skills/style/plan/breakdown
    text/texts/updates/emails/messages .. dried/stopped/ceased/petered/great/fine/flowed .. till/until/up/when/then/day
    updates/update/communication .. dried/stopped/ceased/nonexistent/sparse/patchy/rare/few/zero/none/poor/minimal/lacking/nil
    wrong end of .. stick
    wrong colour/color/house/tile/brand/make/street/fixture/finish/shade/day/room/door/wall/floor/product
    misheard/misquoted/misunderstood/misread/miscommunicated/garbled/muddled
    mix/muddle/muddled/mixed/mixup up/over/with/my/our/the
    couldnt/cannot/nobody/no .. explain/tell/say/give .. why/what/when/how/me/us/straight
    couldnt/cannot .. straight answer/story/word/explanation
    different answer/answers/story/version/date/price .. every/each/depending/from
    talks/talked/talking/spoke/speaks .. in riddles/circles/tongues/code/jargon/acronyms
    over my/our/her/his/everyone head
    as clear as mud
    had to repeat/remind/ask/explain/tell ... again/twice/times/three/everyone/each/every/new/time
    new person/face/crew .. every/each/explain/again
    nobody/no/never/didnt/not .. listen/listened/listening/hear/heard
    in one ear
    deaf ears
    brick wall
    done/went/did/built/painted/cut/moved .. without asking/telling/checking/consulting/permission/consultation/warning
    couldnt be bothered .. to? tell/say/call/text/explain
    fine/small print
    left to guess/wonder/work/figure/google/find`,
  neutral: `standard/usual/boilerplate terms/wording/paperwork/form/email/letter/handout
    terms .. sent/emailed/provided/attached
    summary/report/details/note/notes/breakdown/list/copy/receipt .. printed/attached/emailed/enclosed/mailed/posted/provided
    leaflet/brochure/flyer/pamphlet/handout/booklet/factsheet/newsletter
    they/he/she had? mentioned/noted/stated/indicated .. we/our/should/own/so/in
    they/he/she said so
    it said/says in/on the quote/website/contract/email/form/paperwork
    told/tells me/us what he/they/she would/will .. and .. did
    said what he/they would do and did
    usual/standard/normal/routine call/text/email/update/questions/briefing/spiel/explanation
    quick/short/brief chat/call/word/talk/conversation
    correspondence/communication/updates .. by/via/through/mostly email/text/portal/app/letter
    asked the usual
    spoke .. briefly
    got the/a confirmation/receipt/reminder/notification
    emails/messages/texts .. answered .. eventually/adequately
    explained the basics
    basic explanation/info/information/updates`,
};
