import type { TextRange } from '../contract/insights.ts';

/**
 * Electrical faults that customers describe: an id, whose label is the message `insights.problem_` with it, and the phrases for each, one a
 * line. `a/b` is either word, `..` up to three words. No punctuation mark may be within a phrase.
 */
export const problems = [
  {
    id: 'tripped_breaker',
    phrases: `breaker/breakers/gfci/circuit .. trip/trips/tripped/tripping
      trip/trips/tripped/tripping .. breaker/breakers/gfci
      breaker .. not/wouldn't/won't reset`,
  },
  {
    id: 'flickering_lights',
    phrases: `flicker/flickers/flickered/flickering
      strobing/strobe
      lights .. bright and dim
      going bright`,
  },
  {
    id: 'dead_outlet',
    phrases: `dead .. outlet/outlets/receptacle/circuit/circuits/switch/plug
      outlet/outlets/receptacle/circuit/kitchen/switch .. dead
      outlet/outlets/receptacle .. stopped/quit/not/didn't .. work/working`,
  },
  {
    id: 'power_outage',
    phrases: `power outage/outages/cut
      outage/outages
      no power
      lost power
      power .. out/off/down
      half the/of/my .. house .. dark/out/dead/power
      house .. went black/dark`,
  },
  {
    id: 'burning_smell',
    phrases: `burning/hot/burnt/burned smell/plastic
      smell/smelled/smells/smelling .. burning/burnt/hot/smoke`,
  },
  {
    id: 'buzzing',
    phrases: `buzz/buzzes/buzzing
      hum/hums/humming
      crackling`,
  },
  {
    id: 'burnt_wiring',
    phrases: `loose/burnt/burned/bad/melted/scorched/charred/frayed/crumbling/corroded neutral/wire/wires/connection/splice/lug/insulation/bus
      neutral .. burnt/burned/loose/gone/bad/failed
      wire/wires/wiring/insulation .. crumbling/melted/burnt/scorched/chewed/frayed
      bad splice
      cooked black`,
  },
  {
    id: 'old_wiring',
    phrases: `knob and tube
      aluminum wiring
      fuse box/boxes
      ungrounded outlets
      federal/zinsco/pushmatic panel
      lamp cord`,
  },
  {
    id: 'shock',
    phrases: `got/get/gave/gives/getting .. shock/shocked/zapped/tingle/jolt
      a tingle`,
  },
  {
    id: 'overload',
    phrases: `overload/overloaded/overloading
      too much load`,
  },
  {
    id: 'storm_damage',
    phrases: `storm damage
      windstorm
      ice storm
      weatherhead .. off/down/broken
      came down across
      lightning`,
  },
  {
    id: 'chirping_alarms',
    phrases: `chirp/chirps/chirping/beeping
      alarm/alarms/detector/detectors .. going/went/kept/expired/old`,
  },
] as const satisfies ReadonlyArray<{ readonly id: string; readonly phrases: string }>;

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

const patterns = problems.map(({ id, phrases }) => ({ id, pattern: toPattern(phrases) }));

/** The problems that a text describes, each with the ranges of its phrases. */
export function findProblems(text: string): { readonly id: string; readonly ranges: readonly TextRange[] }[] {
  return patterns.flatMap(({ id, pattern }) => {
    const ranges = Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
    return ranges.length === 0 ? [] : [{ id, ranges }];
  });
}
