import fc from 'fast-check';
import { type Act, enter, perform, years } from './acts.ts';
import { hostKinds } from './hosts.ts';
import { MarkFault } from './marks.ts';
import { shrink } from './shrink.ts';
import { World, type WorldOptions } from './world.ts';

export interface ModelSearch {
  readonly sequences: number;
  readonly seed: number;
  /** How many sequences of the seed to skip first. */
  readonly skip?: number;
  /** The maximum number of acts in a sequence. */
  readonly acts: number;
  readonly pages: boolean;
}

/** One kind of fault: the fault with the story before it, and the index of the first sequence of the seed that hits it. */
export interface YearFinding {
  readonly story: string;
  readonly place: number;
}

/** Totals without the shrinking. `faults` is the number of sequences that hit a fault. */
export interface Totals {
  readonly builds: number;
  readonly answers: number;
  readonly faults: number;
}

interface Sequence {
  readonly acts: readonly Act[];
  readonly options: WorldOptions;
}

/** Runs random sequences, and calls `onFinding` for each kind of fault, with as few acts as possible. */
export async function searchYears(search: ModelSearch, onFinding: (finding: YearFinding) => void): Promise<Totals> {
  const { sequences, seed, skip = 0, acts, pages } = search;
  const options = fc.record({
    kind: fc.constantFrom(...hostKinds),
    sinceBudget: fc.constantFrom(64, 64, 0),
    hasLogKey: fc.boolean(),
    pages: fc.constant(pages),
  });
  const drawn = fc.sample(fc.record({ acts: years(acts), options }), { numRuns: skip + sequences, seed });
  const totals = { builds: 0, answers: 0, faults: 0 };
  const known = new Set<string>();
  for (const [place, sequence] of drawn.entries()) {
    if (place < skip) continue;
    const { counts, error } = await run(sequence);
    totals.builds += counts.builds;
    totals.answers += counts.answers;
    if (error === undefined) continue;
    totals.faults += 1;
    if (known.has(whatOf(error))) continue;
    known.add(whatOf(error));
    onFinding({ story: (await shortest(sequence, error)).message, place });
  }
  return totals;
}

const whatOf = (error: Error) => (error instanceof MarkFault ? error.what : (error.message.split('\n')[0] ?? ''));

/** Reproduces a fault with as few acts as possible, on our own server if it occurs there, too. */
async function shortest(sequence: Sequence, error: Error): Promise<Error> {
  let last = error;
  const isSame = async (smaller: Sequence) => {
    const found = (await run(smaller)).error;
    if (found === undefined || whatOf(found) !== whatOf(error)) return false;
    last = found;
    return true;
  };
  const plain: Sequence = { ...sequence, options: { ...sequence.options, kind: 'server', sinceBudget: 64 } };
  await shrink((await isSame(plain)) ? plain : sequence, isSame);
  return last;
}

/** Runs the acts in a new world, and a build with a purge at the end. The message of an error includes the story before it. */
async function run({ acts, options }: Sequence): Promise<{ readonly counts: World['counts']; readonly error?: Error }> {
  const world = await World.open(options);
  world.tell(`hosted as ${options.kind}, SINCE_BUDGET_MB=${options.sinceBudget}${options.hasLogKey ? ', LOG_KEY is kept' : ''}`);
  try {
    await enter(world);
    for (const act of acts) await perform(world, act);
    world.tell('at last: build --purge');
    await world.build({ purge: true, isDown: false });
    return { counts: world.counts };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    error.message += `\n${world.story.map((sentence, index) => `  ${index + 1}. ${sentence}`).join('\n')}`;
    return { counts: world.counts, error };
  } finally {
    await world.close();
  }
}
