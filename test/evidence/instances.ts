import { parseArgs } from 'node:util';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import { type FleetOptions, runFleet } from './fleet/run.ts';

/**
 * `node test/evidence/instances.ts [subscribers] [kills]`: nothing is lost, and no visitor sees an error, while three servers are killed in
 * turn.
 */
const [subscribers = 1_000, kills = 20] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const options: FleetOptions = {
  servers: 3,
  subscribers,
  searchers: 3,
  agents: 3,
  kills,
  secondsBetweenKills: 4,
  rebuilds: 10,
  secondsBetweenRebuilds: 6,
  outageSeconds: 10,
  readingSeconds: 5,
};
const { upToDate, active, posts, repeated, outOfOrder, answers, faults, ...report } = await runFleet(options);
removeTemporaryFolders();
for (const fault of faults) console.log(fault);
console.log(`3 servers behind nginx and Varnish, ${report.kills} kills -9, PostgreSQL away for 10 s, ${report.editions} editions
subscribers: ${upToDate} of ${subscribers} have the last edition, ${active} are active; ${posts} POSTs, ${repeated} repeated, ${outOfOrder} out of order
answers through Varnish: ${answers.readers} to readers, who saw ${report.editionsSeen} editions, ${answers.searchers} to searches, ${answers.agents} to ${options.agents} agents in one session each; ${report.repeatedRequests} requests sent to a second server; ${faults.length} faults`);
process.exitCode = upToDate === subscribers && active === subscribers && outOfOrder === 0 && faults.length === 0 ? 0 : 1;
