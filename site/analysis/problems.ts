/** Electrical faults that customers describe: an id, a label, and the phrases (text/phrases.ts) that name each. */
export const problems: ReadonlyArray<{ readonly id: string; readonly label: string; readonly phrases: string }> = [
  {
    id: 'tripped_breaker',
    label: 'Tripping breakers',
    phrases: `breaker/breakers/gfci/circuit .. trip/trips/tripped/tripping
      trip/trips/tripped/tripping .. breaker/breakers/gfci
      breaker .. not/wouldnt/wont reset`,
  },
  {
    id: 'flickering_lights',
    label: 'Flickering lights',
    phrases: `flicker/flickers/flickered/flickering
      strobing/strobe
      lights .. bright and dim
      going bright`,
  },
  {
    id: 'dead_outlet',
    label: 'Dead outlets and circuits',
    phrases: `dead .. outlet/outlets/receptacle/circuit/circuits/switch/plug
      outlet/outlets/receptacle/circuit/kitchen/switch .. dead
      outlet/outlets/receptacle .. stopped/quit/not/didnt .. work/working`,
  },
  {
    id: 'power_outage',
    label: 'Power outages',
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
    label: 'Burning smells',
    phrases: `burning/hot/burnt/burned smell/plastic
      smell/smelled/smells/smelling .. burning/burnt/hot/smoke`,
  },
  {
    id: 'buzzing',
    label: 'Buzzing and humming',
    phrases: `buzz/buzzes/buzzing
      hum/hums/humming
      crackling`,
  },
  {
    id: 'burnt_wiring',
    label: 'Burnt, loose or damaged wiring',
    phrases: `loose/burnt/burned/bad/melted/scorched/charred/frayed/crumbling/corroded neutral/wire/wires/connection/splice/lug/insulation/bus
      neutral .. burnt/burned/loose/gone/bad/failed
      wire/wires/wiring/insulation .. crumbling/melted/burnt/scorched/chewed/frayed
      bad splice
      cooked black`,
  },
  {
    id: 'old_wiring',
    label: 'Outdated wiring and panels',
    phrases: `knob and tube
      aluminum wiring
      fuse box/boxes
      ungrounded outlets
      federal/zinsco/pushmatic panel
      lamp cord`,
  },
  {
    id: 'shock',
    label: 'Shocks and tingles',
    phrases: `got/get/gave/gives/getting .. shock/shocked/zapped/tingle/jolt
      a tingle`,
  },
  {
    id: 'overload',
    label: 'Overloaded circuits',
    phrases: `overload/overloaded/overloading
      too much load`,
  },
  {
    id: 'storm_damage',
    label: 'Storm damage',
    phrases: `storm damage
      windstorm
      ice storm
      weatherhead .. off/down/broken
      came down across
      lightning`,
  },
  {
    id: 'chirping_alarms',
    label: 'Chirping or failing alarms',
    phrases: `chirp/chirps/chirping/beeping
      alarm/alarms/detector/detectors .. going/went/kept/expired/old`,
  },
];
