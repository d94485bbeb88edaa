import { searchYears } from '../model/years.ts';

/**
 * `node test/evidence/owner-years.ts [SEQUENCES] [SEED] [SKIP] [ACTS] [pages]` compares random years of a business with a model of what
 * must be public, and prints each kind of fault with the shortest sequence that causes it. SKIP is the number of sequences to skip.
 */
const [count = '1000', given = String(Date.now() % 1_000_000), skip = '0', acts = '16', pages] = process.argv.slice(2);
const search = { sequences: Number(count), seed: Number(given), skip: Number(skip), acts: Number(acts), pages: pages === 'pages' };
let kinds = 0;
const { builds, answers, faults } = await searchYears(search, ({ story, place }) => {
  kinds += 1;
  console.log(`${story}\n  again: node test/evidence/owner-years.ts 1 ${given} ${place} ${acts} ${pages ?? ''}\n`);
});
console.log(`${count} sequences, ${builds} builds, ${answers} answers compared, ${faults} faults of ${kinds} kinds, seed ${given}`);
process.exitCode = faults > 0 ? 1 : 0;
