import type { AspectLexicon } from '../aspect-lexicon.ts';

export const pricing: AspectLexicon = {
  label: 'Pricing',
  topic: `price/prices/pricing/priced
    cost/costs
    charge/charges/charged
    bill/bills/billed/billing
    invoiced
    fee/fees
    rate/rates
    surcharge/upcharge/markup
    paid/payed
    bucks
    discount/discounts
    deposit/refund/refunded
    budget
    the/labor/hourly rate`,
  silent: `good/great deal more/of/longer
    in charge
    charge of/the/my/up/overnight/car
    fully? charged/charging .. car/battery/overnight/tesla
    went/goes/go down
    free .. hot/cocoa/coffee/time
    power bill
    electric bill`,
  subject: `quote/quotes/quoted
    estimate/estimates
    $
    invoice
    bid/bids
    value
    money
    deal
    dollars
    number
    minimum
    charging`,
  positive: `bang for .. buck
    pennies
    upfront/honest/transparent/clear/simple/straightforward price/pricing/quote/estimate/rates/bill/billing
    price/quote/bill/estimate .. didnt/never/stayed/held/hasnt .. change/move/budge/same/up/firm
    price/quote/number .. held
    half .. what/price/cost/of .. guys/others/other/competitor/wanted/quoted/big/next/everyone/charge/charged/bid
    hundreds/thousands/$ .. less/cheaper/below/under/lower than/the/what/|
    cost/costs/charged/charge/paid/pay .. less/nothing/peanuts/half/pennies/fraction
    wouldnt/didnt/refused/never .. take/accept/charge/bill .. cent/dime/penny/money/anything/extra/more/tip/payment/me/us/dollar
    extra/second/return/repeat visit/trip/outlet/work/hour .. free/no/nothing/gratis/charge
    free/gratis/complimentary
    no/without/waived .. trip/service/call/travel/diagnostic/extra/weekend/emergency/overtime fee/charge/charges
    deal
    good/great/fair/smart/decent/real/honest/best deal/bargain/value/money
    wallet .. happy/thanks/friendly/smiling
    saved .. bundle/fortune/ton/lot/money/us/me
    gave/got/give/offered/received me/us/a/my/our? .. discount/deal/break/credit/refund
    cut/gave/give me/us/him .. deal/break/slack
    round/rounded .. down
    did/does .. for less/free/nothing/fraction
    cheap/cheaper/cheapest .. and/than/too/of/by/but
    expected .. more/higher/worse/bigger/double
    less than i/we/what/expected/half/estimate/quoted/budgeted
    under what/$/#
    every/each .. penny/cent/dollar/dime worth
    well/totally/absolutely/definitely/so worth
    would have paid/charged more/double/twice
    could/might/should have charged .. more/double/twice/me/us
    price/cost/bill was .. pleasant/nice/welcome/surprise/surprisingly/refreshing
    very? reasonable/reasonably
    affordable/affordably
    inexpensive
    fair/good/great/best/competitive/honest/decent/low/lower/right/super/excellent/nice/better/fantastic/unbeatable/amazing/lowest/cheapest/transparent/fairest/very price/prices/pricing/priced/rate/rates/quote/deal/value/bid/estimate/cost/bill/number/money
    price/prices/pricing/rate/rates/quote/bid/cost/bill/number/deal @was .. right/fair/good/great/low/reasonable/excellent/best/decent/competitive/fine/honest/better/lower/less/unbeatable/fantastic
    fair/right/good/reasonable/cheap on/about/for .. price/labor/cost/what/parts/money/you
    fair price/for/on/and/bill
    fairly priced/charged/quoted
    worth .. penny/cent/dollar/money/price/it/dime/cost/every/nickel
    didnt/never/not/doesnt/wouldnt/wont/dont/no/wasnt/without .. charge/charged/charging/billed/bill/cost/owe/take/want .. me/us/dime/cent/penny/extra/anything/for/a/nickel/more/money
    no/not/zero/without/any extra? charge/cost/fee
    free/complimentary .. estimate/estimates/quote/of/bulb/inspection/service/consultation/charge/repair/visit/fix/check
    for free
    at no/their/his/without .. cost/expense/charge
    free of charge
    on the house
    gratis/complimentary/freebie
    threw/throw/throws/tossed/thrown in/it
    discount/discounts .. without/for/and/off/too/given/|
    senior/military/veteran/generous/nice/gave/repeat/loyalty/neighbor discount
    knocked/shaved/dropped/cut/reduced/lowered/adjusted/discounted .. off/bill/price/invoice/charge/fee/cost/quote
    took/takes .. off .. bill/price/invoice/total/charge
    took $/@num .. off
    waived/waive/forgave .. fee/charge/call/trip/visit/the/it/my
    credited/refunded/reimbursed .. me/us/the/my/difference/without/full
    under .. estimate/quote/budget/quoted/bid
    came in under/below/less/lower
    below .. estimate/quote/budget/quoted/market/others
    less/lower/cheaper than .. i/we/quoted/quote/estimate/estimated/expected/others/other/the/everyone/anyone/half/deductible/anticipated/thought/feared
    cheaper/cheapest/lowest/lower
    half .. price/cost/what .. others/other/they/everyone/of
    beat/beats/matched/match .. bid/bids/quote/quotes/price/prices/competitor/competition/other/everyone
    save/saved/saves/saving me/us/you/a/hundreds/thousands/lots/my .. $/money/hundreds/thousands/bundle/fortune/lots/bucks/dollars/ton
    saved me/us .. money/hundreds/thousands/dollars/$/#
    stuck/stick/kept/stood to/by/it/the .. price/quote/estimate/number/budget/it
    honor/honored/honoured/honors .. price/quote/estimate/coupon/discount/warranty/bid/it
    exactly/precisely .. what/as/the .. quoted/estimated/agreed/bid/quote
    charged/charges/cost/billed/paid exactly? what he/they/she .. said/quoted/promised/estimated
    matched/same as .. quote/estimate/quoted
    bill/invoice/charge/price/total .. matched/exactly/same/match
    no/not/without/zero/never .. hidden/surprise/surprises/extra/additional/unexpected/sneaky/junk fees/fee/charges/costs/bill/add/|
    no surprises
    cannot/couldnt/wouldnt .. argue/beat/complain/quibble .. price/charge/charges/cost/rates/value/bill
    refunded
    bargain
    a steal
    firm/fixed/flat/set/guaranteed price/number/quote/rate
    bill/price/total .. less/lower/down/smaller/under
    price/bill/quote/it went down by/when/|
    price/cost/bill .. so/very/surprisingly/pretty .. low/small/cheap
    best .. $/bucks/dollars/money .. spent
    best # .. spent
    $ .. well spent
    money well spent
    for the price
    nobody/none/nothing .. cheaper/beats/lower
    charged/paid/cost/charge/costs me/us/you/only? .. little/half/less/only/fairly/next/fair
    only/just charged/charge/cost/paid/billed
    billed/charged .. for/only .. half/actual/time/hour .. not/only/instead
    for the price .. he/they/given/quoted
    doesnt/didnt/wont break the bank
    easy on the wallet/pocket
    priced right/fairly/well/reasonably
    value for
    good/great/excellent/real value
    warranty/guarantee .. covered/honored/free
    covered .. warranty/cost/under
    wouldnt take/accept anything/money/extra/a
    more for .. money
    not/wasnt/isnt/arent .. expensive/pricey/overpriced/steep`,
  negative: `wanted/asked/asking/demanded/tried .. $/# .. for/to
    wanted/asking/demanded .. $/#
    wallet/pocketbook/bank .. crying/hurts/lighter/empty/hurting/cried/ouch
    you/i/we pay/paid/paying for/extra .. truck/name/ads/brand/it/privilege
    for that/this kind/much/money/price/amount
    for that kind/much/amount
    at/for that/those/these price/prices/rate/rates/money
    made of/must money
    think/thinks i/we/im .. rich/made/millionaire
    laughing .. bank
    bill/invoice had/with/included/listed/showed/has .. items/charges/extras/hours/things/fee/fees/lines/parts/labor/mystery
    bill/invoice/charge/cost/price .. shock/shocker/shocked/surprise/surprised/jaw/floored/ouch/eye/gasp/faint/choke
    charged/billed/charging .. hours/time/labor/parts/materials/trip .. never/didnt/not/they/nobody/for/wasnt
    charged/billed/paid .. @num hours/hour .. for/when/but/worked .. minutes/they/minute/half/a
    paid/pay/cost/costs me/us? .. through/premium/plenty/dearly/handsomely/fortune/extra/double/twice/top
    kidney/mortgage/loan/second .. pay/bill/afford/out
    cheaper/less .. elsewhere/online/store/depot/other/others/next/competitor/from/at
    half .. elsewhere/online/depot
    could/can .. get/bought/buy/gotten/found/done .. cheaper/less/half/same
    premium/luxury/hollywood/silly/crazy/insane/ludicrous/eye money/price/prices/pricing/watering
    price/quote/estimate/bill/number .. creep/crept/kept/keeps/climbing/growing/up/rising/moving/changing
    not/isnt/wasnt .. transparent/upfront/honest .. price/pricing/cost/fees/about
    hard/tough/bitter to/pill swallow/stomach/justify
    swallow
    never .. refund/refunded/credit/reimbursed
    fee/charge just/only for/to
    fee/charge .. just/only/simply .. to/for .. look/show/come/talk/drive/quote
    adds/added/add up
    on the high/pricey/expensive side/end
    high end/side of
    charges/charge .. more/extra/double/by/even/for
    expensive
    overpriced/overpricing/overprice
    pricey/pricier/spendy/costly/steep/exorbitant/extortionate/astronomical/unaffordable/outrageous/dear
    rip off
    ripoff/ripoffs
    ripped me/us/my/you off
    ripped off
    overcharg*
    gouge/gouged/gouging/gougers
    price gouging
    robbery/robbed/fleeced/fleecing/extortion/swindled/shafted/hosed
    hidden/surprise/extra/additional/unexpected/undisclosed/mystery/bogus/junk/unexplained/ridiculous/random/made/unnecessary/sneaky/trip/travel/fuel/added/bs fee/fees/charge/charges/cost/costs/surcharge/surcharges/line/bill/items
    surcharge/upcharge/markup
    got/get/were/was/been hit/slapped/stuck/stung/dinged with
    arm and .. leg
    too much
    way/far/much/bit/little too high/much/steep/expensive
    double/doubled/twice/triple/tripled/quadruple/times/quadrupled what/the/my/his/that? .. price/quote/quoted/estimate/estimated/cost/bill/others/other/rate/original/agreed/charge/paid
    @num times .. quote/quoted/price/estimate/cost/others
    more/higher/over/above than? .. quoted/quote/estimate/estimated/expected/agreed/budget/hoped/everyone/competitors/anyone/promised/initial/original/bid
    cost/costs/paid/pay/charge/charged .. more
    hundred/hundreds/thousand/thousands/$/double .. more/over/extra/higher/above
    said/says/told .. $ ... charged/invoiced/billed/paid/bill/invoice/was/then $
    quoted/quote/estimate/estimated/bid .. $/# ... charged/invoiced/billed/paid/bill/invoice/ended/final/at/was/it/then/actual/became $/#
    quoted/estimated # .. invoiced/charged/billed/paid/bill/was #
    charged/charges/charging/billed me/us/you/my/an/a? twice/double/extra/full/nothing/anyway/again/every/for/just/$/hour/more/visit/simply/whole .. to/for/what/work/time/that/it/a/|
    charged/charges/charge me/us/you/full/an? for .. nothing/time/driving/visit/work/show/estimate/hours/minutes/that
    price/bill/cost/total/quote/invoice/estimate/number/rate .. up/jumped/doubled/tripled/changed/grew/climbed/growing/crept/ballooned/rose/kept/skyrocketed/higher/high/bigger
    price/prices/pricing/bill/cost/rates/rate/fee/quote/charge/charges/labor/number @was ... high/higher/nuts/insane/crazy/ridiculous/outrageous/steep/absurd/unreal/joke/excessive/shock/shocking/shocker/ouch/unfair/unreasonable/obscene/criminal/much/lot/stiff/hefty/heavy/bad/not
    high/higher/highest/insane/crazy/ridiculous/outrageous/unfair/unreasonable/inflated/absurd/excessive/hefty/stiff/obscene/bigger/big/huge price/prices/pricing/bill/bills/cost/costs/rate/rates/fee/fees/quote/charge/charges/bid/invoice/number/priced
    ^ @num hundred/bucks/dollars/grand/thousand .. for/to .. a/an/one/that/replace/change/swap/switch/light
    ^ a? $ .. for/to .. a/an/one/that/replace/change/swap/ten/@num/nothing/install/flip/push/what/this/fix
    $/bucks/dollars .. for/to .. one/that/nothing/flip/push/ten
    $ .. nuts/insane/crazy/ridiculous/ouch/yikes/joke/steep/come/really/wow/hmm/much
    bucks/dollars/hundred .. nuts/insane/crazy/ridiculous/steep/robbery
    like/seemed/quite/is/was/paid/charge/charged/charges/costs/bit .. a lot for/to/of .. money/a/@num/that/what/minute/hour
    bill/price/cost/charge/it/that/invoice .. stung/stings/hurt/hurts/ouch/bite/bit/sting/shock/shocked
    sticker shock
    wouldnt/refused/refuse/no/never/didnt/wont/not/denied .. refund/refunded/discount/money/reimburse/honor/coupon
    kept/keep/lost .. deposit
    money back
    paid/pay/paying/pays .. nose/nothing/fortune/all/premium/twice/dearly/extra/double/full/them/again/much .. for/of/to/again/anyway/|
    paid for all
    cost/costs/charge/charged me/us/you/a/an .. fortune/bundle/another/extra/arm/lot/ton
    small fortune
    not/isnt/arent/wasnt/aint/werent .. cheap/cheapest/affordable/reasonable/fair/worth/competitive/low/lowest/inexpensive/right
    his/their/her number/price/bill/quote .. was/is not
    nickel and
    nickel/nickeled
    bait and switch
    waste of money
    charge/charges/charging like
    weekend/emergency/overtime/holiday/premium rate/rates/pricing
    cheapest .. still/more/higher
    minimum .. charge/fee/hour/hours
    money pit/grab/hungry/grubbing/grubbers/grab
    cash grab
    greedy/greed
    out of .. budget/range/league
    says/said/advertised/advertise/claim .. free .. but/charge/charged/bill/billed
    steeper/costlier/pricier
    the only .. price/cost/bill
    could/can have .. cheaper/less
    somebody/someone else was/is writing the bills
    cheaper elsewhere
    i/we .. better/cheaper price/quote/deal elsewhere
    tacked/added/padded/padding/snuck .. on/bill/fee/charge/hours/invoice/fees/charges
    sell/sold me/us .. unneeded/unnecessary/needed`,
  neutral: `paid/pay/cost/charged/charge/charges .. the/what/about usual/same/normal/standard/average/others/typical
    about/around/roughly/close/near .. what .. others/other/expected/figured/thought/quoted/guessed/everyone
    neither cheap/expensive nor
    neither .. nor expensive/cheap/high/pricey
    in/within .. line/range/budget with/of/i/we/as
    same price as
    not cheap .. not/nor/but .. expensive/bad/outrageous/unreasonable/terrible
    paid/pay by/with/in .. card/check/cash/installments
    price/cost/bill/total/invoice came/comes/was/is .. $/#
    ballpark
    comparable/similar .. price/prices/quote/quotes/cost/to
    price/cost/fee/rate .. expected/usual/average/standard/normal/fine/okay/typical
    price/prices/pricing/rate/rates/cost/quote/bill/charge @was .. average/standard/typical/normal/usual/okay/ok/same/middle/comparable/expected/alright
    average/standard/typical/normal/usual/going/market/comparable/regular price/prices/pricing/rate/rates/cost/fee/service/quote/charge
    going rate
    middle of the road/pack
    in the middle
    paid/payed/cost/charged/total/costs/charge me/us/to/it/about/around/the? $/#
    was/came/is to/about/around? $
    it was/came to? # with/plus/for
    # with/plus/including tax
    about/roughly/around/pretty what/the/same .. paid/expected/charge/charges/others/same/quoted/cost/pay/as
    about the same .. price/cost/as
    neither .. cheap/cheapest nor
    not the cheapest .. not/nor/but .. most
    in line with
    comparable to/with
    par for/with .. course/price`,
};
