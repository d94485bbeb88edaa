const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Function words. No topic begins or ends with one. */
export const emptyWords = set(`
  a about above across after again against ago all almost alone along already also although always am among an and another any anybody anyone anything
  apparently are arent around as aside at away back be because been before behind being below beside between both but by came can cannot come comes could couldnt
  did didnt do does doesnt doing done dont down during each either else enough even ever every everybody everyone everything except far few first for from
  further gave get gets getting give given gives go goes going gone got had hadnt half has hasnt have havent having he her here hers herself him himself his
  how however i if in inside instead into is isnt it its itself just keep kept knew know known knows last later least left less let like little long look looked
  looking looks lot lots made make makes making many may maybe me mean might mine more most much must my myself near nearly need needed needs neither never next
  no nobody none nor not nothing now of off often oh ok okay old on once one ones only onto or other others our ours ourselves out outside over own part people per
  perhaps put quite rather real really right round said same saw say saying says second see seem seemed seems seen several shall she should shouldnt show showed
  since so some somebody someone something sometimes somewhere soon still stop such sure take taken takes taking tell than that the their theirs them themselves
  then there these they thing things think this those though thought three through till time to today together told tomorrow too took toward tried try trying turn
  turned twice two under until unless up upon us use used using very want wanted was wasnt way we well went were werent what whatever when where whether which while
  who whole whom whose why will with within without wont would wouldnt yes yesterday yet you your yours yourself called call asked ask says went put started start
  finally actually exactly probably definitely highly absolutely literally especially etc ever since whoever anyway besides somehow meanwhile otherwise
  four five six seven eight nine ten eleven twelve hundred thousand new big small good great nice best better bad worse different able whose monday tuesday wednesday
  thursday friday saturday sunday january february march april june july august september october november december couple bit kind sort`);

/** General words. A pair of them is never a topic. */
export const fillerWords = set(`
  day days week weeks month months year years hour hours minute minutes morning afternoon evening night noon date weekend spring summer fall winter christmas
  man men woman lady guy guys person kid kids wife husband son daughter mother father mom dad brother sister neighbor neighbors friend friends family boy girl
  house home place work job jobs service company business star stars review reviews side end hand hands head eye eyes foot feet word words thing stuff life name
  number reason question point case fact story problem issue money dollar dollars bucks man electrician electricians technician tech crew team office room
  door car dog cat coffee water school town street road yard world year-old customer customers line front top bottom middle piece pieces anybody anywhere
  replace replaced fixed fix installed install repaired finished came arrived explained worked working running heard found cut set read written wrote paid pay
  charge charged cost price wait waited box kitchen garage wire wall outlet panel breaker circuit fan waiting left wrong late early open opened close closed hear help helped bring brought run ran stand sit live lived
  power light lights job electric electrical bought buy sent send talk talking feel felt hold held move moved cleaned clean checked check showed wired living dining
  show watch watched stayed stay answer answered answers happen happened full wall walls`);

/** Words with a valence in AFINN-165 that name a fault, a bill or an event, which isn't a judgment by itself. */
export const eventWords = set(`
  loose charge charged charges charging dead fire fires shock shocks shocked alarm alarms alarmed emergency emergencies damage damaged damages broken break
  burn burned burning burnt crack cracked cut cuts cutting drop dropped fail failed failing failure stuck pay paid problem problems trouble stop stopped free
  want wanted leak leaked leaking spark sparks risk risks danger hard block blocked lost lose miss missed missing wrong storm trap trapped tension
  debt cancel cancelled canceled pressure limited demand demanded dark exposed warning warned wait waste wasted tears`);

/** Words allowed inside a topic. */
export const joints = set('the a an my our his her their your of for in on to up and with');

/** Words for numbers. */
export const numberWords = set(`
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty
  sixty seventy eighty ninety couple few several half another dozen dozens hundred hundreds thousand thousands many`);

/** Units of amounts, and times of the day and week. */
export const unitWords = set(`
  second seconds minute minutes hour hours day days week weeks month months year years decade decades weekend weekends fortnight
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays sat fri
  morning afternoon evening night nights today tomorrow tonight noon midnight weekday weekdays mornings afternoons evenings am pm
  dollar dollars buck bucks euro euros cent cents percent mile miles feet inch inches star stars`);

/** Amounts, times and meals, which are never part of a topic. */
export const amounts: ReadonlySet<string> = new Set([...numberWords, ...unitWords, 'lunch', 'dinner', 'breakfast']);
