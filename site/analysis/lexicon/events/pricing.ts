import type { Events } from './events.ts';

export const pricing: Events = {
  silent: `it is/was not nothing
    rip it all? out
    knocked @num? star/stars
    took @num stars/star
    quote from someone/somebody/another
    first visit
    paid |
    before/after/until/once .. i/we .. paid
    billing .. ghosts/staffed
    cost a bit
    par for .. course .. in/this/for summer/winter/year
    in the middle |
    it was a bit much
    bit much
    previous/last/other/first one/guy/lot/crew/firm/company had? charged/billed/quoted
    paid attention/off/them/him/for/|
    been/get/got/were paid
    invoice outstanding
    lower hutt
    at all/any costs/cost
    car charging
    charged .. battery/phone
    cost me/us my/a day/week/weekend/morning/job/sleep/night/vacation
    bill arrived/came/landed/a
    the bill a third
    course/par .. summer/winter
    same as everybody/everyone
    with i assume
    meter/gas/water/energy/heating/utility/power/electric/electricity bill/bills/rates
    at this/that rate
    first/second/third/any rate
    rate them/this/him/it
    price of .. admission/fame
    quotes requested/sent
    they/id/we charge/charged the? battery/car/batteries
    value my/our time
    great deal of
    deal with
    a great deal`,
  subject: `tariff/tariffs
    tab
    wallet
    quid/pounds/dollars/bucks/euros
    labor/labour line/cost/rate/charge`,
  positive: `cheap as chips
    dirt/surprisingly/refreshingly/remarkably/unbelievably/ridiculously/pretty/super/really cheap/inexpensive/reasonable/affordable/low
    @small fee/charge/sum/amount/cost/bill/price/invoice/total
    trade/cost/mates/wholesale/sale/friend price/prices/rate/rates/cost
    at cost
    nothing to pay
    nothing/zero/nowt/zilch/nada owed/charged/due/extra/added
    for/cost/charged/paid me/us? nowt/nothing/zilch/peanuts/pennies/buttons/beer/song/next/pittance/free/gratis
    cost/costs/charged .. less/cheaper/fraction/under/half/than .. takeaway/dinner/lunch/barber/haircut/pizza/than/coffee/night/shoes/expected/feared
    less/cheaper than my/a/the/our/dinner/lunch/what/i/we/id
    @tempted? .. spend/spent on/for .. takeaway/dinner/lunch/coffee/pizza/haircut/night
    for what .. spend/cost/pay
    paying/charged/pay/paid/cost/charging so/very/too/surprisingly little
    so little
    felt guilty/bad/embarrassed .. paying/price/how/little
    dont/doesnt/didnt/never/without/no .. pad/padding/inflate/nickel/fiddle/gouge/gouging/fleece/overcharge/milk/skin/bloat/tack/sneak .. tab/bill/invoice/it/us/me/you/hours/charges/price/on/extras/|
    charged/charges/charge/billed .. only/just/exactly/half/part/what/less/cost
    charged/charges/billed me/us for half/one/only/just/fifteen/twenty/the/actual .. hour/part/time/hours/minutes/used/worked/materials
    part/parts .. what he/they/she charged/billed/paid
    thats/all/only what he/they/she charged/asked/wanted/billed
    all in .. braced/expected/thought/dreading/feared/less
    bucks/dollars/quid/$/hundred/total all in
    braced/bracing/expecting/expected/dreading/feared/fearing/prepared/budgeted .. for? .. @num/worse/triple/double/more/thousands/hundreds/hundred/$/bigger/four/arm
    half .. what .. others/next/competition/wanted/quoted/asked/charged/charge/dealer/big/chain/franchise
    like/about/nearly/almost/under half .. what/price .. others/other/quoted/charge/charged/wanted/quote/next
    quarter/third/fraction/tenth of the/what
    fair/decent/good/great/honest/reasonable/sensible/keen/sharp/attractive/competitive/modest/sane/generous/kind/friendly/square/cracking/brilliant/right/excellent tariff/price/prices/rate/rates/money/deal/quote/sum/fee/figure/number/numbers/pricing/value/cost/terms/charge/charges/discount
    very fair/reasonable/decent/honest/modest
    price/prices/pricing/rates/quote/cost/bill/fee/tariff/invoice/invoices/total .. fair/keen/sensible/decent/modest/spot/sane/pleasant/gentle/kind/honest/unbeatable/bargain/steal/smile/smiling/relief/laughably/wonderfully/tiny/small/peanuts/doubletake
    price is/was/and right
    price was right
    wonderfully/pleasantly/refreshingly/surprisingly/agreeably modest/low/surprised/fair/cheap/small/transparent
    to the/exact penny/cent/pound/dollar/rand/pence
    not a/one/single penny/cent/dollar/dime/pence/quid/cent more/extra/over/on/above
    to the penny
    thrown/threw/chucked/tossed/lobbed in
    rate/price/bill/total/cost was/is .. what he/they/she had? told/said/quoted/promised/agreed/advertised
    quote/quoted/price/estimate/figure/number/bill .. stuck/held/same/matched/firm/stood/honoured/honored/was/to/final .. penny/final/firm/invoice/paid/bill/end/same
    no/without/zero/nor/never/free .. extras/surprises/add/hidden/sneaky/gotchas/upcharge/surcharge/nasty/callout/minimum .. fee/fees/charges/cost/costs/surprises/charge/extras/bill/at/on/|
    no call/callout/trip/travel/weekend out? fee/charge/surcharge
    waived/waive/waives/forgave/scrapped/dropped/cancelled/canceled .. fee/charge/callout/bill/cost/invoice/surcharge/trip/balance
    knocked/took/shaved/lopped/chopped/cut/trimmed/docked/deducted .. off/cost/bill/price/dollars/quid/bucks/#/$ off?/because/since/for/without
    knocked the cost/price off
    took $/@num/ten/twenty/fifty .. off
    discount .. pensioners/senior/seniors/veteran/veterans/students/teacher/teachers/nurse/nurses/military/pensioner/without/unasked/cash/loyalty/unprompted
    senior/pensioner/veteran/student/teacher/loyalty/nurse/neighbor/cash/oap discount/rate/rates/tariff
    refunded/refund/reimbursed/credited .. straight/immediately/without/difference/difference/same/unasked/in full/promptly
    money/refund back no/straight/without/immediately
    reimbursed/credited me/us
    saved/saves/saving/save me/us/my/our .. thousands/hundreds/fortune/bundle/packet/bacon/$/grand/ton/pile/cost
    saved .. buying/replacing/replacement
    worth it/every/the .. penny/cent/rand/pound/money/twice/double/extra
    worth every/double/twice/triple
    bang for .. buck
    value for money
    bargain/bargains/steal/snip/giveaway/pittance/peanuts
    daylight .. not
    on the house/him/them
    free/gratis/complimentary/freebie/foc of? .. charge/spare/extra/gift/bulb/key/check/washer/check/warranty/tune/thrown/repair/fix/visit/survey/filter/added/included
    for/did/done/fixed/it/came/looked .. free/gratis/nothing
    told me how .. for/nowt/free/nothing
    wouldnt/didnt/refused/wont to? .. take/charge/accept/bill/let .. a? penny/cent/dime/money/anything/tip/pay/paying/payment
    wallet/bank/accountant/budget/purse .. thanks/happy/thanked/intact/smiling/grateful/breathed/survived
    within/inside/under/below .. budget/estimate/quote
    undercut/undercuts/outbid/beat .. everyone/others/other/competition/by/quote/quotes
    cheapest/lowest/best .. by/quote/price/bid/quotes
    refund/refunded when/before/without i/we/asking
    payment/monthly/interest plan/terms/free .. helped/easy/generous/flexible/let
    let me/us pay .. later/in/installments/monthly/when/over`,
  negative: `touch/bit/little/tad/rather/too/shade/somewhat rich/dear/steep/toppy/pricy/pricey/spendy/hefty/stiff/strong/hot/punchy
    rich for my/our
    dearer/dear/dearest/pricier/costlier than/for/to/but/if/side
    on the dear/steep/pricey/high/heavy/expensive/rich/toppy side/end
    ^ @num? hundred/thousand/grand and? @num? .. to/for/just/dollars
    ^ a/@num hundred/thousand/grand bucks/dollars/quid/pounds/and @num? to
    $/quid/pounds/bucks/dollars/grand/hundred .. to/for .. change/tighten/look/replace/reset/push/press/flip/tell/say/swap/turn/unscrew/screw/plug/sniff/nothing/a/ten/washer/bulb/fuse/minutes
    $/quid/bucks/dollars/grand/hundred lighter/poorer/later and/with/but/|
    i/we down $/grand .. and/still/with
    wallet/bank/purse/accountant/pocketbook/savings/overdraft/card .. crying/cried/hurt/hurts/ached/aching/whimpered/weeping/bleeding/recovering/lighter/empty/winced/screaming/sore
    made/makes/make/making my/me/our/us .. eyes/eye/sit/wince/gasp/choke/faint/blush .. water/down/watering?
    made my eyes water
    make/made me/us .. sit down
    eye/eyes watering/water/watered/wateringly
    wrote/write/writing/written me/us up .. for
    quoted/priced/wanted/asked/quote/estimate me/us? .. a/an/the/over/nearly/for/whole/full $ .. for/replacement/rewire/when/unnecessary/new
    priced me/us a/at/an $
    added/add/adds/adding/tacked/slipped/snuck/stuck/lobbed a/an/on/in/another .. line/fee/charge/extra/surcharge/item/items/hundred/extras/tax
    line for
    wants/wanted/demanded/demands/demanding/expects/expected/insisted .. balance/money/paid/payment/cash/rest/full/deposit/anyway/still
    balance anyway
    invoiced/billed/charged/charge/billing .. in full/anyway/regardless/nonetheless/still/twice/double
    ^ invoiced/billed/charged in? full/anyway
    it/bill/total/invoice/price was/is/came .. double/triple/twice/nearly/quadruple/treble/higher
    nearly/almost/over/more double/triple/twice/doubled/tripled
    doubled/tripled/trebled/quadrupled/ballooned/mushroomed/crept/swelled/inflated/snowballed/skyrocketed/soared
    bill/charge/charged/billed/invoice/invoiced me/us .. for/the .. staring/privilege/standing/driving/thinking/looking/parking/waiting/talking/nothing/learning/coffee/lunch/travel/air/breathing/time/his/their/mistake/tea/smoke
    guess who/what .. billed/paid/charged/pays/cost/it
    cheek/nerve/gall/audacity to .. bill/charge/invoice/ask/send/demand .. me/us/for/full/the/money?
    free .. cost/costs/charge/charged/inspection/wasnt/turned/set/came .. $/sixty/bucks/dollars/@num
    free inspection/estimate/quote .. cost/costs/wasnt/charge/came
    analysis/diagnosis/visit/advice/lesson/privilege/shrug/opinion/report/look/pleasure cost/costs/was/set .. $/me/us/@num
    fat/hefty/whopping/massive/huge/chunky/big/enormous/eye/stonking/cheeky/outrageous/sneaky/mysterious/mystery/phantom/monstrous/obscene/steep/stiff/large/unexplained .. deposit/fee/bill/charge/price/invoice/sum/markup/total/callout/surcharge/quote/tab/bills/fees/charges
    deposit .. vanished/kept/gone/never/ghosted/nonrefundable/cleared
    ghosted/vanished/disappeared after .. deposit/payment/money/cash
    charged/charging/charges/charge/cost .. earth/moon/fortune/packet/bomb/leg/bundle/mint/premium/through/silly/london/tourist/stupid/gold/kidney/month
    cost/costs a/the/me/us/an .. earth/moon/fortune/packet/bomb/arm/bundle/mint/pretty
    costs/cost .. more/most than/every/for
    paid/paying/pay .. through/over/premium/odds/nose/top/silly/twice/double/dearly/champagne/london .. nose/odds/dollar/for/price/whack/?
    champagne/london/hollywood/manhattan/airport/ritz/lawyer/surgeon/designer/boutique prices/price/rates/money
    gold/diamond plated/encrusted/dust/solid
    daylight/highway robbery
    robbery/robbers/robbed/rip/mug/mugged/mugging/rinsed/stung/shafted/fleeced/skinned/milked/milking/scalped/gouge/fleecing/rooked/bled
    overpriced/overpaid/exorbitant/extortionate/unjustified/inflated/eyewatering/overcharge/overcharging/profiteering/prohibitive/ludicrous
    jacked/hiked/bumped/upped/raised/cranked up? .. price/prices/rate/bill/quote/fee/total/rates
    price/quote/total/estimate/figure/cost .. crept/jumped/leapt/changed/doubled/rose/climbed/grew/went/moved/shot/kept .. up/after/once/from/when/by/again/midway
    padded/pad/padding/fudged/fiddled .. bill/tab/invoice/hours/it/timesheet
    callout/call-out/trip/travel/fuel/parking/disposal/admin/booking/weekend/emergency/cancellation/restocking fee/charge/surcharge .. for/despite/never/on/nothing/even/though/not/hidden/too/which/extra
    quoted/estimate/quote/said ... charged/billed/paid/invoice/bill/came/got/final ... more/double/higher/extra/$/twice/triple
    not .. cheap/cheapest/bargain/value/worth/competitive/giving
    never/no/not/wont/wouldnt/refused/still to? .. refund/refunded/reimburse/reimbursed/discount/credit/compensation/money
    could/couldve .. bought/buy/flown .. car/new/holiday/whole/house
    for that/this .. money/price/kind/sum/i/id/expect/expected
    remortgage/mortgage/kidney/kidneys/overdraft/bankrupt/loan/lottery
    should/couldve have? .. gone/went cheaper/elsewhere/other
    cheaper/less/half elsewhere/online/down/on/next/at
    half the price/cost elsewhere/online/at/from/down
    by/for/charged .. the quarter/half/full/whole/minimum? hour .. for/when/minutes
    minimum/two/four hour/hours minimum/charge/charged
    ouch/yikes/gulp
    bait and/n switch`,
  neutral: `half/third/@num down .. and/on .. half/completion/rest/end/balance/remainder
    wanted half/@num down/upfront
    total/bill/price/cost/invoice/fee landed/came/was/is/worked .. where/about/around/as/what/roughly/in/at/out/near
    fee/price/rate/cost/charge was/is/were the/their/a? flat/standard/usual/listed/advertised/posted/published/same/normal
    flat rate listed/online/advertised/posted/as
    standard/normal/usual/flat/posted/advertised/listed/published/set/going service/callout/hourly/call/visit? fee/rate/price/charge/prices/rates
    billed/charged/invoiced/priced/costed/paid as/per .. estimate/quote/agreed/quoted/expected/you/contract/usual/usual/per/advertised/contract
    priced as/like .. you/one/expect/expected/others/usual
    price/cost/bill .. as/like/roughly/about/much .. agreed/expected/quoted/same/usual/contract/estimated/everybody/everyone
    took/take/takes/accept/accepts/paid/pay .. card/cards/cash/check/cheque/checks/transfer/venmo/zelle/invoice
    took the card
    payment/paid/deposit/balance .. due/on/by/in/was/upfront/at .. completion/installments/stages/instalments/card/invoice/thirty/arrival/transfer/cash/required/thirds
    invoice/receipt/bill .. emailed/came/arrived/sent/followed/mailed/itemised/by/within .. next/by/day/week/email/later/days/post
    neither cheap/dear/expensive nor
    mid/middle range/priced/road
    not cheap not/nor/but .. dear/expensive/outrageous/fair
    vat/tax included/extra/added/on/plus
    in/around/about/within the? .. ballpark/region/range/market
    same .. as last/before/year/others/everyone/quoted/elsewhere
    what .. going/market rate/price
    cost what .. cost/costs/expected/said`,
};
