import { rebuildUnderReader } from '../support/rebuild.ts';

/** Rebuilds 20 times while a reader polls. The reader must see no errors, no mixed generations and no tag with a different body. */
const rebuilds = 20;
const { faults, answers, generations } = await rebuildUnderReader(rebuilds);
for (const fault of faults) console.log(fault);
console.log(`${rebuilds} rebuilds, ${answers} answers, ${generations} generations seen, ${faults.length} faults`);
process.exitCode = faults.length > 0 || generations < rebuilds ? 1 : 0;
