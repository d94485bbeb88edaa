const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const units = list('second seconds minute minutes hour hours day days week weeks month months year years weekend fortnight');
const days = list(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays sat fri morning afternoon evening night today tomorrow tonight weekend noon midnight lunch dinner breakfast day weekday mornings evenings',
);
const numbers = list(
  '# one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty couple few several half another dozen hundred many',
);
const crew = list(
  'guy guys tech techs technician technicians electrician electricians crew crews team worker workers man men fella fellas fellow fellows dude dudes lady gentleman gentlemen owner boss foreman lead apprentice helper installer installers estimator salesman salesperson rep kid boys lads lad chap bunch folks company outfit business contractor contractors pros pro workmen son father supervisor manager journeyman master',
);
const office = list(
  'office receptionist dispatcher dispatch scheduler secretary desk girl woman lady staff manager owner company person rep',
);
const rooms = list(
  'floor floors carpet carpets rug rugs driveway yard lawn hallway attic kitchen garage house home closet wall walls ceiling ceilings sink tub bathtub shower crawlspace basement stairs staircase counter counters countertop furniture couch sofa bed bedroom bedrooms room rooms porch patio deck garden beds workspace area site place property hardwood hardwoods tile tiles grass flowerbed sidewalk hall bathroom living dining cabinets shelves windowsill everything',
);
const mess = list(
  'mess messes dust debris trash garbage rubbish dirt mud muddy scraps scrap sawdust drywall sheetrock plaster crumbs crumb grit junk litter packaging boxes box cardboard clippings shavings insulation footprints fingerprints handprints smudges stains stain grease bits wrappers cans bottles butts cigarette cups tape staples nails screws strippings ends spoil bootprints prints tracks residue',
);
const dirt = list(
  'dust debris trash garbage rubbish dirt mud sawdust grit junk litter crumbs clay grease footprints fingerprints handprints smudges stains scraps shavings clippings mess bootprints muck',
);
const fixtures = list(
  'light lights lamp lamps lighting fan fans outlet outlets switch switches breaker breakers panel charger generator dimmer dimmers chandelier fixture fixtures sconce sconces pendant pendants wiring circuit circuits heater thermostat doorbell camera cameras alarm alarms detectors hot tub spa furnace ac oven stove dryer washer fridge power system unit gfci receptacle plug plugs socket sockets ballast motor meter pump setup subpanel rewire hookup conduit cover plates install installation opener timer sensor floodlight floodlights cans',
);
const things = list(
  'toilet loo cistern tap taps faucet faucets sink basin bath tub shower drain drains pipe pipes joint joints valve valves boiler radiator radiators tank heater furnace compressor pump ac aircon unit system thermostat vent duct ducts gate gates door doors lock locks latch deadbolt bolt hinge hinges handle window windows skylight shutter shutters blind blinds shelf shelves shelving cabinet cabinets cupboard cupboards drawer drawers counter countertop worktop bench deck decking porch patio step steps stair stairs staircase rail railing banister bar fence wall walls ceiling roof shingle shingles slate slates gutter gutters downspout chimney flashing tile tiles grout tiling floor floors flooring floorboard boards carpet paint paintwork caulk caulking sealant trim molding moulding skirting baseboard baseboards plaster drywall stucco brickwork mortar concrete driveway slab paving turf lawn light lights lamp lamps chandelier fan fans socket sockets outlet outlets switch switches wire wires wiring breaker fuse panel charger generator garage opener camera cameras sensor doorbell alarm oven stove hob dishwasher washer dryer fridge immersion water heat seam seams weld welds patch repair install fix work job joinery carpentry soldering plumbing tilework',
);
const muck = list(
  'mess messes dust debris trash garbage rubbish dirt mud scraps scrap sawdust swarf offcuts offcut splinters grout cement mortar plaster drywall rubble insulation fluff foam fibers fibres fibreglass fiberglass shavings filings clippings crumbs crust wrappers wrapper packaging cardboard polystyrene styrofoam peanuts bottles cans cups cup butts butt ash gum bones sandwich lunch grease oil oily soot sludge slime goo gunk gloop paint caulk silicone glue adhesive flux dope sealant spatter splatter splashes spatters drips puddle puddles footprints bootprints boots wellies prints thumbprints fingerprints handprints smears smudges stains stain marks streaks nails screws staples tacks shards glass wire wires tape leaves branches sand gravel clay muck filth sewage water litter junk crud tumbleweeds tumbleweed chunks flakes shingles tiles bits pieces crap',
);
const spots = list(
  'drawer drawers dish bowl butter sugar bed beds bedding quilt duvet pillow cot crib sofa couch rug rugs carpet carpets parquet floor floors floorboards hall hallway landing stairs tray worktop counter counters countertop kitchen sink tub bath bathroom shower toilet planter planters hydrangeas roses flowers flowerbed bushes hedge garden lawn yard grass driveway drive patio pool pond gutter gutters porch curtains blinds window windows sill dryer washer fridge oven stove cupboard cupboards shelf shelves wardrobe closet clothes laundry toys piano car books keyboard desk corner corners room rooms house home wall walls ceiling garage attic loft everywhere surface vents food coffee neighbor sidewalk pavement street',
);
const risks = list(
  'live exposed bare loose frayed unguarded uncapped unsecured dangling open uncovered unlit unattended disconnected unbraced unsupported',
);
const clothes = list(
  'goggles gloves gear harness harnesses helmet helmets hardhat hardhats mask masks respirator respirators visor boots ppe',
);
const days7 = list(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
);

/** Words that stand for one another in phrases, by the name that `@name` uses there. */
export const wordClasses: Readonly<Record<string, readonly string[]>> = {
  unit: units,
  longunit: list('day days week weeks month months year years fortnight'),
  shortunit: list('minute minutes hour hours second seconds'),
  day: days,
  weekday: days7,
  num: numbers,
  crew,
  office,
  they: [...list('they he she we you someone somebody anyone anybody nobody everyone everybody'), ...crew],
  pron: list('they he she it we i you'),
  obj: list('me us him her them you my our everyone anyone'),
  room: rooms,
  mess,
  dirt,
  fixture: fixtures,
  very: list(
    'very so really super extremely too incredibly quite pretty always most more all just absolutely exceptionally truly totally completely also both highly ever the a an still never always as rather fairly particularly especially such',
  ),
  was: list('was were is are be been seemed seems seem looked looks look being felt feels feel stayed came turned remained am'),
  not: list(
    'not never no didnt doesnt dont wasnt werent isnt arent wont wouldnt couldnt cannot hasnt havent hadnt nobody none nothing neither nor without hardly barely',
  ),
  didnt: list('didnt never dont doesnt wont wouldnt couldnt cannot hasnt havent hadnt not failed refused forgot nobody'),
  call: list(
    'call calls called calling phone phoned phones ring rang text texts texted texting email emails emailed message messages messaged voicemail voicemails',
  ),
  reply: list('reply replies replied respond responds responded response responses answer answers answered answering'),
  explain: list(
    'explain explains explained explaining explanation explanations walked walks show shows showed clarified describe described outlined',
  ),
  price: list(
    'price prices priced pricing cost costs charge charges charged rate rates fee fees bill bills billed quote quotes quoted estimate estimates invoice invoices invoiced bid bids number total labor money dollars',
  ),
  bucks: list('bucks dollars grand dollar'),
  come: list('come comes came arrive arrives arrived show showed shows shown turn turned appear appeared get got here'),
  work: list(
    'work works job jobs workmanship craftsmanship craft install installation installs repair repairs fix wiring handiwork finish result results project quality product',
  ),
  clean: list(
    'clean cleaned cleans cleaning swept sweep vacuumed vacuum vacuuming mopped mop wiped wipe tidied tidy dusted hoovered scrubbed scrub',
  ),
  left: list('left leave leaves leaving'),
  please: list('pleased happy impressed thrilled delighted satisfied glad grateful content'),
  good: list(
    'good great excellent perfect amazing fantastic awesome wonderful outstanding superb top terrific beautiful nice lovely brilliant fabulous stellar exceptional incredible flawless impeccable phenomenal solid fine super first-rate impressive tremendous gorgeous spectacular best neat tidy clean professional quality ace fab immaculate spotless beautifully perfectly nicely well',
  ),
  bad: list(
    'bad poor terrible horrible awful lousy sloppy shoddy crappy atrocious horrendous subpar dreadful abysmal disappointing careless ugly messy crooked worst botched amateur amateurish half-assed rough substandard pathetic mediocre unacceptable unsatisfactory shameful garbage junk crap nightmare disaster joke hack hackjob',
  ),
  kids: list('kid kids child children toddler toddlers baby grandkids grandchildren daughter son family dog dogs pets cat old'),
  hazard: list(
    'hazard hazards danger dangers dangerous unsafe risk risks scorched scorch burnt burned melted charred exposed overloaded sparking arcing live hot smoking overheating frayed ungrounded bare recalled fire shock',
  ),
  found: list('found find finds spotted caught flagged noticed discovered identified pointed saw uncovered picked detected warned alerted'),
  again: list('again still already twice'),
  thing: things,
  muck,
  spot: spots,
  risk: risks,
  gear: clothes,
  bit: list('a bit little touch smidge tad shade hair fraction mite wee smidgen trifle'),
  nothingof: list(
    'whiff hint trace ounce shred speck spot scrap drop flake crumb mark smidge iota jot grain hair murmur peep squeak sniff',
  ),
  peril: list(
    'hazard hazards danger dangers rot rotten rotted corroded corrosion cracked leak leaking frayed burnt burned scorched overloaded undersized oversized loose wobbly faulty broken missing expired blocked recalled live bare exposed unsafe dodgy gas flue monoxide asbestos mold mould trip shock fire',
  ),
  small: list('small tiny nominal modest minimal token trivial symbolic negligible little'),
  tempted: list('could might easily'),
};
