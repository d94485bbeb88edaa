import type { TextRange } from '../contract/insights.ts';

/**
 * The phrases for electrical faults that customers describe, one per line, by the fault's id. Its label is the message
 * `insights.problem_<id>`. `a/b` is either word, `..` up to three words. A match can't span punctuation.
 */
const phrasesOf = {
  tripped_breaker: `breaker/breakers/gfci/circuit .. trip/trips/tripped/tripping
    trip/trips/tripped/tripping .. breaker/breakers/gfci
    breaker .. not/wouldn't/won't reset`,
  flickering_lights: `flicker/flickers/flickered/flickering
    strobing/strobe
    lights .. bright and dim
    going bright`,
  dead_outlet: `dead .. outlet/outlets/receptacle/circuit/circuits/switch/plug
    outlet/outlets/receptacle/circuit/kitchen/switch .. dead
    outlet/outlets/receptacle .. stopped/quit/not/didn't .. work/working`,
  power_outage: `power outage/outages/cut
    outage/outages
    no power
    lost power
    power .. out/off/down
    half the/of/my .. house .. dark/out/dead/power
    house .. went black/dark`,
  burning_smell: `burning/hot/burnt/burned smell/plastic
    smell/smelled/smells/smelling .. burning/burnt/hot/smoke`,
  buzzing: `buzz/buzzes/buzzing
    hum/hums/humming
    crackling`,
  burnt_wiring: `loose/burnt/burned/bad/melted/scorched/charred/frayed/crumbling/corroded neutral/wire/wires/connection/splice/lug/insulation/bus
    neutral .. burnt/burned/loose/gone/bad/failed
    wire/wires/wiring/insulation .. crumbling/melted/burnt/scorched/chewed/frayed
    bad splice
    cooked black`,
  old_wiring: `knob and tube
    aluminum wiring
    fuse box/boxes
    ungrounded outlets
    federal/zinsco/pushmatic panel
    lamp cord`,
  shock: `got/get/gave/gives/getting .. shock/shocked/zapped/tingle/jolt
    a tingle`,
  overload: `overload/overloaded/overloading
    too much load`,
  storm_damage: `storm damage
    windstorm
    ice storm
    weatherhead .. off/down/broken
    came down across
    lightning`,
  chirping_alarms: `chirp/chirps/chirping/beeping
    alarm/alarms/detector/detectors .. going/went/kept/expired/old`,
} as const;

const GAP = String.raw`(?: +[\p{L}\d'’-]+){0,3}? +`;

function toPattern(phrases: string): RegExp {
  const patterns = phrases.split('\n').map((phrase) =>
    phrase
      .trim()
      .replace(/\S*\/\S*/g, (words) => `(?:${words.replaceAll('/', '|')})`)
      .replaceAll("'", "['’]?")
      .replaceAll(' .. ', GAP),
  );
  return new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})(?!\\p{L})`, 'giu');
}

export const problemIds = Object.keys(phrasesOf) as readonly (keyof typeof phrasesOf)[];

const patterns = problemIds.map((id) => ({ id, pattern: toPattern(phrasesOf[id]) }));

/** The problems that a text describes, each with the ranges of its phrases. */
export function findProblems(text: string): { readonly id: string; readonly ranges: readonly TextRange[] }[] {
  return patterns.flatMap(({ id, pattern }) => {
    const ranges = Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
    return ranges.length === 0 ? [] : [{ id, ranges }];
  });
}
