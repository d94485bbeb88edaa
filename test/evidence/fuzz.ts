import { fuzz } from '../support/fuzz.ts';

/** `node test/evidence/fuzz.ts ORIGIN [COUNT] [SEED]`: sends odd requests to a running server and prints those with a 5xx or no answer. */
const [origin = 'http://127.0.0.1:4321', count = '100000', seed = String(Date.now())] = process.argv.slice(2);
const faults = await fuzz(origin, Number(count), Number(seed));
for (const fault of faults) console.log(fault);
console.log(`${count} requests to ${origin} with seed ${seed}, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
