import { rebuildUnderReader } from '../support/rebuild.ts';

/** Twenty rebuilds under the eyes of readers, who must see no error, no mix of generations and no tag with another body. */
const rebuilds = 20;
const { faults, answers, generations } = await rebuildUnderReader(rebuilds);
for (const fault of faults) console.log(fault);
console.log(`${rebuilds} rebuilds, ${answers} answers, ${generations} generations seen, ${faults.length} faults`);
process.exitCode = faults.length > 0 || generations < rebuilds ? 1 : 0;
