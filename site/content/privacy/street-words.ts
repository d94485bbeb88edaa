/** Street types that rarely follow a number and another word in any other sense. */
export const STREET_TYPES =
  'street|st|avenue|ave|boulevard|blvd|road|rd|lane|ln|court|ct|crescent|cres|terrace|parkway|pkwy|highway|hwy|alley|mews|esplanade'.split(
    '|',
  );

/** Street types that are also everyday words: they count only with a capital. */
export const CAPITAL_TYPES =
  'drive|dr|way|place|pl|close|circle|cir|square|sq|hill|row|walk|rise|gardens|grove|green|loop|trail|trl|path|parade|quay|wharf|run|ridge|point|pt|pass|plaza|crossing|heights|view|vale|bend|cove|landing|park|gate|ter'.split(
    '|',
  );

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that are never part of a street's name: after a number they count or measure, or begin another part of the sentence. */
export const NO_STREET_NAME = words(
  `a an the this that these those my our your his her their its some any all both each every no more most many few other another one
  of in on at to from by for with without near off up down into onto over under across along around through past toward towards behind
  and or but so as if then than when while because is are was were be been has have had do did does will would can could it he she they we you i me us them
  am pm oclock min mins minute minutes hr hrs hour hours day days week weeks month months year years time times night nights
  gb tb amp amps volt volts watt watts kw gauge ga wire breaker breakers circuit circuits outlet outlets switch switches panel panels
  foot feet ft inch inches yard yards wheeler wide mile miles km meter meters metre metres blocks acre acres degree degrees percent
  star stars lanes cars trucks vans doors stories storeys bedroom bedrooms bathroom bathrooms houses homes units rooms people guys men
  women kids dogs jobs things points visit visits call calls trips dollar dollars buck bucks cent cents best better amazing excellent
  emergency stops steps holes lights poles`,
);

/** Words that can be part of a street's name only with a capital. */
export const NO_SMALL_STREET_NAME = words(
  `way lane car truck van door story storey bed bath house home block room unit job point trip different separate new old bad busy long
  short dirt gravel private dead quiet narrow city side great good nice super big small large same next last first second third whole entire
  half stop step hole light pole weekend tennis basketball food dark straight single double`,
);
